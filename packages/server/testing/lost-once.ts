// Transactions that the database undoes in favour of others, once.
import { sql } from 'kysely';
import type { TestPortal } from './test-portal.ts';

/** What `undone` needs; once for each portal. */
export async function prepareLosses({ portal: { db } }: TestPortal): Promise<void> {
  await sql`create sequence lost`.execute(db);
  // Numbers of a sequence stay taken when a transaction is undone.
  await sql`create function lose_once() returns trigger language plpgsql as $$
    begin
      if nextval('lost') = 1 then raise exception 'deadlock detected' using errcode = '40P01'; end if;
      return null;
    end $$`.execute(db);
}

/** The next transaction that changes a table is undone by the database at its first such statement; gives how often there was one. */
export async function undone(
  { portal: { db } }: TestPortal,
  table: string,
  what = 'insert or update or delete',
): Promise<() => Promise<number>> {
  await sql`alter sequence lost restart`.execute(db);
  await sql`create trigger lost after ${sql.raw(what)} on ${sql.id(table)} for each statement execute function lose_once()`.execute(db);
  return async () => (await sql<{ n: number }>`select last_value as n from lost`.execute(db)).rows[0]?.n ?? 0;
}

/** Nothing of these tables is undone any more. */
export async function keepAll({ portal: { db } }: TestPortal, tables: readonly string[]): Promise<void> {
  for (const table of tables) await sql`drop trigger if exists lost on ${sql.id(table)}`.execute(db);
}
