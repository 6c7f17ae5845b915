// SQL of filling the values that stand beside words, in rows that were there before.
import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';

/** Fills the newest rows that are not; how many. Rows that others are changing are left alone. */
export async function fillValues(db: Db, most: number): Promise<number> {
  const result = await sql<{ filled: number }>`select fill_word_values(${most}::int) as filled`.execute(db);
  return Number(result.rows[0]?.filled ?? 0);
}

/** Whether there are rows to fill. */
export async function isUnfilled(db: Db): Promise<boolean> {
  const result = await sql<{ found: boolean }>`select exists (select from item_word where type is null) as found`.execute(db);
  return result.rows[0]?.found === true;
}
