// Vector tile packages that are published: tiles, style, letters and pictures from the file, under the sharing of the service.
import { gunzipSync, gzipSync } from 'node:zlib';
import { geoJsonToWkb } from '@graticule/geo/convert/geojson';
import { TileLayerEncoder } from '@graticule/geo/tiles/mvt-encoder';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PackageParts, tilePackageOf } from '../../../geo/testing/tile-package-of.ts';
import type { AnyReply } from '../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher', una: 'user', otto: 'publisher' } });
});
afterAll(() => t.close());

const petra = () => t.as('petra');
const LIMIT = 20037508.342789244;
/** The tile of the world with a place in its north-west. */
function world(): Uint8Array {
  const layer = new TileLayerEncoder({ name: 'places', fields: ['name'], z: 0, x: 0, y: 0 });
  layer.add(5, geoJsonToWkb({ type: 'Point', coordinates: [-LIMIT / 2, LIMIT / 2] }), ['Nord']);
  return layer.finish();
}
const STYLE = {
  version: 8,
  sprite: 'https://elsewhere.example/sprite',
  glyphs: 'https://elsewhere.example/{fontstack}/{range}.pbf',
  sources: { esri: { type: 'vector', url: 'https://elsewhere.example/VectorTileServer' } },
  layers: [{ id: 'places', type: 'circle', source: 'esri', 'source-layer': 'places' }],
};
const LETTERS = new TextEncoder().encode('letters');
const PARTS: PackageParts = {
  style: STYLE,
  root: {
    fullExtent: { xmin: -LIMIT, ymin: 0, xmax: 0, ymax: LIMIT / 2 },
    copyrightText: 'Somebody',
    capabilities: 'Everything',
    tileInfo: { rows: 512, cols: 512, spatialReference: { wkid: 102100, latestWkid: 3857 } },
  },
  files: {
    'fonts/Noto Sans Regular/0-255.pbf': LETTERS,
    'sprites/sprite.json': '{}',
    'sprites/sprite.png': LETTERS,
    'styles/page.html': '<script>1</script>',
  },
};
/** The world, and below it nothing but one tile far down: as packages leave out what would show no more. */
const wholePackage = (): Uint8Array => tilePackageOf({ '0/0/0': gzipSync(world()), '4/15/15': gzipSync(world()) }, PARTS);

let made = 0;
async function uploaded(bytes: Uint8Array = wholePackage(), who: 'petra' | 'otto' = 'petra'): Promise<string> {
  const file = { name: `world ${++made}.vtpk`, type: 'application/octet-stream', bytes: Buffer.from(bytes) };
  const reply = await t
    .as(who)
    .upload(`content/users/${t.as(who).username}/addItem`, { title: 'World', type: 'Vector Tile Package' }, { file });
  return reply.id;
}
const publish = (itemId: string, name: string, who: 'petra' | 'una' | 'otto' = 'petra'): Promise<AnyReply> =>
  t.as(who).post(`content/users/${t.as(who).username}/publish`, { itemId, fileType: 'vectorTilePackage', publishParameters: { name } });
async function service(name: string): Promise<{ path: string; itemId: string; packageId: string }> {
  const packageId = await uploaded();
  const [one] = (await publish(packageId, name)).services;
  return { path: new URL(one.serviceurl).pathname, itemId: one.serviceItemId, packageId };
}
const get = (path: string, who: 'petra' | 'una' | 'otto' = 'petra') => t.as(who).raw('GET', path, { f: '' });
const placesIn = (bytes: Uint8Array): unknown[] => {
  const layer = new VectorTile(new PbfReader(gunzipSync(bytes))).layers.places;
  return Array.from({ length: layer?.length ?? 0 }, (_, i) => [
    layer?.feature(i).id,
    layer?.feature(i).properties.name,
    layer?.feature(i).loadGeometry(),
  ]);
};

describe('publishing a vector tile package', () => {
  it('makes a tile service with an item of its own, ready at once', async () => {
    const { path, itemId, packageId } = await service('globe');
    expect(path).toBe('/rest/services/Hosted/globe/VectorTileServer');
    const item = await petra().get(`content/items/${itemId}`);
    expect(item).toMatchObject({ type: 'Vector Tile Service', name: 'globe', access: 'private' });
    expect(item.extent.flat().map(Math.round)).toEqual([-180, 0, 0, 67]);
    const related = await petra().get(`content/items/${itemId}/relatedItems`, { relationshipType: 'Service2Data', direction: 'forward' });
    expect(related.relatedItems.map((one: AnyReply) => one.id)).toEqual([packageId]);
    expect(await petra().get(path)).toMatchObject({
      name: 'globe',
      capabilities: 'TilesOnly',
      copyrightText: 'Somebody',
      exportTilesAllowed: false,
      minzoom: 0,
      maxzoom: 4,
      serviceItemId: itemId,
      tiles: ['tile/{z}/{y}/{x}.pbf'],
      tileInfo: { rows: 512 },
    });
  });

  it('gives the tiles of the package, parts of the tile above where it has none, and nothing where nothing lies', async () => {
    const { path } = await service('tiles');
    const whole = await get(`${path}/tile/0/0/0.pbf`);
    expect(whole.headers).toMatchObject({ 'content-encoding': 'gzip', 'content-type': 'application/x-protobuf' });
    expect(placesIn(whole.rawPayload)).toEqual([[5, 'Nord', [[expect.objectContaining({ x: 1024, y: 1024 })]]]]);
    // Row before column.
    expect(placesIn((await get(`${path}/tile/1/0/0.pbf`)).rawPayload)).toEqual([
      [5, 'Nord', [[expect.objectContaining({ x: 2048, y: 2048 })]]],
    ]);
    expect((await get(`${path}/tile/1/1/0.pbf`)).statusCode).toBe(204);
    expect(placesIn((await get(`${path}/tile/4/15/15.pbf`)).rawPayload)).toHaveLength(1);
    for (const address of ['5/0/0', '1/2/0', '0/0/x', '99/0/0']) {
      expect((await get(`${path}/tile/${address}.pbf`)).statusCode, address).toBe(404);
    }
  });

  it('gives the style without addresses elsewhere, letters and pictures, and no pages', async () => {
    const { path } = await service('styled');
    const style = JSON.parse((await get(`${path}/resources/styles/root.json`)).body);
    expect(style).toEqual({
      version: 8,
      sprite: '../sprites/sprite',
      glyphs: '../fonts/{fontstack}/{range}.pbf',
      sources: { esri: { type: 'vector', url: '../../' } },
      layers: STYLE.layers,
    });
    for (const fonts of ['Noto Sans Regular', 'Missing Sans,Noto Sans Regular']) {
      const letters = await get(`${path}/resources/fonts/${encodeURIComponent(fonts)}/0-255.pbf`);
      expect([letters.statusCode, letters.body]).toEqual([200, 'letters']);
      expect(letters.headers['x-content-type-options']).toBe('nosniff');
    }
    expect((await get(`${path}/resources/sprites/sprite.png`)).headers['content-type']).toBe('image/png');
    for (const missing of ['fonts/Missing Sans/0-255.pbf', 'styles/page.html', '..%2Froot.json', 'sprites/sprite@2x.png']) {
      expect((await get(`${path}/resources/${missing}`)).statusCode, missing).toBe(404);
    }
  });

  it('says by the status that it has no style that can be read, to whoever asks for a file (ERR-3)', async () => {
    const { path, packageId } = await service('bare');
    // Packages without a style are not published, but the file of one may be exchanged.
    for (const parts of [{}, { files: { 'styles/root.json': '{"layers": [' } }]) {
      const file = { name: 'bare.vtpk', type: 'application/octet-stream', bytes: Buffer.from(tilePackageOf({ '0/0/0': world() }, parts)) };
      expect(await petra().upload(`content/users/${petra().username}/items/${packageId}/update`, {}, { file })).toMatchObject({
        success: true,
      });
      for (const address of ['styles', 'styles/', 'styles/root.json']) {
        expect((await get(`${path}/resources/${address}`)).statusCode, address).toBe(404);
        expect((await petra().raw('POST', `${path}/resources/${address}`, { f: '' })).statusCode, address).toBe(404);
        const asJson = await petra().raw('GET', `${path}/resources/${address}`, { f: 'json' });
        expect([asJson.statusCode, asJson.json().error.code], address).toEqual([200, 404]);
      }
    }
  });

  it('is seen by those who may see its item, and goes with its package', async () => {
    const { path, itemId, packageId } = await service('shared');
    for (const address of ['tile/0/0/0.pbf', 'resources/sprites/sprite.png']) {
      expect((await get(`${path}/${address}`, 'una')).statusCode, address).not.toBe(200);
    }
    for (const address of ['', '/resources/styles', '/resources/styles/root.json', '/resources/info']) {
      expect((await t.as('una').get(`${path}${address}`)).error.code, address).toBe(403);
    }
    await petra().post(`content/users/${petra().username}/items/${itemId}/share`, { org: true });
    // The package itself stays private.
    expect((await get(`${path}/tile/0/0/0.pbf`, 'una')).statusCode).toBe(200);
    await petra().post(`content/users/${petra().username}/items/${packageId}/delete`, {});
    expect((await get(`${path}/tile/0/0/0.pbf`, 'una')).statusCode).not.toBe(200);
    await petra().post(`content/users/${petra().username}/restoreItems`, { items: packageId });
    expect((await get(`${path}/tile/0/0/0.pbf`, 'una')).statusCode).toBe(200);
  });

  it('says which tile is damaged, whoever reads what is in it', async () => {
    const name = 'damaged';
    const damaged = tilePackageOf(
      { '0/0/0': new Uint8Array([0x1f, 0x8b, 1, 2, 3]), '1/1/1': new Uint8Array([26, 255, 255, 255, 255, 15]), '3/0/0': world() },
      PARTS,
    );
    const [one] = (await publish(await uploaded(damaged), name)).services;
    const path = new URL(one.serviceurl).pathname;
    for (const [address, tile] of [
      ['0/0/0', '0/0/0'],
      ['2/0/0', '0/0/0'],
      ['2/3/3', '1/1/1'],
    ] as const) {
      const { statusCode, body } = await get(`${path}/tile/${address}.pbf`);
      expect([statusCode, body], address).toEqual([400, expect.stringContaining(`The tile ${tile} in`)]);
    }
  });

  it('is published once where the same call comes again', async () => {
    const itemId = await uploaded();
    const again = (): Promise<AnyReply> =>
      petra().post(`content/users/${petra().username}/publish`, {
        itemId,
        fileType: 'vectorTilePackage',
        publishParameters: { name: 'once' },
        idempotencyKey: 'f'.repeat(32),
      });
    expect(await again()).toEqual(await again());
  });

  it('shows a package that was replaced', async () => {
    const { path, packageId } = await service('replaced');
    expect(placesIn((await get(`${path}/tile/0/0/0.pbf`)).rawPayload)).toHaveLength(1);
    const empty = tilePackageOf({ '0/0/0': gzipSync(new Uint8Array()), '2/0/0': gzipSync(world()) }, PARTS);
    const file = { name: 'new.vtpk', type: 'application/octet-stream', bytes: Buffer.from(empty) };
    await petra().upload(`content/users/${petra().username}/items/${packageId}/update`, {}, { file });
    expect((await get(`${path}/tile/0/0/0.pbf`)).statusCode).toBe(204);
    expect(await petra().get(path)).toMatchObject({ maxzoom: 2 });
  });

  it('is refused without the right, for packages of others, for names that are taken, and for files that are no packages', async () => {
    const packageId = await uploaded();
    expect((await publish(packageId, 'mine', 'una')).error.code).toBe(403);
    expect((await publish(packageId, 'mine', 'otto')).error.code).toBe(403);
    expect((await publish(packageId, 'taken')).services[0].serviceItemId).toEqual(expect.any(String));
    expect((await publish(packageId, 'TAKEN')).error.message).toMatch(/already in use/);
    const broken = await uploaded(new TextEncoder().encode('no archive'));
    const [refused] = (await publish(broken, 'broken')).services;
    expect(refused).toMatchObject({ type: 'Vector Tile Service', success: false, error: { code: 400 } });
    const styleless = await uploaded(tilePackageOf({ '0/0/0': world() }));
    expect((await publish(styleless, 'styleless')).services[0].error.reasons[0].code).toBe('vtpk-not');
    expect((await petra().get('community/self')).error).toBeUndefined();
  });
});
