// A database that stands still behind a connection which passes nothing on any more.
import { connect, createServer, type Server, type Socket } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../testing/test-database.ts';
import { isDatabaseAway } from './errors.ts';
import { SilenceWatch } from './silence-watch.ts';

let database: FreshDatabase;
let server: Server;
let config: pg.ClientConfig;
const sockets: Socket[] = [];
let isStill = false;

beforeAll(async () => {
  database = await freshDatabase();
  const { host = '', port = 5432, ...rest } = database.handle.connection;
  const path = `${host}/.s.PGSQL.${port}`;
  server = createServer((near) => {
    const far = host.startsWith('/') ? connect(path) : connect(Number(port), host);
    sockets.push(near, far);
    for (const socket of [near, far]) socket.on('error', () => undefined);
    near.on('data', (bytes) => isStill || far.write(bytes));
    far.on('data', (bytes) => isStill || near.write(bytes));
    near.once('close', () => far.destroy());
    far.once('close', () => near.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  config = { ...rest, host: '127.0.0.1', port: (server.address() as { port: number }).port };
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  server.close();
  await database.close();
});

const watchedPool = (watch: SilenceWatch): pg.Pool => {
  const pool = new pg.Pool({ ...config, max: 2 });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    watch.add(client);
  });
  return pool;
};

describe.runIf(process.env.GRATICULE_TEST_ENGINE !== 'embedded')('a watched pool', () => {
  it('lets a statement take its time while the database answers others', async () => {
    const watch = new SilenceWatch(config, { everyMs: 50, patienceMs: 20_000 });
    const pool = watchedPool(watch);
    expect((await pool.query('select 7 as n from pg_sleep(1)')).rows).toEqual([{ n: 7 }]);
    watch.close();
    await pool.end();
  });

  it('ends what waits for a database that stands still, and connects anew afterwards', async () => {
    const watch = new SilenceWatch(config, { everyMs: 50, patienceMs: 200 });
    const pool = watchedPool(watch);
    const idle = await pool.connect();
    await pool.query('select 1');
    isStill = true;
    // Nothing else ends it: the pool sets no limit of time.
    const fault = await pool.query('select 1').catch((error: unknown) => error);
    expect(isDatabaseAway(fault)).toBe(true);
    isStill = false;
    expect((await pool.query('select 8 as n')).rows).toEqual([{ n: 8 }]);
    // Nobody waited for anything on this one.
    expect((await idle.query('select 9 as n')).rows).toEqual([{ n: 9 }]);
    idle.release();
    watch.close();
    await pool.end();
  });
});
