// SQL of saved searches.
import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import type { SavedSearchRow } from '../schema/search.ts';

/** What a saved search holds. */
export interface SavedSearchFields {
  name: string;
  query: string;
  filters: Record<string, unknown>;
}

/** All searches of a person by name. */
export async function savedSearchesOf(db: Db, owner: string): Promise<SavedSearchRow[]> {
  const rows = await sql<SavedSearchRow>`select * from saved_search where owner = ${owner} order by lower(name), id`.execute(db);
  return rows.rows;
}

/** One search of a person; those of others do not exist here. */
export async function savedSearchOf(db: Db, owner: string, id: string): Promise<SavedSearchRow | undefined> {
  return db.selectFrom('saved_search').selectAll().where('owner', '=', owner).where('id', '=', id).executeTakeFirst();
}

/** How many searches a person keeps; additions of one person wait for each other, so that the limit holds. */
export async function countForAddition(db: Db, owner: string): Promise<number> {
  await sql`select 1 from account where username = ${owner} for no key update`.execute(db);
  const result = await sql<{ n: number }>`select count(*) as n from saved_search where owner = ${owner}`.execute(db);
  return Number(result.rows[0]?.n ?? 0);
}

/** Adds a search; a name that exists in any spelling violates `saved_search_name`. */
export async function insertSavedSearch(
  db: Db,
  saved: SavedSearchFields & { id: string; owner: string },
  now: Date,
): Promise<SavedSearchRow> {
  return db
    .insertInto('saved_search')
    .values({ ...saved, filters: JSON.stringify(saved.filters), created: now, modified: now })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Changes a search of a person; undefined when there is none. */
export async function updateSavedSearchRow(
  db: Db,
  owner: string,
  id: string,
  change: Partial<SavedSearchFields> & { modified: Date },
): Promise<SavedSearchRow | undefined> {
  const { filters, ...columns } = change;
  return db
    .updateTable('saved_search')
    .set({ ...columns, ...(filters === undefined ? {} : { filters: JSON.stringify(filters) }) })
    .where('owner', '=', owner)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** Removes a search of a person; false when there is none. */
export async function deleteSavedSearchRow(db: Db, owner: string, id: string): Promise<boolean> {
  const result = await db.deleteFrom('saved_search').where('owner', '=', owner).where('id', '=', id).executeTakeFirst();
  return result.numDeletedRows > 0n;
}
