// What a view says of itself once a field of its source is deleted.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
const admin = (service: string): string => service.replace('/rest/services', '/rest/admin/services');

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
});
afterAll(() => t.close());

async function service(name: string, isView: boolean, layer: object): Promise<string> {
  const petra = t.as('petra');
  const made = await petra.post(`content/users/${petra.username}/createService`, { createParameters: { name }, isView });
  const path = new URL(made.serviceurl).pathname;
  expect(await petra.post(`${admin(path)}/addToDefinition`, { addToDefinition: { layers: [layer] } })).toMatchObject({ success: true });
  return path;
}

it('a view keeps what is made of other fields, and nothing of the one that went', async () => {
  const petra = t.as('petra');
  const text = ['name', 'kind'].map((name) => ({ name, type: 'esriFieldTypeString' }));
  const fields = [...text, { name: 'seen', type: 'esriFieldTypeDate' }, { name: 'left', type: 'esriFieldTypeDate' }];
  const source = await service('sights', false, { name: 'sights', geometryType: 'esriGeometryPoint', fields });
  const adminLayerInfo = { viewLayerDefinition: { sourceServiceName: 'sights', sourceLayerId: 0 } };
  const view = await service('sights_view', true, { adminLayerInfo });
  const symbol = { type: 'esriSMS', size: 9 };
  const renderer = { type: 'uniqueValue', field1: 'kind', uniqueValueInfos: [{ value: 'a', symbol }] };
  const labelingInfo = [{ labelExpression: '[name]' }];
  const updateDefinition = {
    displayField: 'kind',
    typeIdField: 'kind',
    types: [{ id: 'a', name: 'A', domains: {}, templates: [] }],
    drawingInfo: { renderer, labelingInfo },
    timeInfo: { startTimeField: 'seen', endTimeField: 'left' },
  };
  expect(await petra.post(`${admin(view)}/0/updateDefinition`, { updateDefinition })).toEqual({ success: true });
  const told = (): Promise<AnyReply> => petra.get(`${view}/0`);
  expect(await told()).toMatchObject({
    displayField: 'kind',
    typeIdField: 'kind',
    drawingInfo: { renderer },
    timeInfo: { endTimeField: 'left' },
  });
  const deleteFromDefinition = { fields: [{ name: 'kind' }, { name: 'left' }] };
  expect(await petra.post(`${admin(source)}/0/deleteFromDefinition`, { deleteFromDefinition })).toMatchObject({ success: true });
  const after = await told();
  expect(JSON.stringify(after)).not.toMatch(/"kind"|"left"/);
  expect(after.drawingInfo).toMatchObject({ renderer: { type: 'simple' }, labelingInfo });
  expect([after.types, after.timeInfo ?? null]).toEqual([[], null]);
  expect((await petra.get(`${view}/0/query`, { where: '1=1', returnCountOnly: true })).count).toBe(0);
});
