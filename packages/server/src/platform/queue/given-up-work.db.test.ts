// Work that was given up, because it stood still or its job is another process's by now: it changes nothing more.
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../testing/test-database.ts';
import type { Portal } from '../context.ts';
import { createRunner, type JobHandler, openQueue } from './queue.ts';

let database: FreshDatabase;
let portal: Portal;

beforeAll(async () => {
  database = await freshDatabase();
  await sql`create table note (text text)`.execute(database.db);
  // Whichever it is: other processes have it too.
  const handle = { ...database.handle, engine: 'postgres' };
  portal = { db: database.db, database: handle, queue: openQueue(database.db), log: pino({ level: 'silent' }) } as unknown as Portal;
});
beforeEach(() => sql`delete from note`.execute(database.db));
afterAll(() => database.close());

const write = (db: Portal['db'], text: string): Promise<unknown> => sql`insert into note values (${text})`.execute(db);
const notes = async (): Promise<string[]> =>
  (await sql<{ text: string }>`select text from note order by text`.execute(database.db)).rows.map(({ text }) => text);
const nameOf = (error: unknown): string => (error as Error).constructor.name;

/** Runs what is due with these limits. */
const drain = (handler: JobHandler<never>, { jobLeaseMs = 60_000, jobStallMs = 600_000 } = {}): Promise<void> =>
  createRunner({ ...portal, config: { jobLeaseMs, jobStallMs } } as unknown as Portal, [handler]).drain();

it('neither begins nor ends a change after it stood still for too long, while the next try does', async () => {
  const refused: string[] = [];
  const late = Promise.withResolvers<void>();
  const hanging: JobHandler<never> = {
    name: 'hanging',
    run: async ({ db, database: handle }, _payload, run) => {
      await write(db, `try ${run.attempt}`);
      if (run.attempt > 1) return {};
      const changing = db.transaction().execute(async (transaction) => {
        await write(transaction, 'in a transaction');
        // On the embedded engine nobody else has a turn while a transaction is open.
        await new Promise((resolve) => run.signal.addEventListener('abort', resolve, { once: true }));
      });
      await changing.catch((error) => refused.push(nameOf(error)));
      await write(db, 'late').catch((error) => refused.push(nameOf(error)));
      await handle.pool.query(`insert into note values ('late too')`).catch((error) => refused.push(nameOf(error)));
      late.resolve();
      return {};
    },
  };
  const id = await portal.queue.enqueue(database.db, { name: 'hanging', payload: {} });
  await drain(hanging, { jobStallMs: 60 });
  expect(await portal.queue.status(id)).toMatchObject({ state: 'waiting' });
  await sql`update job set run_after = now() where id = ${id}`.execute(database.db);
  await drain(hanging);
  await late.promise;
  expect(refused).toEqual(['JobStalled', 'JobStalled', 'JobStalled']);
  expect(await notes()).toEqual(['try 1', 'try 2']);
  expect(await portal.queue.status(id)).toMatchObject({ state: 'completed' });
});

it('changes nothing once another process has the job, although it has told nothing meanwhile', async () => {
  const seen: string[] = [];
  const slow: JobHandler<never> = {
    name: 'slow',
    run: async ({ db }, _payload, run) => {
      await write(db, 'before');
      // As by a process that found the lease at its end.
      await sql`update job set attempts = attempts + 1 where id = ${run.id}`.execute(db);
      await new Promise((resolve) => run.signal.addEventListener('abort', resolve, { once: true }));
      await write(db, 'after').catch((error) => seen.push(nameOf(error)));
      return {};
    },
  };
  const id = await portal.queue.enqueue(database.db, { name: 'slow', payload: {} });
  await drain(slow, { jobLeaseMs: 200 });
  expect(seen).toEqual(['JobTaken']);
  expect(await notes()).toEqual(['before']);
  expect(await portal.queue.status(id)).toMatchObject({ state: 'running' });
});

it('goes on where nobody else has taken the job, however long the process stood still', async () => {
  const stopped: JobHandler<never> = {
    name: 'stopped',
    run: async ({ db }) => {
      // Nothing else runs in this process meanwhile, and nothing renews the lease.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
      await write(db, 'after a pause');
      return { done: 1 };
    },
  };
  const id = await portal.queue.enqueue(database.db, { name: 'stopped', payload: {} });
  await drain(stopped, { jobLeaseMs: 100 });
  expect(await notes()).toEqual(['after a pause']);
  expect(await portal.queue.status(id)).toMatchObject({ state: 'completed' });
});

it('goes on with a transaction that is longer than its lease where nobody else has the database, which may answer nobody else meanwhile', async () => {
  const long: JobHandler<never> = {
    name: 'long',
    run: async ({ db }) => {
      await db.transaction().execute(async (transaction) => {
        await write(transaction, 'begun');
        await new Promise((resolve) => setTimeout(resolve, 500));
        await write(transaction, 'ended');
      });
      return {};
    },
  };
  const id = await portal.queue.enqueue(database.db, { name: 'long', payload: {} });
  const config = { jobLeaseMs: 200, jobStallMs: 600_000 };
  const alone = { ...portal, config, database: { ...database.handle, engine: 'embedded' } } as unknown as Portal;
  await createRunner(alone, [long]).drain();
  expect(await portal.queue.status(id)).toMatchObject({ state: 'completed' });
  expect(await notes()).toEqual(['begun', 'ended']);
});
