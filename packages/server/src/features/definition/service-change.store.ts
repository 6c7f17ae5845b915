// SQL of changes of services that jobs made.
import type { Db } from '../../platform/db/database.ts';

/** What a job answered, once its change was made. */
export async function answerOfChange(db: Db, jobId: string): Promise<object | undefined> {
  return (await db.selectFrom('service_change').select('answer').where('job_id', '=', jobId).executeTakeFirst())?.answer;
}

/** Keeps, in the transaction of the change, that it was made. */
export async function noteChange(db: Db, jobId: string, answer: object): Promise<void> {
  await db
    .insertInto('service_change')
    .values({ job_id: jobId, answer: JSON.stringify(answer) })
    .execute();
}
