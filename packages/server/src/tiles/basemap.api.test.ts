// The built-in basemap as a vector tile service: what the clients of the vendor and MapLibre ask of it.
import { gunzipSync } from 'node:zlib';
import { VectorTile } from '@mapbox/vector-tile';
import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import { PbfReader } from 'pbf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';
import { namesFor } from './basemap.ts';

const SERVICE = '/rest/services/World_Basemap/VectorTileServer';
let t: TestPortal;

beforeAll(async () => {
  t = await testPortal();
});
afterAll(() => t.close());

const get = (path: string, headers: Record<string, string> = {}) => t.stranger.raw('GET', `${SERVICE}${path}`, { f: '' }, headers);
const layersOf = (bytes: Uint8Array): VectorTile['layers'] => new VectorTile(new PbfReader(gunzipSync(bytes))).layers;

describe('the built-in basemap as vector tiles', () => {
  it('is the default basemap of the portal, as a layer that other clients draw', async () => {
    const { defaultBasemap, defaultVectorBasemap, useVectorBasemaps } = await t.stranger.get('portals/self');
    const [layer] = defaultBasemap.baseMapLayers;
    expect(layer).toMatchObject({ id: 'graticule-light', layerType: 'VectorTileLayer' });
    expect([new URL(layer.url).pathname, new URL(layer.styleUrl).pathname]).toEqual([SERVICE, `${SERVICE}/resources/styles/root.json`]);
    expect(defaultVectorBasemap).toEqual(defaultBasemap);
    expect(useVectorBasemaps).toBe(true);
  });

  it('shows Antarctica as land from afar, and not as a hole', async () => {
    for (const [z, x, y] of [
      [0, 0, 0],
      [1, 0, 1],
      [1, 1, 1],
      [2, 0, 3],
      [2, 3, 3],
    ]) {
      // biome-ignore format: one line
      const { rawPayload } = await get(`/tile/${z}/${y}/${x}.pbf`);
      const { land } = layersOf(rawPayload);
      const rings = Array.from({ length: land?.length ?? 0 }, (_, at) => land?.feature(at)).flatMap((one) =>
        one?.properties.iso === 'AQ' ? one.loadGeometry() : [],
      );
      const areas = rings.map((ring) =>
        ring.reduce((sum, p, at) => sum + (ring.at(at - 1)?.x ?? 0) * p.y - p.x * (ring.at(at - 1)?.y ?? 0), 0),
      );
      const largest = areas.toSorted((a, b) => Math.abs(b) - Math.abs(a))[0];
      expect(largest, `${z}/${x}/${y}`).toBeGreaterThan(1e6);
    }
  });

  it('stands in the directory of services', async () => {
    const { services } = await t.stranger.get('/rest/services');
    expect(services).toContainEqual({ name: 'World_Basemap', type: 'VectorTileServer' });
  });

  it('describes itself with the levels that it has', async () => {
    const root = await t.stranger.get(SERVICE);
    expect(root).toMatchObject({ name: 'World_Basemap', type: 'indexedVector', tiles: ['tile/{z}/{y}/{x}.pbf'], minzoom: 0, maxzoom: 18 });
    expect(root.tileInfo).toMatchObject({ rows: 512, spatialReference: { wkid: 102100, latestWkid: 3857 } });
    expect(root.serviceItemId).toBeUndefined();
    expect((await t.stranger.get(`${SERVICE}/resources/info`)).tileCompression).toBe('gzip');
    const json = await t.stranger.get(`${SERVICE}/tilejson.json`, { f: '' });
    expect(json).toMatchObject({ tilejson: '3.0.0', minzoom: 0, maxzoom: 6 });
    expect(json.vector_layers.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining(['land', 'borders', 'places', 'labels']));
  });

  it.each([
    ['/resources/styles', '../../'],
    ['/resources/styles/root.json', '../../'],
    ['/resources/styles/dark/root.json', '../../../'],
  ])('has a style at %s that is one, with addresses of this service alone', async (path, root) => {
    const reply = await get(path);
    const style = JSON.parse(reply.body);
    expect(validateStyleMin({ ...style, sources: { esri: { type: 'vector', url: 'https://example.org/tiles.json' } } })).toEqual([]);
    expect(style.sources).toEqual({ esri: expect.objectContaining({ type: 'vector', url: root }) });
    expect(style.glyphs).toBe(`${root}resources/fonts/{fontstack}/{range}.pbf`);
    const used = new Set(style.layers.flatMap((layer: Record<string, string>) => layer['source-layer'] ?? []));
    const tile = layersOf((await get('/tile/4/5/8.pbf')).rawPayload);
    expect(Object.keys(tile).filter((name) => used.has(name))).toEqual(expect.arrayContaining(['land', 'borders', 'places']));
  });

  it('names places in the language of whoever asks, where its letters stand one beside the other', async () => {
    const namesIn = async (language: string): Promise<string> => {
      const { body, headers } = await get('/resources/styles/root.json', { 'accept-language': language });
      expect(headers.vary).toMatch(/accept-language/i);
      return body;
    };
    expect(await namesIn('de-AT,de;q=0.9,en;q=0.8')).toContain('name_de');
    expect(await namesIn('de')).toContain('Deutschland');
    expect(await namesIn('ar')).toContain('Germany');
    expect(['', 'fr-CA', 'el;q=1', 'ja', '*', 'x'.repeat(99), undefined].map(namesFor)).toEqual([
      'en',
      'fr-CA',
      'el',
      'en',
      'en',
      'en',
      'en',
    ]);
  });

  it('gives tiles and letters packed, tells who has them already, and is empty where there is nothing', async () => {
    const tile = await get('/tile/2/1/2.pbf');
    expect(tile.statusCode).toBe(200);
    expect(tile.headers).toMatchObject({ 'content-type': 'application/x-protobuf', 'content-encoding': 'gzip' });
    // Its address has no version: after an upgrade an old one is shown once at most.
    expect(tile.headers['cache-control']).toBe('public, max-age=86400, stale-while-revalidate=604800');
    expect(layersOf(tile.rawPayload).land?.length).toBeGreaterThan(0);
    expect((await get('/tile/2/1/2.pbf', { 'if-none-match': String(tile.headers.etag) })).statusCode).toBe(304);
    // Zurich, closer than the archive goes, and the sea below Africa.
    expect(Object.keys(layersOf((await get('/tile/9/179/268.pbf')).rawPayload))).toEqual(expect.arrayContaining(['land', 'places']));
    expect((await get('/tile/9/300/256.pbf')).statusCode).toBe(204);
    const letters = await get('/resources/fonts/Noto%20Sans%20Regular/0-255.pbf');
    expect([letters.statusCode, letters.headers['content-encoding']]).toEqual([200, 'gzip']);
  });

  it.each([
    ['/tile/25/0/0.pbf', 404],
    ['/tile/2/4/0.pbf', 404],
    ['/tile/x/0/0.pbf', 404],
    ['/resources/fonts/Noto%20Sans%20Regular/1-256.pbf', 404],
  ])('refuses %s', async (path, status) => {
    expect((await get(path)).statusCode).toBe(status);
  });
});
