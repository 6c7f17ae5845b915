// Related records, questions and edits over several layers, calculations, time and renderers.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';
import { callerOfAccount } from '../../identity/index.ts';
import { findRelated } from './related-records.ts';

let t: TestPortal;
let service: string;
let admin: string;

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher', una: 'user' } });
  const petra = t.as('petra');
  const made = await petra.post(`content/users/${petra.username}/createService`, { createParameters: { name: 'Care' } });
  service = new URL(made.serviceurl).pathname;
  admin = service.replace('/rest/services/', '/rest/admin/services/');
  const trees = {
    name: 'trees',
    geometryType: 'esriGeometryPoint',
    fields: [
      { name: 'code', type: 'esriFieldTypeString', length: 10 },
      { name: 'height', type: 'esriFieldTypeInteger', nullable: false, defaultValue: 1 },
    ],
    relationships: [{ id: 3, name: 'visits', relatedTableId: 1, role: 'esriRelRoleOrigin', keyField: 'code' }],
  };
  const visits = {
    name: 'visits',
    fields: [
      { name: 'tree', type: 'esriFieldTypeString' },
      { name: 'day', type: 'esriFieldTypeDate' },
    ],
    timeInfo: { startTimeField: 'day' },
    relationships: [{ id: 3, name: 'tree', relatedTableId: 0, role: 'esriRelRoleDestination', keyField: 'tree' }],
  };
  await petra.post(`${admin}/addToDefinition`, { addToDefinition: { layers: [trees], tables: [visits] } });
  const reply = await petra.post(`${service}/applyEdits`, {
    edits: [
      { id: 0, adds: ['a', 'b', 'c'].map((code, at) => ({ attributes: { code, height: at * 10 }, geometry: { x: at, y: at } })) },
      {
        id: 1,
        adds: [
          ['a', 1],
          ['a', 2],
          ['b', 3],
        ].map(([tree, day]) => ({ attributes: { tree, day: Number(day) * 1000 } })),
      },
    ],
  });
  expect(reply.map((one: AnyReply) => one.addResults.length)).toEqual([3, 3]);
});
afterAll(() => t.close());

const get = (path: string, params: Record<string, string | number | boolean | object> = {}): Promise<AnyReply> =>
  t.as('petra').get(`${service}${path}`, params);
const post = (path: string, params: Record<string, string | number | boolean | object>): Promise<AnyReply> =>
  t.as('petra').post(`${service}${path}`, params);

describe('queryRelatedRecords', () => {
  const related = (params: object, layer = 0) => get(`/${layer}/queryRelatedRecords`, { relationshipId: 3, outFields: '*', ...params });

  it('gives the records of each, in both directions', async () => {
    const reply = await related({ objectIds: '1,2,3', orderByFields: 'day DESC' });
    const groups = reply.relatedRecordGroups.map((one: AnyReply) => [
      one.objectId,
      one.relatedRecords.map((r: AnyReply) => r.attributes.day),
    ]);
    expect(groups).toEqual([
      [1, [2000, 1000]],
      [2, [3000]],
    ]);
    const back = await related({ objectIds: '3', outSR: 4326 }, 1);
    expect(back).toMatchObject({ geometryType: 'esriGeometryPoint', spatialReference: { wkid: 4326 } });
    expect(back.relatedRecordGroups).toMatchObject([{ objectId: 3, relatedRecords: [{ attributes: { code: 'b' }, geometry: {} }] }]);
  });

  it('holds no more than a reply may, a record as often as it is there, and says that others follow', async () => {
    const caller = await callerOfAccount(t.portal, String(t.as('petra').username), '');
    const page = (mostBytes: number, resultOffset = 0): Promise<AnyReply> => {
      const input = { objectIds: '1,2,3', relationshipId: 3, outFields: '*', resultOffset };
      return findRelated(t.portal, caller, { service: 'Care', layer: '1' }, input, mostBytes) as Promise<AnyReply>;
    };
    const origins = (reply: AnyReply): number[] => reply.relatedRecordGroups.map((one: AnyReply) => one.objectId);
    const whole = await page(10_000);
    expect([origins(whole), whole.exceededTransferLimit]).toEqual([[1, 2, 3], undefined]);
    // Visits 1 and 2 are of the same tree, which one row holds and two groups.
    const first = await page(1);
    expect([origins(first), first.exceededTransferLimit]).toEqual([[1], true]);
    const rest = await page(10_000, 1);
    expect([...first.relatedRecordGroups, ...rest.relatedRecordGroups]).toEqual(whole.relatedRecordGroups);
  });

  it('counts, pages and filters', async () => {
    const counts = (await related({ objectIds: '1,2', returnCountOnly: true })).relatedRecordGroups;
    expect(counts).toEqual([
      { objectId: 1, count: 2 },
      { objectId: 2, count: 1 },
    ]);
    const page = await related({ objectIds: '1,2', resultOffset: 1, resultRecordCount: 1 });
    expect([page.relatedRecordGroups.length, page.exceededTransferLimit]).toEqual([1, true]);
    const later = await related({ objectIds: '1,2', definitionExpression: "day > TIMESTAMP '1970-01-01 00:00:02'" });
    expect(later.relatedRecordGroups.map((one: AnyReply) => one.objectId)).toEqual([2]);
    const named = await related({ objectIds: '1,2', where: "day > TIMESTAMP '1970-01-01 00:00:02'" });
    expect(named).toEqual(later);
    const none = await related({ objectIds: '1,2', where: '1=0' });
    expect(none.relatedRecordGroups).toEqual([]);
    const few = await related({ objectIds: '1,2', where: "day < TIMESTAMP '1970-01-01 00:00:03'", returnCountOnly: true });
    expect(few.relatedRecordGroups).toEqual([{ objectId: 1, count: 2 }]);
    expect((await related({ objectIds: '1', where: 'x = 1' })).error.code).toBe(400);
    expect((await related({ objectIds: '1', relationshipId: 9 })).error.code).toBe(400);
    expect((await related({ objectIds: '1', definitionExpression: 'x = 1' })).error.code).toBe(400);
  });
});

describe('several layers at once', () => {
  it('are asked together', async () => {
    const { layers } = await get('/query', { layerDefs: "0:code = 'a;b' OR code = 'a';1:1=1" });
    expect(layers.map((one: AnyReply) => [one.id, one.features.length])).toEqual([
      [0, 1],
      [1, 3],
    ]);
    expect((await get('/query', { layerDefs: '{"1":"1=1"}', returnCountOnly: true })).layers).toEqual([{ id: 1, count: 3 }]);
    expect((await get('/query', { layerDefs: '9:1=1' })).error.code).toBe(400);
  });

  it('are edited together or not at all', async () => {
    const edits = [
      { id: 0, adds: [{ attributes: { code: 'x' } }] },
      { id: 1, deletes: [99] },
    ];
    const [first, second] = await post('/applyEdits', { edits });
    expect(first.addResults[0]).toMatchObject({ success: false, error: { code: 1003 } });
    expect(second.deleteResults[0].error.code).toBe(1019);
    expect(await get('/0/query', { returnCountOnly: true })).toEqual({ count: 3 });
  });
});

describe('calculate', () => {
  const calculate = (calcExpression: object, where = '1=1') => post('/0/calculate', { where, calcExpression });

  it('sets values and expressions', async () => {
    expect(await calculate([{ field: 'height', sqlExpression: 'height * 2 + 1' }], "code <> 'c'")).toEqual({
      success: true,
      updatedFeatureCount: 2,
    });
    expect(await calculate({ field: 'code', value: 'z' }, 'height = 1')).toEqual({ success: true, updatedFeatureCount: 1 });
    const { features } = await get('/0/query', { outFields: 'code,height' });
    expect(features.map((one: AnyReply) => Object.values(one.attributes))).toEqual([
      ['z', 1],
      ['b', 21],
      ['c', 20],
    ]);
    await calculate({ field: 'code', value: 'a' }, 'height = 1');
  });

  it.each([
    [[{ field: 'nothing', value: 1 }]],
    [[{ field: 'OBJECTID', value: 1 }]],
    [[{ field: 'height', value: 'x' }]],
    [[{ field: 'height' }]],
    [[{ field: 'height', sqlExpression: 'height; drop table item' }]],
    [[{ field: 'height', sqlExpression: 'NULLIF(height, height)' }]],
    [[{ field: 'height', sqlExpression: 'height * 1e12' }]],
    [[{ field: 'code', sqlExpression: "'12345678901'" }]],
  ])('refuses %j and changes nothing', async (expression) => {
    const before = await get('/0/query', { outFields: '*' });
    expect((await calculate(expression)).error.code).toBe(400);
    expect(await get('/0/query', { outFields: '*' })).toEqual(before);
  });

  it.each([
    ['height +', 'This expression cannot be used: it ends too early: a value or a field is expected. Write'],
    ['nothing + 1', 'This expression cannot be used: it names the field nothing, which is not there: there are OBJECTID'],
    ["'x'", 'This expression cannot be used: it has “x” where a number is needed. Write'],
    ['height * 1e12', 'A value cannot be computed: it is too large for its type, or it has no result. Look'],
  ])('says to people why %s is refused', async (sqlExpression, text) => {
    const { error } = await calculate([{ field: 'height', sqlExpression }]);
    expect(error.reasons.map((reason: AnyReply) => reason.text)).toEqual([expect.stringContaining(text)]);
  });

  it('has results that a query shows before', async () => {
    const outFields = 'OBJECTID,height,(height * 2) AS graticule_made';
    const { features, fields } = await get('/0/query', {
      where: "code <> 'c'",
      outFields,
      orderByFields: 'OBJECTID',
      resultRecordCount: 1,
    });
    expect(features).toHaveLength(1);
    const { height, graticule_made: made } = features[0].attributes;
    expect(made).toBe(height * 2);
    expect(fields.at(-1)).toMatchObject({ name: 'graticule_made', type: 'esriFieldTypeDouble' });
  });

  it('says to people that a text is too long', async () => {
    const { error } = await calculate([{ field: 'code', sqlExpression: `'${'x'.repeat(300)}'` }]);
    expect(error.reasons).toMatchObject([{ code: 'expression-unfit' }]);
  });
});

it('chooses by time', async () => {
  const days = async (time: string): Promise<number[]> =>
    (await get('/1/query', { time, outFields: 'day' })).features.map((one: AnyReply) => one.attributes.day);
  expect(await days('2000')).toEqual([2000]);
  expect(await days('2000,3000')).toEqual([2000, 3000]);
  expect(await days('null,1500')).toEqual([1000]);
  expect((await get('/1/query', { time: 'soon' })).error.code).toBe(400);
});

describe('generateRenderer', () => {
  const renderer = (classificationDef: object) => get('/0/generateRenderer', { classificationDef });

  it('makes symbols for values and classes', async () => {
    const unique = await renderer({ type: 'uniqueValueDef', uniqueValueFields: ['CODE'] });
    expect(unique).toMatchObject({ type: 'uniqueValue', field1: 'code', uniqueValueInfos: [{ value: 'a', count: 1 }, {}, {}] });
    for (const classificationMethod of ['EqualInterval', 'Quantile', 'NaturalBreaks', 'StandardDeviation']) {
      const classes = await renderer({
        type: 'classBreaksDef',
        classificationField: 'height',
        classificationMethod: `esriClassify${classificationMethod}`,
        breakCount: 2,
      });
      expect(classes).toMatchObject({ type: 'classBreaks', field: 'height', minValue: 1 });
      expect(classes.classBreakInfos.at(-1)).toMatchObject({ classMaxValue: 21, symbol: { type: 'esriSMS' } });
    }
    expect((await renderer({ type: 'classBreaksDef', classificationField: 'code' })).error.code).toBe(400);
    expect((await renderer({ type: 'other' })).error.code).toBe(400);
  });
});

it('keeps the extent true after each kind of edit', async () => {
  const extent = async (): Promise<number[]> => {
    const { xmin, ymin, xmax, ymax } = (await get('/0')).extent;
    return [xmin, ymin, xmax, ymax];
  };
  const move = (OBJECTID: number, x: number, y: number) =>
    post('/0/updateFeatures', { features: [{ attributes: { OBJECTID }, geometry: { x, y } }] });
  expect(await extent()).toEqual([0, 0, 2, 2]);
  await move(3, -5, 7);
  expect(await extent()).toEqual([-5, 0, 1, 7]);
  await move(2, 0.5, 0.5);
  expect(await extent()).toEqual([-5, 0, 0.5, 7]);
  await post('/0/deleteFeatures', { where: 'OBJECTID = 3' });
  expect(await extent()).toEqual([0, 0, 0.5, 0.5]);
  await post('/0/updateFeatures', { features: [{ attributes: { OBJECTID: 2 }, geometry: null }] });
  expect(await extent()).toEqual([0, 0, 0, 0]);
  expect((await get('/0/query', { returnCountOnly: true })).count).toBe(2);
});
