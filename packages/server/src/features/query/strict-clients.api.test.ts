// Queries and descriptions as clients read them that take the interface by its word.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
let path: string;
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
  const petra = t.as('petra');
  const made = await petra.post(`content/users/${petra.username}/createService`, { createParameters: { name: 'poles' } });
  path = `${new URL(made.serviceurl).pathname}/0`;
  const admin = new URL(made.serviceurl).pathname.replace('/rest/services', '/rest/admin/services');
  const field = (name: string): object => ({ name, type: 'esriFieldTypeInteger', alias: name });
  const fields = ['n', 'end', 'from', 'when', 'select', 'between'].map(field);
  const layers = [
    { name: 'poles', geometryType: 'esriGeometryPoint', hasZ: true, spatialReference: { wkid: 4326 }, fields },
    { name: 'visits', type: 'Table', fields: [field('pole')] },
  ];
  const { error } = await petra.post(`${admin}/addToDefinition`, { addToDefinition: { layers } });
  expect(error).toBeUndefined();
  const pole = (n: number, x: number): object => ({
    attributes: { n, end: n, from: n, when: n, select: n, between: n },
    geometry: { x, y: 0.5, z: 2.5 },
  });
  await petra.post(`${path}/addFeatures`, { features: [pole(7, 1.25), pole(9, 2.25), pole(8, 3.25)] });
});
afterAll(() => t.close());

const ask = (params: Record<string, unknown>, at = path): Promise<AnyReply> => t.as('petra').get(`${at}/query`, params as never);

describe('quantised replies', () => {
  it('hold every vertex as it is for a map that edits and names no tolerance', async () => {
    const { transform, features } = await ask({ objectIds: '1', quantizationParameters: { mode: 'edit' } });
    expect(transform).toEqual({ originPosition: 'upperLeft', scale: [1e-9, 1e-9], translate: [0, 0] });
    expect(features[0].geometry).toEqual({ x: 1_250_000_000, y: -500_000_000 });
    const metres = await ask({ objectIds: '1', outSR: 3857, quantizationParameters: { mode: 'edit' } });
    expect(metres.transform.scale).toEqual([1e-4, 1e-4]);
  });

  it('tell four numbers where there are heights', async () => {
    const quantizationParameters = { mode: 'edit', tolerance: 0.25, extent: { xmin: 0, ymin: 0, xmax: 10, ymax: 10 } };
    const { transform, features } = await ask({ objectIds: '1', returnZ: true, quantizationParameters });
    expect(transform.scale).toEqual([0.25, 0.25, 1e-4, 1e-4]);
    expect(transform.translate).toEqual([0, 10, 0, 0]);
    const { x, y, z } = features[0].geometry;
    expect([x * 0.25, 10 - y * 0.25, z * transform.scale[2]]).toEqual([1.25, 0.5, 2.5]);
    const flat = await ask({ objectIds: '1', quantizationParameters });
    expect(flat.transform.scale).toEqual([0.25, 0.25]);
  });
});

describe('object ids', () => {
  it('come in the order that was asked for, also by pages', async () => {
    expect((await ask({ where: '1=1', returnIdsOnly: true, orderByFields: 'n DESC' })).objectIds).toEqual([2, 3, 1]);
    const page = { where: '1=1', returnIdsOnly: true, orderByFields: 'n', resultRecordCount: 1, resultOffset: 1 };
    expect((await ask(page)).objectIds).toEqual([3]);
    expect((await ask({ where: '1=1', returnIdsOnly: true })).objectIds).toEqual([1, 2, 3]);
  });
});

describe('rows without a place', () => {
  it('are GeoJSON too where that is asked for: statistics, and distinct values by pages', async () => {
    const outStatistics = [{ statisticType: 'sum', onStatisticField: 'n', outStatisticFieldName: 'total' }];
    const feature = (properties: object): object => ({ type: 'Feature', geometry: null, properties });
    expect(await ask({ where: '1=1', outStatistics, f: 'geojson' })).toEqual({
      type: 'FeatureCollection',
      features: [feature({ total: 24 })],
    });
    const distinct = { where: '1=1', returnDistinctValues: true, outFields: 'n', resultRecordCount: 1, f: 'geojson' };
    expect(await ask(distinct)).toMatchObject({
      exceededTransferLimit: true,
      properties: { exceededTransferLimit: true },
      features: [feature({ n: 7 })],
    });
  });
});

describe('parameters of another kind than they must be (Q-5)', () => {
  it.each([
    ['resultOffset', 'a'],
    ['resultRecordCount', '1.5'],
    ['distance', 'far'],
    ['maxAllowableOffset', 'x'],
    ['returnGeometry', 'perhaps'],
    ['outStatistics', '[{'],
    ['quantizationParameters', '{'],
  ])('%s=%s is refused in the words of queries, which name the parameter', async (name, value) => {
    const { error } = await ask({ where: '1=1', [name]: value });
    expect(error).toMatchObject({ code: 400, message: 'Cannot perform query. Invalid query parameters.' });
    expect(error.details[0]).toContain(`'${name}' parameter is invalid`);
  });

  it('so also by queries of a service, of the first features of groups and of related records', async () => {
    const service = path.replace(/\/0$/, '');
    for (const [address, params] of [
      [`${service}/query`, { returnGeometry: 'x' }],
      [`${path}/queryTopFeatures`, { topFilter: {}, resultOffset: 'x' }],
      [`${path}/queryRelatedRecords`, { objectIds: '1', relationshipId: 'x' }],
    ] as const)
      expect((await t.as('petra').get(address, params)).error).toMatchObject({
        code: 400,
        message: 'Cannot perform query. Invalid query parameters.',
        details: [expect.stringContaining("parameter is invalid: 'x'")],
      });
  });
});

describe('fields that are called as words of the language', () => {
  it.each(['end', 'from', 'when', 'select', 'between'])('%s is one without quotes, where no such word can stand', async (name) => {
    expect(await ask({ where: `${name} > 7`, returnCountOnly: true })).toEqual({ count: 2 });
    expect(await ask({ where: `n > 0 AND (${name} IN (8, 9) AND NOT ${name} = 8)`, returnCountOnly: true })).toEqual({ count: 1 });
    expect(await ask({ where: `${name} BETWEEN 7 AND ${name}`, returnCountOnly: true })).toEqual({ count: 3 });
    expect(await ask({ where: `CASE WHEN ${name} = 7 THEN ${name} ELSE 0 END = 7`, returnCountOnly: true })).toEqual({ count: 1 });
  });

  it('are checked by the kinds of expression that there are, and by no others', async () => {
    const check = (sqlType: string): Promise<AnyReply> => t.as('petra').get(`${path}/validateSQL`, { sql: 'n > 1', sqlType });
    expect(await check('WHERE')).toEqual({ isValidSQL: true });
    expect((await check('clause')).error).toMatchObject({
      code: 400,
      details: ["'sqlType' parameter is invalid: 'clause' is not known", 'Use where, expression or statement.'],
    });
  });

  it.each(['n IN (SELECT n)', 'n IN (select 1 from x)', '(SELECT 1) = 1', 'n = 1 UNION SELECT 1', 'SELECT (1) = 1', 'n = AND'])(
    'do not let %s through (SQL-2)',
    async (where) => {
      expect((await ask({ where, returnCountOnly: true })).error).toMatchObject({ code: 400 });
    },
  );
});

describe('descriptions', () => {
  it('name every relation that queries know', async () => {
    const { supportedSpatialRelationships } = await t.as('petra').get(path);
    expect(supportedSpatialRelationships).toContain('esriSpatialRelDisjoint');
    for (const spatialRel of supportedSpatialRelationships)
      expect(await ask({ geometry: '0,0,2,2', spatialRel, returnCountOnly: true })).toMatchObject({ count: expect.any(Number) });
  });

  it('hold one template for rows of a table, which are not drawn', async () => {
    const { templates } = await t.as('petra').get(path.replace(/0$/, '1'));
    expect(templates).toEqual([{ name: 'visits', description: '', drawingTool: 'esriFeatureEditToolNone', prototype: { attributes: {} } }]);
  });
});
