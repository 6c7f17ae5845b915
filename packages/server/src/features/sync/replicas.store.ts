// SQL of the copies that people keep of services.
import type { Selectable } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { ClosingCall, FeatureReplicaTable, FeatureReplicaUploadTable, ReplicaLayer } from '../../schema/copies.ts';

export type ReplicaRow = Selectable<FeatureReplicaTable>;
export type UploadRow = Selectable<FeatureReplicaUploadTable>;

/** Remembers a copy. */
export async function insertReplica(db: Db, replica: Pick<ReplicaRow, 'id' | 'item_id' | 'owner' | 'name' | 'layers'>): Promise<void> {
  await db
    .insertInto('feature_replica')
    .values({ ...replica, layers: JSON.stringify(replica.layers) })
    .execute();
}

/** A copy of a service. */
export async function replicaById(db: Db, itemId: string, id: string): Promise<ReplicaRow | undefined> {
  return replicas(db, itemId).where('id', '=', id).where('closed', 'is', null).executeTakeFirst();
}

/** A copy that was given up after a time. */
export async function closedReplica(db: Db, itemId: string, id: string, after: Date): Promise<ReplicaRow | undefined> {
  return replicas(db, itemId).where('id', '=', id).where('closed', '>', after).executeTakeFirst();
}

function replicas(db: Db, itemId: string) {
  return db.selectFrom('feature_replica').selectAll().where('item_id', '=', itemId);
}

/** The copies of a service, newest first; only those of one person when a name is given. */
export async function replicasOf(db: Db, itemId: string, owner: string | null, limit: number): Promise<ReplicaRow[]> {
  let query = replicas(db, itemId).where('closed', 'is', null);
  if (owner !== null) query = query.where('owner', '=', owner);
  return query.orderBy('created', 'desc').limit(limit).execute();
}

/** The number of copies that a person keeps of a service. */
export async function countReplicas(db: Db, itemId: string, owner: string): Promise<number> {
  const row = await db
    .selectFrom('feature_replica')
    .select((is) => is.fn.countAll<number>().as('n'))
    .where('item_id', '=', itemId)
    .where('owner', '=', owner)
    .where('closed', 'is', null)
    .executeTakeFirst();
  return Number(row?.n ?? 0);
}

/** Keeps what a copy knows now. */
export async function updateReplica(db: Db, id: string, layers: readonly ReplicaLayer[], at: Date): Promise<void> {
  await db
    .updateTable('feature_replica')
    .set({ layers: JSON.stringify(layers), synchronized: at })
    .where('id', '=', id)
    .execute();
}

/** Forgets a copy. */
export async function deleteReplica(db: Db, id: string): Promise<void> {
  await db.deleteFrom('feature_replica').where('id', '=', id).execute();
}

/** Copies of a service that a person gave up and that are kept all the same. */
const MOST_CLOSED = 20;

/** Gives a copy up, and keeps the call that did so; the oldest of the same person gives way. */
export async function closeReplica(db: Db, { id, item_id, owner }: ReplicaRow, closing: ClosingCall, at: Date): Promise<void> {
  await db
    .updateTable('feature_replica')
    .set({ closed: at, closing: JSON.stringify(closing) })
    .where('id', '=', id)
    // Who sends the same call again while it is under way closes it no second time.
    .where('closed', 'is', null)
    .execute();
  const theirs = replicas(db, item_id).where('owner', '=', owner).where('closed', 'is not', null);
  const newest = theirs.clearSelect().select('id').orderBy('closed', 'desc').orderBy('id').limit(MOST_CLOSED);
  await db
    .deleteFrom('feature_replica')
    .where('item_id', '=', item_id)
    .where('owner', '=', owner)
    .where('closed', 'is not', null)
    .where('id', 'not in', newest)
    .execute();
}

/** Forgets the copies that were given up before a time. */
export async function deleteClosedReplicas(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('feature_replica').where('closed', '<', before).execute();
}

/** The edits that a copy sent last. */
export async function lastUpload(db: Db, replicaId: string): Promise<UploadRow | undefined> {
  return db.selectFrom('feature_replica_upload').selectAll().where('replica_id', '=', replicaId).executeTakeFirst();
}

/** Keeps others from sending edits of a copy until the transaction ends; gives the mark of those that it sent last. Undefined when the copy is gone. */
export async function holdReplica(db: Db, replicaId: string): Promise<{ mark: string | null } | undefined> {
  const open = db.selectFrom('feature_replica').select('id').where('id', '=', replicaId).where('closed', 'is', null);
  const replica = await open.forUpdate().executeTakeFirst();
  if (replica === undefined) return undefined;
  const row = await db.selectFrom('feature_replica_upload').select('mark').where('replica_id', '=', replicaId).executeTakeFirst();
  return { mark: row?.mark ?? null };
}

/** Keeps the edits that a copy sent, in the place of those before. */
export async function keepUpload(db: Db, upload: UploadRow): Promise<void> {
  const { replica_id, ...rest } = upload;
  const values = { ...rest, before: JSON.stringify(upload.before), done: JSON.stringify(upload.done) };
  await db
    .insertInto('feature_replica_upload')
    .values({ replica_id, ...values })
    .onConflict((conflict) => conflict.column('replica_id').doUpdateSet(values))
    .execute();
}
