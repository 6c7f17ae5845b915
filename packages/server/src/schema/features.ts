// Tables of the features domain.
import type { PublishProblem } from '@graticule/contract/content/publishing';
import type { Domain, DrawingInfo, FieldType, GeometryType } from '@graticule/contract/services/layer';
import type { Sentence } from '@graticule/geo/sentence';
import type { ColumnType, Generated, Selectable } from 'kysely';
import type { FeatureReplicaTable, FeatureReplicaUploadTable } from './copies.ts';

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
  units?: string;
  /** Edits whose texts hold markup that could run are refused. */
  xssPreventionEnabled?: boolean;
  /** The reference system of replies and edits that name none; Web Mercator without it. */
  srid?: number;
  /** The initial extent is told also once there are features: it was given with the service or changed after, so somebody means it. */
  initialExtentStays?: boolean;
  /** Shown while there are no features; xmin, ymin, xmax, ymax in metres of Web Mercator. */
  initialExtent?: [number, number, number, number];
  editorTrackingInfo?: Partial<EditorTracking>;
  /** The layers of the service show parts of layers of others. */
  isView?: boolean;
}

/** Who changed a feature is kept with it, and may decide who changes it next. */
export interface EditorTracking {
  enableEditorTracking: boolean;
  enableOwnershipAccessControl: boolean;
  allowOthersToUpdate: boolean;
  allowOthersToDelete: boolean;
  allowOthersToQuery: boolean;
  /** Visitors without an account may add and change features of a public service, or delete them. */
  allowAnonymousToUpdate: boolean;
  allowAnonymousToDelete: boolean;
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
  visible?: boolean;
  description?: string;
  domain?: Domain | null;
  defaultValue?: string | number | null;
}

/** How a layer looks and what its owner says about it. */
export interface LayerDefinition {
  /** The reference system of replies and edits that name none; Web Mercator without it. */
  srid?: number;
  description?: string;
  copyrightText?: string;
  displayField?: string;
  /** The field whose values tell the features apart; loads merge by it where they name no other. */
  keyField?: string;
  drawingInfo?: DrawingInfo;
  popupInfo?: unknown;
  minScale?: number;
  maxScale?: number;
  /** Told while there are no features, where somebody said it; xmin, ymin, xmax, ymax in metres of Web Mercator. */
  initialExtent?: [number, number, number, number];
  capabilities?: string;
  /** The most features of one page, where that is not as the service has it. */
  maxRecordCount?: number;
  hasAttachments?: boolean;
  templates?: object[];
  types?: object[];
  typeIdField?: string;
  timeInfo?: TimeInfo;
  relationships?: Relationship[];
  /** Only while editors are tracked. */
  editFields?: EditFields;
  /** Those of before tracking was switched off, for when it is switched on again. */
  pastEditFields?: EditFields;
  indexes?: StoredIndex[];
}

/** An index that somebody asked for. */
export interface StoredIndex {
  name: string;
  /** Names of fields. */
  fields: string[];
  isUnique: boolean;
  /** The last value comes first. */
  isDescending?: boolean;
  description?: string;
  /** Its name in the database, where that is not made of the name: it was there before names were kept. */
  made?: string;
}

/** The fields that say when a feature was; and the first and last moment of the data. */
export interface TimeInfo {
  startTimeField: string;
  endTimeField: string | null;
  timeExtent: [number, number] | null;
  /** When the features that were measured had been edited last, in epoch milliseconds. */
  measured?: number;
  /** The version of the layer then. */
  version?: number;
}

/** The fields in which the portal keeps who made and who changed a feature, and when. */
export interface EditFields {
  creationDateField: string;
  creatorField: string;
  editDateField: string;
  editorField: string;
}

/** One side of a relationship between two layers of a service. */
export interface Relationship {
  id: number;
  name: string;
  relatedTableId: number;
  cardinality: 'esriRelCardinalityOneToOne' | 'esriRelCardinalityOneToMany';
  role: 'esriRelRoleOrigin' | 'esriRelRoleDestination';
  keyField: string;
  composite: boolean;
}

export interface FeatureLayerTable {
  item_id: string;
  layer_id: number;
  table_name: string;
  name: string;
  /** Null for tables. */
  geometry_type: GeometryType | null;
  has_z: Generated<boolean>;
  has_m: Generated<boolean>;
  fields: Json<StoredField[]>;
  definition: Json<LayerDefinition>;
  extent: number[] | null;
  row_count: Count;
  version: Count;
  ready: Generated<boolean>;
  data_edited: Generated<Date>;
  schema_edited: Generated<Date>;
  /** The job that opened it; null for layers that clients defined. */
  loaded_by: Generated<string | null>;
}

/** A file kept with a feature. */
export interface FeatureAttachmentTable {
  id: Generated<number>;
  item_id: string;
  table_name: string;
  object_id: number;
  global_id: Generated<string>;
  name: string;
  content_type: string;
  size_bytes: number;
  keywords: string;
  key: string;
  created: Generated<Date>;
}

/** A file of a feature as it is read. */
export type AttachmentRow = Selectable<FeatureAttachmentTable>;

/** Rows on their way into a layer that exists. */
export interface FeatureLoadTable {
  job_id: string;
  item_id: string;
  layer_id: number;
  username: string;
  /** The table that the rows are gathered in. */
  table_name: string | null;
  result: Json<LoadResult> | null;
  created: Generated<Date>;
}

/** What became of the rows of a load. */
export interface LoadResult {
  inserted: number;
  updated: number;
  /** Features that were there before and are not any more. */
  removed: number;
  /** Rows that were left out on purpose, by `skipInserts` and `skipUpdates`. */
  skipped: number;
  refused: number;
  repaired: number;
  /** Rows that have no place because none is known by their names. */
  unplaced?: number;
  /** The first of the rows that could not be used. */
  problems: PublishProblem[];
  /** What was said of the file as a whole. */
  warnings?: readonly Sentence[];
  /** How many of them the file beside the item tells of. */
  refusedInFile?: number;
}

/** A file that was sent to a service for a later call. */
export interface ServiceUploadTable {
  id: string;
  item_id: string;
  username: string;
  name: string;
  description: string;
  /** Null until the parts are joined. */
  key: string | null;
  size_bytes: Count;
  created: Generated<Date>;
}

export interface FeatureSyncResultTable {
  job_id: string;
  item_id: string;
  username: string;
  key: string;
  size_bytes: Count;
  created: Generated<Date>;
}

export interface ServiceUploadPartTable {
  upload_id: string;
  number: number;
  key: string;
  size_bytes: Count;
}

/** A layer that shows a part of another. */
export interface FeatureViewTable {
  item_id: string;
  layer_id: number;
  source_item_id: string;
  source_layer_id: number;
  condition: string | null;
  area: Json<ViewArea> | null;
  /** The version of the view when its extent and count were measured. */
  measured: Count;
}

/** What the edits of one database connection did to a layer since its row was written. */
export interface FeatureEditsTable {
  table_name: string;
  slot: number;
  edits: number;
  features: Count;
  west: number | null;
  south: number | null;
  east: number | null;
  north: number | null;
  edited: Date;
}

/** What the rows of a layer take. */
export interface FeatureBytesTable {
  table_name: string;
  item_id: string;
  bytes: number;
  /** The version of the layer and its edits when they were measured. */
  measured: number;
}

/** The place that the features of a view must have to do with. */
export interface ViewArea {
  operator: string;
  geometry: object;
}

/** A layer whose changes are kept. */
export interface FeatureTrackingTable {
  table_name: string;
  gen: number;
  since: number;
}

/** The generation that a layer had at a time. */
export interface FeatureTrackingMarkTable {
  table_name: string;
  noted: Date;
  gen: number;
}

/** What generations of a new keeping of changes must be above. */
export interface FeatureGenerationTable {
  floor: number;
}

/** The last change of a feature. */
export interface FeatureChangeTable {
  table_name: string;
  object_id: number;
  global_id: string;
  created_gen: number;
  changed_gen: number;
  deleted: boolean;
}

/** The last change of a file of a feature. */
export interface FeatureFileChangeTable {
  table_name: string;
  file_id: number;
  global_id: string;
  created_gen: number;
  changed_gen: number;
  deleted: boolean;
}

/** A table that is read page by page, and until when that is known. */
export interface TableReadingTable {
  id: Generated<number>;
  table_name: string;
  until: Date;
}

/** A change of a service that a job made. */
export interface ServiceChangeTable {
  job_id: string;
  /** What the caller is answered. */
  answer: Json<object>;
}

export interface FeatureTables {
  feature_edits: FeatureEditsTable;
  feature_bytes: FeatureBytesTable;
  service_change: ServiceChangeTable;
  feature_tracking: FeatureTrackingTable;
  feature_change: FeatureChangeTable;
  feature_generation: FeatureGenerationTable;
  feature_tracking_mark: FeatureTrackingMarkTable;
  feature_file_change: FeatureFileChangeTable;
  feature_replica: FeatureReplicaTable;
  feature_replica_upload: FeatureReplicaUploadTable;
  feature_view: FeatureViewTable;
  feature_load: FeatureLoadTable;
  table_reading: TableReadingTable;
  feature_sync_result: FeatureSyncResultTable;
  service_upload: ServiceUploadTable;
  service_upload_part: ServiceUploadPartTable;
  feature_attachment: FeatureAttachmentTable;
  feature_service: FeatureServiceTable;
  feature_layer: FeatureLayerTable;
}
