// Parameters of queries that say which features by their ids, and what comes with them beside their fields.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
let path: string;
let ids: string[] = [];
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
  const petra = t.as('petra');
  const made = await petra.post(`content/users/${petra.username}/createService`, { createParameters: { name: 'parcels' } });
  path = `${new URL(made.serviceurl).pathname}/0`;
  const admin = new URL(made.serviceurl).pathname.replace('/rest/services', '/rest/admin/services');
  const fields = [
    { name: 'name', type: 'esriFieldTypeString', alias: 'Name', length: 20 },
    { name: 'floors', type: 'esriFieldTypeInteger', alias: 'Floors' },
    { name: 'built', type: 'esriFieldTypeDate', alias: 'Built' },
  ];
  await petra.post(`${admin}/addToDefinition`, {
    addToDefinition: { layers: [{ name: 'parcels', geometryType: 'esriGeometryPolygon', fields }] },
  });
  const square = (x: number): object => ({
    rings: [
      [
        [x, 0],
        [x, 10],
        [x + 20, 10],
        [x + 20, 0],
        [x, 0],
      ],
    ],
  });
  const { addResults } = await petra.post(`${path}/addFeatures`, {
    features: [
      { attributes: { name: 'a', floors: 2, built: Date.UTC(2001, 1, 3) }, geometry: square(0) },
      { attributes: { name: 'b', floors: 3, built: null }, geometry: square(100) },
      { attributes: { name: 'c', floors: null, built: 0 }, geometry: null },
    ],
  });
  ids = addResults.map((one: AnyReply) => one.globalId);
});
afterAll(() => t.close());

const ask = (params: Record<string, string | boolean | object>): Promise<AnyReply> => t.as('petra').get(`${path}/query`, params);

describe('ids', () => {
  it('choose by global id, with or without braces, and together with a condition', async () => {
    const bare = (ids[1] ?? '').replace(/[{}]/g, '').toLowerCase();
    expect((await ask({ globalIds: `${ids[0]},${bare}`, returnIdsOnly: true })).objectIds).toEqual([1, 2]);
    expect(await ask({ globalIds: `${ids[0]},${bare}`, where: 'floors > 2', returnCountOnly: true })).toEqual({ count: 1 });
    expect(await ask({ globalIds: '00000000-0000-0000-0000-000000000000', returnCountOnly: true })).toEqual({ count: 0 });
    expect((await ask({ globalIds: 'nonsense' })).error.details[0]).toContain('globalIds');
  });

  it('choose by the unique id, which is the object id', async () => {
    expect((await ask({ uniqueIds: '1,3', returnIdsOnly: true })).objectIds).toEqual([1, 3]);
    expect((await ask({ uniqueIds: '1,3', objectIds: '3,2', returnIdsOnly: true })).objectIds).toEqual([3]);
    expect((await ask({ uniqueIds: '1,x' })).error.details[0]).toContain('uniqueIds');
  });
});

describe('a condition that cannot be used', () => {
  it('is told to clients with the parameter, and to people as a sentence that can be said in any language', async () => {
    const { error } = await ask({ where: "name = 'x" });
    expect(error).toMatchObject({
      code: 400,
      details: ["'where' parameter is invalid: it has an unclosed quote", expect.stringMatching(/^Write /)],
    });
    expect(error.reasons).toEqual([
      {
        code: 'where-wrong',
        values: { why: { code: 'where-quote', values: {}, text: 'has an unclosed quote' } },
        text: expect.stringMatching(/^This condition cannot be used: the expression has an unclosed quote\. Write /),
      },
    ]);
    const unknown = (await ask({ where: 'rooms = 1' })).error;
    expect(unknown.details).toEqual(["'Invalid field: rooms' parameter is invalid", expect.stringMatching(/^Name .* OBJECTID, .*floors/)]);
    expect(unknown.reasons[0].text).toMatch(
      /^This condition cannot be used: the expression names the field rooms, which is not there: there are .*floors/,
    );
  });
});

describe('envelopes', () => {
  it('come with features that have a place, in the reference system of the reply', async () => {
    const { features } = await ask({ where: '1=1', returnEnvelope: true, returnGeometry: false, returnCentroid: true });
    expect(features[0]).toEqual({
      attributes: { OBJECTID: 1 },
      centroid: { x: 10, y: 5 },
      envelope: { xmin: 0, ymin: 0, xmax: 20, ymax: 10 },
    });
    expect(features[2]).toEqual({ attributes: { OBJECTID: 3 } });
    const degrees = await ask({ objectIds: '2', returnEnvelope: true, outSR: '4326' });
    expect(degrees.features[0].geometry.rings).toHaveLength(1);
    expect(degrees.features[0].envelope).toMatchObject({ xmin: expect.closeTo(0.000898, 6), ymin: 0 });
  });
});

describe('expressions among the fields', () => {
  const outFields = "name,floors * 3.5 AS height,CONCAT(UPPER(name), '!') AS loud,built + INTERVAL '1' DAY AS next";

  it('are answered under their names, with their types', async () => {
    const reply = await ask({ where: '1=1', outFields, returnGeometry: false });
    expect(reply.fields.map((field: AnyReply) => [field.name, field.type])).toEqual([
      ['name', 'esriFieldTypeString'],
      ['height', 'esriFieldTypeDouble'],
      ['loud', 'esriFieldTypeString'],
      ['next', 'esriFieldTypeDate'],
    ]);
    expect(reply.features.map((one: AnyReply) => one.attributes)).toEqual([
      { name: 'a', height: 7, loud: 'A!', next: Date.UTC(2001, 1, 4) },
      { name: 'b', height: 10.5, loud: 'B!', next: null },
      { name: 'c', height: null, loud: 'C!', next: 86_400_000 },
    ]);
  });

  it('are the same in GeoJSON and in quantised replies, and distinct where that is asked for', async () => {
    const { features } = await ask({ where: '1=1', outFields, f: 'geojson' });
    expect(features[0].properties).toEqual({ OBJECTID: 1, name: 'a', height: 7, loud: 'A!', next: Date.UTC(2001, 1, 4) });
    const quantizationParameters = { extent: { xmin: 0, ymin: 0, xmax: 200, ymax: 200 }, tolerance: 1, mode: 'view' };
    const coarse = await ask({ where: '1=1', outFields, quantizationParameters });
    expect(coarse.features[1].attributes).toEqual({ name: 'b', height: 10.5, loud: 'B!', next: null });
    const distinct = await ask({ outFields: 'CHAR_LENGTH(name) AS n', returnDistinctValues: true, returnGeometry: false });
    expect(distinct.features).toEqual([{ attributes: { n: 1 } }]);
  });

  it('stand beside whole shapes in GeoJSON, which has no steps', async () => {
    const quantizationParameters = { extent: { xmin: 0, ymin: 0, xmax: 200, ymax: 200 }, tolerance: 50, mode: 'view' };
    const asked = { objectIds: '1', f: 'geojson' };
    const { features } = await ask({ ...asked, quantizationParameters });
    expect(features[0].geometry.coordinates[0]).toHaveLength(5);
    expect(features).toEqual((await ask(asked)).features);
    expect((await ask({ ...asked, quantizationParameters: { tolerance: -1 } })).error.code).toBe(400);
  });

  it('may stand beside all fields, and are refused where they cannot be read', async () => {
    const reply = await ask({ objectIds: '1', outFields: '*,floors + 1 AS above', returnGeometry: false });
    expect(reply.features[0].attributes).toMatchObject({ OBJECTID: 1, floors: 2, above: 3 });
    for (const wrong of ['nothing', 'nothing + 1 AS x', 'name,floors AS name', '(select 1) AS x', 'pg_sleep(1) AS x']) {
      expect([wrong, (await ask({ where: '1=1', outFields: wrong })).error?.code]).toEqual([wrong, 400]);
    }
    expect((await ask({ where: '1=1', outFields: 'nothing' })).error.details).toEqual([
      "'Invalid field: nothing' parameter is invalid",
      expect.stringContaining('floors'),
    ]);
  });
});
