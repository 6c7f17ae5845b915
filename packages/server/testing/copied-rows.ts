// Copies of rows that tests use up, made in the database alone.
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../src/schema/schema.ts';

/**
 * Rows like another of their table, each with the columns changed that it names. What the database computes it computes anew.
 * @param changes one record of columns for each row to make
 */
export async function copyRow(
  db: Kysely<Schema>,
  table: 'item' | 'user_group',
  id: string,
  changes: readonly Record<string, unknown>[],
): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(db);
  const columns = (of: string) => sql.join(rows.map(({ name }) => sql.ref(`${of}${name}`)));
  await sql`
    insert into ${sql.table(table)} (${columns('')}) select ${columns('changed.')}
    from ${sql.table(table)} original, jsonb_array_elements(${JSON.stringify(changes)}::jsonb) change, jsonb_populate_record(original, change) changed
    where original.id = ${id}`.execute(db);
}
