// Features belong to who made them: others may not delete them where that is not allowed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
let layer: string;
let admin: string;

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher', una: 'user', ulf: 'user' } });
  const petra = t.as('petra');
  const editorTrackingInfo = { enableEditorTracking: true, enableOwnershipAccessControl: true, allowOthersToDelete: false };
  const createParameters = { name: 'Owned', capabilities: 'Query,Editing', editorTrackingInfo };
  const made = await petra.post(`content/users/${petra.username}/createService`, { createParameters });
  const service = new URL(made.serviceurl).pathname;
  layer = `${service}/0`;
  admin = service.replace('/rest/services/', '/rest/admin/services/');
  const definition = {
    layers: [{ name: 'trees', geometryType: 'esriGeometryPoint', fields: [{ name: 'name', type: 'esriFieldTypeString' }] }],
  };
  await petra.post(`${admin}/addToDefinition`, { addToDefinition: definition });
  await petra.post(`content/users/${petra.username}/items/${made.itemId}/share`, { org: true });
});
afterAll(() => t.close());

const add = async (who: string, names: string[]): Promise<number[]> => {
  const { addResults } = await t.as(who).post(`${layer}/addFeatures`, { features: names.map((name) => ({ attributes: { name } })) });
  return addResults.map((one: AnyReply) => one.objectId);
};
const left = async (): Promise<string[]> => {
  const { features } = await t.as('petra').get(`${layer}/query`, { where: '1=1', outFields: 'name', orderByFields: 'name' });
  return features.map((one: AnyReply) => one.attributes.name);
};
const refused = { success: false, error: { code: 1018 } };

describe('without allowOthersToDelete', () => {
  it('own features go, those of others stay', async () => {
    const [first, second] = await add('una', ['una 1', 'una 2']);
    const [other, last] = await add('ulf', ['ulf 1', 'ulf 2']);
    const remove = (objectIds: string, more = {}): Promise<AnyReply> => t.as('una').post(`${layer}/deleteFeatures`, { objectIds, ...more });
    const mixed = await remove(`${first},${other}`, { rollbackOnFailure: false });
    expect(mixed.deleteResults).toMatchObject([
      { objectId: first, success: true },
      { objectId: other, ...refused },
    ]);
    expect(await left()).toEqual(['ulf 1', 'ulf 2', 'una 2']);
    const applied = await t.as('una').post(`${layer}/applyEdits`, { deletes: `${other}` });
    expect(applied.deleteResults).toMatchObject([{ objectId: other, ...refused }]);
    const undone = await remove(`${second},${last}`, { rollbackOnFailure: true });
    expect(undone.deleteResults.every((one: AnyReply) => one.success === false)).toBe(true);
    expect(await left()).toEqual(['ulf 1', 'ulf 2', 'una 2']);
  });

  it('a condition chooses own features alone, and who administers the layer all', async () => {
    const { deleteResults } = await t.as('una').post(`${layer}/deleteFeatures`, { where: '1=1' });
    expect(deleteResults).toMatchObject([{ success: true }]);
    expect(await left()).toEqual(['ulf 1', 'ulf 2']);
    expect((await t.as('petra').post(`${layer}/deleteFeatures`, { where: "name = 'ulf 1'" })).deleteResults).toHaveLength(1);
    expect(await left()).toEqual(['ulf 2']);
  });

  it('those of others may be changed all the same, and go once that is allowed', async () => {
    const { features } = await t.as('petra').get(`${layer}/query`, { where: '1=1', returnGeometry: false });
    const { OBJECTID } = features[0].attributes;
    const changed = await t.as('una').post(`${layer}/updateFeatures`, { features: [{ attributes: { OBJECTID, name: 'by una' } }] });
    expect(changed.updateResults).toMatchObject([{ success: true }]);
    const allowed = { editorTrackingInfo: { allowOthersToDelete: true } };
    await t.as('petra').post(`${admin}/updateDefinition`, { updateDefinition: allowed });
    expect((await t.as('una').post(`${layer}/deleteFeatures`, { objectIds: OBJECTID })).deleteResults).toMatchObject([{ success: true }]);
    expect(await left()).toEqual([]);
  });
});

it.each([true, false])('results of a deletion come with returnDeleteResults=%s too', async (returnDeleteResults) => {
  const [first, second, third] = await add('una', ['a', 'b', 'c']);
  const remove = (params: object): Promise<AnyReply> =>
    t.as('una').post(`${layer}/deleteFeatures`, { ...params, returnDeleteResults, rollbackOnFailure: false } as never);
  expect(await remove({ objectIds: `${first},99999` })).toMatchObject({
    deleteResults: [
      { objectId: first, success: true },
      { objectId: 99_999, success: false },
    ],
  });
  const chosen = await remove({ where: "name IN ('b', 'c')" });
  expect(chosen.deleteResults.map((one: AnyReply) => one.objectId).sort()).toEqual([second, third].sort());
  expect(await left()).toEqual([]);
});
