// SQL of registered apps.
import type { Selectable } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import type { RegisteredAppTable } from '../schema/identity.ts';

/** A registration as stored. */
export type AppRow = Selectable<RegisteredAppTable>;

/** Adds a registration; false when the item has one. */
export async function insertApp(db: Db, app: AppRow): Promise<boolean> {
  const result = await db
    .insertInto('registered_app')
    .values(app)
    .onConflict((oc) => oc.column('item_id').doNothing())
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows ?? 0) > 0;
}

/** The registration of an item. */
export async function appOfItem(db: Db, itemId: string): Promise<AppRow | undefined> {
  return db.selectFrom('registered_app').selectAll().where('item_id', '=', itemId).executeTakeFirst();
}

/** The registration with a client id. */
export async function appByClient(db: Db, clientId: string): Promise<AppRow | undefined> {
  return db.selectFrom('registered_app').selectAll().where('client_id', '=', clientId).executeTakeFirst();
}

/** Changes a registration; as it is then. */
export async function updateAppRow(db: Db, clientId: string, change: Partial<AppRow> & { modified: Date }): Promise<AppRow | undefined> {
  return db.updateTable('registered_app').set(change).where('client_id', '=', clientId).returningAll().executeTakeFirst();
}

/** Ends a registration. */
export async function deleteApp(db: Db, clientId: string): Promise<void> {
  await db.deleteFrom('registered_app').where('client_id', '=', clientId).execute();
}
