// SQL of the job table.
import type { Sentence } from '@graticule/geo/sentence';
import { type RawBuilder, sql } from 'kysely';
import type { JobProgress, JobState } from '../../schema/platform.ts';
import type { Db } from '../db/database.ts';
import type { JobStatus, JobTask, WantedTasks } from './job-queue.ts';

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

/** What a job was to do is kept after its end up to this length, for whoever looks into a fault. */
const LARGE_PAYLOAD_BYTES = 100_000;

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

/** The newest job about a subject that is of one of these kinds. */
export async function latestJob(db: Db, subject: string, names: readonly string[]): Promise<JobStatus | undefined> {
  return db
    .selectFrom('job')
    .select(STATUS)
    .where('subject', '=', subject)
    .where('name', 'in', names)
    .orderBy('created', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Whether no job of one of these kinds waits or runs for a subject, and no other transaction asks the same. */
export async function claimSubject(db: Db, subject: string, names: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ ours: boolean }>`select pg_try_advisory_xact_lock(hashtextextended(${subject}, 0)) as ours`.execute(db);
  if (rows[0]?.ours !== true) return false;
  const row = await db
    .selectFrom('job')
    .select('id')
    .where('subject', '=', subject)
    .where('name', 'in', names)
    .where('state', 'in', ['waiting', 'running'])
    .limit(1)
    .executeTakeFirst();
  return row === undefined;
}

/** Jobs of one kind with some of what they were to do, newest first. */
export async function jobTasks<F extends string>(db: Db, { name, limit, facts, ...about }: WantedTasks<F>): Promise<JobTask<F>[]> {
  const found = Object.entries<string>(facts).map(([fact, path]) => sql`${fact}::text, jsonb_path_query_array(payload, ${path}::jsonpath)`);
  const isMeant =
    'subject' in about ? sql<boolean>`subject = ${about.subject}` : sql<boolean>`payload ->> ${sql.lit(about.key)} = ${about.value}`;
  const rows = await db
    .selectFrom('job')
    .select([...STATUS, sql<unknown>`jsonb_build_object(${sql.join(found)})`.as('facts')])
    .where('name', '=', name)
    .where(isMeant)
    .orderBy('created', 'desc')
    .limit(limit)
    .execute();
  return rows as JobTask<F>[];
}

/** How many jobs of a person wait or run. */
export async function countUnfinished(db: Db, owner: string): Promise<number> {
  const result = await sql<{ n: number }>`
    select count(*)::int as n from job where owner = ${owner} and state in ('waiting', 'running')`.execute(db);
  return result.rows[0]?.n ?? 0;
}

/**
 * Leases the oldest due job of the given names; a running job counts as due once its lease is over. Those of `ours`, which run in this very
 * process, do not: a clock that jumped, or a database that stood still, ends leases of jobs that are well.
 */
export async function takeNextJob(
  db: Db,
  { names, ours, leaseMs }: { names: readonly string[]; ours: readonly string[]; leaseMs: number },
): Promise<TakenJob | undefined> {
  const result = await sql<TakenJob>`
    update job set state = 'running', attempts = attempts + 1, lease_until = now() + make_interval(secs => ${leaseMs / 1000}),
      progress = progress - 'phase'
    where id = (
      select id from job
      where name = any(${names}) and id <> all(${ours}) and run_after <= now()
        and (state = 'waiting' or (state = 'running' and lease_until < now()))
      order by run_after limit 1 for update skip locked
    )
    returning id, name, payload, attempts, max_attempts, cancel_asked`.execute(db);
  return result.rows[0];
}

/** A run of a job. Its number tells it from a later run by another process, which took the job up because this one had been silent for too long. */
export type JobTurn = Pick<TakenJob, 'id' | 'attempts'>;

const isOurs = ({ id, attempts }: JobTurn) => sql`id = ${id} and attempts = ${attempts} and state = 'running'`;

/** Keeps a running job ours; false when it is another's by now. */
export async function renewLease(db: Db, turn: JobTurn, leaseMs: number): Promise<boolean> {
  const renewed = await sql`update job set lease_until = now() + make_interval(secs => ${leaseMs / 1000}) where ${isOurs(turn)}`.execute(
    db,
  );
  return renewed.numAffectedRows === 1n;
}

/** Stores progress and renews the lease; says whether the owner asked to stop, or `taken` when the job is not ours any more. */
export async function saveProgress(db: Db, turn: JobTurn, progress: JobProgress, leaseMs: number): Promise<'go on' | 'stop' | 'taken'> {
  const result = await sql<{ cancel_asked: boolean }>`
    update job set progress = ${JSON.stringify(progress)}::jsonb, lease_until = now() + make_interval(secs => ${leaseMs / 1000})
    where ${isOurs(turn)} returning cancel_asked`.execute(db);
  const [row] = result.rows;
  if (row === undefined) return 'taken';
  return row.cancel_asked ? 'stop' : 'go on';
}

/** Whether a job is still ours to end. */
export async function holdsJob(db: Db, turn: JobTurn): Promise<boolean> {
  const result = await sql`select 1 from job where ${isOurs(turn)}`.execute(db);
  return result.rows.length > 0;
}

/** How a job ended: what went wrong in English, and as sentences that can be translated. */
export interface JobOutcome {
  state: JobState;
  message: string | null;
  reasons?: readonly Sentence[];
  progress?: JobProgress | undefined;
  /** What stays of a large payload. */
  essence?: object;
}

/** Writes the outcome of a run, unless the job is another's by now. Most of what was to be done is forgotten where it is large: nobody needs it any more. */
export async function finishJob(
  db: Db,
  turn: JobTurn,
  { state, message, reasons = [], progress, essence = {} }: JobOutcome,
): Promise<void> {
  await sql`
    update job set state = ${state}, message = ${message}, reasons = ${JSON.stringify(reasons)}::jsonb, finished = now(), lease_until = null,
      progress = coalesce(${progress === undefined ? null : JSON.stringify(progress)}::jsonb, progress),
      payload = case when octet_length(payload::text) > ${LARGE_PAYLOAD_BYTES}::integer then ${JSON.stringify(essence)}::jsonb else payload end
    where ${isOurs(turn)}`.execute(db);
}

/** Puts a job back, unless it is another's by now; an interrupted run does not count as an attempt. */
export async function retryJob(db: Db, turn: JobTurn, pauseMs: number, interrupted: boolean): Promise<void> {
  await sql`
    update job set state = 'waiting', lease_until = null, run_after = now() + make_interval(secs => ${pauseMs / 1000}),
      attempts = attempts - ${interrupted ? 1 : 0}
    where ${isOurs(turn)}`.execute(db);
}

/** Marks a job to be stopped. */
export async function askCancel(db: Db, id: string): Promise<void> {
  await sql`update job set cancel_asked = true where id = ${id} and state in ('waiting', 'running')`.execute(db);
}

/** Marks every job about these subjects to be stopped. */
export async function askCancelAbout(db: Db, subjects: readonly string[]): Promise<void> {
  await sql`
    update job set cancel_asked = true
    where subject = any(${[...subjects]}::text[]) and state in ('waiting', 'running')`.execute(db);
}

/** Makes leases of a process that is gone due at once; called when the only worker process starts. */
export async function releaseAllLeases(db: Db): Promise<void> {
  await sql`update job set lease_until = now() where state = 'running'`.execute(db);
}

/** Which jobs that ended are to be forgotten. */
interface OldJobs {
  before: Date;
  /** The same for jobs about nothing. */
  aboutNothing: Date;
  /** So many of each subject, kind and end stay, however old they are. */
  kept: number;
  /** Of which none have to stay. */
  isUnkept: RawBuilder<boolean>;
  /** Which stay in any case. */
  isKept: RawBuilder<boolean>;
}

/** Jobs that are looked for at once: all of them are read and put in order for it. */
const FOUND_AT_ONCE = 100_000;
/** Jobs that go in one statement. */
const AT_ONCE = 5_000;

/** Forgets jobs that ended long ago; gives how many, up to those that are looked for at once. */
export async function deleteOldJobs(db: Db, { before, aboutNothing, kept, isUnkept, isKept }: OldJobs): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select job.id from (
      select id, subject, finished, row_number() over (partition by subject, name, state order by created desc) as place
      from job where state in ('completed', 'failed', 'cancelled')
    ) job
    where case when job.subject is null then job.finished < ${aboutNothing}
        else job.finished < ${before} and (job.place > ${kept}::integer or ${isUnkept}) end
      and not ${isKept}
    limit ${FOUND_AT_ONCE}::integer`.execute(db);
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const ids = rows.slice(from, from + AT_ONCE).map(({ id }) => id);
    await sql`delete from job where id = any(${ids}::text[]) and state in ('completed', 'failed', 'cancelled')`.execute(db);
  }
  return rows.length;
}
