// What tells who calls and what they see may stand for a moment, so it has to read nothing but tables that are held meanwhile.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';
import type { LookupStatement } from '../platform/db/lookups.ts';

let t: TestPortal;
let path: string;
let view: string;

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher', una: 'user', vera: 'admin' } });
  const petra = t.as('petra');
  const text = 'name,lat,lon\nBasel,47.56,7.59\n';
  const publishParameters = { name: 'standing' };
  const reply = await petra.post(`content/users/${petra.username}/publish`, { text, fileType: 'csv', publishParameters });
  path = new URL(reply.services[0].serviceurl).pathname;
  await t.runJobs();
  await petra.post(`content/items/${reply.services[0].serviceItemId}/share`, { everyone: true });
  const made = await petra.post(`content/users/${petra.username}/createService`, {
    createParameters: { name: 'standing_view' },
    isView: true,
    outputType: 'featureService',
  });
  view = new URL(made.encodedServiceURL ?? made.serviceurl).pathname;
});
afterAll(() => t.close());

it('reads only tables that are held still', async () => {
  const asked = new Map<string, LookupStatement>();
  const { lookups } = t.portal.database;
  const ask = lookups.ask.bind(lookups);
  vi.spyOn(lookups, 'ask').mockImplementation((statement) => {
    if (statement.stands) asked.set(statement.text, statement);
    return ask(statement);
  });
  for (const address of [path, view]) {
    for (const who of [t.stranger, t.as('una'), t.as('petra'), t.as('vera')]) await who.get(`${address}/0`);
  }
  vi.restoreAllMocks();
  // The caller behind a token, and the sight of visitors, members and administrators.
  expect(asked.size).toBeGreaterThanOrEqual(3);

  const client = await t.portal.database.pool.connect();
  const locked = async (mode: string): Promise<string[]> => {
    const { rows } = await client.query<{ name: string }>(
      `select c.relname::text as name from pg_locks l join pg_class c on c.oid = l.relation
        where l.pid = pg_backend_pid() and l.mode = $1 and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`,
      [mode],
    );
    return rows.map(({ name }) => name);
  };
  try {
    await client.query('begin');
    expect((await client.query<{ held: boolean }>('select hold_still() as held')).rows).toEqual([{ held: true }]);
    const held = await locked('ShareLock');
    await client.query('rollback');
    const read = new Set<string>();
    for (const { text, values } of asked.values()) {
      // Nothing that moves by itself.
      expect(text).not.toMatch(/\bnow\(|current_|clock_timestamp|random\(|nextval/i);
      await client.query('begin');
      await client.query(text, [...values]);
      for (const name of await locked('AccessShareLock')) read.add(name);
      await client.query('rollback');
    }
    expect([...read].sort()).toEqual(expect.arrayContaining(['account', 'feature_edits', 'feature_layer', 'feature_service', 'item']));
    expect([...read].filter((name) => !held.includes(name))).toEqual([]);
  } finally {
    client.release();
  }
});
