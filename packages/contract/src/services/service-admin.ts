// Endpoints that change the definition of hosted feature services.
import { itemWords } from '../content/item-fields.ts';
import { endpoint } from '../endpoint.ts';
import { flag, integer, json, required, text } from '../param.ts';

const AFS = '/rest/admin/services/Hosted/:service/FeatureServer';
const AFL = `${AFS}/:layer` as const;
const change = { method: 'change' } as const;

export const describeServiceAdmin = endpoint<Record<string, unknown>>()(
  AFS,
  {},
  { summary: 'A hosted service as its administrator sees it' },
);

export const describeLayerAdmin = endpoint<Record<string, unknown>>()(
  `${AFL}`,
  {},
  { summary: 'A hosted layer as its administrator sees it' },
);

/** The answer to a change that the caller does not wait for: where its state is asked for. */
export interface StartedChange {
  success: true;
  statusURL: string;
}

type Changed = { success: true } | StartedChange;

/** What `addToDefinition` of a service answers: the new layers and tables with their ids. */
export interface AddedLayers {
  success: true;
  layers: { name: string; id: number }[];
  tables: { name: string; id: number }[];
}

export const addToServiceDefinition = endpoint<AddedLayers | StartedChange>()(
  `${AFS}/addToDefinition`,
  { addToDefinition: required(json()), async: flag() },
  { ...change, summary: 'Adds layers and tables to a hosted service' },
);

export const deleteFromServiceDefinition = endpoint<Changed>()(
  `${AFS}/deleteFromDefinition`,
  { deleteFromDefinition: required(json()), async: flag() },
  { ...change, summary: 'Removes layers and tables of a hosted service' },
);

export const addToLayerDefinition = endpoint<Changed>()(
  `${AFL}/addToDefinition`,
  { addToDefinition: required(json()), async: flag() },
  { ...change, summary: 'Adds fields and indexes to a hosted layer' },
);

export const deleteFromLayerDefinition = endpoint<Changed>()(
  `${AFL}/deleteFromDefinition`,
  { deleteFromDefinition: required(json()), async: flag() },
  { ...change, summary: 'Removes fields and indexes of a hosted layer' },
);

export const refreshService = endpoint<{ success: true }>()(`${AFS}/refresh`, {}, { ...change, summary: 'Reads a hosted service anew' });

export const refreshLayer = endpoint<{ success: true }>()(`${AFL}/refresh`, {}, { ...change, summary: 'Counts a hosted layer anew' });

/** The tiles of a layer that are kept at the moment: in the memory of the process that answers, and of far tiles in the database which features they show. */
export interface KeptTiles {
  id: number;
  tiles: number;
  sizeBytes: number;
  farTiles: number;
}

export const keptTiles = endpoint<{ layers: KeptTiles[] }>()(
  `${AFS}/tiles`,
  {},
  { summary: 'How many tiles of the layers of a hosted service are kept' },
);

export const renewTiles = endpoint<{ success: true }>()(
  `${AFS}/tiles/renew`,
  {},
  { ...change, summary: 'Forgets the tiles of a hosted service, so that they are made anew' },
);

export const updateServiceDefinition = endpoint<Changed>()(
  `${AFS}/updateDefinition`,
  {
    updateDefinition: required(json()),
    async: flag(),
    /** The `schemaLastEditDate` of the service that the change was made for: where it has another one by now, 409 is answered and nothing changes. */
    ifUnchanged: integer(),
  },
  { ...change, summary: 'Changes the settings of a hosted service, if asked to only where nobody else changed them since' },
);

export const updateLayerDefinition = endpoint<Changed>()(
  `${AFL}/updateDefinition`,
  {
    updateDefinition: required(json()),
    async: flag(),
    /** The `schemaLastEditDate` that the change was made for: where the layer has another one by now, 409 is answered and nothing changes. */
    ifUnchanged: integer(),
  },
  {
    ...change,
    summary:
      'Changes the settings of a hosted layer, if asked to only where nobody else changed them since; an extent is told as long as the layer has no features, and theirs otherwise',
  },
);

export const truncateLayer = endpoint<Changed>()(
  `${AFL}/truncate`,
  { attachmentOnly: flag(), async: flag() },
  { ...change, summary: 'Deletes all features of a hosted layer' },
);

/** Work on a service that goes on after the call that started it. */
export interface ServiceJob {
  jobId: string;
  /** What is done, such as `publish-features` or `append-rows`. */
  operation: string;
  status: 'Pending' | 'InProgress' | 'Completed' | 'Failed' | 'Cancelled';
  submissionTime: number;
  lastUpdatedTime: number;
  /** Rows or parts done, and how many there are where that is known. */
  done?: number;
  total?: number;
  statusMessage?: string;
  /** What the call would have answered, of changes that were sent with `async`. */
  result?: object;
}

export const serviceStatus = endpoint<{ configuredState: 'STARTED'; realTimeState: 'STARTED' | 'BUSY'; jobs: ServiceJob[] }>()(
  `${AFS}/status`,
  {},
  { summary: 'Whether a hosted service is at work, and its latest jobs' },
);

export const serviceJob = endpoint<ServiceJob>()(`${AFS}/jobs/:job`, {}, { summary: 'One job of a hosted service' });

/** What `createService` answers. */
export interface CreatedService {
  success: true;
  itemId: string;
  serviceItemId: string;
  name: string;
  serviceurl: string;
  encodedServiceURL: string;
  type: 'Feature Service';
  size: -1;
  isView: boolean;
}

const CREATE_PARAMS = {
  createParameters: required(json()),
  outputType: text({ aliases: ['targetType'] }),
  isView: flag(),
  ...itemWords,
} as const;
const creating = { method: 'change', needs: 'portal:publisher:publishFeatures', summary: 'Makes an empty hosted service' } as const;

export const createService = endpoint<CreatedService>()('/sharing/rest/content/users/:username/createService', CREATE_PARAMS, creating);

export const createServiceInFolder = endpoint<CreatedService>()(
  '/sharing/rest/content/users/:username/:folder/createService',
  CREATE_PARAMS,
  creating,
);
