// The features that far tiles show, as they are kept: how many tiles there are, and forgetting them.
import type { Db } from '../platform/db/database.ts';

/** How many tiles are kept, by table. */
export async function countMergedTiles(db: Db, tables: readonly string[]): Promise<Map<string, number>> {
  if (tables.length === 0) return new Map();
  const rows = await db
    .selectFrom('merged_tile')
    .select(({ fn }) => ['table_name', fn.countAll<number>().as('n')])
    .where('table_name', 'in', tables)
    .groupBy('table_name')
    .execute();
  return new Map(rows.map((row) => [row.table_name, Number(row.n)]));
}

/** Forgets the tiles of tables. @shape How many there were. */
export async function forgetMergedTiles(db: Db, tables: readonly string[]): Promise<number> {
  if (tables.length === 0) return 0;
  const { numDeletedRows } = await db.deleteFrom('merged_tile').where('table_name', 'in', tables).executeTakeFirst();
  return Number(numDeletedRows);
}
