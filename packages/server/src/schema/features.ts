// Tables of the features domain.
import type { Domain, DrawingInfo, FieldType, GeometryType } from '@graticule/contract/services/layer';
import type { ColumnType, Generated } from 'kysely';

type Json<T> = ColumnType<T, string, string>;
type Count = ColumnType<number, number | undefined, number>;

/** Settings of a service that its owner may change. */
export interface ServiceSettings {
  description?: string;
  serviceDescription?: string;
  copyrightText?: string;
  capabilities?: string;
  maxRecordCount?: number;
  hasStaticData?: boolean;
  allowGeometryUpdates?: boolean;
}

export interface FeatureServiceTable {
  item_id: string;
  org_id: string | null;
  name: string;
  settings: Json<ServiceSettings>;
  created: Generated<Date>;
  modified: Generated<Date>;
}

/** A field as stored: what clients see, and the column that holds it. */
export interface StoredField {
  name: string;
  type: FieldType;
  alias: string;
  column: string;
  length?: number;
  nullable: boolean;
  editable: boolean;
  domain?: Domain | null;
  defaultValue?: string | number | null;
}

/** How a layer looks and what its owner says about it. */
export interface LayerDefinition {
  description?: string;
  copyrightText?: string;
  displayField?: string;
  drawingInfo?: DrawingInfo;
  popupInfo?: unknown;
  minScale?: number;
  maxScale?: number;
  capabilities?: string;
}

export interface FeatureLayerTable {
  item_id: string;
  layer_id: number;
  table_name: string;
  name: string;
  /** Null for tables. */
  geometry_type: GeometryType | null;
  has_z: Generated<boolean>;
  fields: Json<StoredField[]>;
  definition: Json<LayerDefinition>;
  extent: number[] | null;
  row_count: Count;
  version: Count;
  ready: Generated<boolean>;
  data_edited: Generated<Date>;
  schema_edited: Generated<Date>;
}

export interface FeatureTables {
  feature_service: FeatureServiceTable;
  feature_layer: FeatureLayerTable;
}
