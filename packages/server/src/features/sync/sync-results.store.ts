// SQL of the answers that calls about copies left as files.
import type { Selectable } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { FeatureSyncResultTable } from '../../schema/features.ts';

export type SyncResultRow = Selectable<FeatureSyncResultTable>;

/** Answers that a person keeps: nobody fills the disk with what is never fetched. */
const MOST_KEPT = 20;

/** Keeps the answer of a job; the oldest of the same person gives way. */
export async function insertResult(db: Db, row: Omit<SyncResultRow, 'created'>): Promise<void> {
  await db.insertInto('feature_sync_result').values(row).execute();
  const newest = db
    .selectFrom('feature_sync_result')
    .select('job_id')
    .where('username', '=', row.username)
    .orderBy('created', 'desc')
    .limit(MOST_KEPT);
  await db
    .deleteFrom('feature_sync_result')
    .where('username', '=', row.username)
    .where('job_id', '<>', row.job_id)
    .where('job_id', 'not in', newest)
    .execute();
}

/** The answer of a job, for the person who asked for it. */
export async function resultOfJob(db: Db, jobId: string, username: string): Promise<SyncResultRow | undefined> {
  return db.selectFrom('feature_sync_result').selectAll().where('job_id', '=', jobId).where('username', '=', username).executeTakeFirst();
}

/** Removes answers that are older; the sweep of files removes their bytes. */
export async function deleteOldResults(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('feature_sync_result').where('created', '<', before).execute();
}
