import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../testing/test-database.ts';
import { ReadyClients } from './ready-clients.ts';
import { withFence } from './work-fence.ts';

let database: FreshDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await freshDatabase();
  pool = new pg.Pool({ ...database.handle.connection, max: 2 });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
});
afterAll(async () => {
  await pool.end();
  await database.close();
});

it('lends the connection that was given back last, at once', async () => {
  const ready = new ReadyClients(pool);
  const first = await ready.take();
  ready.give(first);
  expect(ready.take()).toBe(first);
  ready.give(first);
  ready.close();
  expect(pool.idleCount).toBe(pool.totalCount);
});

it('gives what nobody needs back to the pool, and keeps what is in use', async () => {
  const ready = new ReadyClients(pool, { restMs: 20 });
  const both = [await ready.take(), await ready.take()];
  for (const client of both) ready.give(client);
  expect(pool.idleCount).toBe(0);
  await vi.waitFor(async () => {
    const client = await ready.take();
    await client.query('select 1');
    ready.give(client);
    // The other one was not needed for a while.
    expect(pool.idleCount).toBe(1);
  });
  await vi.waitFor(() => expect(pool.idleCount).toBe(2));
});

it('lets those go first who wait at the pool', async () => {
  const ready = new ReadyClients(pool);
  const both = [await ready.take(), await ready.take()];
  const waiting = pool.connect();
  ready.give(both[0] as pg.PoolClient);
  expect(await waiting).toBe(both[0]);
  (await waiting).release();
  ready.give(both[1] as pg.PoolClient);
  ready.close();
  expect(pool.idleCount).toBe(2);
});

it('does not lend a connection that broke while nobody used it', async () => {
  const ready = new ReadyClients(pool);
  const client = await ready.take();
  const gone = new Promise((resolve) => client.once('end', resolve));
  ready.give(client);
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  await gone;
  const other = await ready.take();
  expect(other).not.toBe(client);
  expect((await other.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  ready.give(other);
  ready.close();
});

it('asks the fence of a job each time, though a connection is at hand', async () => {
  const ready = new ReadyClients(pool);
  ready.give(await ready.take());
  const taken = withFence(
    () => Promise.reject(new Error('another process has the job')),
    async () => ready.take(),
  );
  await expect(taken).rejects.toThrow('another process has the job');
  ready.close();
});
