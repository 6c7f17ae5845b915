// Which features a time chooses, where theirs are not known: the same in every kind of answer.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
let service: string;
let itemId: string;
let view: string;

/** Name, beginning and end. */
const ROWS: readonly (readonly [string, number | null, number | null])[] = [
  ['both', 2000, 4000],
  ['still', 3000, null],
  ['always there', null, 2500],
  ['no time', null, null],
  ['moment', 5000, 5000],
];
const SPANS = 0;
const MOMENTS = 1;
const TWICE = 2;

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
  const petra = t.as('petra');
  const made = await petra.post(`content/users/${petra.username}/createService`, {
    createParameters: { name: 'Times', capabilities: 'Query,Editing,Extract' },
  });
  service = new URL(made.serviceurl).pathname;
  itemId = made.itemId;
  const fields = [
    { name: 'name', type: 'esriFieldTypeString' },
    { name: 'begun', type: 'esriFieldTypeDate' },
    { name: 'ended', type: 'esriFieldTypeDate' },
  ];
  const layer = (name: string, timeInfo: object): object => ({ name, geometryType: 'esriGeometryPoint', fields, timeInfo });
  const layers = [
    layer('spans', { startTimeField: 'begun', endTimeField: 'ended' }),
    layer('moments', { startTimeField: 'begun' }),
    layer('twice', { startTimeField: 'begun', endTimeField: 'begun' }),
  ];
  await petra.post(`${service.replace('/rest/services/', '/rest/admin/services/')}/addToDefinition`, { addToDefinition: { layers } });
  const adds = ROWS.map(([name, begun, ended], at) => ({ attributes: { name, begun, ended }, geometry: { x: at, y: 0 } }));
  for (const id of [SPANS, MOMENTS, TWICE])
    expect((await petra.post(`${service}/${id}/addFeatures`, { features: adds })).addResults).toHaveLength(ROWS.length);
  const shown = await petra.post(`content/users/${petra.username}/createService`, {
    createParameters: { name: 'Times_view' },
    isView: true,
  });
  view = new URL(shown.serviceurl).pathname;
  const adminLayerInfo = { viewLayerDefinition: { sourceServiceName: 'Times', sourceLayerId: 0 } };
  const added = await petra.post(`${view.replace('/rest/services/', '/rest/admin/services/')}/addToDefinition`, {
    addToDefinition: { layers: [{ id: 0, name: 'shown', adminLayerInfo, viewDefinitionQuery: "name <> 'both'" }] },
  });
  expect(added.success).toBe(true);
});
afterAll(() => t.close());

const ask = (params: object, path = `${service}/${SPANS}`): Promise<AnyReply> => t.as('petra').get(`${path}/query`, params as never);
const chosen = async (time: string, path?: string): Promise<string[]> =>
  (await ask({ time, outFields: 'name' }, path)).features.map((one: AnyReply) => one.attributes.name);

describe('of two fields, an empty one is an open end', () => {
  it.each([
    ['2500', ['both', 'always there', 'no time']],
    ['2501', ['both', 'no time']],
    ['3000,3500', ['both', 'still', 'no time']],
    ['4001,null', ['still', 'no time', 'moment']],
    ['null,1999', ['always there', 'no time']],
    ['5000', ['still', 'no time', 'moment']],
    ['null,null', ROWS.map(([name]) => name)],
  ])('%s', async (time, names) => {
    expect(await chosen(time)).toEqual(names);
  });
});

it.each([MOMENTS, TWICE])('of one field, an empty one is never', async (id) => {
  const path = `${service}/${id}`;
  expect(await chosen('2000,3000', path)).toEqual(['both', 'still']);
  expect(await chosen('3000,null', path)).toEqual(['still', 'moment']);
  expect(await chosen('null,2000', path)).toEqual(['both']);
});

it('an export holds the same features', async () => {
  const file = await t
    .as('petra')
    .raw('GET', `content/items/${itemId}/export`, { f: '', exportFormat: 'geojson', layers: '0', time: '2501' });
  expect(file.json().features.map((one: AnyReply) => one.properties.name)).toEqual(['both', 'no time']);
});

it('a view chooses among the features that it shows, and a time tells nothing of a field that it hides', async () => {
  expect(await chosen('2500', `${view}/0`)).toEqual(['always there', 'no time']);
  expect(await ask({ time: '2500', returnCountOnly: true }, `${view}/0`)).toEqual({ count: 2 });
  const admin = view.replace('/rest/services/', '/rest/admin/services/');
  const fields = [{ name: 'ended', visible: false }];
  expect(await t.as('petra').post(`${admin}/0/updateDefinition`, { updateDefinition: { fields } })).toEqual({ success: true });
  expect((await t.as('petra').get(`${view}/0`)).timeInfo).toBeNull();
  expect(await chosen('2501', `${view}/0`)).toEqual(['still', 'always there', 'no time', 'moment']);
});

/** The rule as the vendor's clients have it for features that they hold themselves. */
function isThere([, begun, ended]: (typeof ROWS)[number], from: number | null, to: number | null): boolean {
  return (to === null || begun === null || begun <= to) && (from === null || ended === null || ended >= from);
}

it('every kind of answer is about the same features', async () => {
  const moment = fc.option(fc.constantFrom(0, 1999, 2000, 2500, 2999, 3000, 4000, 4001, 5000, 6000));
  await fc.assert(
    fc.asyncProperty(moment, moment, async (from, to) => {
      const time = `${from ?? 'null'},${to ?? 'null'}`;
      const names = ROWS.filter((row) => isThere(row, from, to)).map(([name]) => name);
      expect(await chosen(time)).toEqual(names);
      expect(await ask({ time, returnCountOnly: true })).toEqual({ count: names.length });
      expect((await ask({ time, returnIdsOnly: true })).objectIds).toHaveLength(names.length);
      expect((await ask({ time, returnExtentOnly: true, returnCountOnly: true })).count).toBe(names.length);
      const outStatistics = [{ statisticType: 'count', onStatisticField: 'name', outStatisticFieldName: 'n' }];
      expect((await ask({ time, outStatistics })).features[0].attributes).toEqual({ n: names.length });
      const distinct = await ask({ time, outFields: 'name', returnDistinctValues: true });
      expect(distinct.features.map((one: AnyReply) => one.attributes.name).toSorted()).toEqual(names.toSorted());
      const several = await t.as('petra').get(`${service}/query`, { time, layerDefs: '0:1=1', returnCountOnly: true });
      expect(several.layers).toEqual([{ id: 0, count: names.length }]);
      const topFilter = { groupByFields: 'name', topCount: 1, orderByFields: 'begun' };
      const first = await t.as('petra').get(`${service}/0/queryTopFeatures`, { time, topFilter, outFields: 'name' } as never);
      expect(first.features.map((one: AnyReply) => one.attributes.name)).toEqual(names);
    }),
    { numRuns: 25 },
  );
});
