// Layers that people may fill or change without reading them, and what is said of features that are not for everybody.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../testing/agent.ts';
import { loadScene, type TestLayer } from '../../testing/load-scene.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;
const { layerOf } = loadScene(() => t);
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher', una: 'user', ada: 'admin' } });
});
afterAll(() => t.close());

const petra = () => t.as('petra');
const serviceAdmin = (of: TestLayer): string => of.admin.replace(/\/0$/, '');
const change = async (of: TestLayer, updateDefinition: object): Promise<void> => {
  expect(await petra().post(`${serviceAdmin(of)}/updateDefinition`, { updateDefinition })).toEqual({ success: true });
};
const shared = async (more: object = {}): Promise<TestLayer> => {
  const layer = await layerOf(undefined, more);
  await petra().post(`content/users/${petra().username}/items/${layer.itemId}/share`, { everyone: true });
  return layer;
};
const tree = { attributes: { species: 'elm', height: 5 }, geometry: { x: 5, y: 5 } };

describe('a service that loses its last capability', () => {
  it('is read by nobody but its owner, until it has one again', async () => {
    const layer = await shared({ capabilities: 'Query' });
    const codes = async (): Promise<(number | undefined)[]> => {
      const replies = [t.as('una'), t.stranger, petra()].map((who) =>
        who.get(`${layer.path}/query`, { where: '1=1', returnCountOnly: true }),
      );
      return (await Promise.all(replies)).map((reply) => reply.error?.code);
    };
    expect(await codes()).toEqual([undefined, undefined, undefined]);
    await change(layer, { capabilities: '' });
    expect((await petra().get(layer.service)).capabilities).toBe('');
    expect((await petra().get(layer.path)).capabilities).toBe('');
    expect(await codes()).toEqual([403, 403, undefined]);
    await change(layer, { capabilities: 'Query' });
    expect(await codes()).toEqual([undefined, undefined, undefined]);
  });
});

describe('a service without the capability Query', () => {
  let layer: TestLayer;
  beforeAll(async () => {
    layer = await shared();
    await change(layer, { capabilities: 'Create,Extract,ChangeTracking' });
    await petra().post(`${layer.admin}/updateDefinition`, { updateDefinition: { hasAttachments: true } });
  });

  it('takes features of people, who read none by any address', async () => {
    const una = t.as('una');
    const { addResults } = await una.post(`${layer.path}/addFeatures`, { features: [tree] });
    expect(addResults[0].success).toBe(true);
    const def = { type: 'uniqueValueDef', uniqueValueFields: ['species'] };
    const top = { groupByFields: 'species', topCount: 1, orderByFields: 'height' };
    const reading: [string, Record<string, string | boolean | object>][] = [
      ['query', { where: '1=1' }],
      ['query', { where: '1=1', returnCountOnly: true }],
      ['query', { where: '1=1', returnExtentOnly: true }],
      ['query', { where: '1=1', f: 'geojson' }],
      ['query', { where: '1=1', f: 'pbf' }],
      ['queryTopFeatures', { topFilter: top }],
      ['generateRenderer', { classificationDef: def }],
      ['getEstimates', {}],
      ['queryAttachments', { objectIds: '1' }],
      ['1', {}],
      ['1/attachments', {}],
    ];
    for (const [operation, params] of reading) {
      for (const who of [una, t.stranger]) {
        const reply = await who.raw('GET', `${layer.path}/${operation}`, { f: 'json', ...params });
        expect([operation, reply.json().error?.code]).toEqual([operation, 403]);
      }
    }
    expect((await una.get(`${layer.service}/query`, { layerDefs: '0:1=1' })).error.code).toBe(403);
    expect((await una.get(`${layer.path}/query`, { where: '1=1' })).error.message).toContain('Query');
    expect((await una.post(`${layer.service}/extractChanges`, { layers: '[0]', serverGens: [0] })).error.code).toBe(403);
    const exporting = { itemId: layer.itemId, exportFormat: 'CSV' };
    expect((await una.post(`content/users/${una.username}/export`, exporting)).error.code).toBe(403);
  });

  it('is drawn for its owner and nobody else, also after the owner saw the tile', async () => {
    const tile = (who: 'petra' | 'una') => t.as(who).raw('GET', `${layer.path}/tiles/0/0/0.pbf?v=1`, { f: '' });
    const owners = await tile('petra');
    expect(owners.statusCode).toBe(200);
    // Caches between the portal and its people tell nobody apart.
    expect(owners.headers['cache-control']).toBe('private, no-cache');
    expect((await tile('una')).statusCode).toBe(403);
    const vector = layer.service.replace('FeatureServer', 'VectorTileServer');
    expect((await t.as('una').raw('GET', `${vector}/tile/0/0/0.pbf`, { f: '' })).statusCode).toBe(204);
    const whole = await t.as('petra').raw('GET', `${vector}/tile/0/0/0.pbf?v=1`, { f: '' });
    expect([whole.statusCode, whole.headers['cache-control']]).toEqual([200, 'private, no-cache']);
    expect((await t.as('una').get(`${vector}/resources/styles`)).layers).toEqual([]);
  });

  it('shows everything to its owner and to administrators', async () => {
    for (const who of ['petra', 'ada']) expect(await t.as(who).get(`${layer.path}/query`, { returnCountOnly: true })).toEqual({ count: 3 });
  });

  it('says where its features are to nobody else', async () => {
    const seen = await t.as('una').get(layer.path);
    expect(seen.extent.xmin).toBeLessThan(-20_000_000);
    expect((await petra().get(layer.path)).extent.xmin).toBeGreaterThan(0);
    expect((await t.as('una').get(layer.service)).fullExtent.xmin).toBeLessThan(-20_000_000);
    await change(layer, { description: 'Report trees' });
    expect((await petra().get(`content/items/${layer.itemId}`)).extent).toEqual([]);
    await change(layer, { capabilities: 'Query,Create' });
    expect((await petra().get(`content/items/${layer.itemId}`)).extent).toHaveLength(2);
    expect(await t.as('una').get(`${layer.path}/query`, { returnCountOnly: true })).toEqual({ count: 3 });
  });

  it('tells nothing through changes of what a condition or a place chooses', async () => {
    const open = await shared();
    const { addResults } = await petra().post(`${open.path}/addFeatures`, { features: [tree] });
    await change(open, { capabilities: 'Create,Update,Delete' });
    const una = t.as('una');
    const calcExpression = [{ field: 'species', value: 'probe' }];
    expect((await una.post(`${open.path}/calculate`, { where: 'height > 10', calcExpression })).error.code).toBe(403);
    expect((await una.post(`${open.path}/deleteFeatures`, { where: 'height > 10' })).error.code).toBe(403);
    const geometry = { xmin: 0, ymin: 0, xmax: 9, ymax: 9 };
    expect((await una.post(`${open.path}/deleteFeatures`, { geometry, geometryType: 'esriGeometryEnvelope' })).error.code).toBe(403);
    expect((await una.post(`${open.path}/deleteFeatures`, { objectIds: `${addResults[0].objectId}` })).deleteResults[0].success).toBe(true);
    expect((await petra().post(`${open.path}/deleteFeatures`, { where: 'height > 10' })).deleteResults).toHaveLength(1);
  });

  it('may be closed layer by layer', async () => {
    const open = await shared();
    await petra().post(`${open.admin}/updateDefinition`, { updateDefinition: { capabilities: 'Create' } });
    expect((await t.as('una').get(`${open.path}/query`, { where: '1=1' })).error.code).toBe(403);
  });
});

describe('what is said of features of which people see only their own', () => {
  it('is neither their extent nor their span of time', async () => {
    const layer = await shared();
    const timeInfo = { startTimeField: 'planted' };
    expect(await petra().post(`${layer.admin}/updateDefinition`, { updateDefinition: { timeInfo } })).toEqual({ success: true });
    await change(layer, { editorTrackingInfo: { enableOwnershipAccessControl: true, allowOthersToQuery: false } });
    const [mine, hers] = [await petra().get(layer.path), await t.as('una').get(layer.path)];
    expect(mine.timeInfo.timeExtent[0]).toBe(Date.UTC(2020, 0, 1));
    expect(hers.timeInfo).toMatchObject({ startTimeField: 'planted', timeExtent: null });
    expect((await t.as('una').get(layer.path, { returnUpdates: true })).timeExtent).toBeNull();
    expect(mine.extent.xmin).toBeGreaterThan(0);
    expect(hers.extent.xmin).toBeLessThan(-20_000_000);
    expect((await t.as('una').get(`content/items/${layer.itemId}`)).extent).toEqual([]);
  });

  it('is nothing at all where the layer does not know who made them', async () => {
    const layer = await shared({ capabilities: 'Query,Create,Update,Delete' });
    const view = await petra().post(`content/users/${petra().username}/createService`, {
      createParameters: { name: 'own_view', capabilities: 'Query,Create,Update,Delete' },
      isView: true,
    });
    const path = new URL(view.serviceurl).pathname;
    const admin = path.replace('/rest/services', '/rest/admin/services');
    const viewLayerDefinition = { sourceServiceName: layer.service.split('/')[4], sourceLayerId: 0 };
    const addToDefinition = { layers: [{ name: 'part', adminLayerInfo: { viewLayerDefinition } }] };
    expect((await petra().post(`${admin}/addToDefinition`, { addToDefinition })).success).toBe(true);
    const editorTrackingInfo = { enableOwnershipAccessControl: true, allowOthersToQuery: false, allowOthersToUpdate: false };
    await petra().post(`${admin}/updateDefinition`, { updateDefinition: { editorTrackingInfo } });
    await petra().post(`content/users/${petra().username}/items/${view.itemId}/share`, { everyone: true });
    const una = t.as('una');
    expect((await una.get(`${path}/0/query`, { where: '1=1' })).error.code).toBe(403);
    const updates = [{ attributes: { OBJECTID: 1, species: 'mine' } }];
    expect((await una.post(`${path}/0/applyEdits`, { updates })).error.code).toBe(403);
    expect((await una.post(`${path}/0/applyEdits`, { adds: [tree] })).addResults[0].success).toBe(true);
    expect(await petra().get(`${path}/0/query`, { where: '1=1', returnCountOnly: true })).toEqual({ count: 3 });
  });
});

describe('the capability Editing', () => {
  it('stands for all edits alone, and beside some of them for no more than these', async () => {
    const layer = await shared({ capabilities: 'Query,Create,Editing' });
    const una = t.as('una');
    expect((await una.post(`${layer.path}/addFeatures`, { features: [tree] })).addResults[0].success).toBe(true);
    expect((await una.post(`${layer.path}/updateFeatures`, { features: [{ attributes: { OBJECTID: 1, height: 1 } }] })).error.code).toBe(
      403,
    );
    expect((await una.post(`${layer.path}/deleteFeatures`, { objectIds: '1' })).error.code).toBe(403);
    await change(layer, { capabilities: 'Query,Editing' });
    expect((await una.post(`${layer.path}/deleteFeatures`, { objectIds: '1' })).deleteResults[0].success).toBe(true);
  });
});

describe('visitors without an account', () => {
  it('edit as many features in one call as others, and no more in a minute than people would', async () => {
    const layer = await shared({ capabilities: 'Query,Create' });
    await change(layer, { editorTrackingInfo: { allowAnonymousToUpdate: true } });
    t.setNow(new Date(t.portal.clock.now().getTime() + 61_000));
    const add = (count: number): Promise<AnyReply> =>
      t.stranger.post(`${layer.path}/addFeatures`, { features: Array.from({ length: count }, () => ({ attributes: {} })) });
    const added = async (count: number): Promise<number> =>
      ((await add(count)).addResults ?? []).filter((one: AnyReply) => one.success).length;
    expect(await added(5_000)).toBe(5_000);
    expect((await add(5_001)).error).toMatchObject({ code: 400 });
    expect(await added(5_000)).toBe(5_000);
    expect(await added(2_000)).toBe(2_000);
    expect((await add(1)).error).toMatchObject({
      code: 429,
      details: [expect.stringContaining('signing in'), 'Wait a minute, or sign in.'],
    });
    t.setNow(new Date(t.portal.clock.now().getTime() + 61_000));
    // One that no minute has room for says so, and spends none of it.
    const adds = Array.from({ length: 5_000 }, () => ({ attributes: {} }));
    const edits = [0, 0, 0].map((id) => ({ id, adds }));
    const whole = await t.stranger.post(`${layer.path.replace(/\/0$/, '')}/applyEdits`, { edits });
    expect(whole.error).toMatchObject({ code: 400, details: [expect.stringContaining('several calls')] });
    expect(await added(5_000)).toBe(5_000);
  });

  it('edit as fast as people do', async () => {
    const layer = await shared({ capabilities: 'Query,Create' });
    await change(layer, { editorTrackingInfo: { allowAnonymousToUpdate: true } });
    const add = (count: number): Promise<AnyReply> =>
      t.stranger.post(`${layer.path}/addFeatures`, { features: Array.from({ length: count }, () => tree) });
    t.setNow(new Date(t.portal.clock.now().getTime() + 61_000));
    let refused = 0;
    for (let call = 0; call < 130; call++) if ((await add(1)).error?.code === 429) refused++;
    expect(refused).toBe(10);
    expect((await t.as('una').post(`${layer.path}/addFeatures`, { features: [tree] })).addResults[0].success).toBe(true);
    // With the status of an answer, from which clients read the portal's words.
    const answer = await t.stranger.raw('POST', `${layer.path}/addFeatures`, { features: JSON.stringify([tree]) });
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([200, '30']);
    t.setNow(new Date(t.portal.clock.now().getTime() + 61_000));
    expect((await add(1)).addResults[0].success).toBe(true);
  });
});
