// TileJSON of layers and of vector tile services, compared with the tiles that it leads to.
import { gunzipSync, gzipSync } from 'node:zlib';
import { geoJsonToWkb } from '@graticule/geo/convert/geojson';
import { TileLayerEncoder } from '@graticule/geo/tiles/mvt-encoder';
import { VectorTile, type VectorTileLayer } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tilePackageOf } from '../../../geo/testing/tile-package-of.ts';
import type { AnyReply } from '../../testing/agent.ts';
import { loadScene, type TestLayer } from '../../testing/load-scene.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;
let layer: TestLayer;
let vts: string;
const { layerOf } = loadScene(() => t);

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher', una: 'user' } });
  layer = await layerOf();
  vts = layer.service.replace('FeatureServer', 'VectorTileServer');
  await petra().post(`${layer.admin}/updateDefinition`, {
    updateDefinition: { description: 'Trees of two kinds', copyrightText: 'The city <img src=x onerror=alert(1)>' },
  });
});
afterAll(() => t.close());

const petra = () => t.as('petra');
const share = (itemId: string): Promise<AnyReply> =>
  petra().post(`content/users/${petra().username}/items/${itemId}/share`, { everyone: true });

type Who = 'petra' | 'una' | 'stranger';
const get = (path: string, who: Who = 'petra') => (who === 'stranger' ? t.stranger : t.as(who)).raw('GET', path, { f: '' });

/** The layers of the tile of the world that the template leads to. */
async function worldOf({ tiles: [template] }: AnyReply, who: Who = 'petra'): Promise<Record<string, VectorTileLayer>> {
  const url = new URL(template.replace('{z}', '0').replace('{x}', '0').replace('{y}', '0'));
  const reply = await get(`${url.pathname}${url.search}`, who);
  expect(reply.statusCode).toBe(200);
  return new VectorTile(new PbfReader(gunzipSync(reply.rawPayload))).layers;
}

/** Kind of value by attribute, of all features together. */
function attributesOf(drawn: VectorTileLayer | undefined): Record<string, string> {
  const kinds: Record<string, string> = {};
  for (let at = 0; at < (drawn?.length ?? 0); at++) {
    for (const [name, value] of Object.entries(drawn?.feature(at).properties ?? {}))
      kinds[name] = typeof value === 'number' ? 'Number' : 'String';
  }
  return kinds;
}

describe('the TileJSON of a layer', () => {
  it('says where the tiles are, at which levels and where on earth', async () => {
    const reply = await get(`${layer.path}/tiles.json`);
    expect(reply.headers['content-type']).toMatch(/^application\/json/);
    const told = reply.json();
    expect(told).toMatchObject({ tilejson: '3.0.0', scheme: 'xyz', minzoom: 0, maxzoom: 18, description: 'Trees of two kinds' });
    expect(told.tiles).toEqual([expect.stringMatching(/^https?:\/\/[^/]+\/rest\/.+\/FeatureServer\/0\/tiles\/\{z\}\/\{x\}\/\{y\}\.pbf$/)]);
    expect(told.tiles[0]).not.toContain('token');
    // The trees stand at 2° E 1° N and at 4° E 3° N.
    const expected = [2, 1, 4, 3];
    for (const [at, side] of told.bounds.entries()) expect(side).toBeCloseTo(expected[at] ?? 0, 4);
    expect(told.bounds[0]).toBeLessThan(2);
    expect(told.bounds[3]).toBeGreaterThan(3);
  });

  it('names the layer and the attributes that its tiles have, with their kinds', async () => {
    const told = (await get(`${layer.path}/tiles.json`)).json();
    const drawn = await worldOf(told);
    expect(told.vector_layers.map(({ id }: AnyReply) => id)).toEqual(Object.keys(drawn));
    expect(told.vector_layers[0].fields).toEqual(attributesOf(drawn.features));
    expect(told.vector_layers[0].fields).toMatchObject({ species: 'String', height: 'Number', planted: 'Number' });
  });

  it('gives pages of others no markup that runs', async () => {
    const { attribution } = (await get(`${layer.path}/tiles.json`)).json();
    expect(attribution).toContain('The city');
    expect(attribution).not.toContain('onerror');
  });

  it('is refused as the tiles are, and open to pages of others as they are', async () => {
    const own = await layerOf();
    const [about, tile] = [`${own.path}/tiles.json`, `${own.path}/tiles/0/0/0.pbf`];
    for (const who of ['una', 'stranger'] as const) {
      const refused = await get(about, who);
      expect(refused.statusCode).toBe((await get(tile, who)).statusCode);
      expect(refused.statusCode).toBe(403);
      expect(refused.body).not.toContain('species');
    }
    expect((await t.stranger.get(about)).error.code).toBe(499);
    await share(own.itemId);
    const [open, drawn] = [await get(about, 'stranger'), await get(tile, 'stranger')];
    expect([open.statusCode, drawn.statusCode]).toEqual([200, 200]);
    expect(open.headers['access-control-allow-origin']).toBe('*');
    expect(open.headers['access-control-allow-origin']).toBe(drawn.headers['access-control-allow-origin']);
    // As the description of the layer: what it says changes with each edit.
    expect(open.headers['cache-control']).toBe((await get(own.path, 'stranger')).headers['cache-control']);
  });

  it('is not there for layers that are not there', async () => {
    expect((await get(`${layer.service}/7/tiles.json`)).statusCode).toBe(404);
    expect((await get('/rest/services/Hosted/nothing/FeatureServer/0/tiles.json', 'stranger')).statusCode).toBe(404);
    expect((await get('/rest/services/Hosted/nothing/VectorTileServer/tilejson.json', 'stranger')).statusCode).toBe(404);
  });

  it('holds a point that lies on the side of tiles at every level', async () => {
    const { path } = await layerOf('name,lat,lon\nNull Island,0,0\n');
    const { bounds } = (await get(`${path}/tiles.json`)).json();
    const [west, south, east, north] = bounds;
    expect([west < 0, south < 0, east > 0, north > 0]).toEqual([true, true, true, true]);
    expect(east - west).toBeLessThan(0.0001);
  });

  it('is refused where a layer does not let people read it', async () => {
    const closed = await layerOf();
    await share(closed.itemId);
    const admin = closed.admin.replace(/\/0$/, '');
    await petra().post(`${admin}/updateDefinition`, { updateDefinition: { capabilities: 'Create' } });
    expect((await get(`${closed.path}/tiles.json`, 'una')).statusCode).toBe(403);
    expect((await get(`${closed.path}/tiles.json`)).statusCode).toBe(200);
    const ofAll = `${closed.service.replace('FeatureServer', 'VectorTileServer')}/tilejson.json`;
    const seen = (await get(ofAll, 'una')).json();
    expect([seen.vector_layers, seen.bounds]).toEqual([[], undefined]);
    expect((await get(ofAll)).json().vector_layers).toHaveLength(1);
  });

  it('tells nobody the place of features of others where each sees the own ones alone', async () => {
    const own = await layerOf(undefined, {
      capabilities: 'Query,Create,Editing',
      editorTrackingInfo: {
        enableEditorTracking: true,
        enableOwnershipAccessControl: true,
        allowOthersToQuery: false,
        allowOthersToUpdate: false,
        allowOthersToDelete: false,
      },
    });
    await share(own.itemId);
    const addresses = [`${own.path}/tiles.json`, `${own.service.replace('FeatureServer', 'VectorTileServer')}/tilejson.json`];
    for (const address of addresses) {
      expect((await get(address)).json().bounds).toHaveLength(4);
      const seen = await get(address, 'una');
      expect([seen.statusCode, seen.json().bounds]).toEqual([200, undefined]);
    }
    // The root of the tile service, whose extent clients ask for no tile beyond.
    const root = own.service.replace('FeatureServer', 'VectorTileServer');
    const west = async (who: Who): Promise<number> => (await get(root, who)).json().fullExtent.xmin;
    expect(await west('petra')).toBeGreaterThan(-2e7);
    expect(await west('una')).toBeLessThan(-2e7);
  });

  it('names no field that a view leaves out', async () => {
    const made = await petra().post(`content/users/${petra().username}/createService`, {
      isView: true,
      createParameters: { name: 'seen_trees', isView: true },
    });
    const view = new URL(made.encodedServiceURL).pathname;
    const source = {
      table: {
        sourceServiceName: layer.service.split('/')[4],
        sourceLayerId: 0,
        sourceLayerFields: [{ name: 'species', source: 'species' }],
      },
    };
    const added = await petra().post(`${view.replace('/rest/services', '/rest/admin/services')}/addToDefinition`, {
      addToDefinition: { layers: [{ adminLayerInfo: { viewLayerDefinition: source } }] },
    });
    expect(added.success).toBe(true);
    const told = (await get(`${view}/0/tiles.json`)).json();
    expect(told.vector_layers[0].fields).toEqual({ species: 'String' });
    expect(attributesOf((await worldOf(told)).features)).toEqual({ species: 'String' });
    const ofAll = (await get(`${view.replace('FeatureServer', 'VectorTileServer')}/tilejson.json`)).json();
    expect(ofAll.vector_layers[0].fields).toEqual({ species: 'String' });
    // The view was not described since its features changed.
    const [x, y] = [179, 80];
    const far = await petra().post(`${layer.path}/addFeatures`, {
      features: [{ attributes: {}, geometry: { x, y, spatialReference: { wkid: 4326 } } }],
    });
    const { fullExtent } = (await get(view.replace('FeatureServer', 'VectorTileServer'))).json();
    expect(fullExtent.xmax).toBeCloseTo((x * 20037508.342789244) / 180, 0);
    await petra().post(`${layer.path}/deleteFeatures`, { objectIds: String(far.addResults[0].objectId) });
  });
});

describe('the TileJSON of a vector tile service', () => {
  it('names its layers as its tiles do, and the template as clients ask for them', async () => {
    const told = (await get(`${vts}/tilejson.json`)).json();
    expect(told).toMatchObject({ tilejson: '3.0.0', scheme: 'xyz', minzoom: 0, maxzoom: 18 });
    expect(told.tiles).toEqual([expect.stringMatching(/^https?:\/\/.+\/VectorTileServer\/tile\/\{z\}\/\{y\}\/\{x\}\.pbf$/)]);
    const drawn = await worldOf(told);
    const [one] = told.vector_layers;
    expect(Object.keys(drawn)).toEqual([one.id]);
    expect(one.fields).toEqual(attributesOf(drawn[one.id]));
    const style = await petra().get(`${vts}/resources/styles/root.json`);
    expect(style.layers[0]['source-layer']).toBe(one.id);
  });

  it('has areas below points in its style, whichever layer comes first', async () => {
    const added = await petra().post(`${layer.service.replace('/rest/services', '/rest/admin/services')}/addToDefinition`, {
      addToDefinition: { layers: [{ name: 'plots', type: 'Feature Layer', geometryType: 'esriGeometryPolygon', fields: [] }] },
    });
    expect(added.success).toBe(true);
    const { layers } = await petra().get(`${vts}/resources/styles/root.json`);
    const drawn = (layers as { type: string; 'source-layer': string }[]).filter(({ type }) => type !== 'symbol');
    expect([...new Set(drawn.map((one) => one['source-layer']))]).toEqual(['plots', expect.any(String)]);
    const { layers: made } = added;
    await petra().post(`${layer.service.replace('/rest/services', '/rest/admin/services')}/deleteFromDefinition`, {
      deleteFromDefinition: { layers: [{ id: made[0].id }] },
    });
  });

  it('follows the sharing and the levels of a service that was published from a layer', async () => {
    const { services } = await petra().post(`content/users/${petra().username}/publish`, {
      itemId: layer.itemId,
      fileType: 'featureService',
      outputType: 'VectorTiles',
      publishParameters: { name: 'forest', minZoom: 0, maxZoom: 5 },
    });
    const about = `${new URL(services[0].serviceurl).pathname}/tilejson.json`;
    expect((await get(about, 'una')).statusCode).toBe(403);
    await share(services[0].serviceItemId);
    const told = (await get(about, 'una')).json();
    expect(told).toMatchObject({ name: 'forest', minzoom: 0, maxzoom: 5, vector_layers: [{ minzoom: 0, maxzoom: 5 }] });
    expect(Object.keys(await worldOf(told, 'una'))).toEqual([told.vector_layers[0].id]);
  });

  it('of a package names the layers that its style draws', async () => {
    const encoder = new TileLayerEncoder({ name: 'places', fields: ['name'], z: 0, x: 0, y: 0 });
    encoder.add(5, geoJsonToWkb({ type: 'Point', coordinates: [-1e7, 1e7] }), ['Nord']);
    const bytes = tilePackageOf(
      { '0/0/0': gzipSync(encoder.finish()) },
      {
        style: {
          version: 8,
          sources: {},
          layers: [
            { id: 'a', type: 'circle', source: 'esri', 'source-layer': 'places' },
            { id: 'b', type: 'background' },
          ],
        },
        root: { fullExtent: { xmin: -2e7, ymin: 0, xmax: 0, ymax: 1.1e7 }, copyrightText: 'Somebody' },
        files: {},
      },
    );
    const file = { name: 'world.vtpk', type: 'application/octet-stream', bytes: Buffer.from(bytes) };
    const at = `content/users/${petra().username}`;
    const { id } = await petra().upload(`${at}/addItem`, { title: 'World', type: 'Vector Tile Package' }, { file });
    const { services } = await petra().post(`${at}/publish`, {
      itemId: id,
      fileType: 'vectorTilePackage',
      publishParameters: { name: 'globe' },
    });
    const told = (await get(`${new URL(services[0].serviceurl).pathname}/tilejson.json`)).json();
    expect(told).toMatchObject({
      name: 'globe',
      attribution: 'Somebody',
      minzoom: 0,
      maxzoom: 0,
      vector_layers: [{ id: 'places', fields: {} }],
    });
    expect(told.bounds.map((side: number) => Math.round(side) + 0)).toEqual([-180, 0, 0, 70]);
    expect(Object.keys(await worldOf(told))).toEqual(['places']);
  });
});
