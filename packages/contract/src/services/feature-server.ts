// Endpoints of hosted feature services: directory, description, query and editing.
import type { Sentence } from '@graticule/geo/sentence';
import { endpoint } from '../endpoint.ts';
import { csv, flag, integer, json, number, required, text } from '../param.ts';
import type { EditResult, FeatureServiceInfo, FeatureSet, LayerInfo, WireFeature } from './layer.ts';

const HOSTED = '/rest/services/Hosted';
const FS = `${HOSTED}/:service/FeatureServer` as const;
const FL = `${FS}/:layer` as const;

/** A folder of the services directory. */
export interface ServicesDirectory {
  currentVersion: number;
  folders: string[];
  services: { name: string; type: string; url?: string }[];
}

export const servicesDirectory = endpoint<ServicesDirectory>()('/rest/services', {}, { summary: 'The services directory' });

export const hostedDirectory = endpoint<ServicesDirectory>()(HOSTED, {}, { summary: 'The hosted services that the caller may see' });

export const describeFeatureService = endpoint<FeatureServiceInfo>()(FS, {}, { summary: 'A hosted feature service' });

export const describeLayers = endpoint<{ layers: LayerInfo[]; tables: LayerInfo[] }>()(
  `${FS}/layers`,
  {},
  { summary: 'All layers and tables of a service' },
);

export const describeLayer = endpoint<LayerInfo & { timeExtent?: [number, number] | null }>()(
  FL,
  { returnUpdates: flag() },
  { summary: 'A layer or table; with `returnUpdates` the span of its times beside its extent, as maps read both again' },
);

/** Which features a query means, and how they come; texts that have their own syntax are read by the features domain. */
export const FEATURES_PARAMS = {
  where: text(),
  objectIds: text(),
  uniqueIds: text(),
  globalIds: text(),
  time: text(),
  geometry: text(),
  geometryType: text(),
  inSR: text(),
  spatialRel: text(),
  distance: number(),
  units: text(),
  outFields: text(),
  returnGeometry: flag(),
  returnCentroid: flag(),
  returnEnvelope: flag(),
  maxAllowableOffset: number(),
  geometryPrecision: integer(),
  outSR: text(),
  returnIdsOnly: flag(),
  returnCountOnly: flag(),
  returnExtentOnly: flag(),
  orderByFields: text(),
  resultOffset: integer(),
  resultRecordCount: integer(),
  resultType: text(),
  returnZ: flag(),
  quantizationParameters: json(),
} as const;

/** Parameters of a query. */
export const QUERY_PARAMS = {
  ...FEATURES_PARAMS,
  returnDistinctValues: flag(),
  groupByFieldsForStatistics: text(),
  outStatistics: json(),
  having: text(),
  maxRecordCountFactor: number(),
  returnM: flag(),
  returnExceededLimitFeatures: flag(),
  sqlFormat: text(),
} as const;

export const queryLayer = endpoint<FeatureSet>()(`${FL}/query`, QUERY_PARAMS, {
  formats: ['geojson', 'pbf'],
  refusesAsQuery: true,
  summary: 'Features, counts, ids, extents or statistics of a layer',
});

/** `returnVersion` asks for a text that is another one after every change of what people wrote into the feature; `ifUnchanged` of edits compares it. */
export const getFeature = endpoint<{ feature: WireFeature; version?: string }>()(
  `${FL}/:objectId`,
  { outFields: text(), returnGeometry: flag(), outSR: text(), returnZ: flag(), returnM: flag(), returnVersion: flag() },
  { summary: 'One feature, with its version where that is asked for' },
);

/** What `validateSQL` answers. */
export interface SqlVerdict {
  isValidSQL: boolean;
  validationErrors?: {
    errorCode: number;
    description: string;
    /** The same as sentences that can be said in any language. */
    reasons?: readonly Sentence[];
  }[];
}

export const validateSql = endpoint<SqlVerdict>()(
  `${FL}/validateSQL`,
  { sql: required(text()), sqlType: text() },
  { summary: 'Says whether a where clause or expression is valid' },
);

const EDIT_FLAGS = { rollbackOnFailure: flag(), useGlobalIds: flag(), returnEditMoment: flag(), async: flag() } as const;
const change = { method: 'change' } as const;

export const addFeatures = endpoint<{ addResults: EditResult[]; editMoment?: number }>()(
  `${FL}/addFeatures`,
  { features: required(json()), ...EDIT_FLAGS },
  { ...change, summary: 'Adds features' },
);

export const updateFeatures = endpoint<{ updateResults: EditResult[]; editMoment?: number }>()(
  `${FL}/updateFeatures`,
  { features: required(json()), ifUnchanged: json(), ...EDIT_FLAGS },
  { ...change, summary: 'Changes features, if asked to only where nobody else changed them since' },
);

/** What became of each feature that was to go; of very many that a condition or a place chose it is only said that they are gone. */
export type DeleteReply = ({ deleteResults: EditResult[] } | { success: true; deleteResults?: undefined }) & { editMoment?: number };

export const deleteFeatures = endpoint<DeleteReply>()(
  `${FL}/deleteFeatures`,
  {
    objectIds: text(),
    where: text(),
    geometry: text(),
    geometryType: text(),
    inSR: text(),
    spatialRel: text(),
    returnDeleteResults: flag(),
    ifUnchanged: json(),
    ...EDIT_FLAGS,
  },
  { ...change, summary: 'Deletes features, if asked to only where nobody changed them since' },
);

/** What `applyEdits` answers: the three arrays are always there. */
export interface ApplyEditsReply {
  addResults: EditResult[];
  updateResults: EditResult[];
  deleteResults: EditResult[];
  attachments?: { addResults: EditResult[]; updateResults: EditResult[]; deleteResults: EditResult[] };
  editMoment?: number;
}

/** The code of an edit that was refused because the feature is not the version that `ifUnchanged` names. */
export const CHANGED_SINCE = 1409;

/** `ifUnchanged` holds versions by object id: features that have another one now are neither changed nor deleted. */
export const applyEdits = endpoint<ApplyEditsReply>()(
  `${FL}/applyEdits`,
  { adds: json(), updates: json(), deletes: text(), attachments: json(), ifUnchanged: json(), ...EDIT_FLAGS },
  { ...change, summary: 'Adds, changes and deletes features in one call, if asked to only where nobody else changed them since' },
);

/** Fields that `csv` parameters of the tiles may name. */
export const TILE_PARAMS = { fields: csv(), v: text() } as const;
