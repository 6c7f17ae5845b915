// Searching a large catalogue, beside the plain statement on the same rows in the same run.
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgresServer } from '../../packages/server/testing/postgres-server.ts';
import { type StartedPortal, startPortal } from '../../packages/server/testing/started-portal.ts';
import { openEmbeddedFolder } from '../../packages/server/testing/test-database.ts';
import { ownerNamed } from '../catalogue.ts';
import { loadCatalogue } from '../load-catalogue.ts';
import { percentile, processorMs, record, timed } from '../measure.ts';
import { ADMIN } from '../portal.ts';
import { chooseItems, measureItemPage, measureThousand } from './catalogue-pages.ts';
import { asks, type Kind, kinds, type Limits } from './search-asks.ts';
import { type Ask, floorStatement, makeFloor } from './search-floor.ts';
import { type Measured, nothing, perSecond, printSearches, processorEach, type SearchRow } from './search-table.ts';

const SETTINGS = ['shared_buffers=2GB', 'effective_cache_size=8GB', 'work_mem=32MB', 'random_page_cost=1.1', 'max_wal_size=8GB'];
const SECONDS = Number(process.env.BENCH_SECONDS ?? 6);
const ROUNDS = 2;
/** Questions of the list that are asked before: connections, plans and counts of frequent words are made once. */
const WARM_UP = 100;
const CALLERS = [1, 16] as const;
/** The embedded engine may take so many times as long as PostgreSQL. */
const EMBEDDED_SHARE = 3;

/** Where searches are measured. */
interface Place {
  portal: StartedPortal;
  on: string;
  /** The plain statement is asked here; undefined where only the portal can reach the database. */
  pool: pg.Pool | undefined;
  /** Process of the database, whose children count as well. */
  databasePid: number;
  limits: Limits;
  slower: number;
}

const limitsFor = (count: number): Limits => (count >= 1_000_000 ? { p95: [100, 250], ratio: 5 } : { p95: [40, 250] });

/** Measures searches among `count` items on PostgreSQL; with BENCH_DATABASE_URL in a database that an earlier run has filled. */
export async function measureSearchAtScale(count: number): Promise<void> {
  const filled = process.env.BENCH_DATABASE_URL;
  const server = filled === undefined ? await startPostgresServer({ settings: SETTINGS }) : undefined;
  const databaseUrl = filled ?? (await server?.createDatabase('bench_search')) ?? '';
  const portal = await startPortal({ admin: ADMIN, databaseUrl });
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 16, statement_timeout: 120_000 });
  const on = `${count.toLocaleString('en')} items`;
  try {
    if (server !== undefined) {
      const { seconds } = await timed(() => loadCatalogue({ ...server.connection, database: 'bench_search' }, count));
      record({ part: 'catalogue', name: 'loading the catalogue', value: seconds, unit: 's', on });
      const client = new pg.Client({ ...server.connection, database: 'bench_search' });
      await client.connect();
      await makeFloor(client);
      await letMembersIn(client);
      await client.end();
    }
    const pidFile = await pool.query<{ text: string }>("select pg_read_file('postmaster.pid') as text");
    const databasePid = Number(pidFile.rows[0]?.text.split('\n')[0]);
    await measureAll({ portal, on, pool, databasePid, limits: limitsFor(count), slower: 1 });
    const pages = { portal, on, databasePid, slower: 1, chosen: await chooseItems(pool) };
    await measureThousand(pages);
    await measureItemPage(pages);
  } finally {
    await pool.end();
    await portal.stop();
    await server?.stop();
  }
}

/** Measures the same among `count` items on the embedded engine. */
export async function measureSearchEmbedded(count: number): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'graticule-bench-embedded-'));
  const on = `${count.toLocaleString('en')} items, embedded`;
  try {
    await (await startPortal({ admin: ADMIN, dataDir })).stop();
    const database = await openEmbeddedFolder(dataDir);
    const { seconds } = await timed(() => loadCatalogue(database.connection, count, true));
    record({ part: 'catalogue', name: 'loading the catalogue', value: seconds, unit: 's', on });
    const client = new pg.Client(database.connection);
    await client.connect();
    await letMembersIn(client);
    const chosen = await chooseItems(client);
    await client.end();
    await database.stop();
    const portal = await startPortal({ dataDir });
    const { p95 } = limitsFor(count);
    const limits: Limits = { p95: [EMBEDDED_SHARE * p95[0], EMBEDDED_SHARE * p95[1]] };
    const place = { portal, on, databasePid: portal.databasePid() ?? 0, slower: EMBEDDED_SHARE };
    await measureAll({ ...place, pool: undefined, limits });
    await measureThousand({ ...place, chosen });
    await measureItemPage({ ...place, chosen });
    await portal.stop();
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Members of the catalogue sign in with the administrator's password. */
async function letMembersIn(client: pg.Client): Promise<void> {
  await client.query('update account set password_hash = (select password_hash from account where username = $1)', [ADMIN.username]);
}

/** Whose processor time counts. */
interface Processes {
  database: number;
  server?: number;
  /** The database is a child of the server. */
  isEmbedded?: boolean;
}

/** Milliseconds that the processes have taken so far. */
function processorOf({ database, server, isEmbedded = false }: Processes): { databaseMs: number; serverMs: number } {
  const databaseMs = processorMs([database]);
  return { databaseMs, serverMs: server === undefined ? 0 : processorMs([server]) - (isEmbedded ? databaseMs : 0) };
}

/** Which part of the list is played: from where on, and until when or how many. */
interface Play {
  callers: number;
  list: readonly Ask[];
  from: number;
  seconds?: number;
  most?: number;
  processes: Processes;
}

/** Plays asks in order with several callers at once; adds to what was measured before. */
async function play(
  { callers, list, from, seconds = 600, most, processes }: Play,
  run: (ask: Ask) => Promise<void>,
  sum: Measured,
): Promise<void> {
  let next = from;
  const last = most === undefined ? Number.POSITIVE_INFINITY : from + most;
  const before = processorOf(processes);
  const began = performance.now();
  const end = began + seconds * 1_000;
  const caller = async (): Promise<void> => {
    while (performance.now() < end && next < last) {
      const ask = list[next++ % list.length];
      if (ask === undefined) return;
      const start = performance.now();
      await run(ask);
      sum.times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  sum.seconds += (performance.now() - began) / 1_000;
  const after = processorOf(processes);
  sum.databaseMs += after.databaseMs - before.databaseMs;
  sum.serverMs += after.serverMs - before.serverMs;
}

async function measureAll(place: Place): Promise<void> {
  const tokens = new Map<number, string>();
  const list = asks(400);
  for (const { member } of list)
    if (member !== undefined && !tokens.has(member)) tokens.set(member, await tokenOf(place.portal, ownerNamed(member)));
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  const rows: SearchRow[] = [];
  for (const kind of kinds(place.limits, place.slower))
    for (const [at, callers] of CALLERS.entries())
      rows.push(
        await measureKind(place, kind, { at, callers, list }, (ask) =>
          search(place.portal, agent, kind, ask, ask.member === undefined ? undefined : tokens.get(ask.member)),
        ),
      );
  agent.destroy();
  printSearches(place.on, rows);
}

async function measureKind(
  { portal, on, pool, databasePid }: Place,
  kind: Kind,
  { at, callers, list }: { at: number; callers: number; list: readonly Ask[] },
  ask: (ask: Ask) => Promise<void>,
): Promise<SearchRow> {
  const { floor } = kind;
  const [plain, same, ours] = [nothing(), nothing(), nothing()];
  const seconds = SECONDS / ROUNDS;
  const processes = { database: databasePid, server: portal.pid, isEmbedded: pool === undefined };
  for (const each of list.slice(-WARM_UP)) await ask(each);
  // In turns, so that other work on the machine hits both alike.
  for (let round = 0; round < ROUNDS; round++) {
    if (pool !== undefined && floor !== undefined) {
      const from = plain.times.length;
      const runPlain = async (each: Ask): Promise<void> => void (await pool.query(...floorStatement(each, ...floor, ownerNamed)));
      await play({ callers, list, from, seconds, processes: { database: databasePid } }, runPlain, plain);
      // The same questions, however few the plain statement has answered in its time.
      await play({ callers, list, from, most: plain.times.length - from, processes }, ask, same);
    }
    await play({ callers, list, from: ours.times.length, seconds, processes }, ask, ours);
  }
  const how = { part: 'catalogue', on: `${on}, ${callers} at once` };
  const limit = kind.limits?.p95[at];
  record({ ...how, name: `search ${kind.name}, median`, value: percentile(ours.times, 0.5), unit: 'ms' });
  const slowest = { ...how, name: `search ${kind.name}, 95 of 100`, value: percentile(ours.times, 0.95), unit: 'ms' } as const;
  record(limit === undefined ? slowest : { ...slowest, limit });
  record({ ...how, name: `search ${kind.name}`, value: perSecond(ours), unit: 'a second' });
  record({ ...how, name: `search ${kind.name}, processor time of database and server`, value: processorEach(ours), unit: 'ms' });
  const row: SearchRow = { name: kind.name, callers, ours, same, plain };
  if (plain.times.length === 0) return row;
  record({ ...how, name: `the plain statement, ${kind.name}, 95 of 100`, value: percentile(plain.times, 0.95), unit: 'ms' });
  record({ ...how, name: `the plain statement, ${kind.name}`, value: perSecond(plain), unit: 'a second' });
  record({ ...how, name: `the plain statement, ${kind.name}, processor time`, value: processorEach(plain), unit: 'ms' });
  const ratio = kind.limits?.ratio;
  const times = {
    ...how,
    name: `searches for one plain statement, ${kind.name}`,
    value: perSecond(same) / perSecond(plain),
    unit: 'times',
  } as const;
  record(ratio === undefined ? times : { ...times, least: ratio });
  record({
    ...how,
    name: `searches for the same processor time, ${kind.name}`,
    value: processorEach(plain) / processorEach(same),
    unit: 'times',
  });
  return row;
}

/** Asks without the work that a general client adds; the reply is read whole. */
function search(portal: StartedPortal, agent: Agent, kind: Kind, ask: Ask, token: string | undefined): Promise<void> {
  const params = new URLSearchParams({ f: 'json', ...kind.params(ask) });
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return new Promise((resolve, reject) => {
    get(`${portal.url}${kind.path}?${params}`, { agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        if (response.statusCode === 200 && !text.startsWith('{"error"')) resolve();
        else reject(new Error(`${params}: ${text.slice(0, 500)}`));
      });
    }).on('error', reject);
  });
}

/** A token of a member of the catalogue. */
async function tokenOf(portal: StartedPortal, username: string): Promise<string> {
  const body = new URLSearchParams({ f: 'json', username, password: ADMIN.password, client: 'requestip', expiration: '120' });
  const reply = (await (await fetch(`${portal.url}/sharing/rest/generateToken`, { method: 'POST', body })).json()) as { token: string };
  return reply.token;
}
