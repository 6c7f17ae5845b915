// What services tell beside their layers, to those who may see them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;
let service: string;
let itemId: string;

/** The smallest picture. */
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher', una: 'user' } });
  const petra = t.as('petra');
  const made = await petra.post(`content/users/${petra.username}/createService`, {
    createParameters: { name: 'told', capabilities: 'Query' },
    snippet: 'short',
    tags: 'a,b',
  });
  service = new URL(made.serviceurl).pathname;
  itemId = made.itemId;
  const fields = ['key', 'parent'].map((name) => ({ name, type: 'esriFieldTypeInteger', alias: name }));
  await petra.post(`${service.replace('/rest/', '/rest/admin/')}/addToDefinition`, {
    addToDefinition: {
      layers: [
        {
          name: 'a',
          geometryType: 'esriGeometryPoint',
          fields,
          relationships: [{ id: 3, name: 'ab', relatedTableId: 1, role: 'esriRelRoleOrigin', keyField: 'key' }],
        },
      ],
      tables: [
        {
          name: 'b',
          fields,
          relationships: [{ id: 3, name: 'ba', relatedTableId: 0, role: 'esriRelRoleDestination', keyField: 'parent' }],
        },
      ],
    },
  });
  await petra.post(`${service}/0/addFeatures`, { features: [{ geometry: { x: 1, y: 2 } }, { geometry: { x: 3, y: 4 } }] });
});
afterAll(() => t.close());

describe('services', () => {
  it('estimate their layers', async () => {
    const petra = t.as('petra');
    expect(await petra.get(`${service}/0/getEstimates`)).toMatchObject({ count: 2, extent: { xmin: 1, ymin: 2, xmax: 3, ymax: 4 } });
    expect(await petra.get(`${service}/1/getEstimates`)).toEqual({ count: 0 });
    expect(await t.as('una').get(`${service}/0/getEstimates`)).toMatchObject({ error: { code: 403 } });
  });

  it('tell their relationships once, from the origin', async () => {
    const { relationships } = await t.as('petra').get(`${service}/relationships`);
    expect(relationships).toEqual([
      expect.objectContaining({
        id: 3,
        name: 'ab',
        originLayerId: 0,
        destinationLayerId: 1,
        originPrimaryKey: 'key',
        originForeignKey: 'parent',
        composite: false,
      }),
    ]);
    expect(await t.stranger.get(`${service}/relationships`)).toMatchObject({ error: { code: 499 } });
  });

  it('say what their items say, with the picture', async () => {
    const petra = t.as('petra');
    const info = await petra.get(`${service}/info/itemInfo`);
    expect(info).toMatchObject({
      guid: itemId,
      name: 'told',
      title: 'told',
      type: 'Feature Service',
      snippet: 'short',
      tags: ['a', 'b'],
      thumbnail: null,
    });
    expect(await petra.get(`${service}/info`)).toEqual(info);
    expect(info.url).toMatch(/\/rest\/services\/Hosted\/told\/FeatureServer$/);
    expect((await petra.raw('GET', `${service}/info/thumbnail`, { f: '' })).statusCode).toBe(404);
    await petra.upload(
      `content/users/${petra.username}/items/${itemId}/update`,
      {},
      { thumbnail: { name: 't.png', bytes: PNG, type: 'image/png' } },
    );
    expect((await petra.get(`${service}/info/itemInfo`)).thumbnail).toBe('thumbnail');
    const picture = await petra.raw('GET', `${service}/info/thumbnail`, { f: '' });
    expect(picture.statusCode).toBe(200);
    expect(picture.headers['content-type']).toMatch(/^image\//);
    expect((await t.as('una').raw('GET', `${service}/info/thumbnail`, { f: '' })).statusCode).toBe(403);
  });

  it('includes the metadata that was stored with the item, for those who see it', async () => {
    const petra = t.as('petra');
    const address = `${service}/info/metadata`;
    expect((await petra.raw('GET', address, { f: '' })).statusCode).toBe(404);
    const xml = '<metadata><title>Told</title></metadata>';
    const at = `content/users/${petra.username}/items/${itemId}/updateInfo`;
    const file = { name: 'metadata.xml', bytes: xml };
    expect(await petra.upload(at, { folderName: 'metadata' }, { file })).toMatchObject({ success: true });
    for (const path of [address, `${service}/0/metadata`]) {
      const reply = await petra.raw('GET', path, { f: '' });
      expect([reply.statusCode, reply.body]).toEqual([200, xml]);
      expect(reply.headers['content-type']).toContain('xml');
      expect((await t.as('una').raw('GET', path, { f: '' })).statusCode).toBe(403);
    }
  });
});
