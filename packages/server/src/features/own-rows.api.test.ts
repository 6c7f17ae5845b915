// Services where everybody sees only their own features, and services that visitors may edit.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../testing/agent.ts';
import { loadScene, type TestLayer } from '../../testing/load-scene.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;
const { layerOf } = loadScene(() => t);
let layer: TestLayer;

const change = async (of: TestLayer, updateDefinition: object): Promise<void> => {
  const admin = of.admin.replace(/\/0$/, '');
  expect(await t.as('petra').post(`${admin}/updateDefinition`, { updateDefinition })).toEqual({ success: true });
};
const share = (of: TestLayer): Promise<AnyReply> =>
  t.as('petra').post(`content/users/${t.as('petra').username}/items/${of.itemId}/share`, { everyone: true });
const tree = (species: string, x: number): object => ({ attributes: { species, height: 5 }, geometry: { x, y: 0 } });
const add = async (who: string, feature: object): Promise<number> =>
  (await t.as(who).post(`${layer.path}/addFeatures`, { features: [feature] })).addResults[0].objectId;

let [unas, ottos] = [0, 0];
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher', una: 'user', otto: 'user' } });
  layer = await layerOf();
  await share(layer);
  await t.as('petra').post(`${layer.admin}/updateDefinition`, { updateDefinition: { hasAttachments: true } });
  await change(layer, {
    editorTrackingInfo: { enableEditorTracking: true, enableOwnershipAccessControl: true, allowOthersToQuery: false },
  });
  unas = await add('una', tree('12', 1000));
  ottos = await add('otto', tree('elm', 2_000_000));
});
afterAll(() => t.close());

describe('who may see only their own features', () => {
  const una = () => t.as('una');
  const ask = (params: object): Promise<AnyReply> => una().get(`${layer.path}/query`, { where: '1=1', ...params });

  it('see them in every kind of query, and its owner sees all', async () => {
    expect((await ask({ returnIdsOnly: true })).objectIds).toEqual([unas]);
    expect(await ask({ returnCountOnly: true })).toEqual({ count: 1 });
    expect((await ask({ returnExtentOnly: true })).extent).toMatchObject({ xmin: 1000, xmax: 1000 });
    expect((await ask({ outFields: 'species' })).features).toHaveLength(1);
    expect((await ask({ f: 'geojson' })).features.map((one: AnyReply) => one.id)).toEqual([unas]);
    expect((await ask({ outFields: 'species', returnDistinctValues: true })).features).toHaveLength(1);
    const outStatistics = [{ statisticType: 'count', onStatisticField: 'OBJECTID', outStatisticFieldName: 'n' }];
    expect((await ask({ outStatistics })).features[0].attributes.n).toBe(1);
    expect((await una().get(`${layer.path}/${ottos}`)).error.code).toBe(404);
    expect((await una().get(`${layer.path}/${unas}`)).feature.attributes.species).toBe('12');
    expect(await una().get(`${layer.path}/getEstimates`)).toEqual({ count: 1 });
    const classificationDef = { type: 'uniqueValueDef', uniqueValueFields: ['species'] };
    const renderer = await una().get(`${layer.path}/generateRenderer`, { classificationDef });
    expect(renderer.uniqueValueInfos.map((one: AnyReply) => one.value)).toEqual(['12']);
    expect(await t.as('petra').get(`${layer.path}/query`, { where: '1=1', returnCountOnly: true })).toEqual({ count: 4 });
    expect(await t.stranger.get(`${layer.path}/query`, { where: '1=1', returnCountOnly: true })).toEqual({ count: 0 });
  });

  it('learn nothing of the others from failures of a condition', async () => {
    const reply = await ask({ where: 'CAST(species AS INTEGER) = 12', returnCountOnly: true });
    expect(reply).toEqual({ count: 1 });
  });

  it('see them in tiles, which are not shared with others', async () => {
    const tile = (who: 'una' | 'otto' | 'petra') => t.as(who).raw('GET', `${layer.path}/tiles/0/0/0.pbf?v=1`, { f: '' });
    const [una, petra] = [await tile('una'), await tile('petra')];
    expect(una.headers['cache-control']).toBe('private, no-cache');
    expect(una.rawPayload.length).toBeLessThan(petra.rawPayload.length);
    expect((await tile('otto')).headers.etag).not.toBe(una.headers.etag);
  });

  it('neither see nor change files and values of the others', async () => {
    const file = { attachment: { name: 'a.txt', bytes: 'secret', type: 'text/plain' } };
    const made = await t.as('otto').upload(`${layer.path}/${ottos}/addAttachment`, {}, file);
    const id = made.addAttachmentResult.objectId;
    expect((await una().get(`${layer.path}/${ottos}/attachments`)).error.code).toBe(404);
    expect((await una().raw('GET', `${layer.path}/${ottos}/attachments/${id}`, { f: '' })).statusCode).toBe(404);
    const petras = await t.as('petra').raw('GET', `${layer.path}/${ottos}/attachments/${id}`, { f: '' });
    expect([petras.statusCode, petras.headers['cache-control']]).toEqual([200, 'private, no-cache']);
    expect((await una().get(`${layer.path}/queryAttachments`, { objectIds: String(ottos) })).attachmentGroups).toEqual([]);
    expect((await t.as('otto').get(`${layer.path}/queryAttachments`, { objectIds: String(ottos) })).attachmentGroups).toHaveLength(1);
    await change(layer, { capabilities: 'Query,Editing', editorTrackingInfo: { allowOthersToUpdate: true, allowOthersToDelete: true } });
    const updates = [{ attributes: { OBJECTID: ottos, species: 'mine' } }];
    const reply = await una().post(`${layer.path}/applyEdits`, { updates, deletes: String(ottos), rollbackOnFailure: false });
    expect(reply.updateResults[0].error).toMatchObject({
      code: 1019,
      description: expect.stringMatching(/^Feature does not exist\. Read /),
    });
    expect(reply.deleteResults[0].error.code).toBe(1019);
    expect((await una().post(`${layer.path}/deleteFeatures`, { where: '1=1' })).deleteResults.map((one: AnyReply) => one.objectId)).toEqual(
      [unas],
    );
    expect((await t.as('otto').get(`${layer.path}/${ottos}`)).feature.attributes.species).toBe('elm');
  });
});

describe('visitors without an account', () => {
  it('edit public services whose owner allows it, and nothing else', async () => {
    const survey = await layerOf(undefined, { capabilities: 'Query,Create,Update' });
    const post = (operation: string, params: object): Promise<AnyReply> => t.stranger.post(`${survey.path}/${operation}`, params as never);
    const features = [tree('birch', 1)];
    await change(survey, { editorTrackingInfo: { allowAnonymousToUpdate: true, allowAnonymousToDelete: true } });
    // The item is private.
    expect((await post('addFeatures', { features })).error.code).toBe(499);
    await share(survey);
    expect((await t.stranger.get(survey.service)).editorTrackingInfo.allowAnonymousToUpdate).toBe(true);
    const { addResults } = await post('addFeatures', { features });
    expect(addResults[0]).toMatchObject({ objectId: 3, success: true });
    const updated = await post('updateFeatures', { features: [{ attributes: { OBJECTID: 3, height: 9 } }] });
    expect(updated.updateResults[0].success).toBe(true);
    // Deleting is allowed to visitors, but it is no capability of the service.
    expect((await post('deleteFeatures', { objectIds: '3' })).error.code).toBe(403);
    expect((await t.stranger.upload(`${survey.service}/uploads/upload`, {}, { file: { name: 'a.csv', bytes: 'a' } })).error.code).toBe(499);
    await change(survey, { editorTrackingInfo: { allowAnonymousToUpdate: false } });
    expect((await post('addFeatures', { features })).error.code).toBe(499);
  });
});
