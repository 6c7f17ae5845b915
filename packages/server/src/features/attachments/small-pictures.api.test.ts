// Small pictures of files kept with features: small indeed, without what cameras note, for the same people, and never a fault.
import { rm } from 'node:fs/promises';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
let service: string;
let itemId: string;
let photo: Buffer;

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher', una: 'user' } });
  const petra = t.as('petra');
  const createParameters = { name: 'Trees', capabilities: 'Query,Editing' };
  const made = await petra.post(`content/users/${petra.username}/createService`, { createParameters });
  itemId = made.itemId;
  service = new URL(made.serviceurl).pathname;
  const layer = { name: 'trees', geometryType: 'esriGeometryPoint', fields: [], hasAttachments: true };
  const admin = service.replace('/rest/services/', '/rest/admin/services/');
  await petra.post(`${admin}/addToDefinition`, { addToDefinition: { layers: [layer] } });
  await petra.post(`${service}/0/addFeatures`, { features: [{ attributes: {} }] });
  // Held sideways, as cameras store it, and with the place where it was taken.
  photo = await noise(1800, 1200)
    .withExif({ IFD0: { Copyright: 'secret-owner' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 95 })
    .toBuffer();
});
afterAll(() => t.close());

function noise(width: number, height: number): Sharp {
  const background = { r: 90, g: 120, b: 60 };
  return sharp({ create: { width, height, channels: 3, background, noise: { type: 'gaussian', mean: 128, sigma: 40 } } });
}

async function add(name: string, bytes: Uint8Array | string): Promise<string> {
  const reply = await t.as('petra').upload(`${service}/0/1/addAttachment`, {}, { attachment: { name, bytes } });
  expect(reply.addAttachmentResult).toMatchObject({ success: true });
  return `${service}/0/1/attachments/${reply.addAttachmentResult.objectId}`;
}

const get = (path: string, params: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  t.as('petra').raw('GET', path, { f: '', ...params }, headers);

describe('a small picture', () => {
  it('has few bytes, stands upright, and does not tell where it was taken', async () => {
    expect(await sharp(photo).metadata()).toMatchObject({ width: 1800, orientation: 6, exif: expect.anything() });
    const path = await add('tree.jpg', photo);
    const small = await get(path, { w: '120' });
    expect([small.statusCode, small.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect(small.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'private, no-cache' });
    expect(small.rawPayload.length).toBeLessThan(photo.length / 50);
    const facts = await sharp(small.rawPayload).metadata();
    expect(facts).toMatchObject({ format: 'jpeg', width: 120, height: 180 });
    expect([facts.exif, facts.xmp, facts.iptc, facts.orientation]).toEqual([undefined, undefined, undefined, undefined]);
    expect(small.rawPayload.includes('secret-owner')).toBe(false);
    expect((await get(path)).rawPayload.equals(photo)).toBe(true);
    const head = await t.as('petra').raw('HEAD', path, { f: '', w: '120' });
    expect([head.statusCode, head.headers['content-type'], head.rawPayload.length]).toEqual([200, 'image/jpeg', 0]);
  });

  it('comes in few widths, up to the widest', async () => {
    const path = await add('tree.jpg', photo);
    const widths = await Promise.all(
      ['1', '120', '121', '300', '5000'].map(async (w) => (await sharp((await get(path, { w })).rawPayload).metadata()).width),
    );
    expect(widths).toEqual([120, 120, 240, 480, 480]);
    for (const w of ['0', '-5', 'wide']) expect([w, (await get(path, { w })).statusCode]).toEqual([w, 400]);
  });

  it('is not sent again to who has it, and another after the file was replaced', async () => {
    const path = await add('tree.jpg', photo);
    const { etag = '' } = (await get(path, { w: '120' })).headers;
    expect(etag).not.toBe((await get(path)).headers.etag);
    expect(etag).not.toBe((await get(path, { w: '240' })).headers.etag);
    const again = await get(path, { w: '120' }, { 'if-none-match': `"other", W/${etag}` });
    expect([again.statusCode, again.rawPayload.length, again.headers.etag]).toEqual([304, 0, etag]);
    const attachment = { name: 'tree.png', bytes: await noise(300, 300).ensureAlpha(0.5).png().toBuffer() };
    await t.as('petra').upload(`${service}/0/1/updateAttachment`, { attachmentId: path.split('/').at(-1) ?? '' }, { attachment });
    const other = await get(path, { w: '120' }, { 'if-none-match': etag });
    expect([other.statusCode, other.headers['content-type']]).toEqual([200, 'image/png']);
    expect(await sharp(other.rawPayload).metadata()).toMatchObject({ width: 120, height: 120, hasAlpha: true });
  });

  it('is made of GIF and WebP pictures too, and none is made larger', async () => {
    const gif = await get(await add('a.gif', await noise(400, 200).gif().toBuffer()), { w: '120' });
    expect(await sharp(gif.rawPayload).metadata()).toMatchObject({ width: 120, height: 60 });
    const webp = await get(await add('a.webp', await noise(50, 20).webp().toBuffer()), { w: '120' });
    expect(await sharp(webp.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 50, height: 20 });
  });
});

describe('a file without a small picture is sent as it is', () => {
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><rect width="400" height="400"/></svg>';

  it.each<[string, string, () => Uint8Array | string]>([
    ['a text', 'note.txt', () => 'oak'],
    ['a picture with the ending of a text', 'photo.txt', () => photo],
    ['a drawing', 'plan.svg', () => drawing],
    ['a drawing with the ending of a picture', 'plan.png', () => drawing],
    ['a picture that ends too early', 'cut.jpg', () => photo.subarray(0, photo.length / 2)],
    ['a picture of which nothing but the beginning is there', 'head.png', () => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
    ['nothing at all', 'empty.jpg', () => ''],
    ['a small file of very many pixels', 'bomb.png', bomb],
  ])('%s', async (_, name, bytes) => {
    const path = await add(name, bytes());
    // The second time from what is remembered.
    for (const time of [1, 2]) {
      const [small, whole] = [await get(path, { w: '120' }), await get(path)];
      expect([time, small.statusCode, small.headers['content-type']]).toEqual([time, 200, whole.headers['content-type']]);
      expect(small.headers.etag).toBe(whole.headers.etag);
      expect(small.rawPayload.equals(Buffer.from(bytes()))).toBe(true);
    }
  });
});

it('small pictures are for those who see the file', async () => {
  const path = await add('tree.jpg', photo);
  expect((await get(path, { w: '120' })).statusCode).toBe(200);
  for (const agent of [t.stranger, t.as('una')]) {
    const [small, whole] = await Promise.all([agent.raw('GET', path, { f: '', w: '120' }), agent.raw('GET', path, { f: '' })]);
    expect([small.statusCode, small.json()]).toEqual([403, whole.json()]);
    const { etag = '' } = (await get(path, { w: '120' })).headers;
    expect((await agent.raw('GET', path, { f: '', w: '120' }, { 'if-none-match': etag })).statusCode).toBe(403);
  }
  await t.as('petra').post(`content/items/${itemId}/share`, { everyone: true });
  const shown = await t.stranger.raw('GET', path, { f: '', w: '120' });
  expect([shown.statusCode, shown.headers['cache-control']]).toEqual([200, 'public, max-age=0, must-revalidate']);
  await t.as('petra').post(`content/items/${itemId}/share`, { everyone: false });
});

it('a file whose bytes are lost is told as missing', async () => {
  const path = await add('tree.jpg', photo);
  const id = Number(path.split('/').at(-1));
  const { key } = await t.portal.db.selectFrom('feature_attachment').select('key').where('id', '=', id).executeTakeFirstOrThrow();
  await rm(t.portal.files.pathOf(key));
  const reply = await get(path, { w: '120' });
  expect([reply.statusCode, (reply.json() as AnyReply).error.message]).toEqual([404, 'File does not exist or is inaccessible.']);
});

/** The head of a PNG of 65,000 times 65,000 pixels, with all sums right. */
function bomb(): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(65_000, 0);
  header.writeUInt32BE(65_000, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const data = deflateSync(Buffer.alloc(1_000_000));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
