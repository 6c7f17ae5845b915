// SQL of the jobs that the pages no longer tell of.
import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { deleteOldJobs } from '../platform/queue/jobs.store.ts';

const isAboutGoneItem = sql<boolean>`(job.subject ~ '^[0-9a-f]{32}$' and not exists (select 1 from item where item.id = job.subject))`;
/** A load that a layer keeps. */
const isKeptLoad = sql<boolean>`exists (select 1 from feature_load where feature_load.job_id = job.id)`;

/** Forgets jobs that ended before: of those about items that are there all but the latest of each kind and end; gives how many. */
export function forgetOldJobs(db: Db, wanted: { before: Date; aboutNothing: Date; kept: number }): Promise<number> {
  return deleteOldJobs(db, { ...wanted, isUnkept: isAboutGoneItem, isKept: isKeptLoad });
}
