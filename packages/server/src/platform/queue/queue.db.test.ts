import { fail } from '@graticule/contract/errors';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../testing/test-database.ts';
import type { Portal } from '../context.ts';
import { createRunner, type JobHandler, openQueue } from './queue.ts';

let database: FreshDatabase;
let portal: Portal;
let begun = Promise.withResolvers<void>();
let goOn = Promise.withResolvers<void>();
const log: string[] = [];
/** What an operator reads. */
const logged: string[] = [];

const handlers: JobHandler<never>[] = [
  {
    name: 'good',
    run: async (_portal, payload: { n: number }, run) => {
      await run.progress({ done: 1, total: 2 });
      log.push(`good ${payload.n}`);
      return { done: 2, total: 2 };
    },
  },
  {
    name: 'refused',
    run: () => Promise.reject(fail('UNREADABLE_FILE', { values: ['it is empty.'] })),
    onGivenUp: async (_portal, _payload, message) => {
      log.push(`gave up: ${message}`);
      return undefined;
    },
  },
  { name: 'without room', run: () => Promise.reject(Object.assign(new Error('write failed'), { code: 'ENOSPC' })) },
  { name: 'broken', run: () => Promise.reject(fail('READER_ENDED', { values: ['The reader ended.'] })) },
  {
    name: 'late',
    run: async (_portal, _payload, run) => (run.attempt < 2 ? Promise.reject(fail('QUERY_TIMED_OUT')) : { done: run.attempt }),
  },
  { name: 'shaky', run: async (_portal, _payload, run) => (run.attempt < 2 ? Promise.reject(new Error('hiccup')) : { done: run.attempt }) },
  {
    name: 'long',
    run: async (_portal, _payload, run) => {
      log.push(`long ${run.attempt}`);
      begun.resolve();
      await goOn.promise;
      await run.progress({ done: run.attempt });
      return { done: run.attempt };
    },
    onGivenUp: async () => {
      log.push('long undone');
      return undefined;
    },
  },
  {
    name: 'cut off',
    run: async ({ db }, _payload, run) => {
      log.push(`cut off ${run.attempt}`);
      if (run.attempt > 1) return {};
      await sql`alter table job rename to job_gone`.execute(db);
      throw new Error('cut off');
    },
  },
  {
    name: 'slow',
    run: async (_portal, _payload, run) => {
      await portal.queue.cancel(run.id);
      await run.progress({ done: 1 });
      return {};
    },
    onGivenUp: async () => {
      log.push('slow undone');
      return undefined;
    },
  },
];

beforeAll(async () => {
  database = await freshDatabase();
  portal = {
    config: { jobLeaseMs: 60_000, jobStallMs: 600_000 },
    db: database.db,
    // Whichever it is: other processes have it too.
    database: { ...database.handle, engine: 'postgres' },
    queue: openQueue(database.db),
    log: pino({ level: 'error' }, { write: (line: string) => logged.push(JSON.parse(line).msg) }),
  } as unknown as Portal;
});
afterAll(() => database.close());

const drain = () => createRunner(portal, handlers).drain();

describe('the job queue', () => {
  it('says that the disk was full rather than that something went wrong', async () => {
    const id = await portal.queue.enqueue(database.db, { name: 'without room', payload: {}, maxAttempts: 1 });
    await drain();
    expect(await portal.queue.status(id)).toMatchObject({ state: 'failed', message: 'The disk of the server is full.' });
  });

  it('runs a job once it is committed, and keeps its result', async () => {
    const id = await portal.queue.enqueue(database.db, { name: 'good', payload: { n: 7 }, subject: 'item' });
    await drain();
    expect(log).toEqual(['good 7']);
    expect(await portal.queue.status(id)).toMatchObject({ state: 'completed', progress: { done: 2, total: 2 }, subject: 'item' });
  });

  it('forgets a job whose transaction is rolled back', async () => {
    log.length = 0;
    await database.db
      .transaction()
      .execute(async (transaction) => {
        await portal.queue.enqueue(transaction, { name: 'good', payload: { n: 8 } });
        throw new Error('no');
      })
      .catch(() => undefined);
    await drain();
    expect(log).toEqual([]);
  });

  it('gives up at once on what a person must mend, and says why', async () => {
    log.length = 0;
    const id = await portal.queue.enqueue(database.db, { name: 'refused', payload: {} });
    await drain();
    expect(await portal.queue.status(id)).toMatchObject({ state: 'failed', message: 'The file cannot be read: it is empty.' });
    expect(log).toEqual(['gave up: The file cannot be read: it is empty.']);
  });

  it('tells the operator of what the server could not do, also where the person is told why, and not of what a person must mend', async () => {
    logged.length = 0;
    await portal.queue.enqueue(database.db, { name: 'refused', payload: {} });
    await drain();
    expect(logged).toEqual([]);
    await portal.queue.enqueue(database.db, { name: 'broken', payload: {}, maxAttempts: 1 });
    await drain();
    expect(logged).toEqual(['job given up']);
  });

  it.each([
    ['a fault of the server', 'shaky'],
    ['a statement that took the database too long', 'late'],
  ])('tries again after %s', async (_, name) => {
    const id = await portal.queue.enqueue(database.db, { name, payload: {} });
    await drain();
    expect(await portal.queue.status(id)).toMatchObject({ state: 'waiting' });
    await database.db
      .updateTable('job')
      .set({ run_after: new Date(0) })
      .where('id', '=', id)
      .execute();
    await drain();
    expect(await portal.queue.status(id)).toMatchObject({ state: 'completed', progress: { done: 2 } });
  });

  it('stops a job that its owner cancelled, and undoes it', async () => {
    log.length = 0;
    const id = await portal.queue.enqueue(database.db, { name: 'slow', payload: {} });
    await drain();
    expect(await portal.queue.status(id)).toMatchObject({ state: 'cancelled' });
    expect(log).toEqual(['slow undone']);
  });

  it('takes up a running job whose worker is gone, but not one whose lease holds', async () => {
    log.length = 0;
    const dead = await portal.queue.enqueue(database.db, { name: 'good', payload: { n: 1 } });
    const alive = await portal.queue.enqueue(database.db, { name: 'good', payload: { n: 2 } });
    await database.db
      .updateTable('job')
      .set({ state: 'running', lease_until: new Date(Date.now() - 1000) })
      .where('id', '=', dead)
      .execute();
    await database.db
      .updateTable('job')
      .set({ state: 'running', lease_until: new Date(Date.now() + 60_000) })
      .where('id', '=', alive)
      .execute();
    await drain();
    expect(log).toEqual(['good 1']);
  });

  it('leaves a job that it runs itself alone when its lease ends early, as when the clock jumps or the database stood still', async () => {
    log.length = 0;
    const id = await portal.queue.enqueue(database.db, { name: 'long', payload: {} });
    const runner = createRunner(portal, handlers);
    const running = runner.drain();
    await begun.promise;
    await endLease(id);
    await runner.drain();
    goOn.resolve();
    await running;
    expect(log).toEqual(['long 1']);
    expect(await portal.queue.status(id)).toMatchObject({ state: 'completed', progress: { done: 1 } });
  });

  it('begins a job again whose end it could not write because the database went away, without waiting for the lease', async () => {
    log.length = 0;
    const id = await portal.queue.enqueue(database.db, { name: 'cut off', payload: {} });
    const runner = createRunner(portal, handlers);
    await expect(runner.drain()).rejects.toThrow('job');
    await sql`alter table job_gone rename to job`.execute(database.db);
    await runner.drain();
    expect(await portal.queue.status(id)).toMatchObject({ state: 'waiting' });
    await database.db
      .updateTable('job')
      .set({ run_after: new Date(0) })
      .where('id', '=', id)
      .execute();
    await runner.drain();
    expect([log, await portal.queue.status(id)]).toMatchObject([['cut off 1', 'cut off 2'], { state: 'completed' }]);
  });

  it('leaves a job to the process that took it up, and undoes nothing of it', async () => {
    log.length = 0;
    [begun, goOn] = [Promise.withResolvers(), Promise.withResolvers()];
    const id = await portal.queue.enqueue(database.db, { name: 'long', payload: {} });
    const silent = createRunner(portal, handlers).drain();
    await begun.promise;
    await endLease(id);
    begun = Promise.withResolvers();
    const other = createRunner(portal, handlers).drain();
    await begun.promise;
    goOn.resolve();
    await Promise.all([silent, other]);
    // The first one stops at the next thing that it tells, and the end is told once.
    expect(log).toEqual(['long 1', 'long 2']);
    expect(await portal.queue.status(id)).toMatchObject({ state: 'completed', progress: { done: 2 } });
  });

  it('forgets what was to be done once it is done, where that is large', async () => {
    const id = await portal.queue.enqueue(database.db, { name: 'good', payload: { n: 9, text: 'x'.repeat(200_000) } });
    await drain();
    const row = await database.db.selectFrom('job').select(['state', 'payload']).where('id', '=', id).executeTakeFirst();
    expect(row).toEqual({ state: 'completed', payload: {} });
  });

  it('ends work that stands still, tells it so, and gives it up after its last try', async () => {
    const seen: string[] = [];
    const late: Promise<unknown>[] = [];
    const hanging: JobHandler<never> = {
      name: 'hanging',
      run: (_portal, _payload, run) =>
        new Promise((_, reject) => {
          run.signal.addEventListener('abort', () => {
            seen.push(`ended ${run.attempt}`);
            // Whoever wakes up later is told that nobody waits any more.
            late.push(run.progress({ done: 1 }).then(reject, (error: Error) => seen.push(error.constructor.name)));
          });
        }),
      onGivenUp: async (_portal, _payload, message) => {
        seen.push(message);
        return undefined;
      },
    };
    const impatient = { ...portal, config: { ...portal.config, jobStallMs: 50 } };
    const id = await portal.queue.enqueue(database.db, { name: 'hanging', payload: {}, maxAttempts: 2 });
    await createRunner(impatient, [hanging]).drain();
    await database.db
      .updateTable('job')
      .set({ run_after: new Date(0) })
      .where('id', '=', id)
      .execute();
    await createRunner(impatient, [hanging]).drain();
    await Promise.all(late);
    expect(await portal.queue.status(id)).toMatchObject({ state: 'failed', message: 'The work stood still for too long.' });
    expect(seen.toSorted()).toEqual(['JobStalled', 'JobStalled', 'The work stood still for too long.', 'ended 1', 'ended 2']);
  });
});

const endLease = (id: string) =>
  database.db
    .updateTable('job')
    .set({ lease_until: new Date(0) })
    .where('id', '=', id)
    .execute();
