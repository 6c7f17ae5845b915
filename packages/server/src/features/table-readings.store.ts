// Which tables are being read page by page, as the database tells all processes.
import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';

const inSeconds = (seconds: number) => sql<Date>`now() + ${seconds} * interval '1 second'`;

/** Notes that tables are read for so many seconds, unless more are asked for; gives the numbers of the notes. */
export async function noteReadings(db: Db, tables: readonly string[], seconds: number): Promise<number[]> {
  if (tables.length === 0) return [];
  const rows = await db
    .insertInto('table_reading')
    .values(tables.map((table) => ({ table_name: table, until: inSeconds(seconds) })))
    .returning('id')
    .execute();
  return rows.map(({ id }) => Number(id));
}

/** They are read for so many seconds more, from now on. */
export async function prolongReadings(db: Db, ids: readonly number[], seconds: number): Promise<void> {
  if (ids.length > 0)
    await db
      .updateTable('table_reading')
      .set({ until: inSeconds(seconds) })
      .where('id', 'in', ids)
      .execute();
}

/** They are read no more. */
export async function endReadings(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('table_reading').where('id', 'in', ids).execute();
}

/** Those of the tables that somebody reads; what ended without a word is forgotten. */
export async function tablesRead(db: Db, tables: readonly string[]): Promise<Set<string>> {
  await sql`delete from table_reading where until < now()`.execute(db);
  if (tables.length === 0) return new Set();
  const rows = await db.selectFrom('table_reading').select('table_name').distinct().where('table_name', 'in', tables).execute();
  return new Set(rows.map((row) => row.table_name));
}
