// Endpoints that add the rows of a file to a layer, merge them by a key, or put them in the place of its features.
import type { Sentence } from '@graticule/geo/sentence';
import type { AnalyzeReply, PublishProblem } from '../content/publishing.ts';
import { endpoint } from '../endpoint.ts';
import { csv, file, flag, integer, json, required, text } from '../param.ts';

const FS = '/rest/services/Hosted/:service/FeatureServer';
const FL = `${FS}/:layer` as const;
const AFL = '/rest/admin/services/Hosted/:service/FeatureServer/:layer';
const change = { method: 'change' } as const;

/** The address at which the state of a load is asked for. */
export interface StartedLoad {
  statusUrl: string;
}

/** A file, and how it is to be read: `appendSourceInfo` takes what `publishParameters` do about that, such as the columns of the coordinates. */
const FILE = {
  appendItemId: text(),
  appendUploadId: text(),
  appendUploadFormat: text(),
  appendSourceInfo: json(),
  sourceTableName: text(),
} as const;

/** What both ways of loading take: one source, and how its columns belong to the fields of the layer. */
const SOURCE = {
  ...FILE,
  sourceUrl: text(),
  edits: json(),
  fieldMappings: json(),
  appendFields: json(),
  async: flag(),
  /** Made up by the client: sent again with the same, the call answers as it did and loads nothing. */
  idempotencyKey: text(),
} as const;

/** What a file holds, and by their names the fields of the layer that its columns go into. */
export interface AppendAnalysis extends AnalyzeReply {
  /** In the form in which they can be sent back. */
  fieldMappings: { name: string; source: string }[];
}

export const analyzeAppend = endpoint<AppendAnalysis>()(`${FL}/append/analyze`, FILE, {
  needs: 'user',
  summary: 'Reads a file whose rows are for a layer, and says what it holds and which columns fit',
});

export const appendFeatures = endpoint<StartedLoad>()(
  `${FL}/append`,
  {
    ...SOURCE,
    useGlobalIds: flag(),
    upsert: flag(),
    upsertMatchingField: text(),
    skipUpdates: flag(),
    skipInserts: flag(),
    updateGeometry: flag(),
    rollbackOnFailure: flag({ aliases: ['rollback'] }),
  },
  { ...change, needs: 'user', summary: 'Adds the rows of a file to a layer, or merges them by a key' },
);

export const replaceFeatures = endpoint<StartedLoad>()(
  `${AFL}/replaceFeatures`,
  { ...SOURCE, matchingField: text(), rollbackOnFailure: flag({ aliases: ['rollback'] }) },
  { ...change, needs: 'user', summary: 'Puts the rows of a file in the place of all features of a layer, in one step for readers' },
);

/** States of a load. */
export type LoadState = 'Pending' | 'InProgress' | 'Completed' | 'CompletedWithErrors' | 'Failed';

/** What a job did, or does, with the rows of a layer. */
export type LoadOperation = 'append' | 'upsert' | 'replace' | 'publish' | 'overwrite' | 'export';

/** How far a load is. */
export interface LoadStatus {
  jobId: string;
  /** Left out where nothing is known of it any more. */
  operation?: LoadOperation;
  /** Who asked for it. */
  startedBy?: string;
  layerName: string;
  submissionTime: number;
  lastUpdatedTime: number;
  /** Rows done so far, and in the end. */
  recordCount: number;
  /** Rows in all, where that is known. */
  totalCount?: number;
  /** All rows are read, and with very many of them what follows takes long: they are brought into the layer, its indexes are made, or a file is finished. */
  phase?: 'indexes' | 'layer' | 'file';
  status: LoadState;
  /** The same, by the name that other clients read. */
  jobStatus?: LoadState;
  /** It failed because somebody stopped it. */
  cancelled?: true;
  /** The caller may stop it now, with `cancelLoad`. */
  mayCancel?: true;
  /** Why it failed. */
  statusMessage?: string;
  /** The same in a form that pages say in the reader's language. */
  reasons?: readonly Sentence[];
  insertedCount?: number;
  updatedCount?: number;
  removedCount?: number;
  skippedCount?: number;
  refusedCount?: number;
  repairedCount?: number;
  /** Rows that were taken without a place, because none is known by their names. */
  unplacedCount?: number;
  /** The first rows that could not be used, with their number in the file. */
  problems?: PublishProblem[];
  /** Rows that the file of `refusedRowsOfLoad` tells of: all where they are as many as were refused. Of publications the latest alone has one. */
  refusedInFile?: number;
  /** What was said of the file before its rows were taken. */
  warnings?: Sentence[];
  /** Format of an export, and how many of its texts were too long for that format. */
  exportFormat?: string;
  textsCut?: number;
}

export const loadStatus = endpoint<LoadStatus>()(
  `${FL}/append/jobs/:job`,
  {},
  { needs: 'user', summary: 'How far the loading of rows into a layer is' },
);

/** The latest jobs, newest first; `more` where there are older ones. */
export interface LoadList {
  jobs: LoadStatus[];
  more: boolean;
}

export const listLoads = endpoint<LoadList>()(
  `${FL}/append/jobs`,
  { num: integer() },
  { needs: 'user', summary: 'The latest loads of rows into a layer, its publications and exports' },
);

export const refusedRowsOfLoad = endpoint<unknown>()(
  `${FL}/append/jobs/:job/refusedRows`,
  {},
  {
    manner: 'file',
    needs: 'user',
    summary: 'The rows that a load or the latest publication left out, as a CSV file: number, reason and what they hold',
  },
);

export const cancelLoad = endpoint<{ success: true }>()(
  `${FL}/append/jobs/:job/cancel`,
  {},
  { ...change, needs: 'user', summary: 'Stops the loading of rows into a layer, or the overwriting of its service; nothing of it stays' },
);

/** A file that was sent to a service for a later call. */
export interface ServiceUpload {
  itemID: string;
  itemName: string;
  description: string;
  /** Epoch milliseconds. */
  date: number;
  committed: boolean;
}

const U = `${FS}/uploads` as const;
const ONE = `${U}/:upload` as const;
const uploading = { ...change, needs: 'user' } as const;

export const listUploads = endpoint<{ uploads: ServiceUpload[] }>()(
  U,
  {},
  { needs: 'user', summary: 'The files that the caller sent to the service' },
);

export const uploadFile = endpoint<{ success: true; item: ServiceUpload }>()(
  `${U}/upload`,
  { file: required(file()), description: text() },
  { ...uploading, summary: 'Sends a file to a service for a later call' },
);

export const registerUpload = endpoint<{ success: true; item: ServiceUpload }>()(
  `${U}/register`,
  { itemName: required(text()), description: text() },
  { ...uploading, summary: 'Begins sending a file in parts' },
);

export const describeUpload = endpoint<ServiceUpload>()(ONE, {}, { needs: 'user', summary: 'A file that was sent to a service' });

export const uploadPart = endpoint<{ success: true; partId: number; item: ServiceUpload }>()(
  `${ONE}/uploadPart`,
  { partId: required(integer({ aliases: ['partNum', 'partNumber'] })), partFile: required(file({ aliases: ['file'] })) },
  { ...uploading, summary: 'Sends one part; the same number again replaces it' },
);

export const listUploadParts = endpoint<{ parts: number[] }>()(
  `${ONE}/parts`,
  {},
  { needs: 'user', summary: 'The numbers of the parts that arrived' },
);

export const commitUpload = endpoint<{ success: true; item: ServiceUpload }>()(
  `${ONE}/commit`,
  { parts: csv() },
  { ...uploading, summary: 'Joins the parts of a file' },
);

export const deleteUpload = endpoint<{ success: true }>()(`${ONE}/delete`, {}, { ...uploading, summary: 'Removes a file that was sent' });
