// Tables of what changed in layers since when, and of the copies of services that ask for it.
import type { ColumnType, Generated } from 'kysely';

type Json<T> = ColumnType<T, string, string>;
type Count = ColumnType<number, number | undefined, number>;

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

/** What a copy knows of a layer. */
export interface ReplicaLayer {
  id: number;
  serverGen: number;
}

/** A copy of a service that somebody keeps. */
export interface FeatureReplicaTable {
  id: string;
  item_id: string;
  owner: string;
  name: string;
  layers: Json<ReplicaLayer[]>;
  created: Generated<Date>;
  synchronized: Generated<Date>;
}

export interface FeatureSyncResultTable {
  job_id: string;
  item_id: string;
  username: string;
  key: string;
  size_bytes: Count;
  created: Generated<Date>;
}

export interface FeatureSyncTables {
  feature_tracking: FeatureTrackingTable;
  feature_change: FeatureChangeTable;
  feature_generation: FeatureGenerationTable;
  feature_tracking_mark: FeatureTrackingMarkTable;
  feature_file_change: FeatureFileChangeTable;
  feature_replica: FeatureReplicaTable;
  feature_sync_result: FeatureSyncResultTable;
}
