// SQL of loads: rows on their way into a layer.
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { FeatureLoadTable, LoadResult } from '../../schema/features.ts';

export type LoadRow = Selectable<FeatureLoadTable>;

/** Adds a load; belongs into the transaction that enqueues its job. */
export async function insertLoad(db: Db, load: Pick<LoadRow, 'job_id' | 'item_id' | 'layer_id' | 'username'>): Promise<void> {
  await db.insertInto('feature_load').values(load).execute();
}

/** The load of a job; undefined once the service is gone. */
export async function loadOfJob(db: Db, jobId: string): Promise<LoadRow | undefined> {
  return db.selectFrom('feature_load').selectAll().where('job_id', '=', jobId).executeTakeFirst();
}

/** The latest loads of a layer, newest first. */
export async function loadsOfLayer(db: Db, itemId: string, layerId: number, most: number): Promise<LoadRow[]> {
  return db
    .selectFrom('feature_load')
    .selectAll()
    .where('item_id', '=', itemId)
    .where('layer_id', '=', layerId)
    .orderBy('created', 'desc')
    .limit(most)
    .execute();
}

/** Remembers the table that rows are gathered in, so that no sweep takes it and a second run finds it. */
export async function setLoadTable(db: Db, jobId: string, table: string | null): Promise<void> {
  await db.updateTable('feature_load').set({ table_name: table }).where('job_id', '=', jobId).execute();
}

/** Writes what was done; belongs into the transaction that did it. */
export async function setLoadResult(db: Db, jobId: string, result: LoadResult): Promise<void> {
  await db
    .updateTable('feature_load')
    .set({ table_name: null, result: JSON.stringify(result) })
    .where('job_id', '=', jobId)
    .execute();
}

/** Files of refused rows that a layer keeps. */
const MAX_FILES = 5;

/** The loads of a layer before its newest with a file of refused rows, which have none from now on. */
export async function forgetRefusedFiles(db: Db, itemId: string, layerId: number): Promise<string[]> {
  const { rows } = await sql<{ job_id: string }>`update feature_load set result = result - 'refusedInFile' where job_id in (
    select job_id from feature_load where item_id = ${itemId} and layer_id = ${layerId} and result -> 'refusedInFile' is not null
    order by created desc offset ${MAX_FILES}) returning job_id`.execute(db);
  return rows.map((row) => row.job_id);
}

/** Keeps the loads of a layer from growing without end; one with a file stays until `forgetRefusedFiles` has had its file removed. */
export async function forgetOldLoads(db: Db, itemId: string, layerId: number): Promise<void> {
  await sql`delete from feature_load where item_id = ${itemId} and layer_id = ${layerId} and table_name is null and job_id not in (
    select job_id from feature_load where item_id = ${itemId} and layer_id = ${layerId} order by created desc limit 100)
    and result is not null and result -> 'refusedInFile' is null`.execute(db);
}

/** Loads that are looked for at once: all of them are read and put in order for it. */
const FOUND_AT_ONCE = 100_000;
/** Loads that go in one statement. */
const AT_ONCE = 5_000;

/** Forgets loads that began before, but for the latest of each layer and those whose left-out rows can still be fetched; gives how many, up to those that are looked for at once. */
export async function deleteOldLoads(db: Db, { before, kept }: { before: Date; kept: number }): Promise<number> {
  const { rows } = await sql<{ job_id: string }>`
    select job_id from (
      select job_id, created, table_name, result, row_number() over (partition by item_id, layer_id order by created desc) as place
      from feature_load
    ) load
    where place > ${kept}::integer and created < ${before} and table_name is null and (result is null or result -> 'refusedInFile' is null)
      and not exists (select 1 from job where job.id = load.job_id and job.state in ('waiting', 'running'))
    limit ${FOUND_AT_ONCE}::integer`.execute(db);
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const ids = rows.slice(from, from + AT_ONCE).map(({ job_id }) => job_id);
    await sql`delete from feature_load where job_id = any(${ids}::text[])`.execute(db);
  }
  return rows.length;
}
