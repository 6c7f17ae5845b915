// What statistics are called, and conditions on groups.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { loadScene, type TestLayer } from '../../../testing/load-scene.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

const LONG = 'n'.repeat(64);
const ID = (digit: string): string => `{${digit.repeat(8)}-0000-4000-8000-00000000000a}`;
let t: TestPortal;
let layer: TestLayer;
/** A layer with fields that files do not bring. */
let typed: string;
const { layerOf } = loadScene(() => t);

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
  layer = await layerOf('name,land,Höhe,built,lat,lon\nUr,A,5,2020-01-01,0,0\nBy,A,9,2020-03-01,1,1\nOz,B,7,2021-01-01,2,2\n');
  const petra = t.as('petra');
  const made = await petra.post(`content/users/${petra.username}/createService`, { createParameters: { name: 'Typed' } });
  const service = new URL(made.serviceurl).pathname;
  const fields = [
    { name: 'land', type: 'esriFieldTypeString' },
    { name: LONG, type: 'esriFieldTypeInteger' },
    { name: 'ref', type: 'esriFieldTypeGUID' },
    { name: 'seen', type: 'esriFieldTypeTimestampOffset' },
    { name: 'opens', type: 'esriFieldTypeTimeOnly' },
  ];
  const definition = { tables: [{ name: 'typed', fields }] };
  await petra.post(`${service.replace('/rest/services/', '/rest/admin/services/')}/addToDefinition`, { addToDefinition: definition });
  typed = `${service}/0`;
  const rows: [string, string, string, string][] = [
    ['A', ID('c'), '2020-01-01T10:00:00+02:00', '08:00:00'],
    ['A', ID('B'), '2020-01-01T09:00:00Z', '10:00:00'],
    ['B', ID('a'), '2020-01-01T09:30:00Z', '09:00:00'],
  ];
  const features = rows.map(([land, ref, seen, opens], at) => ({ attributes: { land, [LONG]: at, ref, seen, opens } }));
  const { addResults } = await petra.post(`${typed}/addFeatures`, { features });
  expect(addResults.every((one: AnyReply) => one.success)).toBe(true);
});
afterAll(() => t.close());

const ask = (outStatistics: object[], more: object = {}, path = layer.path): Promise<AnyReply> =>
  t.as('petra').get(`${path}/query`, { where: '1=1', outStatistics, ...more } as never);
const most = (onStatisticField: string, outStatisticFieldName?: string): object => ({
  statisticType: 'max',
  onStatisticField,
  ...(outStatisticFieldName === undefined ? {} : { outStatisticFieldName }),
});

describe('a statistic', () => {
  it('without a name has that of its kind and its field, in any script and of any length', async () => {
    const reply = await ask([most('Höhe')], { orderByFields: 'MAX_Höhe DESC', having: 'MAX_Höhe > 1' });
    expect(reply.features).toEqual([{ attributes: { MAX_Höhe: 9 } }]);
    expect((await ask([most('Höhe', '')])).features).toEqual(reply.features);
    const long = { statisticType: 'percentile_cont', onStatisticField: LONG };
    expect((await ask([long], {}, typed)).features).toEqual([{ attributes: { [`PERCENTILE_CONT_${LONG}`]: 1 } }]);
  });

  it.each(['größte', '最大', 'कीमत', '2020_most', '_', 'x'.repeat(128), '__proto__'])('may be called %s', async (name) => {
    const reply = await ask([most('Höhe', name)], { orderByFields: `${name} DESC` });
    expect(reply.fields.map((one: AnyReply) => one.name)).toEqual([name]);
    expect(Object.entries(reply.features[0].attributes)).toEqual([[name, 9]]);
  });

  it.each([' ', 'a b', 'a"', 'a;b', 'a-b', 'x'.repeat(129), 7])('may not be called %j', async (name) => {
    const { error } = await ask([most('Höhe', name as string)]);
    expect(error).toMatchObject({
      code: 400,
      details: [expect.stringContaining("'outStatisticFieldName' parameter is invalid"), expect.stringMatching(/^Use /)],
    });
  });

  it('keeps the whole of its name beside one that begins alike', async () => {
    const [one, other] = [`${'ä'.repeat(70)}1`, `${'ä'.repeat(70)}2`];
    const reply = await ask([most('Höhe', one), most('lat', other)], {
      groupByFieldsForStatistics: 'land',
      orderByFields: `${other} DESC`,
    });
    expect(reply.features.map(({ attributes }: AnyReply) => [attributes[one], attributes[other]])).toEqual([
      [7, 2],
      [9, 1],
    ]);
  });

  it('has a name of its own, which is told where it is not so', async () => {
    for (const [statistics, more] of [
      [[most('Höhe', 'M'), most('lat', 'm')], {}],
      [[most('Höhe'), most('Höhe')], {}],
      [[most('Höhe', 'LAND')], { groupByFieldsForStatistics: 'land' }],
    ] as const)
      expect((await ask([...statistics], more)).error).toMatchObject({
        code: 400,
        details: [expect.stringMatching(/outStatisticFieldName.*'(m|MAX_Höhe|LAND)' is used again/), expect.stringMatching(/^Give /)],
      });
    expect((await ask([most('Höhe', 'M')], { groupByFieldsForStatistics: 'land,land' })).error).toBeUndefined();
  });
});

describe('the least and the greatest', () => {
  it('id is written as ids of features are', async () => {
    const { features } = await t.as('petra').get(`${layer.path}/query`, { where: '1=1', outFields: 'GlobalID', returnGeometry: false });
    const ids = features.map((one: AnyReply) => one.attributes.GlobalID).sort();
    const types = ['min', 'max', 'percentile_disc'];
    const reply = await ask(
      types.map((statisticType) => ({ statisticType, onStatisticField: 'GlobalID', outStatisticFieldName: statisticType })),
    );
    expect(reply.features).toEqual([{ attributes: { min: ids[0], max: ids[2], percentile_disc: ids[1] } }]);
  });

  it('moment with an offset is the earliest and the latest one, as it was written', async () => {
    const statistics = [['min'], ['max'], ['percentile_disc', 'DESC']].map(([statisticType, orderBy]) => ({
      statisticType,
      onStatisticField: 'seen',
      outStatisticFieldName: statisticType,
      statisticParameters: { value: 0.4, orderBy },
    }));
    const [min, max] = ['2020-01-01T10:00:00+02:00', '2020-01-01T09:30:00+00:00'];
    const middle = '2020-01-01T09:00:00+00:00';
    expect((await ask(statistics, {}, typed)).features).toEqual([{ attributes: { min, max, percentile_disc: middle } }]);
    const groups = await ask(statistics, { groupByFieldsForStatistics: 'land', orderByFields: 'min DESC' }, typed);
    expect(groups.features.map((one: AnyReply) => [one.attributes.land, one.attributes.min])).toEqual([['B', max], ['A', min]]); // biome-ignore format: one line
  });
});

describe('a condition on groups', () => {
  const lands = async (having: string, path = layer.path): Promise<unknown> => {
    const statistics = [{ statisticType: 'max', onStatisticField: path === typed ? LONG : 'Höhe', outStatisticFieldName: 'most' }];
    const { features, error } = await ask(statistics, { groupByFieldsForStatistics: 'land', having }, path);
    return error?.details ?? features.map((one: AnyReply) => one.attributes.land).join('');
  };

  it.each([
    ['COUNT(*) > 1', 'A'],
    ['count( * ) = 1', 'B'],
    ['COUNT(*) + COUNT(Höhe) = 4 AND most = 9', 'A'],
    ["MAX(built) < DATE '2020-12-31'", 'A'],
    ["MIN(built) BETWEEN TIMESTAMP '2020-12-31 00:00:00' AND CURRENT_TIMESTAMP", 'B'],
    ['EXTRACT(YEAR FROM MAX(built)) = 2020', 'A'],
    ["MIN(name) = 'By'", 'A'],
    ["UPPER(MAX(name)) LIKE 'O%'", 'B'],
    ['MAX(Höhe) - MIN(Höhe) = 4', 'A'],
    ['MIN(GlobalID) <= MAX(GlobalID)', 'AB'],
    ['MAX(NULL) IS NULL', 'AB'],
  ])('%s', async (having, expected) => expect(await lands(having)).toBe(expected));

  it.each([
    ["MIN(opens) < TIME '09:00:00'", 'A'],
    // The earlier of two moments is not the lesser of two texts.
    ["MIN(seen) = TIMESTAMP '2020-01-01 08:00:00'", 'A'],
    // Ids are the same with braces or without, in capitals or not.
    [`MIN(ref) = '${ID('b').slice(1, -1)}'`, 'A'],
    [`MAX(ref) = '${ID('A')}'`, 'B'],
  ])('%s', async (having, expected) => expect(await lands(having, typed)).toBe(expected));

  const byName = async (statistic: object, having: string, path = layer.path): Promise<unknown> => {
    const outStatistics = [{ outStatisticFieldName: 'm', ...statistic }];
    const { features, error } = await ask(outStatistics, { groupByFieldsForStatistics: 'land', having, orderByFields: 'land' }, path);
    return error?.details ?? features.map((one: AnyReply) => one.attributes.land).join('');
  };

  it.each([
    ['percentile_disc', 'built', "m < DATE '2020-12-31'", 'A'],
    ['percentile_disc', 'built', 'EXTRACT(YEAR FROM m) = 2021', 'B'],
    ['percentile_disc', 'name', "m = 'Oz'", 'B'],
    ['percentile_disc', 'Höhe', 'm > 5 AND m < 9', 'B'],
    ['min', 'GlobalID', "m > '{00000000-0000-0000-0000-000000000000}'", 'AB'],
    ['max', 'GlobalID', 'm IS NULL', ''],
    ['percentile_disc', 'GlobalID', "m < 'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF'", 'AB'],
  ])('names a statistic of a value: %s of %s, %s', async (statisticType, onStatisticField, having, expected) =>
    expect(await byName({ statisticType, onStatisticField }, having)).toBe(expected),
  );

  it.each([
    ['percentile_disc', 'opens', "m < TIME '08:30:00'", 'A'],
    ['min', 'seen', "m = TIMESTAMP '2020-01-01 08:00:00'", 'A'],
    ['max', 'seen', "m > '2020-01-01T11:15:00+02:00'", 'B'],
    ['min', 'ref', `m = '${ID('a').slice(1, -1).toUpperCase()}'`, 'B'],
  ])('the same of %s of %s, %s', async (statisticType, onStatisticField, having, expected) =>
    expect(await byName({ statisticType, onStatisticField }, having, typed)).toBe(expected),
  );

  it.each([
    'COUNT() > 1',
    'SUM(*) > 1',
    'COUNT(*, 1) > 1',
    'COUNT(Höhe, *) > 1',
    'MAX(*) > 1',
    'SUM(name) > 1',
    'MAX(built) > 5',
    'MIN() = 1',
  ])('%s is refused', async (having) =>
    expect(await lands(having)).toEqual([expect.stringContaining("'having' parameter is invalid"), expect.any(String)]),
  );

  it('alone may count rows', async () => {
    const { error } = await t.as('petra').get(`${layer.path}/query`, { where: 'COUNT(*) > 1' });
    expect(error.details).toEqual([expect.stringContaining("'where' parameter is invalid"), expect.stringMatching(/^Write /)]);
  });
});
