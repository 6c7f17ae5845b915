// What one small request costs: processor time of server and database, and statements. On PostgreSQL.
import pg from 'pg';
import { processorMs, record } from '../measure.ts';
import { hasWrk, play } from '../peers/wrk.ts';
import { ADMIN, type Bench } from '../portal.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const CALLERS = [1, 16] as const;
/** The database tells its counters with a delay of up to a second. */
const COUNTERS_MS = 1_100;
/** Processor time of the server for each small request. */
const MOST_MS = 1.5;

/** Measures the requests that a map or a page makes all the time. */
export async function measureRequests(bench: Bench, layer: { itemId: string; url: string }): Promise<void> {
  const { databaseUrl, databasePid, portal, token } = bench;
  if (databaseUrl === undefined || databasePid === undefined) return;
  if (!(await hasWrk())) {
    console.log('  The cost of requests is measured with wrk, which is not installed.');
    return;
  }
  await bench.call(`sharing/rest/content/users/${ADMIN.username}/items/${layer.itemId}/share`, { everyone: true });
  const path = new URL(layer.url).pathname;
  const box = 'geometry=5,45,6,46&geometryType=esriGeometryEnvelope&inSR=4326&returnCountOnly=true';
  const requests = {
    'a cached tile': `${path}/0/tiles/3/2/4.pbf`,
    'a cached tile, with a token': `${path}/0/tiles/3/2/4.pbf?token=${token}`,
    'the portal, with a token': `/sharing/rest/portals/self?f=json&token=${token}`,
    'an item, with a token': `/sharing/rest/content/items/${layer.itemId}?f=json&token=${token}`,
    'a search, with a token': `/sharing/rest/search?q=points&f=json&token=${token}`,
    'a count, with a token': `${path}/0/query?where=1%3D1&f=json&${box}&token=${token}`,
  };
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const statements = async (): Promise<number> => {
    await new Promise((resolve) => setTimeout(resolve, COUNTERS_MS));
    const { rows } = await client.query('select xact_commit::float8 as n from pg_stat_database where datname = current_database()');
    return rows[0].n;
  };
  try {
    for (const [name, address] of Object.entries(requests)) {
      for (const callers of CALLERS) {
        const list = [{ path: address }];
        await play(portal.url, list, { callers: 16, seconds: 2 });
        const before = await statements();
        const [server, database] = [processorMs([portal.pid]), processorMs([databasePid])];
        const run = await play(portal.url, list, { callers, seconds: SECONDS });
        const [ours, theirs] = [processorMs([portal.pid]) - server, processorMs([databasePid]) - database];
        const answers = run.perSecond * SECONDS;
        const made = ((await statements()) - before) / answers;
        const errors = run.errors > 0 ? `, ${run.errors} ERRORS` : '';
        const what = `${name}, ${callers} at once: ${run.perSecond.toFixed(0)} a second, p50 ${run.p50Ms.toFixed(1)} ms, ${made.toFixed(2)} statements, database ${(theirs / answers).toFixed(2)} ms`;
        record({
          part: 'requests',
          name: `${what}${errors}; processor time of the server`,
          value: ours / answers,
          unit: 'ms',
          limit: MOST_MS,
        });
      }
    }
  } finally {
    await client.end();
  }
}
