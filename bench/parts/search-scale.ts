// Searching a large catalogue, beside the plain statement on the same rows in the same run.
import pg from 'pg';
import { seededRandom } from '../../packages/server/testing/crash/seeded-random.ts';
import { startPostgresServer } from '../../packages/server/testing/postgres-server.ts';
import { type StartedPortal, startPortal } from '../../packages/server/testing/started-portal.ts';
import { OWNERS, ownerNamed, PLACES, pickPlace, pickSubject, pickType, SUBJECTS, typeNamed } from '../catalogue.ts';
import { loadCatalogue } from '../load-catalogue.ts';
import { percentile, record } from '../measure.ts';
import { ADMIN } from '../portal.ts';
import { type Ask, floorStatement, makeFloor } from './search-floor.ts';

const SETTINGS = ['shared_buffers=2GB', 'effective_cache_size=8GB', 'work_mem=32MB', 'random_page_cost=1.1', 'max_wal_size=8GB'];
/** Members who ask; a few, because each needs a token. */
const MEMBERS = 40;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 6);
const CALLERS = [1, 16] as const;

interface Limits {
  p95: readonly [number, number];
  /** Times the throughput of the plain statement. */
  ratio?: number;
}

interface Kind {
  name: string;
  path: string;
  params: (ask: Ask) => Record<string, string>;
  floor?: ['relevance' | 'modified', number];
  limits?: Limits;
}

const words = (ask: Ask): string => ask.q + (ask.type === undefined ? '' : ` AND type:"${ask.type}"`);
const newest = { sortField: 'modified', sortOrder: 'desc' };
const find = '/sharing/rest/search';

function kinds(limits: Limits): Kind[] {
  return [
    { name: 'by relevance, page 1', path: find, params: (ask) => ({ q: words(ask) }), floor: ['relevance', 0], limits },
    { name: 'by relevance, page 10', path: find, params: (ask) => ({ q: words(ask), start: '91' }), floor: ['relevance', 90], limits },
    { name: 'by modified, page 1', path: find, params: (ask) => ({ q: words(ask), ...newest }), floor: ['modified', 0], limits },
    {
      name: 'by modified, page 10',
      path: find,
      params: (ask) => ({ q: words(ask), ...newest, start: '91' }),
      floor: ['modified', 90],
      limits,
    },
    {
      name: 'with three facets',
      path: find,
      params: (ask) => ({ q: words(ask), countFields: 'type,access,tags' }),
      limits: { p95: limits.p95 },
    },
    {
      name: 'with five filters',
      path: find,
      params: (ask) => ({
        q: `${ask.q} AND type:"${ask.type ?? 'Web Map'}" AND access:public AND modified:[1600000000000 TO *] AND numviews:[5 TO *]`,
        bbox: '-100,-40,60,60',
      }),
      limits: { p95: [150, 400] },
    },
    { name: 'with a misspelt word', path: find, params: ({ q }) => ({ q: q.replace(/(.)(.)(?=.{2}( |$))/, '$2$1') }) },
    {
      name: 'suggestions',
      path: `${find}/suggest`,
      params: ({ q }) => ({ text: q.slice(0, Math.max(2, q.length - 2)) }),
      limits: { p95: [60, 250] },
    },
  ];
}

/** Words as people ask: a subject, with a place, with another subject, a place; a quarter within a type, three of ten strangers. */
function asks(count: number): Ask[] {
  const random = seededRandom(501);
  const subject = (): string => SUBJECTS[pickSubject(random)] ?? '';
  const place = (): string => (PLACES[pickPlace(random) % 3_000] ?? '').toLowerCase();
  return Array.from({ length: count }, () => {
    const kind = random.next();
    const q = kind < 0.35 ? subject() : kind < 0.65 ? `${subject()} ${place()}` : kind < 0.85 ? `${subject()} ${subject()}` : place();
    return {
      q,
      type: random.next() < 0.25 ? typeNamed(pickType(random) % 20) : undefined,
      member: random.next() < 0.7 ? random.integer(0, MEMBERS - 1) * Math.floor(OWNERS / MEMBERS) : undefined,
    };
  });
}

interface Measured {
  perSecond: number;
  p50: number;
  p95: number;
}

/** Plays the list in order with several callers at once for a few seconds. */
async function play(callers: number, list: readonly Ask[], run: (ask: Ask) => Promise<void>): Promise<Measured> {
  const times: number[] = [];
  let next = 0;
  for (const ask of list.slice(-5)) await run(ask);
  const began = performance.now();
  const end = began + SECONDS * 1_000;
  const caller = async (): Promise<void> => {
    while (performance.now() < end) {
      const ask = list[next++ % list.length];
      if (ask === undefined) return;
      const start = performance.now();
      await run(ask);
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return { perSecond: (times.length * 1_000) / (performance.now() - began), p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
}

/** Measures searches among `count` items on PostgreSQL. */
export async function measureSearchAtScale(count: number): Promise<void> {
  const server = await startPostgresServer({ settings: SETTINGS });
  const portal = await startPortal({ admin: ADMIN, databaseUrl: await server.createDatabase('bench_search') });
  const connection = { ...server.connection, database: 'bench_search' };
  const pool = new pg.Pool({ ...connection, max: 16, statement_timeout: 60_000 });
  try {
    const began = performance.now();
    await loadCatalogue(connection, count);
    const on = `${count.toLocaleString('en')} items`;
    record({ part: 'search-scale', name: 'loading the catalogue', value: (performance.now() - began) / 1_000, unit: 's', on });
    const client = new pg.Client(connection);
    await client.connect();
    await makeFloor(client);
    // Members of the catalogue sign in with the administrator's password.
    await client.query('update account set password_hash = (select password_hash from account where username = $1)', [ADMIN.username]);
    await client.end();
    await measureAll(portal, pool, on, count >= 1_000_000 ? { p95: [100, 250], ratio: 5 } : { p95: [40, 250] });
  } finally {
    await pool.end();
    await portal.stop();
    await server.stop();
  }
}

async function measureAll(portal: StartedPortal, pool: pg.Pool, on: string, limits: Limits): Promise<void> {
  const tokens = new Map<number, string>();
  const list = asks(400);
  for (const { member } of list)
    if (member !== undefined && !tokens.has(member)) tokens.set(member, await tokenOf(portal, ownerNamed(member)));
  for (const kind of kinds(limits)) {
    for (const [at, callers] of CALLERS.entries()) {
      const how = { part: 'search-scale', on: `${on}, ${callers} at once` };
      const { floor } = kind;
      const plain =
        floor === undefined
          ? undefined
          : await play(callers, list, async (ask) => {
              const [text, values] = floorStatement(ask, ...floor, ownerNamed);
              await pool.query(text, values);
            });
      const ours = await play(callers, list, (ask) =>
        search(portal, kind, ask, ask.member === undefined ? undefined : tokens.get(ask.member)),
      );
      const limit = kind.limits?.p95[at];
      record({ ...how, name: `search ${kind.name}, median`, value: ours.p50, unit: 'ms' });
      record({ ...how, name: `search ${kind.name}, 95 of 100`, value: ours.p95, unit: 'ms', ...(limit === undefined ? {} : { limit }) });
      record({ ...how, name: `search ${kind.name}, searches per second`, value: ours.perSecond, unit: '' });
      if (plain === undefined) continue;
      record({ ...how, name: `the plain statement, ${kind.name}, 95 of 100`, value: plain.p95, unit: 'ms' });
      record({ ...how, name: `the plain statement, ${kind.name}, searches per second`, value: plain.perSecond, unit: '' });
      const ratio = kind.limits?.ratio;
      record({
        ...how,
        name: `time of a search as a share of the plain statement's, ${kind.name}`,
        value: plain.perSecond / ours.perSecond,
        unit: '',
        ...(ratio === undefined ? {} : { limit: 1 / ratio }),
      });
    }
  }
}

async function search(portal: StartedPortal, kind: Kind, ask: Ask, token: string | undefined): Promise<void> {
  const params = new URLSearchParams({ f: 'json', ...kind.params(ask) });
  const response = await fetch(
    `${portal.url}${kind.path}?${params}`,
    token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } },
  );
  const reply = (await response.json()) as { error?: unknown };
  if (reply.error !== undefined) throw new Error(`${params}: ${JSON.stringify(reply.error)}`);
}

async function tokenOf(portal: StartedPortal, username: string): Promise<string> {
  const body = new URLSearchParams({ f: 'json', username, password: ADMIN.password, client: 'requestip', expiration: '120' });
  const reply = (await (await fetch(`${portal.url}/sharing/rest/generateToken`, { method: 'POST', body })).json()) as { token: string };
  return reply.token;
}
