// SQL of what the rows of hosted layers take: measured by the database on some of their pages, and kept beside the layers.
import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';

/** What the rows of a layer took when it had a version. */
export interface MeasuredRows {
  table_name: string;
  bytes: number;
  measured: number;
}

/** Measures the open layers of a service that were changed since it was last done; only those of some tables, where they are named. */
export async function measuredRows(db: Db, itemId: string, tables?: readonly string[]): Promise<MeasuredRows[]> {
  const result = await sql<MeasuredRows>`
    select l.table_name, bytes_of_rows(l.table_name, greatest(0, l.row_count + coalesce(e.features, 0))) as bytes, l.version + coalesce(e.edits, 0) as measured
    from feature_layer l
      left join lateral (select sum(features)::bigint as features, sum(edits)::bigint as edits from feature_edits where table_name = l.table_name) e on true
      left join feature_bytes b on b.table_name = l.table_name
    where l.item_id = ${itemId} and l.ready and (${tables === undefined} or l.table_name = any(${[...(tables ?? [])]}))
      and b.measured is distinct from l.version + coalesce(e.edits, 0)`.execute(db);
  return result.rows;
}

/** Some services with open layers that nobody has measured yet, in the order of their ids. */
export async function unmeasuredServices(db: Db, after: string, most: number): Promise<string[]> {
  const result = await sql<{ item_id: string }>`
    select distinct l.item_id from feature_layer l
    where l.ready and l.item_id > ${after} and not exists (select from feature_bytes b where b.table_name = l.table_name)
    order by l.item_id limit ${most}`.execute(db);
  return result.rows.map((row) => row.item_id);
}

/** Keeps what was measured, of layers that nobody is changing: those are measured again. Gives how much more the item takes. */
export async function keepMeasured(db: Db, itemId: string, measured: readonly MeasuredRows[]): Promise<number> {
  if (measured.length === 0) return 0;
  // The item first: whoever deletes it holds it before its layers.
  const before = await heldBytes(db, itemId);
  await sql`
    insert into feature_bytes as known (table_name, item_id, bytes, measured)
      select l.table_name, l.item_id, m.bytes, m.measured
      from feature_layer l join unnest(${measured.map((one) => one.table_name)}::text[], ${measured.map((one) => one.bytes)}::bigint[],
        ${measured.map((one) => one.measured)}::bigint[]) as m (table_name, bytes, measured) on m.table_name = l.table_name
      for key share of l skip locked
    on conflict (table_name) do update set bytes = excluded.bytes, measured = excluded.measured where excluded.measured >= known.measured`.execute(
    db,
  );
  return (await heldBytes(db, itemId)) - before;
}

/** What an item keeps for its services; others who would change that wait. */
export async function heldBytes(db: Db, itemId: string): Promise<number> {
  const result = await sql<{ hosted_bytes: number }>`select hosted_bytes from item where id = ${itemId} for no key update`.execute(db);
  return result.rows[0]?.hosted_bytes ?? 0;
}

/** What tables take that are still being filled, estimated. */
export async function bytesSoFar(db: Db, tables: readonly string[]): Promise<number> {
  const result = await sql<{ bytes: number }>`
    select coalesce(sum(bytes_of_rows(name)), 0)::bigint as bytes from unnest(${[...tables]}::text[]) name`.execute(db);
  return result.rows[0]?.bytes ?? 0;
}

/** The tables of layers of a service that are not open yet. */
export async function unopenedTables(db: Db, itemId: string): Promise<string[]> {
  const rows = await db.selectFrom('feature_layer').select('table_name').where('item_id', '=', itemId).where('ready', '=', false).execute();
  return rows.map((row) => row.table_name);
}
