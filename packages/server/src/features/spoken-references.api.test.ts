// Layers that speak another reference system than Web Mercator: what they say, what they take and what they give agree.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
});
afterAll(() => t.close());

const petra = () => t.as('petra');
const adminOf = (path: string): string => path.replace('/rest/services', '/rest/admin/services');
const fields = [{ name: 'name', type: 'esriFieldTypeString', alias: 'Name', length: 20 }];

async function create(name: string, more: object, layer: object = {}): Promise<{ path: string; itemId: string }> {
  const made = await petra().post(`content/users/${petra().username}/createService`, {
    createParameters: { name, capabilities: 'Query,Editing,Sync,ChangeTracking,Extract', ...more },
  });
  const path = new URL(made.serviceurl).pathname;
  const addToDefinition = { layers: [{ name: 'places', geometryType: 'esriGeometryPoint', fields, ...layer }] };
  expect((await petra().post(`${adminOf(path)}/addToDefinition`, { addToDefinition })).success).toBe(true);
  return { path, itemId: made.itemId };
}
type Params = Record<string, string | boolean | object>;
const query = (path: string, params: Params): Promise<AnyReply> => petra().get(`${path}/0/query`, { where: '1=1', ...params });
const place = (name: string, x: number, y: number, spatialReference?: object): object => ({
  attributes: { name },
  geometry: { x, y, ...(spatialReference ? { spatialReference } : {}) },
});
const DEGREES = { wkid: 4326, latestWkid: 4326 };
const near = (x: number, y: number, digits = 8) => ({ x: expect.closeTo(x, digits), y: expect.closeTo(y, digits) });

describe('a layer in degrees', () => {
  let path: string;
  let itemId: string;
  beforeAll(async () => {
    ({ path, itemId } = await create('degrees', {
      spatialReference: { wkid: 4326 },
      initialExtent: { xmin: 5, ymin: 45, xmax: 15, ymax: 55, spatialReference: { wkid: 4326 } },
    }));
  });

  it('says so, with its extent, also while it is empty', async () => {
    const [service, layer, admin] = [await petra().get(path), await petra().get(`${path}/0`), await petra().get(adminOf(path))];
    expect(service).toMatchObject({ spatialReference: DEGREES, units: 'esriDecimalDegrees' });
    for (const extent of [service.fullExtent, service.initialExtent, layer.extent, admin.fullExtent]) {
      expect(extent).toMatchObject({ xmin: expect.closeTo(5, 8), ymax: expect.closeTo(55, 8), spatialReference: DEGREES });
    }
    expect(layer).toMatchObject({ spatialReference: DEGREES });
    expect(admin.layers[0].adminLayerInfo.geometryField.srid).toBe(4326);
  });

  it('takes places without a reference system as degrees, and gives them back so', async () => {
    const { addResults } = await petra().post(`${path}/0/addFeatures`, {
      features: [place('Berlin', 13.4, 52.5), place('Paris', 261_848, 6_250_566, { wkid: 102100 })],
    });
    expect(addResults.every((one: AnyReply) => one.success)).toBe(true);
    const reply = await query(path, { outFields: 'name' });
    expect(reply.spatialReference).toEqual(DEGREES);
    expect(reply.features[0].geometry).toEqual({ x: 13.4, y: 52.5 });
    expect(reply.features[1].geometry).toEqual(near(2.35222, 48.8566, 3));
    expect((await query(path, { objectIds: '1', outSR: '102100' })).features[0].geometry.x).toBeCloseTo(1_491_681.18, 1);
    expect((await petra().get(`${path}/0/1`)).feature.geometry).toEqual(near(13.4, 52.5));
    const { updateResults } = await petra().post(`${path}/0/updateFeatures`, {
      features: [{ attributes: { OBJECTID: 1 }, geometry: { x: 13.5, y: 52.6 } }],
    });
    expect(updateResults[0].success).toBe(true);
    expect((await query(path, { objectIds: '1' })).features[0].geometry).toEqual(near(13.5, 52.6));
    const { extent } = await petra().get(`${path}/0`);
    expect(extent).toMatchObject({ xmin: expect.closeTo(2.352, 2), xmax: expect.closeTo(13.5, 8), spatialReference: DEGREES });
    expect((await query(path, { returnExtentOnly: true })).extent).toMatchObject({
      xmax: expect.closeTo(13.5, 8),
      spatialReference: DEGREES,
    });
    expect((await petra().get(`${path}/0/getEstimates`)).extent).toMatchObject({
      ymax: expect.closeTo(52.6, 8),
      spatialReference: DEGREES,
    });
    // The item follows edits within seconds.
    expect((await petra().get(`content/items/${itemId}`)).extent[1][0]).toBeGreaterThan(13);
  });

  it('is searched in degrees where nobody names another system', async () => {
    expect((await query(path, { geometry: '13,52,14,53', returnIdsOnly: true })).objectIds).toEqual([1]);
    expect(
      (await query(path, { geometry: '2.35,48.85', geometryType: 'esriGeometryPoint', distance: '5000', returnIdsOnly: true })).objectIds,
    ).toEqual([2]);
    expect((await query(path, { geometry: '1000000,6000000,2000000,8000000', inSR: '102100', returnIdsOnly: true })).objectIds).toEqual([
      1,
    ]);
    const { deleteResults } = await petra().post(`${path}/0/deleteFeatures`, { geometry: '2,48,3,49' });
    expect(deleteResults.map((one: AnyReply) => one.objectId)).toEqual([2]);
  });

  it('gives changes, copies, appended rows, views and files in degrees too', async () => {
    const changes = await petra().post(`${path}/createReplica`, { layers: '0', syncModel: 'none' });
    expect(changes.layers[0].features[0].geometry).toEqual(near(13.5, 52.6));
    const started = await petra().post(`${path}/0/append`, { edits: { features: [place('Bonn', 7.1, 50.7)] } });
    await t.runJobs();
    expect((await petra().get(new URL(started.statusUrl).pathname)).status).toBe('Completed');
    expect((await query(path, { where: "name = 'Bonn'" })).features[0].geometry).toEqual(near(7.1, 50.7));
    const made = await petra().post(`content/users/${petra().username}/createService`, {
      createParameters: { name: 'part' },
      isView: true,
    });
    const view = new URL(made.serviceurl).pathname;
    const filter = { operator: 'esriSpatialRelIntersects', value: { geometry: { xmin: 7, ymin: 50, xmax: 8, ymax: 51 } } };
    const viewLayerDefinition = { sourceServiceName: 'degrees', sourceLayerId: 0, filter };
    const addToDefinition = { layers: [{ name: 'part', adminLayerInfo: { viewLayerDefinition } }] };
    expect((await petra().post(`${adminOf(view)}/addToDefinition`, { addToDefinition })).success).toBe(true);
    expect(await petra().get(view)).toMatchObject({ spatialReference: DEGREES });
    expect((await query(view, {})).features.map((one: AnyReply) => one.geometry)).toEqual([near(7.1, 50.7)]);
    const csv = await petra().raw('GET', `content/items/${itemId}/export`, { exportFormat: 'CSV', f: '' });
    expect(csv.body).toMatch(/7\.(1|0999)\d*,50\.(7|6999)\d*,Bonn/);
  });
});

describe('a layer in the metres of a country', () => {
  const UTM = { wkid: 25832, latestWkid: 25832 };

  it('speaks them, as its layer or the extent of its definition says', async () => {
    const own = await create('utm_layer', {}, { spatialReference: { wkid: 25832 } });
    const told = await create('utm_extent', {}, { extent: { xmin: 0, ymin: 0, xmax: 1, ymax: 1, spatialReference: { wkid: 25832 } } });
    for (const { path } of [own, told]) {
      await petra().post(`${path}/0/addFeatures`, {
        features: [place('Bonn', 366_000, 5_621_000), place('Köln', 356_000.25, 5_645_000.5)],
      });
      const reply = await query(path, { outFields: 'name' });
      expect(reply.spatialReference).toEqual(UTM);
      expect(reply.features.map((one: AnyReply) => one.geometry)).toEqual([
        { x: 366_000, y: 5_621_000 },
        { x: 356_000.25, y: 5_645_000.5 },
      ]);
      const layer = await petra().get(`${path}/0`);
      expect(layer).toMatchObject({ spatialReference: UTM, extent: { spatialReference: UTM } });
      expect(layer.extent.xmin).toBeLessThanOrEqual(356_000.26);
      expect(layer.extent.xmin).toBeGreaterThan(355_000);
      expect(layer.extent.ymax).toBeGreaterThanOrEqual(5_645_000.49);
      expect(layer.extent.ymax).toBeLessThan(5_646_000);
      expect((await query(path, { geometry: '365000,5620000,367000,5622000', returnIdsOnly: true })).objectIds).toEqual([1]);
      expect((await query(path, { f: 'geojson', objectIds: '1' })).features[0].geometry.coordinates[0]).toBeCloseTo(7.103, 2);
    }
    expect((await petra().get(own.path)).spatialReference).toEqual(UTM);
  });

  it('says where it is in Web Mercator while it is empty and the world does not fit its system', async () => {
    const { path } = await create('utm_empty', {}, { spatialReference: { wkid: 25832 } });
    const { extent } = await petra().get(`${path}/0`);
    for (const side of ['xmin', 'ymin', 'xmax', 'ymax']) expect(Number.isFinite(extent[side])).toBe(true);
  });
});

describe('the reference system of a new layer', () => {
  it('is that of the file where the publisher asks for it, and stays when it is overwritten', async () => {
    const publish = async (more: object): Promise<AnyReply> => {
      const reply = await petra().post(`content/users/${petra().username}/publish`, { fileType: 'csv', ...more });
      await t.runJobs();
      return reply;
    };
    const parameters = { name: 'wells', targetSR: { wkid: 4326 } };
    const [{ serviceurl }] = (await publish({ text: 'name,lat,lon\na,52.5,13.4\n', publishParameters: parameters })).services;
    const path = new URL(serviceurl).pathname;
    expect(await petra().get(path)).toMatchObject({ spatialReference: DEGREES });
    expect((await query(path, {})).features[0].geometry).toEqual(near(13.4, 52.5));
    await publish({ text: 'name,lat,lon\nb,50,7\n', publishParameters: { name: 'wells' }, overwrite: true });
    expect((await query(path, {})).features[0].geometry).toEqual(near(7, 50));
  });

  it('must be one that is known', async () => {
    const creating = (spatialReference: object): Promise<AnyReply> =>
      petra().post(`content/users/${petra().username}/createService`, { createParameters: { name: 'nowhere', spatialReference } });
    expect((await creating({ wkid: 99_999 })).error).toMatchObject({ code: 400, message: expect.stringContaining('99999') });
    const made = await creating({ wkid: 102100 });
    const path = adminOf(new URL(made.serviceurl).pathname);
    const layers = [{ name: 'x', geometryType: 'esriGeometryPoint', fields, spatialReference: { wkid: 99_999 } }];
    expect((await petra().post(`${path}/addToDefinition`, { addToDefinition: { layers } })).error.code).toBe(400);
    const text = { text: 'name,lat,lon\na,1,2\n', fileType: 'csv', publishParameters: { name: 'bad', targetSR: { wkid: 99_999 } } };
    expect((await petra().post(`content/users/${petra().username}/publish`, text)).error.code).toBe(400);
  });
});
