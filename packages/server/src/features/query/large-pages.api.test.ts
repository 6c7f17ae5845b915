// Replies that would be too large, and callers who do not wait for theirs.
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
let layer: string;
let table: string;

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
  const petra = t.as('petra');
  const rows = Array.from({ length: 72 }, (_, i) => `row ${i + 1},${i / 10},${i / 10}`);
  const params = { fileType: 'csv', publishParameters: { name: 'heavy' }, text: `name,lat,lon\n${rows.join('\n')}\n` };
  const reply = await petra.upload(`content/users/${petra.username}/publish`, params, {});
  await t.runJobs();
  layer = `${new URL(reply.services[0].serviceurl).pathname}/0`;
  const { table_name, fields } = await t.portal.db
    .selectFrom('feature_layer')
    .select(['table_name', 'fields'])
    .where('item_id', '=', reply.services[0].serviceItemId)
    .executeTakeFirstOrThrow();
  table = table_name;
  const column = fields.find((field) => field.name === 'name')?.column;
  await t.portal.database.pool.query(`update hosted."${table}" set "${column}" = repeat('x', 1000000)`);
});
afterAll(() => t.close());

/** Object ids of all pages, as clients gather them that go on where a page ended. */
async function allPages(params: object): Promise<{ ids: number[]; pages: number }> {
  const ids: number[] = [];
  for (let pages = 1; ; pages++) {
    const reply: AnyReply = await t.as('petra').get(`${layer}/query`, { where: '1=1', ...params, resultOffset: ids.length });
    ids.push(...reply.features.map((one: AnyReply) => one.id ?? one.attributes.OBJECTID));
    if (!reply.exceededTransferLimit) return { ids, pages };
  }
}

describe('pages of large features', () => {
  const all = Array.from({ length: 72 }, (_, i) => i + 1);

  it('end at the most bytes of a reply and say that more follow', async () => {
    expect(await allPages({ f: 'geojson', outFields: '*' })).toEqual({ ids: all, pages: 2 });
  });

  it('do so also where features are made one by one', async () => {
    const quantizationParameters = { extent: { xmin: 0, ymin: 0, xmax: 1, ymax: 1 }, tolerance: 1, mode: 'view' };
    expect(await allPages({ outFields: '*', quantizationParameters })).toEqual({ ids: all, pages: 2 });
  });

  it('hold every feature when they are small enough', async () => {
    expect(await allPages({ outFields: 'OBJECTID' })).toEqual({ ids: all, pages: 1 });
  });
});

// The embedded database has one session: nothing can look at a statement that waits for another.
describe.runIf(process.env.GRATICULE_TEST_ENGINE !== 'embedded')('a caller who goes away', () => {
  it.each(['count', 'features'])('takes the statement of a query with them: %s', async (what) => {
    if (!t.app.server.listening) await t.app.listen({ port: 0, host: '127.0.0.1' });
    const { pool } = t.portal.database;
    const holder = await pool.connect();
    await holder.query('begin');
    await holder.query(`lock table hosted."${table}" in access exclusive mode`);
    const leaving = new AbortController();
    const { port } = t.app.server.address() as AddressInfo;
    const token = t.as('petra').token ?? '';
    const asked = fetch(`http://127.0.0.1:${port}${layer}/query?where=name%3D'x'&returnCountOnly=${what === 'count'}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: leaving.signal,
    }).catch((error: Error) => error.name);
    // On another connection: within a transaction the view never changes.
    const waiting = async (): Promise<number> => {
      const found = await pool.query(
        "select count(*)::integer as n from pg_stat_activity where wait_event_type = 'Lock' and query like '%hosted%' and datname = current_database()",
      );
      return found.rows[0].n;
    };
    await expect.poll(waiting, { timeout: 30_000 }).toBe(1);
    leaving.abort();
    expect(await asked).toBe('AbortError');
    await expect.poll(waiting, { timeout: 30_000 }).toBe(0);
    await holder.query('rollback');
    holder.release();
  });
});
