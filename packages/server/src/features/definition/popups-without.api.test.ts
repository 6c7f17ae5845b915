// Pop-ups of layers, of their views, and in the item of their service, once fields are deleted.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
const admin = (service: string): string => service.replace('/rest/services', '/rest/admin/services');
const info = (fieldName: string) => ({ fieldName, label: fieldName, visible: true });
const popup = (...names: string[]) => ({ title: '{name} of {kind}', fieldInfos: names.map(info) });

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
});
afterAll(() => t.close());

const own = (itemId: string): string => `content/users/${t.as('petra').username}/items/${itemId}`;
const dataOf = (itemId: string): Promise<AnyReply> => t.as('petra').get(`content/items/${itemId}/data`);
const setData = (itemId: string, text: object): Promise<AnyReply> => t.as('petra').post(`${own(itemId)}/update`, { text });

async function service(name: string, isView: boolean, layers: object[]): Promise<{ path: string; itemId: string }> {
  const petra = t.as('petra');
  const made = await petra.post(`content/users/${petra.username}/createService`, { createParameters: { name }, isView });
  const path = new URL(made.serviceurl).pathname;
  expect(await petra.post(`${admin(path)}/addToDefinition`, { addToDefinition: { layers } })).toMatchObject({ success: true });
  return { path, itemId: made.itemId };
}

it('fields that are deleted leave the pop-ups of the layer, of its view, and of the items of both, which go on as they were otherwise', async () => {
  const petra = t.as('petra');
  const fields = ['name', 'kind'].map((name) => ({ name, type: 'esriFieldTypeString' }));
  const layer = (name: string) => ({ name, geometryType: 'esriGeometryPoint', fields, popupInfo: popup('name', 'kind') });
  const source = await service('pop_ups', false, [layer('one'), layer('two')]);
  const adminLayerInfo = { viewLayerDefinition: { sourceServiceName: 'pop_ups', sourceLayerId: 1 } };
  const ofOther = { viewLayerDefinition: { sourceServiceName: 'pop_ups', sourceLayerId: 0 } };
  // Its layers have other numbers than those that they show.
  const view = await service('pop_ups_view', true, [{ adminLayerInfo }, { adminLayerInfo: ofOther }, { adminLayerInfo }]);
  await petra.post(`${admin(view.path)}/0/updateDefinition`, { updateDefinition: { popupInfo: popup('kind', 'name') } });
  const entry = (id: number, ...names: string[]) => ({ id, popupInfo: popup(...names), layerDefinition: { defaultVisibility: true } });
  await setData(source.itemId, { layers: [entry(0, 'kind'), entry(1, 'kind', 'name')], note: 'mine' });
  await setData(view.itemId, { layers: [entry(0, 'kind', 'name'), entry(1, 'kind'), entry(2, 'kind')], note: 'of a view' });
  await petra.post(`${own(source.itemId)}/update`, { tags: 'before' });

  const deleteFromDefinition = { fields: [{ name: 'KIND' }] };
  expect(await petra.post(`${admin(source.path)}/1/deleteFromDefinition`, { deleteFromDefinition })).toEqual({ success: true });
  expect((await petra.get(`${source.path}/1`)).popupInfo).toEqual(popup('name'));
  expect((await petra.get(`${source.path}/0`)).popupInfo).toEqual(popup('name', 'kind'));
  expect((await petra.get(`${view.path}/0`)).popupInfo).toEqual(popup('name'));
  expect(await dataOf(source.itemId)).toEqual({ layers: [entry(0, 'kind'), entry(1, 'name')], note: 'mine' });
  expect(await dataOf(view.itemId)).toEqual({ layers: [entry(0, 'name'), entry(1, 'kind'), entry(2)], note: 'of a view' });
  const item = await petra.get(`content/items/${source.itemId}`);
  expect(item).toMatchObject({ tags: ['before'], size: expect.any(Number) });
  const used = await t.portal.db
    .selectFrom('stored_file')
    .select('key')
    .where('key', '=', await keyOf(source.itemId))
    .execute();
  expect(used).toHaveLength(1);
});

it('fields that a view does not show any more leave the pop-ups of its item, and not of that of its source', async () => {
  const petra = t.as('petra');
  const fields = ['name', 'kind'].map((name) => ({ name, type: 'esriFieldTypeString' }));
  const source = await service('whole', false, [{ name: 'whole', geometryType: 'esriGeometryPoint', fields }]);
  const adminLayerInfo = { viewLayerDefinition: { sourceServiceName: 'whole', sourceLayerId: 0 } };
  const view = await service('narrow', true, [{ adminLayerInfo }]);
  const text = { layers: [{ id: 0, popupInfo: popup('kind', 'name') }], note: 'mine' };
  for (const { itemId } of [source, view]) await setData(itemId, text);
  const change = (updateDefinition: object): Promise<AnyReply> =>
    petra.post(`${admin(view.path)}/0/updateDefinition`, { updateDefinition });

  expect(await change({ description: 'All of it.' })).toEqual({ success: true });
  expect(await dataOf(view.itemId)).toEqual(text);
  expect(await change({ fields: [{ name: 'kind', visible: false }] })).toEqual({ success: true });
  expect(await dataOf(view.itemId)).toEqual({ ...text, layers: [{ id: 0, popupInfo: popup('name') }] });
  expect(await dataOf(source.itemId)).toEqual(text);
});

it('fields that a file does not have any more leave them too; those of editors, which come again, do not', async () => {
  const petra = t.as('petra');
  const publish = async (text: string, more: object): Promise<AnyReply> => {
    const publishParameters = { name: 'written_over', editorTrackingInfo: { enableEditorTracking: true } };
    const { services } = await petra.post(`content/users/${petra.username}/publish`, { text, fileType: 'csv', publishParameters, ...more });
    await t.runJobs();
    return services[0];
  };
  const { serviceItemId: itemId, serviceurl } = await publish('name,kind,lat,lon\na,b,1,2\n', {});
  const path = new URL(serviceurl).pathname;
  const chosen = popup('kind', 'name', 'Creator');
  const left = popup('name', 'Creator');
  await petra.post(`${admin(path)}/0/updateDefinition`, { updateDefinition: { popupInfo: chosen } });
  await setData(itemId, { layers: [{ id: 0, popupInfo: chosen }] });
  await publish('name,lat,lon\na,1,2\n', { overwrite: true });
  const layer = await petra.get(`${path}/0`);
  expect(layer.fields.map(({ name }: AnyReply) => name)).toEqual(expect.arrayContaining(['name', 'Creator']));
  expect(layer.fields.map(({ name }: AnyReply) => name)).not.toContain('kind');
  expect(layer.popupInfo).toEqual(left);
  expect(await dataOf(itemId)).toEqual({ layers: [{ id: 0, popupInfo: left }] });
});

async function keyOf(itemId: string): Promise<string> {
  const { data_key: key } = await t.portal.db.selectFrom('item').select('data_key').where('id', '=', itemId).executeTakeFirstOrThrow();
  return key ?? '';
}
