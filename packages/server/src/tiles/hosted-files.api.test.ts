// Letters and pictures of vector tile services of hosted layers: what they are, and who gets them.
import { gunzipSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { found } from '../../permissions/estate.ts';
import type { Agent, AnyReply } from '../../testing/agent.ts';
import { loadScene, type TestLayer } from '../../testing/load-scene.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;
let layer: TestLayer;
/** Administrator of another organisation. */
let elsewhere: Agent;
let picture: string;
const { layerOf } = loadScene(() => t);

beforeAll(async () => {
  t = await testPortal({
    people: { oper: 'admin', petra: 'publisher', una: 'user' },
    config: { publicUrl: 'http://localhost', multiTenant: true },
  });
  elsewhere = (await found(t, t.as('oper'), 'isle')).admin;
  const red = sharp({ create: { width: 8, height: 8, channels: 3, background: { r: 255, g: 0, b: 0 } } });
  picture = (await red.png().toBuffer()).toString('base64');
});
afterAll(() => t.close());
beforeEach(async () => {
  layer = await layerOf();
});

const petra = () => t.as('petra');
const root = () => layer.service.replace('FeatureServer', 'VectorTileServer');
const get = (file: string, who: Agent = petra(), headers: Record<string, string> = {}) =>
  who.raw('GET', `${root()}/resources/${file}`, { f: '' }, headers);
const share = (itemId: string, to: object): Promise<AnyReply> =>
  petra().post(`content/users/${petra().username}/items/${itemId}/share`, { ...to });
const drawPictures = (): Promise<AnyReply> => {
  const symbol = { type: 'esriPMS', imageData: picture, contentType: 'image/png', width: 12, height: 12 };
  return petra().post(`${layer.admin}/updateDefinition`, {
    updateDefinition: { drawingInfo: { renderer: { type: 'simple', symbol } } },
  });
};

describe('the style', () => {
  it('names letters and pictures beside it, which are there', async () => {
    const style = await petra().get(`${root()}/resources/styles/root.json`);
    expect(style).toMatchObject({ version: 8, sprite: '../sprites/sprite', glyphs: '../fonts/{fontstack}/{range}.pbf' });
    for (const file of ['sprites/sprite.json', 'sprites/sprite@2x.png', 'fonts/Noto Sans Regular/0-255.pbf'])
      expect((await get(file)).statusCode, file).toBe(200);
  });

  it('is given to the function of a page of another origin that asks for it as JSON, and what is wrong as well', async () => {
    await share(layer.itemId, { everyone: true });
    const said = async (file: string, query: Record<string, string>) => {
      const { statusCode, headers, body } = await t.stranger.raw('GET', `${root()}/resources/${file}`, query);
      return { statusCode, type: headers['content-type'], ...JSON.parse(/^\/\*\*\/cb\((.*)\);$/s.exec(body)?.[1] ?? body) };
    };
    const type = 'application/javascript; charset=utf-8';
    for (const file of ['styles', 'styles/root.json'])
      for (const f of ['json', 'pjson'])
        expect(await said(file, { f, callback: 'cb' })).toMatchObject({ statusCode: 200, type, version: 8 });
    expect(await said('nothing', { f: 'json', callback: 'cb' })).toMatchObject({ statusCode: 200, type, error: { code: 404 } });
    for (const query of [
      { f: '', callback: 'cb' },
      { f: 'json', callback: 'alert(1)//' },
    ])
      expect(await said('styles', query)).toMatchObject({
        type: 'application/json; charset=utf-8',
        error: { message: 'Invalid callback' },
      });
  });

  it('labels features with fields that the tiles hold', async () => {
    const labelingInfo = [{ labelExpression: '[species]' }, { labelExpressionInfo: { expression: 'Upper($feature.species)' } }];
    const renderer = { type: 'simple', symbol: { type: 'esriSMS', size: 6, color: [255, 0, 0, 255] } };
    await petra().post(`${layer.admin}/updateDefinition`, { updateDefinition: { drawingInfo: { renderer, labelingInfo } } });
    const { layers } = await petra().get(`${root()}/resources/styles`);
    const labels = layers.filter(({ type }: AnyReply) => type === 'symbol');
    expect(labels).toMatchObject([{ layout: { 'text-field': ['to-string', ['get', 'species']], 'text-font': ['Noto Sans Regular'] } }]);
    const [tile] = (await petra().get(`${root()}/tilejson.json`)).vector_layers;
    expect(Object.keys(tile.fields)).toContain('species');
  });
});

describe('letters', () => {
  const stack = (name: string) => `fonts/${encodeURIComponent(name)}/0-255.pbf`;

  it('are packed, and told from others by a tag', async () => {
    const reply = await get(stack('Noto Sans Regular'));
    expect(reply.headers).toMatchObject({
      'content-type': 'application/x-protobuf',
      'content-encoding': 'gzip',
      'x-content-type-options': 'nosniff',
    });
    expect(reply.headers['cache-control']).toMatch(/^private, max-age=\d+$/);
    expect(gunzipSync(reply.rawPayload).includes('Noto Sans Regular')).toBe(true);
    const again = await get(stack('Noto Sans Regular'), petra(), { 'if-none-match': String(reply.headers.etag) });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
    const head = await petra().raw('HEAD', `${root()}/resources/${stack('Noto Sans Regular')}`, { f: '' });
    expect([head.statusCode, head.headers['content-length']]).toEqual([200, String(reply.rawPayload.length)]);
  });

  test.each([
    ['Arial Unicode MS Bold', 'Noto Sans SemiBold'],
    ['Missing Sans,Noto Sans Italic', 'Noto Sans Italic'],
    ['..,constructor', 'Noto Sans Regular'],
  ])('of %s are those of %s', async (asked, face) => {
    expect(gunzipSync((await get(stack(asked))).rawPayload).includes(face)).toBe(true);
  });

  test.each([
    'fonts/Noto Sans Regular/0-254.pbf',
    'fonts/Noto Sans Regular/65536-65791.pbf',
    'fonts/Noto Sans Regular/0-255',
    'fonts/..%2F..%2Fpackage.json/0-255.pbf',
    'fonts/Noto Sans Regular/..%2F..%2F..%2Fpackage.json',
    'fonts/Noto Sans Regular/%2e%2e%2f0-255.pbf',
    `fonts/${'x'.repeat(1001)}/0-255.pbf`,
    'sprites/other.json',
    'sprites/sprite@3x.png',
    'sprites/sprite.svg',
  ])('and pictures are nothing else: %.80s', async (file) => {
    expect((await get(file)).statusCode).toBe(404);
  });
});

describe('pictures', () => {
  it('are one clear pixel and an empty list where no symbol has one', async () => {
    for (const ratio of ['', '@2x']) {
      const index = await get(`sprites/sprite${ratio}.json`);
      expect([index.headers['content-type'], index.json()]).toEqual(['application/json; charset=utf-8', {}]);
      const sheet = await get(`sprites/sprite${ratio}.png`);
      expect(sheet.headers['content-type']).toBe('image/png');
      expect(await sharp(sheet.rawPayload).metadata()).toMatchObject({ width: 1, height: 1 });
    }
  });

  it('are those of the symbols, for plain and for sharp screens, as soon as the layer is drawn with them', async () => {
    const before = await get('sprites/sprite.png');
    await drawPictures();
    const { layers } = await petra().get(`${root()}/resources/styles`);
    expect(layers).toMatchObject([{ type: 'symbol', layout: { 'icon-image': expect.any(String) } }]);
    const name = layers[0].layout['icon-image'];
    for (const [file, ratio] of [
      ['sprites/sprite', 1],
      ['sprites/sprite@2x', 2],
    ] as const) {
      const place = { x: 0, y: 0, width: 16 * ratio, height: 16 * ratio, pixelRatio: ratio };
      expect((await get(`${file}.json`)).json()).toEqual({ [name]: place });
      const sheet = await sharp((await get(`${file}.png`)).rawPayload)
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect(sheet.info).toMatchObject({ width: 16 * ratio, height: 16 * ratio });
      expect([...sheet.data.subarray(0, 4)]).toEqual([255, 0, 0, 255]);
    }
    const changed = await get('sprites/sprite.png', petra(), { 'if-none-match': String(before.headers.etag) });
    expect([changed.statusCode, changed.headers['cache-control']]).toEqual([200, 'private, no-cache']);
    const same = await get('sprites/sprite.png', petra(), { 'if-none-match': String(changed.headers.etag) });
    expect(same.statusCode).toBe(304);
  });

  it('of a layer that only its owner reads are not in the sprite of others', async () => {
    await drawPictures();
    await share(layer.itemId, { org: true });
    expect(Object.keys((await get('sprites/sprite.json', t.as('una'))).json())).toHaveLength(1);
    await petra().post(`${layer.admin.replace(/\/0$/, '')}/updateDefinition`, { updateDefinition: { capabilities: 'Create' } });
    expect((await get('sprites/sprite.json', t.as('una'))).json()).toEqual({});
    expect(Object.keys((await get('sprites/sprite.json')).json())).toHaveLength(1);
  });
});

describe('who may see the service', () => {
  const FILES = ['fonts/Noto Sans Regular/0-255.pbf', 'sprites/sprite.json', 'sprites/sprite@2x.png', 'styles/root.json', 'styles'];
  const statuses = async (who: Agent): Promise<number[]> => {
    const all: number[] = [];
    for (const file of FILES) all.push((await get(file, who)).statusCode);
    return all;
  };
  const all = (status: number): number[] => FILES.map(() => status);

  it('gets its files, and nobody else does', async () => {
    expect(await statuses(petra())).toEqual(all(200));
    for (const who of [t.stranger, t.as('una'), elsewhere]) expect(new Set(await statuses(who))).not.toContain(200);
    expect(await statuses(t.as('una'))).toEqual(all(403));
    expect((await t.stranger.get(`${root()}/resources/sprites/sprite.json`)).error.code).toBe(499);
    await share(layer.itemId, { org: true });
    expect(await statuses(t.as('una'))).toEqual(all(200));
    for (const who of [t.stranger, elsewhere]) expect(new Set(await statuses(who))).not.toContain(200);
    await share(layer.itemId, { everyone: true });
    expect(await statuses(t.stranger)).toEqual(all(200));
    expect((await get('fonts/Noto Sans Regular/0-255.pbf', t.stranger)).headers['cache-control']).toMatch(/^public, max-age=\d+$/);
    expect((await get('sprites/sprite.png', t.stranger)).headers['cache-control']).toBe('public, no-cache');
  });

  it('goes by the item of the tiles where these were published', async () => {
    await drawPictures();
    const asked = { itemId: layer.itemId, fileType: 'featureService', outputType: 'VectorTiles', publishParameters: { name: 'own_files' } };
    const [service] = (await petra().post(`content/users/${petra().username}/publish`, asked)).services;
    const file = (who: Agent) => who.raw('GET', `${new URL(service.serviceurl).pathname}/resources/sprites/sprite.json`, { f: '' });
    expect([(await file(petra())).statusCode, (await file(t.as('una'))).statusCode]).toEqual([200, 403]);
    await share(service.serviceItemId, { org: true });
    expect(Object.keys((await file(t.as('una'))).json())).toHaveLength(1);
    expect((await file(elsewhere)).statusCode).not.toBe(200);
  });
});
