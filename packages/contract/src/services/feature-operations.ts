// Endpoints of feature services that work on related records, on several layers at once, or on all values of a field.
import { endpoint } from '../endpoint.ts';
import { flag, integer, json, number, required, text } from '../param.ts';
import { type ApplyEditsReply, FEATURES_PARAMS } from './feature-server.ts';
import type { FeatureSet, GeometryType, WireExtent, WireFeature, WireField, WireSpatialReference } from './layer.ts';

const FS = '/rest/services/Hosted/:service/FeatureServer';
const FL = `${FS}/:layer` as const;
const change = { method: 'change' } as const;

/** The records that belong to one record, or their number. */
export interface RelatedGroup {
  objectId: number;
  relatedRecords?: WireFeature[];
  count?: number;
}

/** The answer to `queryRelatedRecords`. */
export interface RelatedRecords {
  geometryType?: GeometryType;
  spatialReference?: WireSpatialReference;
  fields: WireField[];
  exceededTransferLimit?: true;
  relatedRecordGroups: RelatedGroup[];
}

export const queryRelatedRecords = endpoint<RelatedRecords>()(
  `${FL}/queryRelatedRecords`,
  {
    objectIds: required(text()),
    relationshipId: integer(),
    outFields: text(),
    definitionExpression: text({ aliases: ['where'] }),
    returnGeometry: flag(),
    outSR: text(),
    orderByFields: text(),
    resultOffset: integer(),
    resultRecordCount: integer(),
    returnCountOnly: flag(),
    maxAllowableOffset: number(),
    geometryPrecision: integer(),
    returnZ: flag(),
    returnM: flag(),
  },
  { refusesAsQuery: true, summary: 'Records that a relationship joins to the given ones' },
);

export const calculateField = endpoint<{ success: true; updatedFeatureCount: number; editMoment?: number }>()(
  `${FL}/calculate`,
  { where: required(text()), calcExpression: required(json()), sqlFormat: text(), returnEditMoment: flag(), async: flag() },
  { ...change, summary: 'Sets fields of many features to values or expressions' },
);

export const applyServiceEdits = endpoint<({ id: number } & ApplyEditsReply)[]>()(
  `${FS}/applyEdits`,
  {
    edits: json(),
    editsUploadId: text(),
    editsUploadFormat: text(),
    rollbackOnFailure: flag(),
    useGlobalIds: flag(),
    returnEditMoment: flag(),
    async: flag(),
  },
  { ...change, summary: 'Edits several layers in one call; the edits may come as an upload of JSON' },
);

export const queryService = endpoint<{ layers: ({ id: number } & (FeatureSet | { count: number } | { objectIds: number[] }))[] }>()(
  `${FS}/query`,
  {
    layerDefs: text(),
    geometry: text(),
    geometryType: text(),
    inSR: text(),
    spatialRel: text(),
    distance: number(),
    units: text(),
    outSR: text(),
    time: text(),
    returnGeometry: flag(),
    returnIdsOnly: flag(),
    returnCountOnly: flag(),
    maxAllowableOffset: number(),
    geometryPrecision: integer(),
    returnZ: flag(),
    returnM: flag(),
    sqlFormat: text(),
  },
  { refusesAsQuery: true, summary: 'Features of several layers' },
);

export const queryTopFeatures = endpoint<FeatureSet>()(
  `${FL}/queryTopFeatures`,
  { topFilter: required(json()), ...FEATURES_PARAMS },
  { formats: ['geojson', 'pbf'], refusesAsQuery: true, summary: 'The first features of each group' },
);

export const generateRenderer = endpoint<Record<string, unknown>>()(
  `${FL}/generateRenderer`,
  { classificationDef: required(json()), where: text() },
  { summary: 'A renderer made from the values of a field' },
);

export const layerEstimates = endpoint<{ count: number; extent?: WireExtent }>()(
  `${FL}/getEstimates`,
  {},
  { summary: 'The number of features of a layer and where they are, without a query' },
);

/** A relationship as its origin tells it. */
export interface ServiceRelationship {
  id: number;
  name: string;
  originLayerId: number;
  destinationLayerId: number;
  cardinality: string;
  composite: boolean;
  originPrimaryKey: string;
  /** The field of the destination that holds values of the key. */
  originForeignKey?: string;
}

export const serviceRelationships = endpoint<{ relationships: ServiceRelationship[] }>()(
  `${FS}/relationships`,
  {},
  { summary: 'The relationships between the layers of a service' },
);

/** What the item of a service says, for clients that know only the service. */
export interface ServiceItemInfo {
  guid: string;
  name: string;
  title: string;
  type: string;
  typeKeywords: string[];
  snippet: string;
  summary: string;
  description: string;
  tags: string[];
  thumbnail: string | null;
  /** In degrees. */
  extent: number[][];
  culture: string;
  accessInformation: string;
  licenseInfo: string;
  url: string;
}

export const serviceItemInfo = endpoint<ServiceItemInfo>()(`${FS}/info/itemInfo`, {}, { summary: 'What the item of a service says' });

export const serviceInfo = endpoint<ServiceItemInfo>()(
  `${FS}/info`,
  {},
  { summary: 'The same, for clients that ask for it at this address' },
);

export const serviceThumbnail = endpoint<never>()(`${FS}/info/thumbnail`, {}, { manner: 'file', summary: 'The thumbnail of a service' });

const metadata = { manner: 'file', formats: ['xml'] } as const;

export const serviceMetadata = endpoint<never>()(
  `${FS}/info/metadata`,
  {},
  { ...metadata, summary: 'The metadata that a service was given, as XML' },
);

export const layerMetadata = endpoint<never>()(
  `${FL}/metadata`,
  {},
  { ...metadata, summary: 'The metadata of the service of a layer, as XML' },
);

/** The services that a view shows layers of. */
export interface ViewSources {
  currentVersion: number;
  services: { name: string; type: 'FeatureServer'; url: string; serviceItemId: string }[];
}

export const viewSources = endpoint<ViewSources>()(`${FS}/sources`, {}, { summary: 'The services that a view shows layers of' });

export const queryDomains = endpoint<{ domains: object[] }>()(
  `${FS}/queryDomains`,
  { layers: required(json()) },
  { summary: 'The domains of layers' },
);
