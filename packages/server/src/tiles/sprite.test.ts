// Picture symbols on a sheet: which ones it takes, where they lie, and what a style makes of them.
import sharp from 'sharp';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { layer, styleLayers } from '../../testing/style-layers.ts';
import type { HostedLayer } from '../features/index.ts';
import type { Portal } from '../platform/context.ts';
import { drawSprite, spriteOf } from './sprite.ts';
import { readSource } from './sprite-source.ts';
import { picturesOf, readPicture } from './style-pictures.ts';

const colours = { red: { r: 255, g: 0, b: 0 }, blue: { r: 0, g: 0, b: 255 } };
const data: Record<string, string> = {};
const solid = (background: object, width = 8, height = 8) =>
  sharp({ create: { width, height, channels: 3, background: background as never } });

beforeAll(async () => {
  data.red = (await solid(colours.red).png().toBuffer()).toString('base64');
  data.blue = (await solid(colours.blue).jpeg({ quality: 100 }).toBuffer()).toString('base64');
  data.grey = (
    await sharp({ create: { width: 9, height: 9, channels: 3, background: 'gray' } })
      .greyscale()
      .toColourspace('grey16')
      .png()
      .toBuffer()
  ).toString('base64');
  data.huge = (await solid(colours.red, 513, 512).png().toBuffer()).toString('base64');
  data.large = (await solid(colours.red, 512, 512).png().toBuffer()).toString('base64');
  data.damaged = Buffer.from(data.red, 'base64').subarray(0, 60).toString('base64');
  data.drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>').toString(
    'base64',
  );
  data.text = 'no picture';
});

const picture = (which: string, more: object = {}) => ({ type: 'esriPMS', imageData: data[which], width: 12, height: 9, ...more });
const points = (...symbols: object[]): HostedLayer =>
  layer('esriGeometryPoint', {
    type: 'uniqueValue',
    field1: 'kind',
    uniqueValueInfos: symbols.map((symbol, index) => ({ value: `${index}`, symbol })),
  });
const asking = (itemId: string) => ({ itemId, orgId: 'one' });
const read = (png: Uint8Array) => sharp(png).raw().toBuffer({ resolveWithObject: true });

/** The colour of a pixel of a sheet. */
async function pixel(png: Uint8Array, x: number, y: number): Promise<number[]> {
  const { data: all, info } = await read(png);
  return [...all.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)];
}

describe('a sprite', () => {
  it('has each picture once, as large as the symbols say, for plain and for sharp screens', async () => {
    const pictures = picturesOf([points(picture('red'), picture('blue', { width: 6, height: 15 }), picture('red'))]);
    expect(pictures.map(({ width, height }) => [width, height])).toEqual([
      [16, 12],
      [8, 20],
    ]);
    const { names, sheets } = await drawSprite(pictures);
    expect([...names]).toEqual(pictures.map(({ name }) => name));
    for (const ratio of [1, 2] as const) {
      const index = JSON.parse(new TextDecoder().decode(sheets[ratio].index));
      const [red, blue] = pictures.map(({ name }) => index[name]);
      expect(red).toEqual({ x: 9 * ratio, y: 0, width: 16 * ratio, height: 12 * ratio, pixelRatio: ratio });
      expect(blue).toEqual({ x: 0, y: 0, width: 8 * ratio, height: 20 * ratio, pixelRatio: ratio });
      const at = (place: { x: number; y: number; width: number; height: number }) =>
        pixel(sheets[ratio].png, place.x + place.width - 1, place.y + place.height - 1);
      expect(await at(red)).toEqual([255, 0, 0, 255]);
      const [r = 255, , b] = await at(blue);
      expect([r < 10, b]).toEqual([true, expect.closeTo(255, -1)]);
      expect(await pixel(sheets[ratio].png, 8 * ratio, 0)).toEqual([0, 0, 0, 0]);
    }
  });

  it('takes pictures of other depths', async () => {
    expect((await drawSprite(picturesOf([points(picture('grey'))]))).names.size).toBe(1);
  });

  test.each(['huge', 'damaged', 'drawing', 'text'])('goes without a picture that is no small one: %s', async (which) => {
    const pictures = picturesOf([points(picture(which), picture('red'))]);
    expect(pictures).toHaveLength(2);
    const { names } = await drawSprite(pictures);
    expect([...names]).toEqual([pictures[1]?.name]);
  });

  it('without pictures is one clear pixel', async () => {
    const { names, sheets } = await drawSprite([]);
    expect(names.size).toBe(0);
    for (const { index, png } of Object.values(sheets)) {
      expect(new TextDecoder().decode(index)).toBe('{}');
      expect((await read(png)).info).toMatchObject({ width: 1, height: 1 });
      expect(await pixel(png, 0, 0)).toEqual([0, 0, 0, 0]);
    }
  });

  it('is drawn once for all who ask for the same pictures, at once and later', async () => {
    const portal = { db: {} } as Portal;
    const pictures = picturesOf([points(picture('red'))]);
    const [one, other] = await Promise.all([spriteOf(portal, pictures, asking('a')), spriteOf(portal, pictures, asking('b'))]);
    expect([other, await spriteOf(portal, [...pictures], asking('c'))].map((sprite) => sprite === one)).toEqual([true, true]);
    expect(await spriteOf(portal, picturesOf([points(picture('blue'))]), asking('a'))).not.toBe(one);
  });

  it('reads no more of many files than are worth it, damaged ones among them', async () => {
    // The end of the file is missing: it is read nearly to the end before that shows.
    const noise = Buffer.from(Array.from({ length: 500 * 500 }, (_, n) => (n * 7919 * (n % 13)) % 251));
    const whole = await sharp(noise, { raw: { width: 500, height: 500, channels: 1 } })
      .jpeg({ quality: 60 })
      .toBuffer();
    const file = (n: number, bytes: Buffer) => ({
      name: `${n}`,
      width: 8,
      height: 8,
      scale: 1,
      data: bytes.toString('base64'),
      source: `${n}`,
    });
    const files = Array.from({ length: 40 }, (_, n) => file(n, n % 2 === 0 ? whole : whole.subarray(0, whole.length - 2000)));
    const { names } = await drawSprite(files);
    expect([...names]).toEqual(Array.from({ length: 17 }, (_, n) => `${2 * n}`));
  });

  it('is bounded in number and size', async () => {
    const many = picturesOf([points(...Array.from({ length: 300 }, (_, n) => picture('red', { width: 1 + n / 100 })))]);
    expect(many.length).toBeLessThanOrEqual(256);
    const large = Array.from({ length: 40 }, (_, n) => ({
      name: `${n}`,
      width: 128,
      height: 128,
      scale: 1,
      data: data.red ?? '',
      source: 'red',
    }));
    const { names, sheets } = await drawSprite(large);
    expect(names.size).toBe(16);
    expect((await read(sheets[2].png)).info.width).toBeLessThanOrEqual(1024);
  });

  it('reads each file once, and goes through no more pixels than are worth it, however many sizes it has', async () => {
    const sizes = Array.from({ length: 40 }, (_, n) => ({ width: 1.5 + n, height: 1 }));
    const pictures = picturesOf([points(...sizes.map((size) => picture('large', size)), picture('red'))]);
    expect(pictures).toHaveLength(41);
    const sent: string[] = [];
    const { names } = await drawSprite(pictures, (picture, most) => {
      sent.push(picture);
      return readSource(picture, most);
    });
    expect(sent).toEqual([data.large, data.red]);
    expect([...names]).toEqual(pictures.slice(0, 32).map(({ name }) => name));
  });
});

describe('a picture symbol', () => {
  it('is read once, however often its style is asked for', () => {
    const symbol = picture('red');
    const found = readPicture(symbol);
    expect(found).toBeDefined();
    expect(readPicture(symbol)).toBe(found);
    expect(readPicture({ ...symbol })).not.toBe(found);
    expect(readPicture({ ...symbol })).toEqual(found);
  });

  test.each([
    [{ type: 'esriSMS', size: 5 }],
    [{ type: 'esriPMS', url: 'https://elsewhere.example/a.png', width: 5, height: 5 }],
    [{ type: 'esriPMS', imageData: 7 }],
    [{ type: 'esriPMS', imageData: 'A'.repeat(400_001) }],
  ])('is not read from %.80j', (symbol) => {
    expect(readPicture(symbol)).toBeUndefined();
  });

  test.each([
    [
      { width: 'x', height: -3 },
      { width: 27, height: 27, scale: 1 },
    ],
    [
      { width: 0.01, height: 1 },
      { width: 1, height: 1, scale: 1 },
    ],
    [
      { width: 192, height: 96 },
      { width: 128, height: 64, scale: 2 },
    ],
  ])('has a size for %j', (size, found) => {
    expect(readPicture({ type: 'esriPMS', imageData: 'AAAA', ...size })).toMatchObject(found);
  });

  it('is drawn where the sprite has it, and others are circles', () => {
    const of = points(picture('red'), { type: 'esriSMS', size: 6, color: [1, 2, 3, 255] }, picture('text'));
    const [red] = picturesOf([of]);
    const name = ['match', ['to-string', ['get', 'kind']], '0', red?.name, '1', '', '2', '', ''];
    const [circle, icon, ...more] = styleLayers(of, 'x', new Set([red?.name ?? '']));
    expect(circle).toMatchObject({ type: 'circle', filter: ['==', name, ''] });
    expect(icon).toMatchObject({ type: 'symbol', filter: ['!=', name, ''], layout: { 'icon-image': name, 'icon-allow-overlap': true } });
    expect(more).toEqual([]);
    expect(styleLayers(of, 'x').map(({ type }) => type)).toEqual(['circle']);
  });

  it('is turned, moved and enlarged as it says', () => {
    const symbol = picture('red', { width: 192, height: 96, angle: 30, xoffset: 3, yoffset: 6 });
    const only = layer('esriGeometryPoint', { type: 'simple', symbol }, 50);
    const [{ name } = { name: '' }] = picturesOf([only]);
    expect(styleLayers(only, 'x', new Set([name]))).toMatchObject([
      {
        type: 'symbol',
        layout: { 'icon-image': name, 'icon-size': 2, 'icon-rotate': 30, 'icon-offset': ['literal', [2, -4]] },
        paint: { 'icon-opacity': 0.5 },
      },
    ]);
    const stops = [0, 10].map((value) => ({ value, size: 6 + value }));
    const followed = { type: 'simple', symbol, visualVariables: [{ type: 'sizeInfo', field: 'n', stops }] };
    const [icon] = styleLayers(layer('esriGeometryPoint', followed), 'x', new Set([name]));
    expect(icon).toMatchObject({ layout: { 'icon-size': ['/', expect.anything(), 128] } });
  });

  it('of lines and areas is none', () => {
    const area = layer('esriGeometryPolygon', { type: 'simple', symbol: picture('red') });
    expect(picturesOf([area])).toEqual([]);
    expect(styleLayers(area, 'x', new Set([readPicture(picture('red'))?.name ?? '']))[0]).toMatchObject({ type: 'fill' });
  });
});
