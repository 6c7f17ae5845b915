// Shapes of feature services and their layers as they go over the wire.
import type { Sentence } from '@graticule/geo/sentence';

/** Type of a field, in the spelling of the feature service interface. */
export type FieldType =
  | 'esriFieldTypeOID'
  | 'esriFieldTypeSmallInteger'
  | 'esriFieldTypeInteger'
  | 'esriFieldTypeBigInteger'
  | 'esriFieldTypeSingle'
  | 'esriFieldTypeDouble'
  | 'esriFieldTypeString'
  | 'esriFieldTypeDate'
  | 'esriFieldTypeDateOnly'
  | 'esriFieldTypeTimeOnly'
  | 'esriFieldTypeTimestampOffset'
  | 'esriFieldTypeGUID'
  | 'esriFieldTypeGlobalID'
  | 'esriFieldTypeXML';

/** Type of the geometries of a layer. */
export type GeometryType = 'esriGeometryPoint' | 'esriGeometryMultipoint' | 'esriGeometryPolyline' | 'esriGeometryPolygon';

/** A reference system by its numbers. */
export interface WireSpatialReference {
  wkid: number;
  latestWkid: number;
}

/** An envelope; the four values are the text `NaN` only in the extent of an empty query result. */
export interface WireExtent {
  xmin: number | 'NaN';
  ymin: number | 'NaN';
  xmax: number | 'NaN';
  ymax: number | 'NaN';
  spatialReference: WireSpatialReference;
}

/** The values a field may hold. */
export type Domain =
  | { type: 'codedValue'; name: string; codedValues: { name: string; code: string | number }[] }
  | { type: 'range'; name: string; range: [number, number] };

/** A field of a layer. */
export interface WireField {
  name: string;
  type: FieldType;
  alias: string;
  sqlType: string;
  length?: number;
  nullable?: boolean;
  editable?: boolean;
  domain: Domain | null;
  defaultValue: string | number | null;
  visible?: boolean;
  description?: string;
}

/** How a layer is drawn: the renderer and its companions, stored as sent. */
export interface DrawingInfo {
  renderer: Record<string, unknown>;
  transparency?: number;
  labelingInfo?: unknown;
}

/** An entry in the list of layers of a service. */
export interface LayerListEntry {
  id: number;
  name: string;
  parentLayerId: -1;
  defaultVisibility: boolean;
  subLayerIds: null;
  minScale: number;
  maxScale: number;
  type: 'Feature Layer';
  geometryType: GeometryType;
}

/** The description of a feature service. */
export interface FeatureServiceInfo {
  currentVersion: number;
  serviceItemId: string;
  serviceDescription: string;
  description: string;
  copyrightText: string;
  maxRecordCount: number;
  supportedQueryFormats: string;
  capabilities: string;
  spatialReference: WireSpatialReference;
  initialExtent: WireExtent;
  fullExtent: WireExtent;
  /** When the settings were last changed, in epoch milliseconds; those of the layers have moments of their own. */
  editingInfo: { schemaLastEditDate: number };
  layers: LayerListEntry[];
  tables: { id: number; name: string; type: 'Table' }[];
  [more: string]: unknown;
}

/** One side of a relationship, as the layer on this side tells it. */
export interface LayerRelationship {
  id: number;
  name: string;
  /** The layer on the other side, of the same service. */
  relatedTableId: number;
  role: 'esriRelRoleOrigin' | 'esriRelRoleDestination';
  cardinality: string;
  /** The field of this layer whose values say what belongs together. */
  keyField: string;
  composite: boolean;
}

/** The description of a layer or table. */
export interface LayerInfo {
  currentVersion: number;
  id: number;
  name: string;
  type: 'Feature Layer' | 'Table';
  serviceItemId: string;
  geometryType?: GeometryType;
  /** The geometries have measures. */
  hasM?: boolean;
  objectIdField: string;
  globalIdField: string;
  displayField: string;
  /** The field that the publisher chose to tell the features apart. */
  keyField?: string;
  fields: WireField[];
  extent?: WireExtent;
  drawingInfo?: DrawingInfo;
  maxRecordCount: number;
  capabilities: string;
  relationships?: LayerRelationship[];
  editingInfo: { lastEditDate: number; schemaLastEditDate: number; dataLastEditDate: number };
  [more: string]: unknown;
}

/** A feature with its attributes by field name and its geometry in the Esri JSON form. */
export interface WireFeature {
  attributes: Record<string, string | number | null>;
  geometry?: Record<string, unknown> | null;
}

/** The answer to a query for features. */
export interface FeatureSet {
  objectIdFieldName: string;
  uniqueIdField: { name: string; isSystemMaintained: true };
  globalIdFieldName: string;
  geometryType?: GeometryType;
  spatialReference?: WireSpatialReference;
  fields: WireField[];
  exceededTransferLimit?: boolean;
  features: WireFeature[];
}

/** The result of one edit. */
export interface EditResult {
  objectId: number;
  uniqueId?: number;
  globalId: string | null;
  success: boolean;
  /** Told of polygons that crossed themselves: they were mended before they were stored. */
  repaired?: true;
  /** `reasons` say the description for people, so that it can be said in their language. */
  error?: { code: number; description: string; reasons?: readonly Sentence[] };
}
