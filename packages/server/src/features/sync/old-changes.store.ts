// Changes that nobody may ask for any more.
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

/** Marks of one layer are at least so far apart. */
const APART = sql`interval '20 hours'`;
/** Rows that one statement removes: the embedded engine answers nobody else meanwhile. */
const BATCH = 5_000;

/** Notes which generation each layer has at this time, once a day. */
export async function markGenerations(db: Db, now: Date): Promise<void> {
  await sql`
    insert into feature_tracking_mark (table_name, noted, gen)
    select t.table_name, ${now}, t.gen from feature_tracking t
    where not exists (select 1 from feature_tracking_mark m where m.table_name = t.table_name and m.noted > ${now}::timestamptz - ${APART})
    on conflict do nothing`.execute(db);
}

/** A layer, and the generation up to which nobody may ask for its changes. */
export interface Horizon {
  table: string;
  gen: number;
}

/**
 * The layers of which changes may be forgotten: those that were made before a time, and that every copy which was brought up to date
 * after another time knows.
 */
export async function horizons(db: Db, { madeBefore, copiesSince }: { madeBefore: Date; copiesSince: Date }): Promise<Horizon[]> {
  const { rows } = await sql<{ name: string; gen: number }>`
    select name, gen from (
      select t.table_name as name, greatest(t.since, least(marked.gen, copied.gen)) as gen
      from feature_tracking t
      join lateral (
        select max(m.gen) as gen from feature_tracking_mark m where m.table_name = t.table_name and m.noted <= ${madeBefore}
      ) marked on marked.gen is not null
      left join lateral (
        select min((known ->> 'serverGen')::bigint) as gen
        from feature_layer l join feature_replica r on r.item_id = l.item_id, jsonb_array_elements(r.layers) known
        where l.table_name = t.table_name and (known ->> 'id')::int = l.layer_id and r.synchronized >= ${copiesSince}
      ) copied on true
    ) found
    where exists (select 1 from feature_change c where c.table_name = name and c.changed_gen <= gen)
      or exists (select 1 from feature_file_change c where c.table_name = name and c.changed_gen <= gen)`.execute(db);
  return rows.map(({ name, gen }) => ({ table: name, gen: Number(gen) }));
}

/** Says from now on that changes up to the generation are not known. */
export async function raiseSince(db: Db, { table, gen }: Horizon): Promise<void> {
  await db
    .updateTable('feature_tracking')
    .set({ since: sql`greatest(since, ${gen}::bigint)` })
    .where('table_name', '=', table)
    .execute();
  // The last mark before it is the one that counts.
  await db.deleteFrom('feature_tracking_mark').where('table_name', '=', table).where('gen', '<', gen).execute();
}

/** Removes changes up to the generation, some at a time; gives their number. A feature that changes meanwhile keeps its row. */
export async function forgetChanges(db: Db, { table, gen }: Horizon): Promise<number> {
  let count = 0;
  for (const name of ['feature_change', 'feature_file_change'] as const) {
    for (let gone = BATCH; gone === BATCH; count += gone) {
      const old = sql`table_name = ${table} and changed_gen <= ${gen}::bigint`;
      const { numAffectedRows } = await sql`
        delete from ${sql.table(name)} where ${old} and ctid = any(array(select ctid from ${sql.table(name)} where ${old} limit ${BATCH}))
      `.execute(db);
      gone = Number(numAffectedRows ?? 0);
    }
  }
  return count;
}
