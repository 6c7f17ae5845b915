// What clients write in another way than most do: systems as texts, names of groups, empty lists, days as numbers, nothing as null.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;
let path: string;
let admin: string;

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 4, 10);
const DEGREES =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';
const ZONE = DEGREES.replace('GEOGCS["GCS_WGS_1984"', 'PROJCS["WGS_1984_UTM_Zone_32N",GEOGCS["GCS_WGS_1984"').replace(
  /\]$/,
  '],PROJECTION["Transverse_Mercator"],UNIT["Meter",1.0]]',
);

/** A layer and a service as programs write them that name every member, and set few. */
const unset = (names: readonly string[]): object => Object.fromEntries(names.map((name) => [name, null]));
const field = (name: string, type: string): object => ({
  name,
  type,
  ...unset(['alias', 'length', 'nullable', 'editable', 'visible', 'domain', 'defaultValue', 'description']),
});
const definition = {
  ...unset(['id', 'type', 'extent', 'spatialReference', 'objectIdField', 'globalIdField', 'displayField', 'drawingInfo', 'indexes']),
  ...unset(['relationships', 'types', 'typeIdField', 'templates', 'hasAttachments', 'hasZ', 'hasM', 'capabilities', 'minScale']),
  name: 'wells',
  geometryType: 'esriGeometryPoint',
  timeInfo: { startTimeField: 'dug', endTimeField: null },
  fields: [field('kind', 'esriFieldTypeString'), field('depth', 'esriFieldTypeInteger'), field('dug', 'esriFieldTypeDate')],
};

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
  t.setNow(new Date(NOW));
  const petra = t.as('petra');
  const createParameters = {
    ...unset(['capabilities', 'description', 'serviceDescription', 'maxRecordCount', 'initialExtent', 'units', 'hasStaticData']),
    name: 'wells',
    spatialReference: { wkid: 102100, latestWkid: null, wkt: null },
    editorTrackingInfo: { enableEditorTracking: false, enableOwnershipAccessControl: null },
  };
  const made = await petra.post(`content/users/${petra.username}/createService`, { createParameters });
  expect(made).toMatchObject({ success: true });
  path = `${new URL(made.serviceurl).pathname}/0`;
  admin = new URL(made.serviceurl).pathname.replace('/rest/services/', '/rest/admin/services/');
  const added = await petra.post(`${admin}/addToDefinition`, { addToDefinition: { layers: [definition], tables: null } });
  expect(added).toEqual({ success: true, layers: [{ name: 'wells', id: 0 }], tables: [] });
  const well = (kind: string, depth: number, days: number): object => ({
    attributes: { kind, depth, dug: NOW - days * DAY },
    geometry: { x: depth, y: 50, spatialReference: { wkt: DEGREES } },
  });
  const { addResults } = await petra.post(`${path}/addFeatures`, {
    features: [well('bored', 8, 1), well('dug', 9, 6), well('dug', 10, 8), { attributes: { depth: 0 }, geometry: { x: null, y: null } }],
  });
  expect(addResults.map((one: AnyReply) => one.success)).toEqual([true, true, true, true]);
});
afterAll(() => t.close());

const ask = (params: object): Promise<AnyReply> => t.as('petra').get(`${path}/query`, { where: '1=1', ...params } as never);

describe('a reference system', () => {
  it.each([
    ['a text', DEGREES],
    ['an object with a text', { wkt: DEGREES }],
    ['an object with a text and no number', { wkid: 0, latestWkid: null, wkt: DEGREES }],
  ])('is told by its definition: %s', async (_, system) => {
    const { spatialReference, features } = await ask({ objectIds: '2', outSR: system });
    expect(spatialReference).toEqual({ wkid: 4326, latestWkid: 4326 });
    expect([features[0].geometry.x, features[0].geometry.y]).toEqual([expect.closeTo(9, 6), expect.closeTo(50, 6)]);
    expect(await ask({ geometry: '8.5,49,9.5,51', inSR: system, returnCountOnly: true })).toEqual({ count: 1 });
  });

  it('is told so of the geometry itself, of one that the database projects, and of a layer', async () => {
    const geometry = { xmin: 8.5, ymin: 49, xmax: 20, ymax: 51, spatialReference: { wkt: DEGREES } };
    expect(await ask({ geometry, returnCountOnly: true })).toEqual({ count: 2 });
    const { spatialReference, features } = await ask({ objectIds: '2', outSR: { wkt: ZONE } });
    expect([spatialReference.wkid, features[0].geometry.x]).toEqual([32632, expect.closeTo(500_000, 2)]);
    const layers = [{ name: 'zone', geometryType: 'esriGeometryPoint', spatialReference: { wkt: ZONE } }];
    expect(await t.as('petra').post(`${admin}/addToDefinition`, { addToDefinition: { layers } })).toMatchObject({ success: true });
    expect((await t.as('petra').get(path.replace(/0$/, '1'))).spatialReference).toEqual({ wkid: 32632, latestWkid: 32632 });
  });

  it('is not guessed where its definition is not a usual one', async () => {
    const { error } = await ask({ outSR: { wkt: 'PROJCS["Mine",GEOGCS["GCS_WGS_1984"],PROJECTION["Mine"]]' } });
    expect(error.details[0]).toContain("'outSR' parameter is invalid");
    const feature = { attributes: {}, geometry: { x: 1, y: 1, spatialReference: { wkt: 'LOCAL_CS["mine"]' } } };
    const { addResults } = await t.as('petra').post(`${path}/addFeatures`, { features: [feature] });
    expect(addResults).toMatchObject([{ success: false }]);
  });
});

describe('statistics', () => {
  const count = { statisticType: 'count', onStatisticField: 'OBJECTID', outStatisticFieldName: 'wells' };

  it('have groups with names of their own, by which they are put in order', async () => {
    const groupByFieldsForStatistics = "CASE WHEN depth > 8 THEN 'deep' ELSE 'flat' END AS size, kind AS sort";
    const reply = await ask({ outStatistics: [count], groupByFieldsForStatistics, orderByFields: 'SIZE DESC, sort', having: 'wells > 0' });
    expect(reply.fields.map((one: AnyReply) => [one.name, one.alias])).toEqual([
      ['size', 'size'],
      ['sort', 'sort'],
      ['wells', 'wells'],
    ]);
    expect(reply.features.map((one: AnyReply) => one.attributes)).toEqual([
      { size: 'flat', sort: 'bored', wells: 1 },
      { size: 'flat', sort: null, wells: 1 },
      { size: 'deep', sort: 'dug', wells: 2 },
    ]);
    const twice = await ask({ outStatistics: [count], groupByFieldsForStatistics: 'kind AS a, depth AS A' });
    expect(twice.error.details[0]).toBe("'groupByFieldsForStatistics' parameter is invalid: it names 'a' twice");
  });

  it('are not asked for with an empty list', async () => {
    expect(await ask({ outStatistics: [], returnCountOnly: true })).toEqual({ count: 4 });
    expect((await ask({ outStatistics: [], where: 'depth > 9' })).features).toHaveLength(1);
  });
});

describe('moments', () => {
  it('lie days before others, as maps say that were saved elsewhere', async () => {
    const within = (days: number): string => `dug BETWEEN CURRENT_TIMESTAMP - ${days} AND CURRENT_TIMESTAMP`;
    expect(await ask({ where: within(7), returnCountOnly: true })).toEqual({ count: 2 });
    expect(await ask({ where: within(0.5), returnCountOnly: true })).toEqual({ count: 0 });
    expect(await ask({ where: 'dug >= CURRENT_DATE - 6', returnCountOnly: true })).toEqual({ count: 2 });
  });

  it('are told beside the extent to maps that read both again', async () => {
    const { timeExtent, extent, timeInfo } = await t.as('petra').get(path, { returnUpdates: true });
    expect(timeExtent).toEqual([NOW - 8 * DAY, NOW - DAY]);
    expect([timeInfo.timeExtent, extent.spatialReference.wkid]).toEqual([timeExtent, 102100]);
    expect(await t.as('petra').get(path)).not.toHaveProperty('timeExtent');
  });

  it('have parts of milliseconds where clocks count seconds', async () => {
    expect(await ask({ time: `${NOW - 7 * DAY}.0, ${NOW}.25`, returnCountOnly: true })).toEqual({ count: 2 });
    expect((await ask({ time: '1.2.3' })).error.code).toBe(400);
  });
});

describe('what nobody has set', () => {
  it('is written as null in definitions, and means what a missing member does', async () => {
    const { fields, displayField, globalIdField, extent, type } = await t.as('petra').get(path);
    expect(fields.slice(2).map((one: AnyReply) => [one.name, one.alias, one.nullable, one.editable, one.visible])).toEqual([
      ['kind', 'kind', true, true, true],
      ['depth', 'depth', true, true, true],
      ['dug', 'dug', true, true, true],
    ]);
    expect([displayField, globalIdField, type, extent.xmin]).toEqual(['kind', 'GlobalID', 'Feature Layer', expect.closeTo(890_556, 0)]);
    const updateDefinition = { fields: [{ name: 'kind', alias: 'Kind', nullable: null, editable: null, visible: null, length: null }] };
    expect(await t.as('petra').post(`${admin}/0/updateDefinition`, { updateDefinition })).toEqual({ success: true });
    expect((await t.as('petra').get(path)).fields[2]).toMatchObject({ alias: 'Kind', nullable: true, editable: true, visible: true });
  });

  it('is an empty text or a length of 0, where neither can be meant', async () => {
    const fields = [
      { name: 'note', type: 'esriFieldTypeString', length: 0 },
      { name: 'depth', type: 'esriFieldTypeInteger', length: 0 },
    ];
    const added = await t
      .as('petra')
      .post(`${admin}/addToDefinition`, { addToDefinition: { tables: [{ name: 'notes', geometryType: '', fields }] } });
    const made = await t.as('petra').get(path.replace(/0$/, String(added.tables[0].id)));
    expect([made.type, ...made.fields.slice(2).map((one: AnyReply) => one.length)]).toEqual(['Table', 256, undefined]);
  });

  it('is a place whose x is null, in additions and in changes', async () => {
    expect((await ask({ objectIds: '4' })).features[0].geometry).toBeNull();
    const updates = [{ attributes: { OBJECTID: 3 }, geometry: { x: null } }];
    expect((await t.as('petra').post(`${path}/applyEdits`, { updates })).updateResults).toMatchObject([{ success: true }]);
    expect((await ask({ objectIds: '3' })).features[0].geometry).toBeNull();
    const wrong = await t.as('petra').post(`${path}/addFeatures`, { features: [{ attributes: {}, geometry: { x: 1, y: null } }] });
    expect(wrong.addResults).toMatchObject([{ success: false }]);
  });
});
