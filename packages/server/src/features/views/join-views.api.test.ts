// Views announce the relationships that can be asked of them.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
const admin = (service: string): string => service.replace('/rest/services', '/rest/admin/services');
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
});
afterAll(() => t.close());

async function create(name: string, more: object = {}): Promise<string> {
  const createParameters = { name, capabilities: 'Query,Editing' };
  const made = await t.as('petra').post(`content/users/${t.as('petra').username}/createService`, { createParameters, ...more });
  return new URL(made.serviceurl).pathname;
}

const post = async (path: string, params: Record<string, object>): Promise<void> =>
  void expect(await t.as('petra').post(path, params)).toMatchObject({ success: true });

/** Wells and their samples, and a view of both that shows these fields of the samples. */
async function scene(name: string, sourceLayerFields: string): Promise<{ source: string; view: string }> {
  const source = await create(name);
  const fields = ['code', 'note'].map((one) => ({ name: one, type: 'esriFieldTypeString', alias: one }));
  const layers = [{ name: 'wells', geometryType: 'esriGeometryPoint', fields }];
  await post(`${admin(source)}/addToDefinition`, { addToDefinition: { layers, tables: [{ name: 'samples', fields }] } });
  for (const layer of [0, 1])
    await t.as('petra').post(`${source}/${layer}/addFeatures`, { features: [{ attributes: { code: 'w1', note: `n${layer}` } }] });
  const view = await create(`${name}_view`, { isView: true });
  const shown = (sourceLayerId: number, of: string): object => ({
    adminLayerInfo: { viewLayerDefinition: { sourceServiceName: name, sourceLayerId, sourceLayerFields: of } },
  });
  await post(`${admin(view)}/addToDefinition`, { addToDefinition: { layers: [shown(0, '*')], tables: [shown(1, sourceLayerFields)] } });
  return { source, view };
}

const relate = (source: string): Promise<void> =>
  post(`${admin(source)}/0/addToDefinition`, {
    addToDefinition: { relationships: [{ name: 'samples', relatedTableId: 1, role: 'esriRelRoleOrigin', keyField: 'code' }] },
  });
const announced = async (view: string): Promise<number[]> => {
  const of = async (layer: number): Promise<AnyReply[]> => (await t.as('petra').get(`${view}/${layer}`)).relationships;
  return [(await of(0)).length, (await of(1)).length];
};
const notes = async (view: string): Promise<string[]> => {
  const params = { objectIds: '1', relationshipId: 0, outFields: 'note' };
  const { relatedRecordGroups } = await t.as('petra').get(`${view}/0/queryRelatedRecords`, params);
  return relatedRecordGroups[0].relatedRecords.map((one: AnyReply) => one.attributes.note);
};

it('a view made before a relationship announces it once its source does', async () => {
  const { source, view } = await scene('later', '*');
  expect(await announced(view)).toEqual([0, 0]);
  await relate(source);
  expect(await announced(view)).toEqual([1, 1]);
  expect(await notes(view)).toEqual(['n1']);
});

it('a relationship is announced by both sides as long as the keys of both are shown', async () => {
  const { source, view } = await scene('hidden', 'note');
  await relate(source);
  expect(await announced(view)).toEqual([0, 0]);
  const show = (layer: number, visible: boolean): Promise<void> =>
    post(`${admin(view)}/${layer}/updateDefinition`, { updateDefinition: { fields: [{ name: 'code', visible }] } });
  await show(1, true);
  expect(await announced(view)).toEqual([1, 1]);
  expect(await notes(view)).toEqual(['n1']);
  await show(0, false);
  expect(await announced(view)).toEqual([0, 0]);
  await show(0, true);
  expect(await announced(view)).toEqual([1, 1]);
});

it('a layer of a view that goes takes its relationships with it, and another that shows the same takes its place', async () => {
  const { source, view } = await scene('twice', '*');
  await relate(source);
  const again = { adminLayerInfo: { viewLayerDefinition: { sourceServiceName: 'twice', sourceLayerId: 1 } } };
  await post(`${admin(view)}/addToDefinition`, { addToDefinition: { tables: [again] } });
  await post(`${admin(view)}/deleteFromDefinition`, { deleteFromDefinition: { tables: [{ id: 1 }] } });
  const { relationships } = await t.as('petra').get(`${view}/0`);
  expect(relationships.map((one: AnyReply) => one.relatedTableId)).toEqual([2]);
  expect(await notes(view)).toEqual(['n1']);
});
