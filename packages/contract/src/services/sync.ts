// Endpoints for copies of hosted layers that are brought up to date with what changed since.
import { endpoint } from '../endpoint.ts';
import { flag, integer, json, required, text } from '../param.ts';
import type { EditResult, WireFeature } from './layer.ts';

const FS = '/rest/services/Hosted/:service/FeatureServer';
const change = { method: 'change', needs: 'user' } as const;

/** Up to which generation of its changes a layer is known. */
export interface LayerGeneration {
  id: number;
  serverGen: number;
  /** Changes since this generation can be told; since an older one they cannot. */
  minServerGen?: number;
}

/** A file of a feature, and the address of its bytes. */
export interface CopiedFile {
  attachmentId: number;
  globalId: string;
  parentObjectId: number;
  parentGlobalId: string;
  name: string;
  contentType: string;
  size: number;
  keywords: string;
  url: string;
}

/** What became of the features of a layer since a generation. */
export interface LayerChanges {
  id: number;
  features?: { adds: WireFeature[]; updates: WireFeature[]; deleteIds: string[] };
  /** In the place of features, where only ids were asked for. */
  objectIds?: { adds: number[]; updates: number[]; deletes: number[] };
  /** With `returnAttachments`, of layers that keep files. */
  attachments?: { adds: CopiedFile[]; updates: CopiedFile[]; deleteIds: string[] };
}

/** What is answered with `transportType=esriTransportTypeUrl`: the address of a file with the answer, which is kept for a day. */
export interface AnswerElsewhere {
  transportType: 'esriTransportTypeUrl';
  responseType: string;
  replicaName?: string;
  replicaID?: string;
  URL: string;
}

/** The answer to a call with `async=true`: where its state is asked for. */
export interface StartedSync {
  statusUrl: string;
}

/** The answer to `extractChanges`. */
export interface ExtractedChanges {
  layerServerGens: LayerGeneration[];
  transportType: 'esriTransportTypeEmbedded';
  responseType: 'esriDataChangesResponseTypeEdits';
  edits: LayerChanges[];
  /** More changes follow the generations told: ask again from there. */
  exceededTransferLimit?: true;
}

export const extractChanges = endpoint<ExtractedChanges | StartedSync | AnswerElsewhere>()(
  `${FS}/extractChanges`,
  {
    layers: text(),
    layerServerGens: json(),
    serverGens: json(),
    returnInserts: flag(),
    returnUpdates: flag(),
    returnDeletes: flag(),
    returnIdsOnly: flag(),
    returnAttachments: flag(),
    outSR: text(),
    dataFormat: text(),
    transportType: text(),
    async: flag(),
  },
  { summary: 'What changed in layers since a generation' },
);

/** A copy of a service as the server remembers it. */
export interface ReplicaSummary {
  replicaName: string;
  replicaID: string;
}

/** The answer to `createReplica`. */
export interface CreatedReplica extends ReplicaSummary {
  transportType: 'esriTransportTypeEmbedded';
  responseType: 'esriReplicaResponseTypeData';
  syncModel: 'none' | 'perLayer';
  replicaServerGen: number;
  layerServerGens: LayerGeneration[];
  layers: { id: number; features: WireFeature[]; attachments?: CopiedFile[] }[];
}

export const createReplica = endpoint<CreatedReplica | StartedSync | AnswerElsewhere>()(
  `${FS}/createReplica`,
  {
    replicaName: text(),
    layers: text(),
    layerQueries: json(),
    geometry: text(),
    geometryType: text(),
    inSR: text(),
    replicaSR: text(),
    transportType: text(),
    returnAttachments: flag(),
    syncModel: text(),
    syncDirection: text(),
    dataFormat: text(),
    async: flag(),
  },
  { ...change, summary: 'A copy of layers that can be brought up to date later' },
);

/** The results of the edits that a copy sent, by layer. */
export interface LayerEditResults {
  id: number;
  addResults: EditResult[];
  updateResults: EditResult[];
  deleteResults: EditResult[];
  /** What became of files, where the copy sent some. */
  attachments?: Omit<LayerEditResults, 'id' | 'attachments'>;
}

/** The answer to `synchronizeReplica`. */
export interface SynchronizedReplica {
  replicaID: string;
  transportType: 'esriTransportTypeEmbedded';
  responseType: 'esriReplicaResponseTypeEdits';
  replicaServerGen: number;
  layerServerGens: LayerGeneration[];
  edits: LayerChanges[];
  editsResults?: LayerEditResults[];
  exceededTransferLimit?: true;
}

export const synchronizeReplica = endpoint<SynchronizedReplica | StartedSync | AnswerElsewhere>()(
  `${FS}/synchronizeReplica`,
  {
    replicaID: required(text()),
    replicaServerGen: integer(),
    syncLayers: json(),
    syncDirection: text(),
    edits: json(),
    editsUploadId: text(),
    editsUploadFormat: text(),
    rollbackOnFailure: flag(),
    returnIdsForAdds: flag(),
    returnAttachments: flag(),
    closeReplica: flag(),
    transportType: text(),
    dataFormat: text(),
    async: flag(),
  },
  { ...change, summary: 'Sends the edits of a copy and gives what changed since' },
);

export const unregisterReplica = endpoint<{ success: true }>()(
  `${FS}/unRegisterReplica`,
  { replicaID: required(text()) },
  { ...change, summary: 'Forgets a copy' },
);

export const listReplicas = endpoint<ReplicaSummary[]>()(
  `${FS}/replicas`,
  {},
  { needs: 'user', summary: 'The copies of a service that the caller made; all for those who administer it' },
);

/** One copy with what is known of it. */
export interface ReplicaInfo extends ReplicaSummary {
  replicaOwner: string;
  syncModel: 'perLayer';
  creationDate: number;
  lastSyncDate: number;
  layerServerGens: LayerGeneration[];
}

export const describeReplica = endpoint<ReplicaInfo>()(`${FS}/replicas/:replica`, {}, { needs: 'user', summary: 'One copy of a service' });

/** How far a call with `async=true` is. */
export interface SyncJob {
  jobId: string;
  status: 'Pending' | 'InProgress' | 'Completed' | 'Failed' | 'Cancelled';
  transportType: 'esriTransportTypeUrl';
  responseType?: string;
  replicaName?: string;
  replicaID?: string;
  submissionTime: number;
  lastUpdatedTime: number;
  /** Where the answer is, for a day. */
  resultUrl?: string;
  statusMessage?: string;
}

export const syncJob = endpoint<SyncJob>()(
  `${FS}/jobs/:job`,
  {},
  { needs: 'user', summary: 'How far a copy or its changes are that the caller asked for' },
);

export const syncResult = endpoint<never>()(
  `${FS}/jobs/:job/result`,
  {},
  { needs: 'user', manner: 'file', summary: 'The copy or the changes that the caller asked for' },
);
