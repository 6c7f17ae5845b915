// Copies of layers, and what changed since they were made.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { loadScene, type TestLayer, TREES } from '../../../testing/load-scene.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';
import { changesBetween } from './change-tracking.store.ts';
import { forgetChanges, raiseSince } from './old-changes.store.ts';
import { sweepChanges } from './old-changes.ts';

let t: TestPortal;
let layer: TestLayer;
const { layerOf, load, csv } = loadScene(() => t);
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher', una: 'user', vera: 'viewer' } });
});
afterAll(() => t.close());
beforeEach(async () => {
  layer = await layerOf(TREES, { capabilities: 'Query,Create,Update,Delete,Editing,Sync,ChangeTracking' });
  await t.as('petra').post(`content/users/${t.as('petra').username}/items/${layer.itemId}/share`, { everyone: true });
});

const call = (operation: string, params: object = {}, who = 'petra'): Promise<AnyReply> =>
  t.as(who).post(`${layer.service}/${operation}`, params as never);
const edit = (params: object, who = 'petra'): Promise<AnyReply> => call('0/applyEdits', params, who);
const generation = async (): Promise<number> => (await t.as('petra').get(layer.service)).changeTrackingInfo.layerServerGens[0].serverGen;
const since = (serverGen: number, more: object = {}): Promise<AnyReply> =>
  call('extractChanges', { layers: '[0]', layerServerGens: [{ id: 0, serverGen }], ...more });
const elm = { attributes: { species: 'elm', height: 3 }, geometry: { x: 1, y: 2 } };

describe('changes since a generation', () => {
  it('tell what was added, changed and deleted, each feature once and as it is now', async () => {
    expect(await t.as('petra').get(layer.service)).toMatchObject({
      syncEnabled: true,
      capabilities: 'Query,Create,Update,Delete,Editing,Sync,ChangeTracking',
    });
    const start = await generation();
    const { addResults } = await edit({ adds: [elm, elm, elm] });
    const [first, second, third] = addResults.map((one: AnyReply) => one.objectId);
    await edit({ updates: [{ attributes: { OBJECTID: 1, height: 50 } }, { attributes: { OBJECTID: first, height: 4 } }] });
    await edit({ updates: [{ attributes: { OBJECTID: 1, height: 51 } }], deletes: `2,${third}` });
    const reply = await since(start);
    expect(reply).toMatchObject({
      transportType: 'esriTransportTypeEmbedded',
      responseType: 'esriDataChangesResponseTypeEdits',
      layerServerGens: [{ id: 0, serverGen: await generation() }],
    });
    const [{ features }] = reply.edits;
    expect(features.adds.map((one: AnyReply) => [one.attributes.OBJECTID, one.attributes.height])).toEqual([
      [first, 4],
      [second, 3],
    ]);
    expect(features.updates.map((one: AnyReply) => [one.attributes.OBJECTID, one.attributes.height])).toEqual([[1, 51]]);
    expect(features.updates[0].geometry).toMatchObject({ x: expect.any(Number) });
    expect(features.deleteIds).toEqual([expect.stringMatching(/^\{[0-9A-F-]{36}\}$/)]);
    const ids = await since(start, { returnIdsOnly: true, returnUpdates: false });
    expect(ids.edits[0].objectIds).toEqual({ adds: [first, second], updates: [], deletes: [2] });
    const later = await since(await generation());
    expect(later.edits[0].features).toEqual({ adds: [], updates: [], deleteIds: [] });
  });

  it.each([
    ['returnInserts', 'adds'],
    ['returnUpdates', 'updates'],
    ['returnDeletes', 'deletes'],
  ])('leave out the kind that nobody wants: %s=false', async (parameter, kind) => {
    const start = await generation();
    const { addResults } = await edit({ adds: [elm], updates: [{ attributes: { OBJECTID: 1, height: 50 } }], deletes: '2' });
    const all = { adds: [addResults[0].objectId], updates: [1], deletes: [2] };
    expect((await since(start, { returnIdsOnly: true })).edits[0].objectIds).toEqual(all);
    expect((await since(start, { returnIdsOnly: true, [parameter]: false })).edits[0].objectIds).toEqual({ ...all, [kind]: [] });
    const { features } = (await since(start, { [parameter]: false })).edits[0];
    const counts = [features.adds.length, features.updates.length, features.deleteIds.length];
    expect(counts).toEqual(['adds', 'updates', 'deletes'].map((one) => (one === kind ? 0 : 1)));
  });

  it('are not told in part when some are forgotten while they are read', async (context) => {
    context.skip(
      t.portal.database.engine === 'embedded',
      'The embedded engine has one session: nobody else does anything while a statement waits.',
    );
    const { db } = t.portal;
    const { table_name: table } = await db
      .selectFrom('feature_layer')
      .select('table_name')
      .where('item_id', '=', layer.itemId)
      .executeTakeFirstOrThrow();
    const start = await generation();
    await edit({ adds: [elm] });
    const gen = await generation();
    let reading: Promise<AnyReply> | undefined;
    await db.transaction().execute(async (first) => {
      // Who reads now knows the generations, and waits for the changes.
      await sql`lock table feature_change in access exclusive mode`.execute(first);
      reading = since(start);
      const waiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%feature_change%' and datname = current_database()`;
      while ((await waiting.execute(db)).rows.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
      await raiseSince(first, { table, gen });
      await forgetChanges(first, { table, gen });
    });
    expect((await reading)?.error.message).toContain(`Changes of layer 0 since generation ${start} are not known`);
    expect((await since(gen)).edits[0].features).toEqual({ adds: [], updates: [], deleteIds: [] });
  });

  it('are kept for ninety days, or for as long as a copy may ask, and who comes later begins anew', async () => {
    const { db } = t.portal;
    const { table_name: table } = await db
      .selectFrom('feature_layer')
      .select('table_name')
      .where('item_id', '=', layer.itemId)
      .executeTakeFirstOrThrow();
    const keptOnes = async (): Promise<number[]> =>
      (await db.selectFrom('feature_change').select('object_id').where('table_name', '=', table).orderBy('object_id').execute()).map(
        (row) => row.object_id,
      );
    const today = Date.now();
    const day = (n: number): Promise<number> => sweepChanges(t.portal, new Date(today + n * 86_400_000));
    const { addResults } = await edit({ adds: [elm] });
    const start = await generation();
    await edit({ deletes: '1' });
    const copied = await call('createReplica', { replicaName: 'field', layers: '0', syncModel: 'perLayer' });
    const seen = await generation();
    await day(0);
    await edit({ deletes: '2' });
    await day(60);
    expect(await keptOnes()).toEqual([1, 2, addResults[0].objectId]);
    // The copy knows of the first, and may still ask for the second, although both are old.
    await call('synchronizeReplica', { replicaID: copied.replicaID, syncDirection: 'upload' });
    expect(await day(91)).toBeGreaterThan(0);
    expect(await keptOnes()).toEqual([2]);
    expect((await since(start)).error.details[0]).toContain('Read the layer anew');
    expect((await since(seen)).edits[0].features.deleteIds).toHaveLength(1);
    await day(200);
    expect(await keptOnes()).toEqual([2]);
    const brought = await call('synchronizeReplica', { replicaID: copied.replicaID, syncDirection: 'download' });
    expect(brought.edits[0].features.deleteIds).toHaveLength(1);
    await day(201);
    expect(await keptOnes()).toEqual([]);
    // What changes from then on is told as before.
    await edit({ updates: [{ attributes: { OBJECTID: addResults[0].objectId, height: 9 } }] });
    const later = await call('synchronizeReplica', { replicaID: copied.replicaID, syncDirection: 'download' });
    expect(later.edits[0].features.updates).toHaveLength(1);
    // A copy that stayed away for more than a year holds nothing back.
    await edit({ deletes: String(addResults[0].objectId) });
    await day(300);
    await day(700);
    expect(await keptOnes()).toEqual([]);
    const late = await call('synchronizeReplica', { replicaID: copied.replicaID, syncDirection: 'download' });
    expect(late.error.details[0]).toContain('make a new replica');
  });

  it('tell of a feature as added in the part in which it came, also when it was changed after that part', async () => {
    const start = await generation();
    const { addResults } = await edit({ adds: [elm] });
    const { objectId } = addResults[0];
    const came = await generation();
    await edit({ updates: [{ attributes: { OBJECTID: objectId, height: 4 } }] });
    const { table_name: table } = await t.portal.db
      .selectFrom('feature_layer')
      .select('table_name')
      .where('item_id', '=', layer.itemId)
      .executeTakeFirstOrThrow();
    const between = async (after: number, upTo: number): Promise<unknown[]> =>
      (await changesBetween(t.portal.db, table, after, upTo, 10)).map((one) => [one.objectId, one.kind]);
    expect(await between(start, came)).toEqual([[objectId, 'add']]);
    expect(await between(came, await generation())).toEqual([[objectId, 'update']]);
  });

  it('are told once for a layer that is named several times', async () => {
    const start = await generation();
    await edit({ adds: [elm] });
    const reply = await since(start, { layerServerGens: Array.from({ length: 100 }, () => ({ id: 0, serverGen: start })) });
    expect(reply.edits.map((one: AnyReply) => one.features.adds.length)).toEqual([1]);
    expect(reply.layerServerGens).toHaveLength(1);
  });

  it('hold no edit that was undone', async () => {
    const start = await generation();
    await edit({ adds: [elm], deletes: '999' });
    expect(await generation()).toBe(start);
    expect((await since(start)).edits[0].features.adds).toEqual([]);
  });

  it('hold what calculations and files change, and say so when the layer was emptied or replaced', async () => {
    const start = await generation();
    await call('0/calculate', { where: '1=1', calcExpression: [{ field: 'height', value: 1 }] });
    await load(layer, csv('species,height,lat,lon\nyew,9,5,6\n'));
    const reply = await since(start, { returnIdsOnly: true });
    expect(reply.edits[0].objectIds).toEqual({ adds: [3], updates: [1, 2], deletes: [] });
    await load(layer, csv(TREES), { replace: true });
    expect((await since(start)).error.details[0]).toContain('Read the layer anew');
    const replaced = await generation();
    await edit({ adds: [elm] });
    expect((await since(replaced)).edits[0].features.adds).toHaveLength(1);
    await t.as('petra').post(`${layer.admin}/truncate`);
    expect((await since(replaced)).error.code).toBe(400);
  });

  it('are kept only where the owner wants it', async () => {
    const admin = layer.admin.replace(/\/0$/, '');
    const start = await generation();
    await t.as('petra').post(`${admin}/updateDefinition`, { updateDefinition: { capabilities: 'Query,Editing' } });
    expect((await since(start)).error.details[0]).toContain('ChangeTracking');
    expect((await t.as('petra').get(layer.service)).changeTrackingInfo).toBeUndefined();
    await edit({ adds: [elm] });
    await t.as('petra').post(`${admin}/updateDefinition`, { updateDefinition: { capabilities: 'Query,Editing,ChangeTracking' } });
    // What happened in between is not known, and nothing pretends to know it.
    expect((await since(start)).error.code).toBe(400);
    expect((await call('createReplica', { layers: '0' })).error.code).toBe(400);
    const added = { layers: [{ name: 'more', geometryType: 'esriGeometryPoint', fields: [] }] };
    await t.as('petra').post(`${admin}/addToDefinition`, { addToDefinition: added });
    expect((await t.as('petra').get(layer.service)).changeTrackingInfo.layerServerGens).toHaveLength(2);
  });

  it('begin above all that were told before, also when the clock was set back', async () => {
    const admin = layer.admin.replace(/\/0$/, '');
    await sql`update feature_tracking set gen = gen + 1000000000`.execute(t.portal.db);
    const before = await generation();
    for (const capabilities of ['Query,Editing', 'Query,Editing,ChangeTracking']) {
      await t.as('petra').post(`${admin}/updateDefinition`, { updateDefinition: { capabilities } });
    }
    expect(await generation()).toBeGreaterThan(before);
    expect((await since(before)).error.details[0]).toContain('Read the layer anew');
  });

  it('tell nothing where people see only their own features', async () => {
    const start = await generation();
    const editorTrackingInfo = { enableOwnershipAccessControl: true, allowOthersToQuery: false };
    const admin = layer.admin.replace(/\/0$/, '');
    await t.as('petra').post(`${admin}/updateDefinition`, { updateDefinition: { editorTrackingInfo } });
    const asked = { layerServerGens: [{ id: 0, serverGen: start }] };
    expect((await call('extractChanges', asked, 'una')).error.code).toBe(403);
    expect((await call('extractChanges', asked)).error).toBeUndefined();
  });
});

describe('a copy', () => {
  it('is made, brought up to date in both directions, listed and forgotten', async () => {
    const made = await call('createReplica', { replicaName: 'phone', layers: '0', syncModel: 'perLayer', replicaSR: 4326 }, 'una');
    expect(made).toMatchObject({ replicaName: 'phone', responseType: 'esriReplicaResponseTypeData', syncModel: 'perLayer' });
    expect(made.layers[0].features).toHaveLength(2);
    expect(made.layers[0].features[0].geometry).toMatchObject({ x: expect.closeTo(2, 6), y: expect.closeTo(1, 6) });
    await edit({ adds: [elm], deletes: '2' });
    const globalId = '{6B29FC40-CA47-1067-B31D-00DD010662DA}';
    const mine = { ...elm, attributes: { ...elm.attributes, species: 'fir', GlobalID: globalId } };
    const oak = made.layers[0].features[0].attributes.GlobalID;
    const updates = [{ attributes: { GlobalID: oak, height: 99 } }];
    const sent = { replicaID: made.replicaID, syncDirection: 'bidirectional', edits: [{ id: 0, features: { adds: [mine], updates } }] };
    const synchronised = await call('synchronizeReplica', sent, 'una');
    expect(synchronised.editsResults[0]).toMatchObject({ addResults: [{ globalId, success: true }], updateResults: [{ success: true }] });
    const { features } = synchronised.edits[0];
    expect(features.adds.map((one: AnyReply) => one.attributes.species)).toEqual(['elm', 'fir']);
    expect(features.updates.map((one: AnyReply) => one.attributes.height)).toEqual([99]);
    expect(features.deleteIds).toEqual([made.layers[0].features[1].attributes.GlobalID]);
    // Nothing is told twice.
    const again = await call('synchronizeReplica', { replicaID: made.replicaID, syncDirection: 'download' }, 'una');
    expect(again.edits[0].features).toEqual({ adds: [], updates: [], deleteIds: [] });
    expect(await t.as('una').get(`${layer.service}/replicas`)).toEqual([{ replicaName: 'phone', replicaID: made.replicaID }]);
    expect(await t.as('vera').get(`${layer.service}/replicas`)).toEqual([]);
    expect(await t.as('petra').get(`${layer.service}/replicas/${made.replicaID}`)).toMatchObject({ replicaOwner: t.as('una').username });
    expect((await call('synchronizeReplica', { replicaID: made.replicaID }, 'vera')).error.code).toBe(400);
    expect(await call('unRegisterReplica', { replicaID: made.replicaID }, 'una')).toEqual({ success: true });
    expect((await call('synchronizeReplica', { replicaID: made.replicaID }, 'una')).error.code).toBe(400);
  });

  it('holds the layers, features and place that were asked for, and is not remembered without a model', async () => {
    const made = await call('createReplica', { layers: '[0]', layerQueries: { '0': { where: "species = 'oak'" } }, syncModel: 'none' });
    expect(made.layers[0].features.map((one: AnyReply) => one.attributes.species)).toEqual(['oak']);
    expect(await t.as('petra').get(`${layer.service}/replicas`)).toEqual([]);
    const place = { geometry: '3.5,2.5,4.5,3.5', geometryType: 'esriGeometryEnvelope', inSR: 4326 };
    const inside = await call('createReplica', { layers: '0', ...place, syncModel: 'none' });
    expect(inside.layers[0].features.map((one: AnyReply) => one.attributes.species)).toEqual(['ash']);
  });

  it('is for those who are signed in, and sends edits only with the right to edit', async () => {
    expect((await t.stranger.post(`${layer.service}/createReplica`, { layers: '0' })).error.code).toBe(499);
    const made = await call('createReplica', { layers: '0' }, 'vera');
    const sent = await call('synchronizeReplica', { replicaID: made.replicaID, edits: [{ id: 0, features: { adds: [elm] } }] }, 'vera');
    expect(sent.error.code).toBe(403);
    expect((await call('createReplica', { layers: '0', dataFormat: 'sqlite' })).error.code).toBe(400);
    expect((await call('createReplica', { layers: '7' })).error.code).toBe(400);
    expect((await call('createReplica', { layers: '0', dataFormat: 'sqlite' })).error.code).toBe(400);
  });
});
