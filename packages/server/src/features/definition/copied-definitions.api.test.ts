// Layers made from whole definitions, as clients copy them from another service: what is kept of them, and what has no effect.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
let service: string;
let admin: string;

const text = (name: string) => ({ name, type: 'esriFieldTypeString', length: 128 });
const date = (name: string) => ({ name, type: 'esriFieldTypeDate', length: 8 });
const EDITORS = { creationDateField: 'Made', creatorField: 'Maker', editDateField: 'Changed', editorField: 'Changer', realm: '' };
const OTHER_EXTENT = { xmin: 1, ymin: 1, xmax: 2, ymax: 2, spatialReference: { wkid: 102100 } };

/** As another server describes a layer. */
const trees = {
  id: 0,
  name: 'trees',
  type: 'Feature Layer',
  currentVersion: 11.2,
  geometryType: 'esriGeometryPoint',
  objectIdField: 'OBJECTID',
  globalIdField: 'GlobalID',
  maxRecordCount: 3,
  standardMaxRecordCount: 32_000,
  extent: OTHER_EXTENT,
  editFieldsInfo: EDITORS,
  fields: [
    { name: 'OBJECTID', type: 'esriFieldTypeOID' },
    { name: 'GlobalID', type: 'esriFieldTypeGlobalID' },
    text('code'),
    { name: 'height', type: 'esriFieldTypeInteger' },
    date('Made'),
    text('Maker'),
    date('Changed'),
    text('Changer'),
  ],
  indexes: [
    { name: 'PK__TREES__1', fields: 'OBJECTID', isAscending: true, isUnique: true, description: 'clustered, unique, primary key' },
    { name: 'user_1.TREES_Shape_sidx', fields: 'Shape', isAscending: false, isUnique: false, description: 'Shape Index' },
    { name: 'GlobalID_Index', fields: 'GlobalID', isAscending: true, isUnique: true, description: '' },
    { name: 'of the code', fields: 'CODE', isAscending: true, isUnique: true, description: 'Each once' },
    { name: 'again', fields: 'code', isAscending: true, isUnique: false, description: '' },
    { name: 'x'.repeat(70), fields: 'height,code', isAscending: true, isUnique: false, description: '' },
    { name: 'area', fields: 'Shape__Area', isAscending: true, isUnique: false, description: '' },
  ],
  xssPreventionInfo: { xssPreventionEnabled: true },
};

const get = (path: string, params: Record<string, string | number | boolean> = {}): Promise<AnyReply> => t.as('petra').get(path, params);
const post = (path: string, params: Record<string, object>): Promise<AnyReply> => t.as('petra').post(path, params);
const countIndexes = async (): Promise<number> => {
  const { rows } = await t.portal.database.pool.query("select count(*)::int as n from pg_indexes where schemaname = 'hosted'");
  return rows[0].n;
};

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
  const createParameters = {
    name: 'Copied',
    capabilities: 'Query,Editing',
    maxRecordCount: 5,
    editorTrackingInfo: { enableEditorTracking: true },
    xssPreventionInfo: { xssPreventionEnabled: true, xssPreventionRule: 'InputOnly', xssInputRule: 'rejectInvalid' },
  };
  const made = await post(`content/users/${t.as('petra').username}/createService`, { createParameters });
  service = new URL(made.serviceurl).pathname;
  admin = service.replace('/rest/services/', '/rest/admin/services/');
  const plain = { name: 'plain', fields: [text('code')] };
  const before = await countIndexes();
  const added = await post(`${admin}/addToDefinition`, { addToDefinition: { layers: [trees], tables: [plain] } });
  expect(added).toEqual({ success: true, layers: [{ name: 'trees', id: 0 }], tables: [{ name: 'plain', id: 1 }] });
  const alone = await countIndexes();
  await post(`${admin}/addToDefinition`, { addToDefinition: { layers: [{ ...trees, indexes: [] }] } });
  // The second one lacks the two that were listed; the table has those of its two ids.
  expect(alone - before - 2 - ((await countIndexes()) - alone)).toBe(2);
  for (const id of [0, 1]) {
    const features = Array.from({ length: 30 }, (_, n) => ({
      attributes: { code: `c${n}` },
      ...(id === 0 ? { geometry: { x: n, y: n } } : {}),
    }));
    const { addResults } = await post(`${service}/${id}/addFeatures`, { features });
    expect(addResults.every((one: AnyReply) => one.success)).toBe(true);
  }
});
afterAll(() => t.close());

describe('the page limit of a layer', () => {
  const page = async (id: number, more: Record<string, string | number | boolean> = {}): Promise<[number, boolean]> => {
    const { features, exceededTransferLimit } = await get(`${service}/${id}/query`, { where: '1=1', ...more });
    return [features.length, exceededTransferLimit === true];
  };
  const change = (updateDefinition: object) => post(`${admin}/0/updateDefinition`, { updateDefinition });

  it('is told and obeyed, beside that of the service', async () => {
    expect(await get(`${service}/0`)).toMatchObject({ maxRecordCount: 3, standardMaxRecordCount: 6, tileMaxRecordCount: 12 });
    expect(await get(`${service}/1`)).toMatchObject({ maxRecordCount: 5 });
    expect((await get(service)).maxRecordCount).toBe(5);
    expect(await page(0)).toEqual([3, true]);
    expect(await page(1)).toEqual([5, true]);
    expect(await page(0, { resultRecordCount: 100 })).toEqual([3, true]);
    expect(await page(0, { resultRecordCount: 2 })).toEqual([2, true]);
  });

  it('grows with the kind of reply and the factor of the caller', async () => {
    expect(await page(0, { resultType: 'standard' })).toEqual([6, true]);
    expect(await page(0, { resultType: 'standard', returnGeometry: false })).toEqual([30, false]);
    expect(await page(0, { resultType: 'tile' })).toEqual([12, true]);
    expect(await page(0, { maxRecordCountFactor: 2 })).toEqual([6, true]);
    expect(await page(0, { maxRecordCountFactor: 2.5 })).toEqual([7, true]);
    expect((await get(`${service}/0/query`, { where: '1=1', maxRecordCountFactor: 6 })).error.code).toBe(400);
    expect((await get(`${service}/0/query`, { where: '1=1', resultType: 'some' })).error.code).toBe(400);
  });

  it('is all or nothing where the caller does not take a part', async () => {
    const none = { returnExceededLimitFeatures: false };
    expect(await page(0, none)).toEqual([0, true]);
    expect(await page(0, { ...none, where: 'OBJECTID < 4' })).toEqual([3, false]);
  });

  it.each([
    [4, 4],
    [32_000, 10_000],
    [null, 5],
    [-1, 5],
    [0, 5],
  ])('follows a change to %j', async (maxRecordCount, told) => {
    expect(await change({ maxRecordCount: 3 })).toEqual({ success: true });
    expect(await change({ maxRecordCount })).toEqual({ success: true });
    expect((await get(`${service}/0`)).maxRecordCount).toBe(told);
    expect((await page(0))[0]).toBe(Math.min(30, told));
  });

  it('is a whole number', async () => {
    expect((await change({ maxRecordCount: 2.5 })).error).toMatchObject({ code: 400, message: expect.stringContaining('maxRecordCount') });
  });
});

it('keeps the indexes of fields, and leaves out those that every layer has', async () => {
  const { indexes } = await get(`${service}/0`);
  expect(indexes.map((one: AnyReply) => [one.name, one.fields, one.isUnique])).toEqual([
    ['PK_OBJECTID', 'OBJECTID', true],
    ['GlobalID_Index', 'GlobalID', true],
    ['SHAPE_Index', 'SHAPE', false],
    ['of the code', 'code', true],
    ['index_height_code', 'height,code', false],
  ]);
  expect(indexes[3].description).toBe('Each once');
  const { addResults } = await post(`${service}/0/addFeatures`, { features: [{ attributes: { code: 'c1' } }] });
  expect(addResults[0]).toMatchObject({ success: false, error: { code: 1016 } });
});

describe('editor tracking', () => {
  it('goes on in the fields of a copied layer', async () => {
    const { realm: _realm, ...editors } = EDITORS;
    const layer = await get(`${service}/0`);
    expect(layer.editFieldsInfo).toEqual(editors);
    expect(layer.fields).toHaveLength(8);
    const [{ attributes }] = (await get(`${service}/0/query`, { objectIds: '1', outFields: '*' })).features;
    expect(attributes).toMatchObject({ Made: expect.any(Number), Maker: t.as('petra').username, Changer: t.as('petra').username });
    const changed = await post(`${service}/0/updateFeatures`, { features: [{ attributes: { OBJECTID: 1, Maker: 'somebody' } }] });
    expect(changed.updateResults[0].success).toBe(true);
    expect((await get(`${service}/0/query`, { where: "Maker = 'somebody'", returnCountOnly: true })).count).toBe(0);
  });

  it('has fields of its own where the named ones are missing', async () => {
    const definition = { tables: [{ name: 'lacking', fields: [date('Made'), text('Maker')], editFieldsInfo: EDITORS }] };
    const { tables } = await post(`${admin}/addToDefinition`, { addToDefinition: definition });
    const { editFieldsInfo } = await get(`${service}/${tables[0].id}`);
    expect(editFieldsInfo).toMatchObject({ creatorField: 'Creator', creationDateField: 'CreationDate' });
  });
});

it('tells of a copied layer what is so', async () => {
  const layer = await get(`${service}/0`);
  expect(await post(`${admin}/0/updateDefinition`, { updateDefinition: { extent: OTHER_EXTENT, description: 'Told' } })).toEqual({
    success: true,
  });
  const after = await get(`${service}/0`);
  expect(after).toMatchObject({ description: 'Told', extent: layer.extent });
  expect(after.extent).toMatchObject({ xmin: 0, xmax: 29 });
});

it('is copied whole from a service of the portal itself', async () => {
  const { indexes, editFieldsInfo, ...rest } = await get(`${service}/0`);
  const definition = { layers: [{ ...rest, name: 'twin', indexes, editFieldsInfo, relationships: [] }] };
  const { layers } = await post(`${admin}/addToDefinition`, { addToDefinition: definition });
  const twin = await get(`${service}/${layers[0].id}`);
  expect(twin).toMatchObject({ name: 'twin', indexes, editFieldsInfo, maxRecordCount: rest.maxRecordCount });
  expect(twin.fields.map((one: AnyReply) => one.name)).toEqual(rest.fields.map((one: AnyReply) => one.name));
});
