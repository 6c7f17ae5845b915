// SQL of keys that items give to others for a time, beside their sharing. Visibility keys follow in the same transaction.
import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { renewScopes } from './visibility.sql.ts';

/** Lets the holders of the keys (`org:<id>`, `user:<name>`) see an item until a time, or without end; belongs into a transaction. */
export async function grantItem(db: Db, itemId: string, scopes: readonly string[], until: Date | null): Promise<void> {
  if (scopes.length === 0) return;
  await db
    .insertInto('item_grant')
    .values(scopes.map((scope) => ({ item_id: itemId, scope, until })))
    .onConflict((oc) => oc.columns(['item_id', 'scope']).doUpdateSet({ until }))
    .execute();
  await renewScopes(db, [itemId]);
}

/** Takes keys back; belongs into a transaction. */
export async function endGrants(db: Db, itemId: string, scopes: readonly string[]): Promise<void> {
  await sql`delete from item_grant where item_id = ${itemId} and scope = any(${[...scopes]})`.execute(db);
  await renewScopes(db, [itemId]);
}
