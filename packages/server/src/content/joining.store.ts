// SQL of items that come into an organisation together with their owner.
import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
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
