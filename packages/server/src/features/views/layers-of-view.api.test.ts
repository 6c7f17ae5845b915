// Layers come to a view that stands, and are taken out of it: what they show, who may do it, and what their source keeps.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
let source: { path: string; id: string };
let other: { path: string; id: string };
let view: { path: string; id: string };
const admin = (service: string): string => service.replace('/rest/services', '/rest/admin/services');
const OK = { success: true };

async function create(name: string, more: object = {}): Promise<{ path: string; id: string }> {
  const petra = t.as('petra');
  const createParameters = { name, capabilities: 'Query,Editing' };
  const made = await petra.post(`content/users/${petra.username}/createService`, { createParameters, ...more });
  await petra.post(`content/users/${petra.username}/items/${made.itemId}/share`, { everyone: true });
  return { path: new URL(made.serviceurl).pathname, id: made.itemId };
}

const part = (sourceServiceName: string, sourceLayerId: number, more: object = {}): object => ({
  adminLayerInfo: { viewLayerDefinition: { sourceServiceName, sourceLayerId, sourceLayerFields: '*' } },
  ...more,
});
const add = (addToDefinition: object, who = 'petra'): Promise<AnyReply> =>
  t.as(who).post(`${admin(view.path)}/addToDefinition`, { addToDefinition });
const remove = (deleteFromDefinition: object, who = 'petra'): Promise<AnyReply> =>
  t.as(who).post(`${admin(view.path)}/deleteFromDefinition`, { deleteFromDefinition });
const parts = async (): Promise<string[]> => {
  const { layers, tables } = await t.as('petra').get(view.path);
  return [...layers, ...tables].map((one: AnyReply) => `${one.id} ${one.name}`);
};
const related = async (relationshipType: string, from: { id: string }): Promise<string[]> => {
  const params = { relationshipType, direction: 'forward' };
  return (await t.as('petra').get(`content/items/${from.id}/relatedItems`, params)).relatedItems.map((one: AnyReply) => one.id);
};

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher', otto: 'publisher', una: 'user', boss: 'admin' } });
  const petra = t.as('petra');
  source = await create('wells');
  const fields = ['code', 'note'].map((name) => ({ name, type: 'esriFieldTypeString', alias: name }));
  const layers = [{ name: 'wells', geometryType: 'esriGeometryPoint', hasAttachments: true, fields }];
  const tables = [{ name: 'samples', fields }];
  await petra.post(`${admin(source.path)}/addToDefinition`, { addToDefinition: { layers, tables } });
  for (const id of [0, 1])
    await petra.post(`${source.path}/${id}/addFeatures`, {
      features: ['w1', 'w2'].map((code) => ({ attributes: { code, note: `n${id}` } })),
    });
  await petra.upload(`${source.path}/0/1/addAttachment`, {}, { attachment: { name: 'a.txt', bytes: 'of w1', type: 'text/plain' } });
  await petra.post(`${admin(source.path)}/0/addToDefinition`, {
    addToDefinition: { relationships: [{ name: 'samples', relatedTableId: 1, role: 'esriRelRoleOrigin', keyField: 'code' }] },
  });
  other = await create('springs');
  await petra.post(`${admin(other.path)}/addToDefinition`, {
    addToDefinition: { layers: [{ name: 'springs', geometryType: 'esriGeometryPoint', fields }] },
  });
  view = await create('wells_view', { isView: true });
  expect(await add({ layers: [part('wells', 0, { viewDefinitionQuery: "code = 'w1'" })] })).toMatchObject(OK);
});
afterAll(() => t.close());

describe('a view that stands', () => {
  it('is given a table of its source whole, which joins the layer that it shows', async () => {
    expect((await t.as('una').get(`${view.path}/0`)).relationships).toEqual([]);
    expect(await add({ tables: [part('wells', 1)] })).toEqual({ success: true, layers: [], tables: [{ name: 'samples', id: 1 }] });
    const { features, fields } = await t.as('una').get(`${view.path}/1/query`, { where: '1=1', outFields: '*' });
    expect([features.length, fields.map((one: AnyReply) => one.name)]).toEqual([2, ['OBJECTID', 'GlobalID', 'code', 'note']]);
    const asked = { objectIds: '1,2', relationshipId: 0, outFields: 'code' };
    const { relatedRecordGroups } = await t.as('una').get(`${view.path}/0/queryRelatedRecords`, asked);
    expect(relatedRecordGroups.map((one: AnyReply) => one.relatedRecords[0].attributes.code)).toEqual(['w1']);
  });

  it('is changed by nobody but who administers it, and nothing comes to it from services of others', async () => {
    const before = await parts();
    for (const who of ['una', 'otto']) {
      expect((await add({ layers: [part('wells', 0)] }, who)).error.code).toBe(403);
      expect((await remove({ tables: [{ id: 1 }] }, who)).error.code).toBe(403);
    }
    expect((await t.stranger.post(`${admin(view.path)}/deleteFromDefinition`, { deleteFromDefinition: {} })).error.code).toBe(499);
    const targetUsername = t.as('otto').username ?? '';
    const items = (username: string | null): string => `content/users/${username}/items/${view.id}/reassign`;
    const hand = (from: string, to: string): Promise<AnyReply> =>
      t.as('boss').post(items(t.as(from).username), { targetUsername: to, dependents: false });
    expect(await hand('petra', targetUsername)).toMatchObject(OK);
    // Its new owner sees the source, but decides nothing about what is shown of it.
    expect((await add({ layers: [part('wells', 0)] }, 'otto')).error.code).toBe(403);
    expect((await remove({ tables: [{ id: 1 }] }, 'petra')).error.code).toBe(403);
    expect(await parts()).toEqual(before);
    expect(await hand('otto', t.as('petra').username ?? '')).toMatchObject(OK);
  });

  it('takes all that a call names or nothing: layers of views and layers that are not there are refused', async () => {
    const before = await parts();
    for (const [wrong, why] of [
      [part('wells_view', 0), 'names the view'],
      [part('wells', 7), '7'],
      [part('wells', 1, { viewDefinitionQuery: 'depth > 1' }), 'depth'],
    ] as const) {
      const { error } = await add({ layers: [part('springs', 0), wrong] });
      expect([error.code, JSON.stringify(error)]).toEqual([400, expect.stringContaining(why)]);
    }
    expect(await parts()).toEqual(before);
    expect(await related('Service2Data', view)).toEqual([source.id]);
  });

  it('loses a layer, whose rows and files stay in the source; it comes back whole, under the id that is free', async () => {
    expect(await remove({ layers: [{ id: 0 }] })).toEqual(OK);
    expect(await parts()).toEqual(['1 samples']);
    expect((await t.as('una').get(`${view.path}/0/query`, { where: '1=1' })).error.code).toBe(404);
    expect((await t.as('una').get(`${view.path}/1`)).relationships).toEqual([]);
    expect(await t.as('petra').get(`${source.path}/0/query`, { where: '1=1', returnCountOnly: true })).toEqual({ count: 2 });
    const { attachmentInfos } = await t.as('petra').get(`${source.path}/0/1/attachments`);
    const file = await t.as('petra').raw('GET', `${source.path}/0/1/attachments/${attachmentInfos[0].id}`, { f: '' });
    expect(file.body).toBe('of w1');
    expect((await t.as('petra').get(`content/items/${view.id}`)).typeKeywords).toContain('Table');
    expect(await add({ layers: [part('wells', 0)] })).toMatchObject({ layers: [{ name: 'wells', id: 0 }] });
    expect(await t.as('una').get(`${view.path}/0/query`, { where: '1=1', returnCountOnly: true })).toEqual({ count: 2 });
    expect((await t.as('una').get(`${view.path}/1`)).relationships).toHaveLength(1);
  });

  it('is related to a service as long as it shows something of it', async () => {
    expect(await add({ layers: [part('springs', 0)] })).toMatchObject({ layers: [{ name: 'springs', id: 2 }] });
    expect((await related('Service2Data', view)).sort()).toEqual([source.id, other.id].sort());
    expect(await remove({ tables: [{ id: 1 }] })).toEqual(OK);
    expect((await related('Service2Data', view)).sort()).toEqual([source.id, other.id].sort());
    expect(await remove({ layers: [{ id: 2 }] })).toEqual(OK);
    expect(await related('Service2Data', view)).toEqual([source.id]);
    expect(await related('Service2Service', other)).toEqual([]);
    expect(await related('Service2Service', source)).toEqual([view.id]);
  });
});
