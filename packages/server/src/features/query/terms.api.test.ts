// Expressions in statistics, groups and order; the first features of each group; the jobs of a service.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { loadScene, type TestLayer } from '../../../testing/load-scene.ts';
import { processorMs } from '../../../testing/processor-time.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
let layer: TestLayer;
const { layerOf } = loadScene(() => t);
const TOWNS = [
  ['Ur', 'A', 5, '2020-01-01'],
  ['By', 'A', 9, '2020-03-01'],
  ['Oz', 'B', 7, '2021-01-01'],
  ['Ys', 'B', 1, '2021-05-01'],
  ['Ao', 'B', 8, '2021-06-01'],
];
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher', una: 'user' } });
  layer = await layerOf(`name,land,people,founded,lat,lon\n${TOWNS.map((row, i) => `${row.join(',')},${i},${i}`).join('\n')}\n`);
});
afterAll(() => t.close());

const ask = (params: object, operation = 'query'): Promise<AnyReply> =>
  t.as('petra').get(`${layer.path}/${operation}`, { where: '1=1', ...params } as never);
const rows = (reply: AnyReply): unknown[][] => reply.features.map((one: AnyReply) => Object.values(one.attributes));

describe('expressions', () => {
  it('are summed, and group and order the result', async () => {
    const sum = { statisticType: 'sum', onStatisticField: 'people * 2', outStatisticFieldName: 'twice' };
    const most = { statisticType: 'max', onStatisticField: "CONCAT(name, ', x')", outStatisticFieldName: 'last' };
    const groupByFieldsForStatistics = 'EXTRACT(YEAR FROM founded)';
    const reply = await ask({ outStatistics: [sum, most], groupByFieldsForStatistics, orderByFields: 'twice DESC' });
    expect(reply.fields.map((one: AnyReply) => [one.name, one.type])).toEqual([
      ['EXPR_1', 'esriFieldTypeDouble'],
      ['twice', 'esriFieldTypeDouble'],
      ['last', 'esriFieldTypeString'],
    ]);
    expect(rows(reply)).toEqual([
      [2021, 32, 'Ys, x'],
      [2020, 28, 'Ur, x'],
    ]);
    const mixed = await ask({ outStatistics: [sum], groupByFieldsForStatistics: "land, POSITION('s' IN name)", having: 'twice > 10' });
    expect(rows(mixed)).toEqual([
      ['A', 0, 28],
      ['B', 0, 30],
    ]);
  });

  it('join texts with numbers and moments, in conditions, columns, groups and statistics', async () => {
    const label = "CONCAT(name, ': ', people)";
    const ids = async (where: string): Promise<unknown> => (await ask({ where, returnIdsOnly: true })).objectIds;
    expect(await ids(`${label} = 'By: 9'`)).toEqual([2]);
    expect(await ids("CONCAT(people, land) IN ('5A', '8B')")).toEqual([1, 5]);
    expect(await ids("CONCAT('in ', founded) LIKE 'in 2021-0_-01%'")).toEqual([3, 4, 5]);
    expect(await ids("name || people || CONCAT(lat, '') = 'Oz72'")).toEqual([3]);
    const columns = await ask({ where: 'OBJECTID < 3', outFields: `${label} AS label,people / 2.0 || '' AS half`, returnGeometry: false });
    expect(rows(columns)).toEqual([['Ur: 5', '2.5'], ['By: 9', '4.5']]); // biome-ignore format: one line
    const last = { statisticType: 'max', onStatisticField: label, outStatisticFieldName: 'last' };
    const groups = await ask({ outStatistics: [last], groupByFieldsForStatistics: 'CONCAT(land, EXTRACT(YEAR FROM founded))' });
    expect(rows(groups)).toEqual([['A2020', 'Ur: 5'], ['B2021', 'Ys: 1']]); // biome-ignore format: one line
  });

  it('order what they group, in the words they were grouped by, as clients ask for histograms', async () => {
    const part = 'CASE WHEN (people < 5) THEN 1 WHEN ((people >= 5) AND (people < 13)) THEN 2 ELSE 0 END';
    const outStatistics = [{ statisticType: 'count', onStatisticField: '1', outStatisticFieldName: 'countOFExpr' }];
    const asked = { outStatistics, groupByFieldsForStatistics: part };
    const upwards = await ask({ ...asked, orderByFields: part.replaceAll(' ', '  '), outFields: '*', sqlFormat: 'standard' });
    const groups = rows(upwards).map(([group]) => group);
    expect(groups.length).toBeGreaterThan(1);
    expect(groups).toEqual([...groups].sort());
    expect(rows(await ask({ ...asked, orderByFields: `${part} DESC` }))).toEqual(rows(upwards).reverse());
    const distinct = { outFields: 'MOD(people, 3)', returnDistinctValues: true, returnGeometry: false };
    const values = rows(await ask({ ...distinct, orderByFields: 'MOD(people, 3)' }));
    expect(rows(await ask({ ...distinct, orderByFields: 'mod(people,3) desc' }))).toEqual(values.reverse());
    const other = await ask({ ...asked, orderByFields: 'people * 7' });
    expect(other.error.details[0]).toContain("no column 'people * 7'");
  });

  it('give statistics and distinct values in protocol buffers too', async () => {
    const outStatistics = [{ statisticType: 'min', onStatisticField: 'name', outStatisticFieldName: 'first_name' }];
    for (const [params, words] of [
      [{ outStatistics, groupByFieldsForStatistics: 'land' }, ['land', 'first_name', 'By', 'Ao']],
      [{ outFields: 'land', returnDistinctValues: true }, ['land', 'A', 'B']],
    ] as const) {
      const reply = await t.as('petra').raw('GET', `${layer.path}/query`, { where: '1=1', f: 'pbf', ...params } as never);
      expect(reply.headers['content-type']).toBe('application/x-protobuf');
      for (const word of words) expect(reply.rawPayload.includes(word)).toBe(true);
      expect(reply.rawPayload.includes('Ur')).toBe(false);
    }
  });

  it('order features', async () => {
    const reply = await ask({ outFields: 'name', orderByFields: 'MOD(people, 2) DESC, SUBSTRING(name, 2, 1)' });
    expect(rows(reply).flat()).toEqual(['Ur', 'Ys', 'By', 'Oz', 'Ao']);
    expect((await t.as('petra').get(layer.path)).advancedQueryCapabilities.supportsSqlExpression).toBe(true);
  });

  it('order what they make, by their text or by their name', async () => {
    const size = "CASE WHEN people > 6 THEN 'large' ELSE 'small' END";
    const count = { statisticType: 'count', onStatisticField: size, outStatisticFieldName: 'towns' };
    const orderByFields = "case when people > 6 then 'large'  else 'small' end desc";
    const grouped = await ask({ outStatistics: [count], groupByFieldsForStatistics: size, orderByFields });
    expect(rows(grouped)).toEqual([
      ['small', 2],
      ['large', 3],
    ]);
    const distinct = { returnDistinctValues: true, outFields: `${size} AS size, land` };
    const sorted = [
      ['small', 'A'],
      ['small', 'B'],
      ['large', 'A'],
      ['large', 'B'],
    ];
    for (const order of ['SIZE DESC, land', `${size} DESC`]) expect(rows(await ask({ ...distinct, orderByFields: order }))).toEqual(sorted);
    const twice = await ask({
      outFields: 'people * 2 AS twice, land AS country',
      orderByFields: 'country, twice DESC',
      resultRecordCount: 3,
    });
    expect(rows(twice)).toEqual([
      [18, 'A'],
      [10, 'A'],
      [16, 'B'],
    ]);
    const other = await ask({ outStatistics: [count], groupByFieldsForStatistics: size, orderByFields: 'people + 1' });
    expect(other.error.details[0]).toBe("'orderByFields' parameter is invalid: the statistics have no column 'people + 1'");
  });

  it.each([
    ['onStatisticField', { outStatistics: [{ statisticType: 'sum', onStatisticField: 'name; drop table x' }] }],
    ['a sum of texts', { outStatistics: [{ statisticType: 'sum', onStatisticField: 'UPPER(name)' }] }],
    ['groups', { outStatistics: [{ statisticType: 'count', onStatisticField: 'name' }], groupByFieldsForStatistics: 'pg_sleep(1)' }],
    ['order', { orderByFields: '(select 1)' }],
    ['an unknown field', { orderByFields: 'nothing + 1' }],
  ])('are refused when they are none: %s', async (_, params) => {
    expect((await ask(params)).error.code).toBe(400);
  });

  it('are refused soon where they are many, or hold nothing but long gaps', async () => {
    const send = (params: object): Promise<AnyReply> => t.as('petra').post(`${layer.path}/query`, { where: '1=1', ...params } as never);
    const begin = processorMs();
    const order = await send({ orderByFields: `a${' '.repeat(150_000)}b` });
    const groups = await send({
      outStatistics: [{ statisticType: 'count', onStatisticField: 'OBJECTID' }],
      groupByFieldsForStatistics: Array.from({ length: 1_000 }, (_, i) => `OBJECTID + ${i}`).join(','),
    });
    expect([order.error?.code, groups.error?.code]).toEqual([400, 400]);
    expect(processorMs() - begin).toBeLessThan(3_000);
  });
});

describe('the first features of each group', () => {
  const topFilter = { groupByFields: 'land', topCount: 1, orderByFields: 'people DESC' };

  it('are found, in every format', async () => {
    const reply = await ask({ topFilter, outFields: 'name', orderByFields: 'name' }, 'queryTopFeatures');
    expect(rows(reply)).toEqual([['Ao'], ['By']]);
    const two = { ...topFilter, topCount: 2, orderByFields: 'people' };
    expect(await ask({ topFilter: two, returnCountOnly: true }, 'queryTopFeatures')).toEqual({ count: 4 });
    const some = await ask({ topFilter, where: 'people < 8', f: 'geojson' }, 'queryTopFeatures');
    expect(some.features.map((one: AnyReply) => one.properties.name)).toEqual(['Ur', 'Oz']);
    expect((await ask({ topFilter, where: 'people > 99' }, 'queryTopFeatures')).features).toEqual([]);
    expect((await t.as('petra').get(layer.path)).advancedQueryCapabilities.supportsTopFeaturesQuery).toBe(true);
  });

  it('need groups, a number and an order', async () => {
    for (const wrong of [
      { ...topFilter, topCount: 0 },
      { ...topFilter, groupByFields: '' },
      { topCount: 1 },
      { ...topFilter, groupByFields: 'no' },
    ])
      expect((await ask({ topFilter: wrong }, 'queryTopFeatures')).error.code).toBe(400);
  });
});

describe('the state of a service', () => {
  it('tells its administrators of its jobs', async () => {
    const admin = layer.admin.replace(/\/0$/, '');
    const status = await t.as('petra').get(`${admin}/status`);
    expect(status).toMatchObject({ configuredState: 'STARTED', realTimeState: 'STARTED' });
    expect(status.jobs[0]).toMatchObject({ operation: 'publish-features', status: 'Completed', done: 5 });
    expect(await t.as('petra').get(`${admin}/jobs/${status.jobs[0].jobId}`)).toEqual(status.jobs[0]);
    expect((await t.as('petra').get(`${admin}/jobs/${'0'.repeat(32)}`)).error.code).toBe(400);
    await t.as('petra').post(`${layer.path}/append`, { edits: { features: [] } });
    expect((await t.as('una').get(`${admin}/status`)).error.code).toBe(403);
  });
});
