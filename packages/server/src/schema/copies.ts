// Tables of the copies that people keep of services.
import type { LayerEditResults } from '@graticule/contract/services/sync';
import type { ColumnType, Generated } from 'kysely';

type Json<T> = ColumnType<T, string, string>;

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
  /** When it was given up: nobody sees it any more, but the call that gave it up may come again. */
  closed: Generated<Date | null>;
  closing: ColumnType<ClosingCall | null, string | undefined, string>;
}

/** The synchronisation that gave a copy up. */
export interface ClosingCall {
  /** Who sent it. */
  by: string;
  digest: string;
  /** What the copy knew before. */
  known: ReplicaLayer[];
  /** What became of its edits, as that was answered. */
  results?: LayerEditResults[];
}

/** The edits that a copy sent last and that were made. */
export interface FeatureReplicaUploadTable {
  replica_id: string;
  /** What the copy knew when it sent them. */
  before: Json<ReplicaLayer[]>;
  /** Whether the answer told the copy a later generation. */
  down: boolean;
  /** Another one for each upload. */
  mark: string;
  /** The digest of all its edits; null in rows from before it was kept. */
  call: string | null;
  /** By layer and digest of the edit, the ids that were answered. */
  done: Json<Record<string, Record<string, DoneEdit>>>;
}

/** The ids of a feature or a file that an edit was made to. */
export type DoneEdit = [objectId: number, globalId: string | null];
