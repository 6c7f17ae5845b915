// Statistics in a part of a layer are added up by a table of hashes, without putting all rows in order first.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

const isEmbedded = process.env.GRATICULE_TEST_ENGINE === 'embedded';
const KINDS = ['well', 'école', 'market', null, 'Zoo', ''] as const;

let t: TestPortal;
let layer: string;

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
  const petra = t.as('petra');
  const rows = Array.from({ length: 600 }, (_, i) => `${KINDS[i % KINDS.length] ?? ''},${i},${(i % 60) / 2},${(i % 20) / 2}`);
  const params = { fileType: 'csv', publishParameters: { name: 'kinds' }, text: `kind,value,lat,lon\n${rows.join('\n')}\n` };
  const reply = await petra.upload(`content/users/${petra.username}/publish`, params, {});
  await t.runJobs();
  layer = `${new URL(reply.services[0].serviceurl).pathname}/0`;
});
afterAll(() => t.close());

const inPart = { geometry: '0,0,3,6', geometryType: 'esriGeometryEnvelope', inSR: 4326 };
const asked = {
  ...inPart,
  groupByFieldsForStatistics: 'kind',
  outStatistics: [{ statisticType: 'sum', onStatisticField: 'value', outStatisticFieldName: 'total' }],
};

it('gives the groups of a part as those of the same rows found otherwise, in order and by pages', async () => {
  const petra = t.as('petra');
  // With ids named the question is planned for its values, and adds up what it has put in order.
  const { objectIds } = await petra.get(`${layer}/query`, { ...inPart, returnIdsOnly: true });
  expect(objectIds.length).toBeGreaterThan(20);
  const others: Record<string, string | number>[] = [
    {},
    { orderByFields: 'total DESC' },
    { resultRecordCount: 2 },
    { resultRecordCount: 2, resultOffset: 1 },
    { having: 'SUM(value) > 2000' },
  ];
  for (const more of others) {
    const found = await petra.get(`${layer}/query`, { ...asked, ...more });
    expect(found.features.length).toBeGreaterThan(0);
    expect(found).toEqual(await petra.get(`${layer}/query`, { ...asked, ...more, objectIds: objectIds.join(',') }));
  }
});

it.skipIf(isEmbedded)('plans them with a table of hashes', async () => {
  const petra = t.as('petra');
  for (let i = 0; i < 5; i++) await petra.get(`${layer}/query`, asked);
  const client = await t.portal.database.kept.connect();
  try {
    const { rows } = await client.query(`select name from pg_prepared_statements where statement like '%sum(%group by%'`);
    const [{ name }] = rows;
    const plan = await client.query(`explain (costs off) execute "${name}" (0, 0, 300000, 600000, 2001)`);
    const text = plan.rows.map((row: { 'QUERY PLAN': string }) => row['QUERY PLAN']).join('\n');
    expect(text).toMatch(/HashAggregate/);
    expect(text).not.toMatch(/GroupAggregate/);
  } finally {
    client.release();
  }
});
