// What QGIS sends since 3.28, when people edit a layer of its: replayed byte by byte, as no version that is installed here writes to feature servers.
//
// As its source has it: a form whose JSON, indented by two, is not encoded as a whole; texts alone are, within the JSON, with quotes escaped before.
// All fields are sent, the object id and the global id empty for new features; geometries name no reference system and are in the layer's; the token
// comes in a header of its own.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
let service: string;
const MOMENT = Date.UTC(2024, 1, 29, 12, 34, 56, 789);
const FIELDS = [
  { name: 'name', type: 'esriFieldTypeString', length: 100 },
  { name: 'n', type: 'esriFieldTypeInteger' },
  { name: 'height', type: 'esriFieldTypeDouble' },
  { name: 'seen', type: 'esriFieldTypeDate' },
];

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
  const petra = t.as('petra');
  const made = await petra.post(`content/users/${petra.username}/createService`, {
    createParameters: { name: 'edited', capabilities: 'Query,Create,Update,Delete,Editing' },
  });
  service = new URL(made.serviceurl).pathname;
  const layers = [
    { name: 'points', geometryType: 'esriGeometryPoint', hasZ: true, fields: FIELDS, spatialReference: { wkid: 25832 } },
    { name: 'areas', geometryType: 'esriGeometryPolygon', fields: FIELDS },
  ];
  await petra.post(`${service.replace('/rest/', '/rest/admin/')}/addToDefinition`, { addToDefinition: { layers } });
});
afterAll(() => t.close());

/** As QUrl encodes texts within the JSON: all but letters, digits, `-._~` and the apostrophe. */
const encoded = (text: string): string =>
  encodeURIComponent(text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')).replace(
    /[!()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Sends a form as QGIS does. */
async function send(address: string, name: string, value: object | string): Promise<AnyReply> {
  const payload = `f=json&${name}=${typeof value === 'string' ? value : JSON.stringify(value, null, 2)}`;
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'x-esri-authorization': `Bearer ${t.as('petra').token}`,
    'user-agent': 'Mozilla/5.0 QGIS/33400/Linux',
  };
  return (await t.app.inject({ method: 'POST', url: address, headers, payload: Buffer.from(payload) })).json();
}

async function rows(layer: number): Promise<AnyReply[]> {
  const { features } = await t.as('petra').get(`${service}/${layer}/query`, { where: '1=1', outFields: '*', returnZ: true });
  return features;
}

const TEXTS = ['Zürich', 'a "b" \\ c', "it's 50 % & more = + ; #", 'two\nlines\ttab', '東京 💥', '%41', '', '{"a": [1]}'];

it('adds features with every kind of text, empty ids and no reference system', async () => {
  const features = TEXTS.map((name, i) => ({
    attributes: {
      GlobalID: null,
      OBJECTID: null,
      height: i / 3,
      n: i === 0 ? null : i,
      name: encoded(name),
      seen: i === 0 ? null : MOMENT,
    },
    geometry: { x: 500_000 + i, y: 5_300_000.5, z: 400.25 },
  }));
  const { addResults } = await send(`${service}/0/addFeatures`, 'features', features);
  expect(addResults.map(({ success, objectId }: AnyReply) => [success, objectId])).toEqual(TEXTS.map((_, i) => [true, i + 1]));
  expect((await rows(0)).map(({ attributes, geometry }) => ({ ...attributes, GlobalID: undefined, geometry }))).toEqual(
    TEXTS.map((name, i) => ({
      OBJECTID: i + 1,
      GlobalID: undefined,
      name,
      n: i === 0 ? null : i,
      height: i / 3,
      seen: i === 0 ? null : MOMENT,
      geometry: { x: 500_000 + i, y: 5_300_000.5, z: 400.25 },
    })),
  );
});

it('changes values alone, and places alone with the object id as their only value', async () => {
  const [first, second] = await rows(0);
  const values = [{ attributes: { ...first.attributes, name: encoded('changed & "well"'), height: null } }];
  expect((await send(`${service}/0/updateFeatures`, 'features', values)).updateResults).toMatchObject([{ success: true }]);
  const places = [{ attributes: { OBJECTID: 2 }, geometry: { x: 600_000, y: 5_400_000, z: 'NaN' } }];
  expect((await send(`${service}/0/updateFeatures`, 'features', places)).updateResults).toMatchObject([{ success: true }]);
  const after = await rows(0);
  expect(after[0]).toEqual({ ...first, attributes: { ...first.attributes, name: 'changed & "well"', height: null } });
  expect(after[1].attributes).toEqual(second.attributes);
  // A height that is not known is 0, and the place is kept; it does not matter where somebody looks for features.
  const near = (value: number): unknown => expect.closeTo(value, 4);
  expect(after[1].geometry).toEqual({ x: near(600_000), y: near(5_400_000), z: 0 });
  const geometry = { x: 600_000, y: 5_400_000, z: 'NaN', spatialReference: { wkid: 25832 } };
  expect(await t.as('petra').get(`${service}/0/query`, { geometry, distance: 1, returnCountOnly: true })).toEqual({ count: 1 });
});

it('adds areas with holes and several parts', async () => {
  const ring = [[0, 0], [0, 9], [9, 9], [9, 0], [0, 0]]; // biome-ignore format: one ring
  const hole = [[2, 2], [4, 2], [4, 4], [2, 4], [2, 2]]; // biome-ignore format: one ring
  const far = ring.map(([x = 0, y = 0]) => [x + 20, y]);
  const features = [
    { attributes: { GlobalID: null, OBJECTID: null, n: 1 }, geometry: { hasM: false, hasZ: false, rings: [ring, hole, far] } },
    { attributes: { n: 2 }, geometry: { hasM: false, hasZ: false, rings: [far] } },
  ];
  expect((await send(`${service}/1/addFeatures`, 'features', features)).addResults).toMatchObject([{ success: true }, { success: true }]);
  const counts = (await rows(1)).map(({ geometry }) => geometry.rings.map((one: unknown[]) => one.length));
  expect(counts).toEqual([[5, 5, 5], [5]]);
});

it('deletes features by a list of ids, and says in `description` why a feature was refused', async () => {
  expect((await send(`${service}/0/deleteFeatures`, 'objectIds', '1,3,5')).deleteResults).toMatchObject([1, 3, 5].map((objectId) => ({ objectId, success: true }))); // biome-ignore format: one call
  expect((await rows(0)).map(({ attributes }) => attributes.OBJECTID)).toEqual([2, 4, 6, 7, 8]);
  const [refused] = (await send(`${service}/0/addFeatures`, 'features', [{ attributes: { n: 'x' } }])).addResults;
  expect(refused).toMatchObject({ success: false, error: { description: expect.stringMatching(/./) } });
});

it('adds a field and an index, and takes the field away again, at the address for administrators', async () => {
  const admin = `${service.replace('/rest/services', '/rest/admin/services')}/0`;
  const fields = [{ alias: 'More', editable: true, name: 'more', nullable: true, type: 'esriFieldTypeString' }];
  expect(await send(`${admin}/addToDefinition`, 'addToDefinition', { fields })).toMatchObject({ success: true });
  const indexes = [{ description: 'more', fields: 'more', name: 'more_index' }];
  expect(await send(`${admin}/addToDefinition`, 'addToDefinition', { indexes })).toMatchObject({ success: true });
  const described = await t.as('petra').get(`${service}/0`);
  expect(described.fields).toContainEqual(expect.objectContaining({ name: 'more', alias: 'More' }));
  expect(described.indexes).toContainEqual(expect.objectContaining({ fields: 'more' }));
  expect(await send(`${admin}/deleteFromDefinition`, 'deleteFromDefinition', { fields: [{ name: 'more' }] })).toMatchObject({
    success: true,
  });
  expect((await t.as('petra').get(`${service}/0`)).fields.map(({ name }: AnyReply) => name)).not.toContain('more');
});
