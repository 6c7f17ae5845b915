// SQL of items that come into an organisation together with their owner, and that go with an organisation.
import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import type { ItemRow } from '../schema/content.ts';
import { itemColumns } from './item-columns.sql.ts';
import { renewScopes } from './visibility.sql.ts';

/** Items that are changed by one statement. */
const BATCH = 500;

/** Makes everything that a person owns, the recycle bin included, belong to an organisation; its administrators see it from then on. */
export async function moveItemsOf(db: Db, username: string, orgId: string): Promise<void> {
  for (;;) {
    const found = await sql<{ id: string }>`
      select id from item where owner = ${username} and org_id is distinct from ${orgId} order by id limit ${BATCH}`.execute(db);
    const ids = found.rows.map((row) => row.id);
    if (ids.length > 0) await renewScopes(db, ids, { owner: { username, orgId } });
    if (ids.length < BATCH) return;
  }
}

/** Takes delete protection from everything that an organisation has. */
export async function unprotectItemsOf(db: Db, orgId: string): Promise<void> {
  await sql`update item set protected = false where org_id = ${orgId} and protected`.execute(db);
}

/** Some items of an organisation, in the recycle bin or not. */
export async function someItemsOfOrganisation(db: Db, orgId: string, limit: number, except: readonly string[]): Promise<ItemRow[]> {
  const result = await sql<ItemRow>`
    select ${itemColumns} from item where org_id = ${orgId} and id <> all(${[...except]}::text[]) order by id limit ${limit}`.execute(db);
  return result.rows;
}
