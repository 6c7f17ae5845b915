// Changing hosted services and layers: who may, and what follows.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;
let service: string;
let admin: string;

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher', paul: 'publisher', alma: 'admin' } });
  const petra = t.as('petra');
  const reply = await petra.post(`content/users/${petra.username}/publish`, {
    text: 'name,lat,lon\na,1,2\nb,3,4\n',
    fileType: 'csv',
    publishParameters: { name: 'spots' },
  });
  await t.runJobs();
  service = new URL(reply.services[0].serviceurl).pathname;
  admin = service.replace('/rest/services/', '/rest/admin/services/');
});
afterAll(() => t.close());

const renderer = { type: 'simple', symbol: { type: 'esriSMS', style: 'esriSMSCircle', size: 9, color: [255, 0, 0, 255] } };

describe('the administration of a hosted service', () => {
  it('is for the owner and administrators', async () => {
    for (const path of ['/updateDefinition', '/0/updateDefinition', '/0/truncate']) {
      const params = { updateDefinition: {} };
      expect((await t.stranger.post(`${admin}${path}`, params)).error.code).toBe(499);
      expect((await t.as('paul').post(`${admin}${path}`, params)).error.code).toBe(403);
    }
    expect(await t.as('alma').post(`${admin}/updateDefinition`, { updateDefinition: { copyrightText: 'mine' } })).toEqual({
      success: true,
    });
    expect((await t.as('petra').get(admin)).adminServiceInfo).toMatchObject({ name: 'spots', status: 'Started' });
    expect((await t.as('petra').get(service)).copyrightText).toBe('mine');
  });

  it('takes and keeps the two descriptions of a service one by one, also none', async () => {
    const petra = t.as('petra');
    const change = (updateDefinition: object) => petra.post(`${admin}/updateDefinition`, { updateDefinition });
    const told = async () => {
      const { serviceDescription, description } = await petra.get(service);
      return [serviceDescription, description];
    };
    expect(await change({ serviceDescription: 'Spots of the town', description: 'Seen in 2024' })).toEqual({ success: true });
    expect(await change({ description: 'Seen in 2025' })).toEqual({ success: true });
    expect(await told()).toEqual(['Spots of the town', 'Seen in 2025']);
    expect(await change({ serviceDescription: '' })).toEqual({ success: true });
    expect(await told()).toEqual(['', 'Seen in 2025']);
    expect(await change({ description: 'x'.repeat(32_001) })).toMatchObject({ error: { code: 400 } });
  });

  it('changes the drawing of a layer; its tiles, which say nothing of that, stay as browsers have them', async () => {
    const petra = t.as('petra');
    const tag = async (): Promise<unknown> => (await petra.raw('GET', `${service}/0/tiles/0/0/0.pbf`, { f: '' })).headers.etag;
    const before = await tag();
    expect(before).toMatch(/^"[\w-]{22}"$/);
    const updateDefinition = { name: 'Spots', drawingInfo: { renderer }, displayField: 'name', maxScale: 1000 };
    expect(await petra.post(`${admin}/0/updateDefinition`, { updateDefinition })).toEqual({ success: true });
    expect(await petra.get(`${service}/0`)).toMatchObject({
      name: 'Spots',
      displayField: 'name',
      maxScale: 1000,
      drawingInfo: { renderer },
    });
    expect(await tag()).toBe(before);
  });

  it('refuses what is not as it should be', async () => {
    const petra = t.as('petra');
    const change = (path: string, updateDefinition: object | string) =>
      petra.post(`${admin}${path}/updateDefinition`, { updateDefinition });
    expect((await change('/0', { displayField: 'nothing' })).error.code).toBe(400);
    expect((await change('/0', { drawingInfo: { renderer: 3 } })).error.code).toBe(400);
    expect((await change('', { capabilities: 'Query,Fly' })).error.code).toBe(400);
    expect((await change('', '{')).error.code).toBe(400);
    expect((await petra.get(`${admin}/updateDefinition`, { updateDefinition: {} })).error.code).toBe(405);
  });

  it('lets queries be cut at the limit that was set', async () => {
    const petra = t.as('petra');
    await petra.post(`${admin}/updateDefinition`, { updateDefinition: { maxRecordCount: 1 } });
    const page = await petra.get(`${service}/0/query`, { where: '1=1' });
    expect([page.features.length, page.exceededTransferLimit]).toEqual([1, true]);
  });

  it('empties a layer', async () => {
    const petra = t.as('petra');
    expect(await petra.post(`${admin}/0/truncate`)).toEqual({ success: true });
    expect(await petra.get(`${service}/0/query`, { returnCountOnly: true })).toEqual({ count: 0 });
  });
});
