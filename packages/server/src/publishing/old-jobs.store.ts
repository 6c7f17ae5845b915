// SQL that forgets jobs that ended long ago, and the loads that were theirs.
import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';

/** Rows that go in one statement. */
const AT_ONCE = 5_000;
/** What is listed first in the history of a layer. */
const KEPT = 20;

/** Loads that ended before, but for the latest of each layer and those whose left-out rows can still be fetched. */
export async function deleteOldLoads(db: Db, before: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from feature_load where job_id in (
      select job_id from (
        select job_id, created, table_name, result, row_number() over (partition by item_id, layer_id order by created desc) as place
        from feature_load
      ) load
      where place > ${sql.lit(KEPT)} and created < ${before} and table_name is null and (result is null or result -> 'refusedInFile' is null)
        and not exists (select 1 from job where job.id = load.job_id and job.state in ('waiting', 'running'))
      limit ${sql.lit(AT_ONCE)}
    )`.execute(db);
  return Number(numAffectedRows);
}

/**
 * Jobs that ended before: those about nothing, those about items that are gone, and of others all but the latest of each kind and end. Jobs of loads
 * stay as long as these do.
 */
export async function deleteOldJobs(db: Db, { before, aboutNothing }: { before: Date; aboutNothing: Date }): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from job where id in (
      select id from (
        select id, subject, finished, row_number() over (partition by subject, name, state order by created desc) as place
        from job where state in ('completed', 'failed', 'cancelled')
      ) old
      where case
          when subject is null then finished < ${aboutNothing}
          when subject ~ '^[0-9a-f]{32}$' and not exists (select 1 from item where item.id = old.subject) then finished < ${before}
          else finished < ${before} and place > ${sql.lit(KEPT)}
        end
        and not exists (select 1 from feature_load where feature_load.job_id = old.id)
      limit ${sql.lit(AT_ONCE)}
    )`.execute(db);
  return Number(numAffectedRows);
}
