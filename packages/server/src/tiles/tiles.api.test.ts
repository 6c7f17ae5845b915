// Vector tiles of a published layer, decoded with an independent reader.
import { gunzipSync } from 'node:zlib';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;
let path: string;
let vts: string;
let itemId: string;

const ROWS = ['name,pop,lat,lon', 'Basel,170000,47.56,7.59', 'Quito,1900000,-0.2,-78.5', 'Suva,90000,-18.1,178.4'];

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher', una: 'user' } });
  const petra = t.as('petra');
  const reply = await petra.post(`content/users/${petra.username}/publish`, {
    text: `${ROWS.join('\n')}\n`,
    fileType: 'csv',
    publishParameters: { name: 'towns' },
  });
  path = new URL(reply.services[0].serviceurl).pathname;
  vts = path.replace('FeatureServer', 'VectorTileServer');
  itemId = reply.services[0].serviceItemId;
  await t.runJobs();
});
afterAll(() => t.close());

async function open(): Promise<void> {
  await t.portal.db
    .updateTable('item')
    .set({ access: 'public', scopes: ['public'] })
    .where('id', '=', itemId)
    .execute();
}

describe('tiles', () => {
  it('are for those who may see the item', async () => {
    const url = `${path}/0/tiles/0/0/0.pbf`;
    expect((await t.stranger.raw('GET', url, { f: '' })).statusCode).toBe(403);
    expect((await t.stranger.get(url)).error.code).toBe(499);
    expect((await t.as('una').get(url)).error.code).toBe(403);
    expect((await t.as('petra').raw('GET', url, { f: '' })).headers['cache-control']).toBe('private, no-cache');
  });

  it('hold the features with their object ids and attributes', async () => {
    const reply = await t.as('petra').raw('GET', `${path}/0/tiles/0/0/0.pbf`, { f: '' });
    expect(reply.headers['content-type']).toBe('application/x-protobuf');
    expect(reply.headers['content-encoding']).toBe('gzip');
    const head = await t.as('petra').raw('HEAD', `${path}/0/tiles/0/0/0.pbf`, { f: '' });
    expect(head.headers['content-length']).toBe(String(reply.rawPayload.length));
    const { features } = new VectorTile(new PbfReader(gunzipSync(reply.rawPayload))).layers;
    expect(features?.length).toBe(3);
    const all = [0, 1, 2].map((at) => features?.feature(at));
    const basel = all.find((feature) => feature?.properties.name === 'Basel');
    expect(basel?.id).toBe(1);
    expect(basel?.properties).toMatchObject({ name: 'Basel', pop: 170000 });
    expect(basel?.toGeoJSON(0, 0, 0).geometry).toMatchObject({ type: 'Point' });
  });

  it('are not confused by strange or repeated field names', async () => {
    const petra = t.as('petra');
    const url = `${path}/0/tiles/0/0/0.pbf`;
    const fields = ['NAME', ...Array.from({ length: 2_000 }, () => 'name'), 'x|y/0/0/0', '"'].join(',');
    const reply = await petra.raw('GET', url, { f: '', fields });
    const tile = new VectorTile(new PbfReader(gunzipSync(reply.rawPayload)));
    expect(tile.layers.features?.feature(0).properties).toEqual({ name: expect.any(String) });
    expect(reply.headers.etag).toBe((await petra.raw('GET', url, { f: '', fields: 'name' })).headers.etag);
  });

  it('carry only the fields asked for', async () => {
    const reply = await t.as('petra').raw('GET', `${path}/0/tiles/0/0/0.pbf`, { f: '', fields: 'pop' });
    const { features } = new VectorTile(new PbfReader(gunzipSync(reply.rawPayload))).layers;
    expect(Object.keys(features?.feature(0).properties ?? {})).toEqual(['pop']);
  });

  it('carry no attributes when only the object id is asked for, which they always have', async () => {
    const reply = await t.as('petra').raw('GET', `${path}/0/tiles/0/0/0.pbf`, { f: '', fields: 'OBJECTID' });
    const { features } = new VectorTile(new PbfReader(gunzipSync(reply.rawPayload))).layers;
    const all = [0, 1, 2].map((at) => features?.feature(at));
    expect(all.map((feature) => feature?.properties)).toEqual([{}, {}, {}]);
    expect(all.map((feature) => feature?.id).sort()).toEqual([1, 2, 3]);
  });

  it('say that nothing changed, that nothing is there, and that a place is outside the grid', async () => {
    await open();
    const first = await t.stranger.raw('GET', `${path}/0/tiles/0/0/0.pbf`, { f: '' });
    expect(first.headers['cache-control']).toBe('private, no-cache');
    const again = await t.stranger.raw('GET', `${path}/0/tiles/0/0/0.pbf`, { f: '' }, { 'if-none-match': String(first.headers.etag) });
    expect(again.statusCode).toBe(304);
    const empty = await t.stranger.raw('GET', `${path}/0/tiles/10/0/0.pbf`, { f: '' });
    expect([empty.statusCode, empty.rawPayload.length]).toEqual([204, 0]);
    expect((await t.stranger.raw('GET', `${path}/0/tiles/1/2/0.pbf`, { f: '' })).statusCode).toBe(404);
    expect((await t.stranger.raw('GET', `${path}/0/tiles/x/0/0.pbf`, { f: '' })).statusCode).toBe(404);
  });

  it('stay where they were sent to by their version, once no edit can come that began before the last one', async () => {
    await open();
    const keeping = async (address: string, v: string): Promise<unknown> =>
      (await t.stranger.raw('GET', address, { f: '', v })).headers['cache-control'];
    const { lastEditDate } = (await t.stranger.get(`${path}/0`)).editingInfo;
    const version = String(lastEditDate);
    const later = String(lastEditDate + 60_000);
    for (const address of [`${path}/0/tiles/0/0/0.pbf`, `${vts}/tile/0/0/0.pbf`]) {
      expect(await keeping(address, version)).toBe('private, no-cache');
      t.setNow(new Date(lastEditDate + 6 * 60_000));
      // Twice, as a tile that was made before has a way of its own.
      for (const _ of [1, 2]) expect(await keeping(address, version)).toMatch(/^public, max-age=\d+$/);
      // A version that is not the present one may be a later one, for which something else is to be kept.
      for (const other of ['1', later]) for (const _ of [1, 2]) expect(await keeping(address, other)).toBe('private, no-cache');
      t.setNow(new Date());
    }
  });

  it('are asked for by another time once a layer shows something else, though nobody edited its features', async () => {
    const petra = t.as('petra');
    const made = await petra.post(`content/users/${petra.username}/createService`, { createParameters: { name: 'some' }, isView: true });
    const view = new URL(made.serviceurl).pathname;
    const administered = view.replace('/services/', '/admin/services/');
    const adminLayerInfo = { viewLayerDefinition: { sourceServiceName: 'towns', sourceLayerId: 0 } };
    await petra.post(`${administered}/addToDefinition`, { addToDefinition: { layers: [{ adminLayerInfo }] } });
    const edited = async () => (await petra.get(`${view}/0`)).editingInfo;
    const before = await edited();
    const updateDefinition = { viewDefinitionQuery: "name = 'Suva'" };
    expect(await petra.post(`${administered}/0/updateDefinition`, { updateDefinition })).toEqual({ success: true });
    const after = await edited();
    expect(after.lastEditDate).toBeGreaterThan(before.lastEditDate);
    expect([after.lastEditDate, after.dataLastEditDate]).toEqual([after.schemaLastEditDate, before.dataLastEditDate]);
  });

  it('are not there of tables, as their TileJSON is not', async () => {
    const petra = t.as('petra');
    const addToDefinition = { tables: [{ name: 'notes', fields: [{ name: 'note', type: 'esriFieldTypeString' }] }] };
    const { tables } = await petra.post(`${path.replace('/services/', '/admin/services/')}/addToDefinition`, { addToDefinition });
    const reply = await petra.raw('GET', `${path}/${tables[0].id}/tiles/0/0/0.pbf`, { f: '' });
    expect([reply.statusCode, JSON.parse(reply.body).error.details[0]]).toEqual([404, expect.stringContaining('is a table')]);
    // In the tiles of the service it is simply not there.
    expect((await petra.raw('GET', `${vts}/tile/0/0/0.pbf`, { f: '' })).statusCode).toBe(200);
  });

  it('have another tag when they show something else, and the same while a change of the layer leaves them alone', async () => {
    const petra = t.as('petra');
    const url = `${path}/0/tiles/0/0/0.pbf`;
    const tag = async () => (await petra.raw('GET', url, { f: '' })).headers.etag;
    const layer = t.portal.db.updateTable('feature_layer').where('item_id', '=', itemId);
    const before = await tag();
    await layer.set({ version: 99 }).execute();
    expect(await tag()).toBe(before);
    await petra.post(`${path}/0/updateFeatures`, { features: [{ attributes: { OBJECTID: 1, pop: 170001 } }] });
    expect(await tag()).not.toBe(before);
    expect((await petra.raw('GET', url, { f: '' }, { 'if-none-match': String(before) })).statusCode).toBe(200);
  });
});

describe('the vector tile service', () => {
  it('describes itself, also by POST and without f', async () => {
    const root = await t.as('petra').raw('POST', vts, { f: '' });
    expect(root.json()).toMatchObject({
      type: 'indexedVector',
      capabilities: 'TilesOnly',
      defaultStyles: 'resources/styles',
      tiles: ['tile/{z}/{y}/{x}.pbf'],
    });
  });

  it('has every member that clients may count on, with its value or kind', async () => {
    const levels = Array.from({ length: 19 }, (_, level) => {
      const resolution = 78_271.516_964_02 / 2 ** level;
      return { level, resolution: expect.closeTo(resolution, 6), scale: expect.closeTo((resolution * 96) / 0.0254, 2) };
    });
    const world = 20_037_508.342_787;
    const reference = { wkid: 102100, latestWkid: 3857 };
    const corner = (degrees: number): unknown => expect.closeTo((degrees * world) / 180, 0);
    const north = (degrees: number): unknown => expect.closeTo(6_378_137 * Math.log(Math.tan(Math.PI / 4 + (degrees * Math.PI) / 360)), 0);
    const extent = { xmin: corner(-78.5), ymin: north(-18.1), xmax: corner(178.4), ymax: north(47.56), spatialReference: reference };
    expect(await t.as('petra').get(vts)).toEqual({
      currentVersion: 11.2,
      name: 'towns',
      copyrightText: '',
      capabilities: 'TilesOnly',
      type: 'indexedVector',
      defaultStyles: 'resources/styles',
      tiles: ['tile/{z}/{y}/{x}.pbf'],
      exportTilesAllowed: false,
      maxExportTilesCount: 0,
      initialExtent: extent,
      fullExtent: extent,
      minScale: levels[0]?.scale,
      maxScale: levels[18]?.scale,
      minzoom: 0,
      maxzoom: 18,
      minLOD: 0,
      maxLOD: 18,
      resourceInfo: {
        styleVersion: 8,
        tileCompression: 'gzip',
        cacheInfo: { storageInfo: { packetSize: 128, storageFormat: 'compactV2' } },
      },
      serviceItemId: itemId,
      tileInfo: {
        rows: 512,
        cols: 512,
        dpi: 96,
        format: 'pbf',
        origin: { x: -20037508.342787, y: 20037508.342787 },
        spatialReference: reference,
        lods: levels,
      },
    });
  });

  it('has a style whose layers name the layers of the tiles', async () => {
    for (const address of [`${vts}/resources/styles`, `${vts}/resources/styles/`, `${vts}/resources/styles/root.json`]) {
      const style = await t.as('petra').get(address);
      expect(style.version).toBe(8);
      expect(style.layers[0]).toMatchObject({ type: 'circle', source: 'esri' });
      const tile = await t.as('petra').raw('GET', `${vts}/tile/1/0/0.pbf`, { f: '' });
      expect(Object.keys(new VectorTile(new PbfReader(gunzipSync(tile.rawPayload))).layers)).toEqual([style.layers[0]['source-layer']]);
    }
  });

  it('says by the status that a file is not there, as files do (ERR-3)', async () => {
    const petra = t.as('petra');
    for (const file of ['fonts/Noto Sans/1-2.pbf', 'sprites/other.json', 'styles/other.json']) {
      const address = `${vts}/resources/${file}`;
      expect((await petra.raw('GET', address, { f: '' })).statusCode).toBe(404);
      expect((await petra.get(address)).error).toMatchObject({ code: 404 });
    }
  });

  it('puts y before x', async () => {
    const petra = t.as('petra');
    const southEast = await petra.raw('GET', `${vts}/tile/1/1/1.pbf`, { f: '' });
    const [south] = Object.values(new VectorTile(new PbfReader(gunzipSync(southEast.rawPayload))).layers);
    expect(south?.feature(0).properties.name).toBe('Suva');
    const northEast = await petra.raw('GET', `${vts}/tile/1/0/1.pbf`, { f: '' });
    const layers = Object.values(new VectorTile(new PbfReader(gunzipSync(northEast.rawPayload))).layers);
    expect(layers[0]?.feature(0).properties.name).toBe('Basel');
  });
});
