// SQL of the job table.
import type { Sentence } from '@graticule/geo/sentence';
import { sql } from 'kysely';
import type { JobProgress, JobState } from '../../schema/platform.ts';
import type { Db } from '../db/database.ts';
import type { JobStatus } from './job-queue.ts';

/** A job that this process has leased. */
export interface TakenJob {
  id: string;
  name: string;
  payload: unknown;
  attempts: number;
  max_attempts: number;
  cancel_asked: boolean;
}

interface JobRow {
  id: string;
  name: string;
  subject: string | null;
  owner: string | null;
  payload: string;
  max_attempts: number;
  /** Null: at once. */
  run_after: Date | null;
}

/** Adds a waiting job. */
export async function insertJob(db: Db, row: JobRow): Promise<void> {
  await sql`insert into job (id, name, subject, owner, payload, max_attempts, run_after)
    values (${row.id}, ${row.name}, ${row.subject}, ${row.owner}, ${row.payload}::jsonb, ${row.max_attempts},
      coalesce(${row.run_after}::timestamptz, now()))`.execute(db);
}

const STATUS = ['id', 'name', 'subject', 'owner', 'state', 'progress', 'message', 'reasons', 'created', 'finished'] as const;

/** One job. */
export async function jobById(db: Db, id: string): Promise<JobStatus | undefined> {
  return db.selectFrom('job').select(STATUS).where('id', '=', id).executeTakeFirst();
}

/** Jobs about a subject, newest first. */
export async function jobsAbout(db: Db, subject: string, limit: number): Promise<JobStatus[]> {
  return db.selectFrom('job').select(STATUS).where('subject', '=', subject).orderBy('created', 'desc').limit(limit).execute();
}

/** How many jobs of a person wait or run. */
export async function countUnfinished(db: Db, owner: string): Promise<number> {
  const result = await sql<{ n: number }>`
    select count(*)::int as n from job where owner = ${owner} and state in ('waiting', 'running')`.execute(db);
  return result.rows[0]?.n ?? 0;
}

/** Leases the oldest due job of the given names; a running job counts as due once its lease is over. */
export async function takeNextJob(db: Db, names: string[], leaseMs: number): Promise<TakenJob | undefined> {
  const result = await sql<TakenJob>`
    update job set state = 'running', attempts = attempts + 1, lease_until = now() + make_interval(secs => ${leaseMs / 1000})
    where id = (
      select id from job
      where name = any(${names}) and run_after <= now() and (state = 'waiting' or (state = 'running' and lease_until < now()))
      order by run_after limit 1 for update skip locked
    )
    returning id, name, payload, attempts, max_attempts, cancel_asked`.execute(db);
  return result.rows[0];
}

/** Keeps a running job ours. */
export async function renewLease(db: Db, id: string, leaseMs: number): Promise<void> {
  await sql`update job set lease_until = now() + make_interval(secs => ${leaseMs / 1000}) where id = ${id} and state = 'running'`.execute(
    db,
  );
}

/** Stores progress and renews the lease; true when the owner asked to stop. */
export async function saveProgress(db: Db, id: string, progress: JobProgress, leaseMs: number): Promise<boolean> {
  const result = await sql<{ cancel_asked: boolean }>`
    update job set progress = ${JSON.stringify(progress)}::jsonb, lease_until = now() + make_interval(secs => ${leaseMs / 1000})
    where id = ${id} returning cancel_asked`.execute(db);
  return result.rows[0]?.cancel_asked ?? true;
}

/** How a job ended: what went wrong in English, and as sentences that can be translated. */
interface JobOutcome {
  state: JobState;
  message: string | null;
  reasons?: readonly Sentence[];
  progress?: JobProgress | undefined;
}

/** Writes the outcome. */
export async function finishJob(db: Db, id: string, { state, message, reasons = [], progress }: JobOutcome): Promise<void> {
  await sql`
    update job set state = ${state}, message = ${message}, reasons = ${JSON.stringify(reasons)}::jsonb, finished = now(), lease_until = null,
      progress = coalesce(${progress === undefined ? null : JSON.stringify(progress)}::jsonb, progress)
    where id = ${id}`.execute(db);
}

/** Puts a job back; an interrupted run does not count as an attempt. */
export async function retryJob(db: Db, id: string, pauseMs: number, interrupted: boolean): Promise<void> {
  await sql`
    update job set state = 'waiting', lease_until = null, run_after = now() + make_interval(secs => ${pauseMs / 1000}),
      attempts = attempts - ${interrupted ? 1 : 0}
    where id = ${id}`.execute(db);
}

/** Marks a job to be stopped. */
export async function askCancel(db: Db, id: string): Promise<void> {
  await sql`update job set cancel_asked = true where id = ${id} and state in ('waiting', 'running')`.execute(db);
}

/** Makes leases of a process that is gone due at once; called when the only worker process starts. */
export async function releaseAllLeases(db: Db): Promise<void> {
  await sql`update job set lease_until = now() where state = 'running'`.execute(db);
}
