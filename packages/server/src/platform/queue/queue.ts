// Jobs in the database: enqueued in the caller's transaction, run with progress, cancel, retries and status.
import { randomBytes } from 'node:crypto';
import { PortalError } from '@graticule/contract/errors';
import type { Logger } from 'pino';
import type { JobProgress } from '../../schema/platform.ts';
import type { Portal } from '../context.ts';
import type { Db } from '../db/database.ts';
import { isDatabaseAway } from '../db/errors.ts';
import { withFence } from '../db/work-fence.ts';
import { noRoom } from '../no-room.ts';
import { JobLease, JobTaken } from './job-lease.ts';
import type { Queue } from './job-queue.ts';
import * as store from './jobs.store.ts';
import { JobStalled, StallWatch } from './stall-watch.ts';

/** What a running handler can say and ask. */
export interface JobRun {
  id: string;
  attempt: number;
  /** Stores progress and renews the lease; throws when the owner asked to stop, or when the job is another process's by now. */
  progress(progress: JobProgress): Promise<void>;
  /** Fires when the process shuts down, or the job stood still for too long: it stops soon and is taken up again later. */
  signal: AbortSignal;
}

/** What a handler says when nothing but the note of its end was missing; `progress` replaces the progress told so far. */
export interface DoneAfterAll {
  progress?: JobProgress;
}

/** One kind of job. Every handler may run twice: it starts by undoing a half-done run. */
export interface JobHandler<P = unknown> {
  name: string;
  run(portal: Portal, payload: P, run: JobRun): Promise<JobProgress | undefined>;
  /** After the last failed attempt, or after a cancel: undo and tell; or say that the work had been done before it was interrupted. */
  onGivenUp?(portal: Portal, payload: P, message: string, job: { id: string }): Promise<DoneAfterAll | undefined>;
  /** What is told of such jobs later: it stays of a payload that is too large to be kept. */
  essence?(payload: P): object;
}

/** Thrown by `progress` once the owner asked to stop. */
export class JobCancelled extends Error {}

/** Runs jobs in this process until stopped. */
export interface QueueRunner {
  /** Runs what is due, one after the other, until nothing is; for tests. */
  drain(): Promise<void>;
  start(workers: number): void;
  stop(): Promise<void>;
}

const POLL_MS = 500;
const RETRY_PAUSE_MS = 2_000;

/** Opens the queue on a database. `wake` is called after each enqueue so that a worker need not wait for its poll. */
export function openQueue(db: Db, wake: () => void = () => undefined): Queue {
  return {
    enqueue: async (transaction, job) => {
      const id = randomBytes(16).toString('hex');
      await store.insertJob(transaction, {
        id,
        name: job.name,
        subject: job.subject ?? null,
        owner: job.owner ?? null,
        payload: JSON.stringify(job.payload),
        max_attempts: job.maxAttempts ?? 3,
        run_after: job.runAfter ?? null,
      });
      setTimeout(wake, 20).unref();
      return id;
    },
    status: (id) => store.jobById(db, id),
    about: (subject, limit = 20) => store.jobsAbout(db, subject, limit),
    latest: (subject, names) => store.latestJob(db, subject, names),
    claim: store.claimSubject,
    tasks: (wanted) => store.jobTasks(db, wanted),
    unfinished: (owner) => store.countUnfinished(db, owner),
    cancel: (id) => store.askCancel(db, id),
    cancelAbout: (subjects) => store.askCancelAbout(db, subjects),
  };
}

/** Makes the runner for a list of handlers. */
export function createRunner(portal: Portal, handlers: readonly JobHandler<never>[]): QueueRunner & { wake(): void } {
  const byName = new Map(handlers.map((handler) => [handler.name, handler as unknown as JobHandler]));
  const stopping = new AbortController();
  const loops: Promise<void>[] = [];
  const here: Here = { ours: new Set(), untold: new Set() };
  let wakeUp: () => void = () => undefined;

  const idle = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, POLL_MS);
      wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const ran = await runOne({ portal, handlers: byName, here, signal: stopping.signal }).catch((error: unknown) => {
        if (!(error instanceof PortalError && error.code === 'UNAVAILABLE')) portal.log.error({ err: error }, 'the job worker stumbled');
        return false;
      });
      if (!ran && !stopping.signal.aborted) await idle();
    }
  };
  return {
    wake: () => wakeUp(),
    drain: async () => {
      while (await runOne({ portal, handlers: byName, here, signal: stopping.signal }));
    },
    start: (workers) => {
      for (let i = 0; i < workers; i++) loops.push(loop());
    },
    stop: async () => {
      stopping.abort();
      wakeUp();
      await Promise.all(loops);
    },
  };
}

/** Jobs of this process. */
interface Here {
  /** Ids of those that run. */
  ours: Set<string>;
  /** Those whose end could not be written, because the database went away: they begin again once it is back. */
  untold: Set<store.JobTurn>;
}

interface Work {
  portal: Portal;
  handlers: Map<string, JobHandler>;
  here: Here;
  signal: AbortSignal;
}

/** Takes the next due job, runs it and writes the outcome. False when nothing is due. */
async function runOne({ portal, handlers, here: { ours, untold }, signal }: Work): Promise<boolean> {
  for (const turn of untold) {
    await store.retryJob(portal.db, turn, RETRY_PAUSE_MS * turn.attempts, false);
    untold.delete(turn);
  }
  const job = await store.takeNextJob(portal.db, { names: [...handlers.keys()], ours: [...ours], leaseMs: portal.config.jobLeaseMs });
  if (job === undefined) return false;
  const handler = handlers.get(job.name);
  // Taken by another worker of this process while the question was on its way to a database that stood still.
  if (handler === undefined || ours.has(job.id)) return false;
  ours.add(job.id);
  try {
    const log = portal.log.child({ job: job.id, name: job.name, attempt: job.attempts });
    await runTaken({ portal, handler, job, log, signal, watch: new StallWatch(portal.config.jobStallMs, signal) });
  } catch (error) {
    untold.add(job);
    throw error;
  } finally {
    ours.delete(job.id);
  }
  return true;
}

async function runTaken(running: Running): Promise<void> {
  const { portal, handler, job, log, signal, watch } = running;
  const leaseMs = portal.config.jobLeaseMs;
  const lease = new JobLease(portal.db, job, { leaseMs, watch, isSole: portal.database.engine === 'embedded' });
  try {
    if (job.cancel_asked) throw new JobCancelled();
    if (job.attempts > job.max_attempts) throw new Error('The work was interrupted too often.');
    const run: JobRun = {
      id: job.id,
      attempt: job.attempts,
      signal: watch.signal,
      progress: async (progress) => {
        watch.heard();
        const said = await store.saveProgress(portal.db, job, progress, leaseMs);
        if (said === 'taken') throw new JobTaken('Another process has taken this job up.');
        lease.heard();
        if (said === 'stop') throw new JobCancelled();
        if (signal.aborted) throw new Error('The server is stopping.');
      },
    };
    const result = await watch.within(withFence(lease.fence, () => handler.run(portal, job.payload, run)));
    await finish(running, { state: 'completed', message: null, progress: result });
    log.info('job completed');
  } catch (error) {
    // Whoever has the job now undoes what is half done, or needs it.
    if (error instanceof JobTaken || !(await store.holdsJob(portal.db, job))) log.warn({ err: error }, 'job left to another process');
    else await giveUpOrRetry(running, error);
  } finally {
    watch.end();
    lease.end();
  }
}

/** A job that was taken, with all that its outcome needs. */
interface Running {
  portal: Portal;
  handler: JobHandler;
  job: store.TakenJob;
  log: Logger;
  signal: AbortSignal;
  watch: StallWatch;
}

function finish({ portal, handler, job }: Running, outcome: Omit<store.JobOutcome, 'essence'>): Promise<void> {
  return store.finishJob(portal.db, job, { ...outcome, essence: handler.essence?.(job.payload) ?? {} });
}

async function giveUpOrRetry(running: Running, error: unknown): Promise<void> {
  const { portal, handler, job, log, signal, watch } = running;
  const cancelled = error instanceof JobCancelled;
  // How long the database takes depends on what else it has to do, and nobody can mend it.
  const isLate = error instanceof PortalError && error.code === 'QUERY_TIMED_OUT';
  const isForPerson = cancelled || (error instanceof PortalError && error.status < 500 && !isLate);
  // What the person must mend does not get better by trying again.
  const final = isForPerson || job.attempts >= job.max_attempts;
  if (signal.aborted && !cancelled) {
    await store.retryJob(portal.db, job, 0, true);
    return;
  }
  if (!final || isDatabaseAway((error as Error).cause ?? error)) {
    log.warn({ err: error }, 'job failed; trying again');
    await store.retryJob(portal.db, job, RETRY_PAUSE_MS * job.attempts, false);
    return;
  }
  const message = cancelled
    ? 'Cancelled.'
    : error instanceof PortalError
      ? [error.message, ...error.details].join(' ')
      : error instanceof JobStalled
        ? error.message
        : (noRoom(error) ?? 'Something went wrong on the server.');
  const doneAfterAll = await watch.within(handler.onGivenUp?.(portal, job.payload, message, { id: job.id }) ?? Promise.resolve(undefined));
  if (doneAfterAll !== undefined) {
    await finish(running, { state: 'completed', message: null, progress: doneAfterAll.progress });
    log.info('job completed; it had been interrupted at its end');
    return;
  }
  if (!isForPerson) log.error({ err: error }, 'job given up');
  const reasons = error instanceof PortalError ? error.reasons : [];
  await finish(running, { state: cancelled ? 'cancelled' : 'failed', message, reasons });
}
