// SQL of the copies that people keep of services.
import type { Selectable } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { FeatureReplicaTable, ReplicaLayer } from '../../schema/features.ts';

export type ReplicaRow = Selectable<FeatureReplicaTable>;

/** Remembers a copy. */
export async function insertReplica(db: Db, replica: Pick<ReplicaRow, 'id' | 'item_id' | 'owner' | 'name' | 'layers'>): Promise<void> {
  await db
    .insertInto('feature_replica')
    .values({ ...replica, layers: JSON.stringify(replica.layers) })
    .execute();
}

/** A copy of a service. */
export async function replicaById(db: Db, itemId: string, id: string): Promise<ReplicaRow | undefined> {
  return db.selectFrom('feature_replica').selectAll().where('item_id', '=', itemId).where('id', '=', id).executeTakeFirst();
}

/** The copies of a service, newest first; only those of one person when a name is given. */
export async function replicasOf(db: Db, itemId: string, owner: string | null, limit: number): Promise<ReplicaRow[]> {
  let query = db.selectFrom('feature_replica').selectAll().where('item_id', '=', itemId);
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
