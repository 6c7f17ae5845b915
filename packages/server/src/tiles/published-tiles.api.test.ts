// Vector tile services that are published from hosted layers: items of their own with their own name, sharing and zoom levels.
import { gunzipSync } from 'node:zlib';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../testing/agent.ts';
import { loadScene, type TestLayer } from '../../testing/load-scene.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;
let layer: TestLayer;
const { layerOf } = loadScene(() => t);
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher', una: 'user', otto: 'publisher' } });
  layer = await layerOf();
});
afterAll(() => t.close());

const petra = () => t.as('petra');
const publish = (name: string, more: object = {}, who = 'petra'): Promise<AnyReply> =>
  t.as(who).post(`content/users/${t.as(who).username}/publish`, {
    itemId: layer.itemId,
    fileType: 'featureService',
    outputType: 'VectorTiles',
    publishParameters: { name, ...more },
  });
const made = async (name: string, more: object = {}): Promise<{ path: string; itemId: string }> => {
  const [service] = (await publish(name, more)).services;
  return { path: new URL(service.serviceurl).pathname, itemId: service.serviceItemId };
};
type Who = 'petra' | 'una' | 'otto';
const tile = (path: string, address: string, who: Who = 'petra') => t.as(who).raw('GET', `${path}/tile/${address}.pbf`, { f: '' });
const share = (itemId: string): Promise<AnyReply> =>
  petra().post(`content/users/${petra().username}/items/${itemId}/share`, { everyone: true });

describe('publishing a hosted layer as vector tiles', () => {
  it('makes an item with the type, keywords and address of a tile service, which is ready at once', async () => {
    const [service] = (await publish('forest', { minZoom: 1, maxZoom: 12 })).services;
    expect(service).toMatchObject({ type: 'Vector Tile Service', serviceurl: expect.stringMatching(/Hosted\/forest\/VectorTileServer$/) });
    const item = await petra().get(`content/items/${service.serviceItemId}`);
    expect(item).toMatchObject({ type: 'Vector Tile Service', url: service.serviceurl, access: 'private' });
    expect(item.typeKeywords).toContain('Hosted Service');
    expect(item.extent).toHaveLength(2);
    const status = await petra().get(`content/users/${petra().username}/items/${item.id}/status`, {
      jobId: service.jobId,
      jobType: 'publish',
    });
    expect(status.status).toBe('completed');
    const related = await petra().get(`content/items/${layer.itemId}/relatedItems`, {
      relationshipType: 'Service2Service',
      direction: 'forward',
    });
    expect(related.relatedItems.map((one: AnyReply) => one.id)).toEqual([item.id]);
  });

  it('has the title that was given, which need not fit an address', async () => {
    const { itemId, path } = await made('titled', { title: 'Wälder: 2026 & später' });
    expect(await petra().get(`content/items/${itemId}`)).toMatchObject({ title: 'Wälder: 2026 & später', name: 'titled' });
    expect(path).toMatch(/Hosted\/titled\/VectorTileServer$/);
  });

  it('draws the layers as they are, within its zoom levels', async () => {
    const { path, itemId } = await made('woods', { minZoom: 0, maxZoom: 3 });
    const info = await petra().get(path);
    expect(info).toMatchObject({
      name: 'woods',
      minzoom: 0,
      maxzoom: 3,
      maxLOD: 3,
      serviceItemId: itemId,
      tiles: ['tile/{z}/{y}/{x}.pbf'],
    });
    expect((await petra().get(`${path}/resources/styles/root.json`)).layers.length).toBeGreaterThan(0);
    const count = async (): Promise<number> => {
      const { rawPayload } = await tile(path, '0/0/0');
      const read = new VectorTile(new PbfReader(gunzipSync(rawPayload)));
      return Object.values(read.layers)[0]?.length ?? 0;
    };
    expect(await count()).toBe(2);
    await petra().post(`${layer.path}/addFeatures`, {
      features: [{ attributes: { species: 'elm' }, geometry: { x: 5_000_000, y: 5_000_000 } }],
    });
    expect(await count()).toBe(3);
    expect((await tile(path, '4/0/0')).statusCode).toBe(404);
  });

  it('is shared by itself', async () => {
    const { path, itemId } = await made('shared_tiles');
    expect((await t.stranger.get(path)).error.code).toBe(499);
    expect((await t.as('una').get(path)).error.code).toBe(403);
    expect((await tile(path, '0/0/0', 'una')).statusCode).toBe(403);
    await share(itemId);
    expect((await tile(path, '0/0/0', 'una')).statusCode).toBe(200);
    // The layer itself stays private.
    expect((await t.as('una').get(layer.path)).error.code).toBe(403);
  });

  it('shows nothing that the layer would not show, once its features are not for everybody', async () => {
    const own = await layerOf();
    const reply = await petra().post(`content/users/${petra().username}/publish`, {
      itemId: own.itemId,
      fileType: 'featureService',
      outputType: 'VectorTiles',
      publishParameters: { name: 'own_tiles' },
    });
    const path = new URL(reply.services[0].serviceurl).pathname;
    await share(reply.services[0].serviceItemId);
    expect((await tile(path, '0/0/0', 'una')).statusCode).toBe(200);
    const admin = own.admin.replace(/\/0$/, '');
    await petra().post(`${admin}/updateDefinition`, { updateDefinition: { capabilities: 'Create' } });
    expect((await tile(path, '0/0/0', 'una')).statusCode).toBe(204);
    expect((await tile(path, '0/0/0')).statusCode).toBe(200);
  });

  it.each([
    ['heat', { renderer: { type: 'heatmap', field: 'height' } }, { type: 'heatmap' }, 'height'],
    [
      'dates',
      {
        renderer: {
          type: 'classBreaks',
          field: 'planted',
          classBreakInfos: [1, 2].map((day) => ({
            classMaxValue: Date.UTC(2020, 0, day),
            symbol: { type: 'esriSMS', color: [day, 0, 0, 255], size: 6 },
          })),
        },
      },
      {
        type: 'circle',
        paint: {
          'circle-color': [
            'case',
            ...[1, 2].flatMap((day) => [
              [
                'all',
                ['==', ['typeof', ['get', 'planted']], 'number'],
                ['<=', ['to-number', ['get', 'planted'], 0], Date.UTC(2020, 0, day)],
              ],
              `rgba(${day},0,0,1)`,
            ]),
            'rgba(0,0,0,0)',
          ],
        },
      },
      'planted',
    ],
    [
      'scripts',
      { renderer: { type: 'uniqueValue', valueExpression: '$feature.height > 9', uniqueValueInfos: [{ value: 'true', symbol: null }] } },
      { type: 'circle', paint: { 'circle-color': 'rgba(29,105,150,1)' } },
      undefined,
    ],
    [
      'labels',
      { renderer: { type: 'simple', symbol: { type: 'esriPMS', url: 'tree.png' } }, labelingInfo: [{ labelExpression: '[height]' }] },
      [
        { type: 'circle', paint: { 'circle-color': 'rgba(29,105,150,1)' } },
        { type: 'symbol', layout: { 'text-field': ['to-string', ['get', 'height']] } },
      ],
      'height',
    ],
  ])('takes layers with any drawing, and draws their features: %s', async (name, drawingInfo, drawn, followed) => {
    await petra().post(`${layer.admin}/updateDefinition`, { updateDefinition: { drawingInfo } });
    const { path } = await made(`drawn_by_${name}`);
    const { layers } = await petra().get(`${path}/resources/styles/root.json`);
    expect(layers).toMatchObject([drawn].flat());
    const { layers: held } = new VectorTile(new PbfReader(gunzipSync((await tile(path, '0/0/0')).rawPayload)));
    const { properties } = held[layers[0]['source-layer']]?.feature(0) ?? {};
    expect(properties?.[followed ?? 'height']).toEqual(expect.any(Number));
  });

  it('is for those who administer the layer and may publish tiles, under names that are free', async () => {
    expect((await publish('not_mine', {}, 'otto')).error.code).toBe(403);
    expect((await publish('no_right', {}, 'una')).error.code).toBe(403);
    await made('taken');
    expect((await publish('Taken')).error).toMatchObject({ code: 400, message: expect.stringContaining('already in use') });
    const name = layer.service.split('/')[4] ?? '';
    expect((await publish(name)).error.code).toBe(400);
    expect(
      (await petra().post(`content/users/${petra().username}/createService`, { createParameters: { name: 'taken' } })).error.code,
    ).toBe(400);
    expect(await petra().get('portals/self/isServiceNameAvailable', { name: 'taken', type: 'Vector Tile Service' })).toEqual({
      available: false,
    });
    expect((await publish('bad name!')).error.code).toBe(400);
    expect((await publish('levels', { minZoom: 9, maxZoom: 3 })).error.code).toBe(400);
  });

  it('ends with its item, and is not found while its layer lies in the recycle bin', async () => {
    const { path, itemId } = await made('short_lived');
    const bin = layer.itemId;
    const at = `content/users/${petra().username}/items`;
    expect((await petra().post(`${at}/${itemId}/delete`, { permanentDelete: true })).success).toBe(true);
    expect((await petra().get(path)).error.code).toBe(404);
    const again = await made('short_lived');
    expect((await petra().post(`${at}/${bin}/delete`)).success).toBe(true);
    expect((await petra().get(again.path)).error.code).toBe(404);
  });
});
