// What calls that edit mean where they say little: blanks, empty lists, ids as texts, places of tables; and what layers may narrow.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
let service: string;
let admin: string;
let itemId: string;

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher', una: 'user' } });
  const petra = t.as('petra');
  const createParameters = { name: 'Calls', capabilities: 'Query,Editing', maxRecordCount: 50_000 };
  const made = await petra.post(`content/users/${petra.username}/createService`, { createParameters });
  service = new URL(made.serviceurl).pathname;
  admin = service.replace('/rest/services/', '/rest/admin/services/');
  itemId = made.itemId;
  const fields = [
    { name: 'name', type: 'esriFieldTypeString' },
    { name: 'picture', type: 'esriFieldTypeBlob' },
  ];
  const layers = [{ name: 'trees', geometryType: 'esriGeometryPoint', fields, hasAttachments: true }];
  await petra.post(`${admin}/addToDefinition`, { addToDefinition: { layers, tables: [{ name: 'visits', fields }] } });
  await petra.post(`content/users/${petra.username}/items/${itemId}/share`, { everyone: true });
  await post('1/addFeatures', { features: ['a', 'b'].map((name) => ({ attributes: { name } })) });
  const places = [1, 5, 9].map((x) => ({ attributes: { name: `t${x}` }, geometry: { x, y: x, spatialReference: { wkid: 4326 } } }));
  await post('0/addFeatures', { features: places });
});
afterAll(() => t.close());

const post = (operation: string, params: object, who = 'petra'): Promise<AnyReply> =>
  t.as(who).post(`${service}/${operation}`, params as never);
const count = async (layer: number): Promise<number> =>
  (await t.as('petra').get(`${service}/${layer}/query`, { where: '1=1', returnCountOnly: true })).count;
const change = (address: string, updateDefinition: object): Promise<AnyReply> =>
  t.as('petra').post(`${admin}${address}/updateDefinition`, { updateDefinition });

describe('features to delete', () => {
  it('are not chosen by a place in a table, which would be all of them', async () => {
    const reply = await post('1/deleteFeatures', { geometry: '0,0,1,1', geometryType: 'esriGeometryEnvelope' });
    expect(reply.error.code).toBe(400);
    expect((await post('1/deleteFeatures', { geometry: '0,0,1,1', where: '1=1' })).error.code).toBe(400);
    expect(await count(1)).toBe(2);
  });

  it('are not chosen by blanks, nor are those to calculate', async () => {
    expect((await post('1/deleteFeatures', { where: '   ' })).error.code).toBe(400);
    expect((await post('0/deleteFeatures', { where: ' ', geometry: ' ' })).error.code).toBe(400);
    expect((await post('0/calculate', { where: '  ', calcExpression: [{ field: 'name', value: 'all' }] })).error.code).toBe(400);
    expect([await count(0), await count(1)]).toEqual([3, 2]);
    const { features } = await t.as('petra').get(`${service}/0/query`, { where: "name = 'all'", returnGeometry: false });
    expect(features).toEqual([]);
    const { deleteResults } = await post('0/deleteFeatures', { where: ' ', objectIds: '3' });
    expect(deleteResults).toMatchObject([{ objectId: 3, success: true }]);
  });
});

describe('a refusal names what was sent', () => {
  it.each<[string, object, string]>([
    ['0/addFeatures', { features: { attributes: {} } }, "'features' must be a list."],
    ['0/updateFeatures', { features: '7' }, "'features' must be a list."],
    ['0/applyEdits', { adds: {} }, "'adds' must be a list."],
    ['0/addFeatures', { features: '[{' }, "'features' is not valid JSON: it breaks off. Close its quotes, braces and brackets."],
    ['0/applyEdits', { deletes: '[1' }, "'deletes' is not valid JSON."],
    ['0/deleteFeatures', { objectIds: '[1' }, "'objectIds' is not valid JSON."],
    ['applyEdits', { edits: {} }, "'edits' is not as it should be."],
    ['applyEdits', { edits: [{ id: 'x' }] }, "'edits' is not as it should be at '0.id'."],
  ])('%s %j', async (operation, params, message) => {
    expect((await post(operation, params)).error.message).toBe(message);
  });

  it('of one feature among others too', async () => {
    expect((await post('0/deleteFeatures', { objectIds: 'x' })).deleteResults[0].error.description).toMatch(/^objectIds must hold/);
    expect((await post('0/applyEdits', { deletes: 'x' })).deleteResults[0].error.description).toMatch(/^deletes must hold/);
  });
});

describe('object ids', () => {
  it('may be texts of digits', async () => {
    const { updateResults } = await post('1/updateFeatures', { features: [{ attributes: { OBJECTID: '1', name: 'changed' } }] });
    expect(updateResults).toMatchObject([{ objectId: 1, success: true }]);
    const { addResults } = await post('1/addFeatures', { features: [{ attributes: { name: 'c' } }] });
    const id = addResults[0].objectId;
    const { deleteResults } = await post('1/applyEdits', { deletes: JSON.stringify([String(id)]) });
    expect(deleteResults).toMatchObject([{ objectId: id, success: true }]);
    const wrong = await post('1/applyEdits', { deletes: '["1 or 2"]', rollbackOnFailure: false });
    expect(wrong.deleteResults[0].success).toBe(false);
  });
});

describe('the moment of an edit', () => {
  it('is told by every call that is asked for it', async () => {
    const asked = { returnEditMoment: true };
    const added = await post('1/addFeatures', { features: [{ attributes: { name: 'm' } }], ...asked });
    const { objectId } = added.addResults[0];
    const updated = await post('1/updateFeatures', { features: [{ attributes: { OBJECTID: objectId, name: 'n' } }], ...asked });
    const deleted = await post('1/deleteFeatures', { objectIds: String(objectId), ...asked });
    const chosen = await post('1/deleteFeatures', { where: '1=0', ...asked });
    const calcExpression = [{ field: 'name', value: 'o' }];
    const calculated = await post('1/calculate', { where: "name = 'none'", calcExpression, ...asked });
    expect(await post('1/calculate', { where: "name = 'none'", calcExpression })).toEqual({ success: true, updatedFeatureCount: 0 });
    for (const one of [added, updated, deleted, chosen, calculated]) expect(one.editMoment).toEqual(expect.any(Number));
    expect(await post('1/deleteFeatures', { where: '1=0' })).toEqual({ deleteResults: [] });
  });
});

describe('capabilities', () => {
  it('of a layer narrow those of its service and never widen them', async () => {
    await change('/1', { capabilities: 'Query,Create' });
    expect((await t.as('una').get(`${service}/1`)).capabilities).toBe('Query,Create');
    expect((await post('1/deleteFeatures', { objectIds: '1' }, 'una')).error.code).toBe(403);
    await change('', { capabilities: 'Query' });
    expect((await t.as('una').get(`${service}/1`)).capabilities).toBe('Query');
    expect((await post('1/addFeatures', { features: [{ attributes: { name: 'x' } }] }, 'una')).error.code).toBe(403);
    await change('', { capabilities: 'Query,Editing' });
    await change('/1', { capabilities: '' });
    expect((await t.as('una').get(`${service}/1`)).capabilities).toBe('Query,Create,Update,Delete,Editing');
  });

  it('that say Editing alone are told with the kinds of edit, by the service as well', async () => {
    expect((await t.as('una').get(service)).capabilities).toBe('Query,Create,Update,Delete,Editing');
  });
});

describe('lists without edits', () => {
  it('ask for no capability, and are lists', async () => {
    await change('', { capabilities: 'Query,Update' });
    const updates = [{ attributes: { OBJECTID: 1, name: 'una' } }];
    const one = await post('1/applyEdits', { adds: [], updates, deletes: '[]' }, 'una');
    expect(one).toMatchObject({ addResults: [], updateResults: [{ success: true }], deleteResults: [] });
    const edits = [{ id: 1, adds: [], updates, deletes: [] }];
    expect((await post('applyEdits', { edits }, 'una'))[0].updateResults).toMatchObject([{ success: true }]);
    expect((await post('1/applyEdits', { adds: updates, updates: [] }, 'una')).error.code).toBe(403);
    expect((await post('1/applyEdits', { adds: { length: 0 } }, 'petra')).error.code).toBe(400);
    await change('', { capabilities: 'Query,Editing' });
  });

  it('need a token where visitors may not edit', async () => {
    expect((await t.stranger.post(`${service}/1/applyEdits`, {})).error.code).toBe(499);
    expect((await t.stranger.post(`${service}/1/applyEdits`, { adds: [], updates: [] })).error.code).toBe(499);
    await change('', { editorTrackingInfo: { allowAnonymousToUpdate: true } });
    expect(await t.stranger.post(`${service}/1/applyEdits`, { adds: [] })).toMatchObject({ addResults: [] });
  });
});

describe('definitions of other servers', () => {
  it('may hold more features in a page than the portal gives, or none', async () => {
    expect((await t.as('petra').get(service)).maxRecordCount).toBe(10_000);
    expect(await change('', { maxRecordCount: -1 })).toMatchObject({ success: true });
    expect(await change('', { maxRecordCount: 500 })).toMatchObject({ success: true });
    expect((await t.as('petra').get(service)).maxRecordCount).toBe(500);
  });

  it('may hold fields of bytes, which are left out', async () => {
    const names = (await t.as('petra').get(`${service}/0`)).fields.map((one: AnyReply) => one.name);
    expect(names).toContain('name');
    expect(names).not.toContain('picture');
  });
});

describe('queries of a service', () => {
  it('take a distance around a place', async () => {
    const near = { geometry: '1,1', geometryType: 'esriGeometryPoint', inSR: 4326, returnIdsOnly: true };
    const ask = (more: object): Promise<AnyReply> => t.as('petra').get(`${service}/query`, { layerDefs: '0:1=1', ...near, ...more });
    expect((await ask({ distance: 1000, units: 'esriSRUnit_Kilometer' })).layers[0].objectIds).toEqual([1, 2]);
    expect((await ask({ distance: 10, units: 'esriSRUnit_Kilometer' })).layers[0].objectIds).toEqual([1]);
    expect((await ask({ sqlFormat: 'odd' })).error.code).toBe(400);
  });
});

describe('all or nothing', () => {
  it('is kept for values of which each comes once, and for groups', async () => {
    const ask = (more: object): Promise<AnyReply> =>
      t.as('petra').get(`${service}/0/query`, { where: '1=1', resultRecordCount: 1, returnExceededLimitFeatures: false, ...more });
    const distinct = await ask({ outFields: 'name', returnDistinctValues: true, returnGeometry: false });
    const outStatistics = [{ statisticType: 'count', onStatisticField: 'OBJECTID', outStatisticFieldName: 'n' }];
    const groups = await ask({ outStatistics, groupByFieldsForStatistics: 'name' });
    for (const one of [distinct, groups]) expect(one).toMatchObject({ features: [], exceededTransferLimit: true });
  });
});

describe('parts of an upload', () => {
  it('are answered with the upload that they belong to', async () => {
    const begun = await post('uploads/register', { itemName: 'a.csv' });
    const file = { partFile: { name: 'a.csv', bytes: 'a' } };
    const reply = await t.as('petra').upload(`${service}/uploads/${begun.item.itemID}/uploadPart`, { partId: 1 }, file);
    expect(reply).toMatchObject({ success: true, partId: 1, item: { itemID: begun.item.itemID, committed: false } });
  });
});

describe('an upload in parts', () => {
  it('is joined once however often it is committed at the same time', async () => {
    const { item } = await post('uploads/register', { itemName: 'b.txt' });
    const at = `uploads/${item.itemID}`;
    for (const partId of [1, 2]) {
      const file = { partFile: { name: 'b', bytes: `part ${partId}` } };
      await t.as('petra').upload(`${service}/${at}/uploadPart`, { partId }, file);
    }
    const taken = vi.spyOn(t.portal.files, 'take');
    const replies = await Promise.all(Array.from({ length: 6 }, () => post(`${at}/commit`, {})));
    expect(taken).toHaveBeenCalledTimes(1);
    taken.mockRestore();
    expect(replies.filter((reply) => reply.success)).toHaveLength(1);
    expect(replies.filter((reply) => reply.error?.code === 400)).toHaveLength(5);
  });

  it('is begun a hundred times at most before one is committed', async () => {
    let begun = 0;
    let reply: AnyReply;
    do reply = await post('uploads/register', { itemName: `${begun++}.txt` });
    while (reply.success && begun < 200);
    expect(begun).toBeLessThanOrEqual(101);
    expect(reply.error).toMatchObject({ code: 400, details: ['Commit or delete some of them first.'] });
    await t.portal.db.deleteFrom('service_upload').where('key', 'is', null).execute();
    expect((await post('uploads/register', { itemName: 'a.txt' })).success).toBe(true);
  });
});

describe('the item of a service', () => {
  const published = async (name: string): Promise<{ id: string; layer: string }> => {
    const petra = t.as('petra');
    const params = { text: 'name,lat,lon\nx,1,2\n', fileType: 'csv', publishParameters: { name } };
    const reply = await petra.post(`content/users/${petra.username}/publish`, params);
    await t.runJobs();
    return { id: reply.services[0].serviceItemId, layer: `${new URL(reply.services[0].serviceurl).pathname}/0` };
  };
  const modified = async (id: string): Promise<number> => (await t.as('petra').get(`content/items/${id}`)).modified;

  it('says that it changed after fields were calculated', async () => {
    const { id, layer } = await published('calculated');
    const later = new Date(Date.now() + 60_000);
    t.setNow(later);
    await t.as('petra').post(`${layer}/calculate`, { where: '1=1', calcExpression: [{ field: 'name', value: 'y' }] });
    expect(await modified(id)).toBe(later.getTime());
  });

  it('says that it changed after a file was added to a feature', async () => {
    const { id, layer } = await published('illustrated');
    const address = layer.replace('/rest/services/', '/rest/admin/services/');
    await t.as('petra').post(`${address}/updateDefinition`, { updateDefinition: { hasAttachments: true } });
    const later = new Date(Date.now() + 120_000);
    t.setNow(later);
    const file = { attachment: { name: 'a.txt', bytes: 'a', type: 'text/plain' } };
    const reply = await t.as('petra').upload(`${layer}/1/addAttachment`, {}, file);
    expect(reply.addAttachmentResult.success).toBe(true);
    expect(await modified(id)).toBe(later.getTime());
  });
});
