// Copies and changes that nobody waits for: jobs, and files that whoever asked reads.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { loadScene, type TestLayer, TREES } from '../../../testing/load-scene.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';
import { sweepHostedTables } from '../lifecycle.ts';

let t: TestPortal;
let layer: TestLayer;
const { layerOf } = loadScene(() => t);

const call = (operation: string, params: object = {}, who = 'petra'): Promise<AnyReply> =>
  t.as(who).post(`${layer.service}/${operation}`, params as never);
const pathOf = (url: string): string => new URL(url).pathname;
/** The state of a job that was started, before and after it ran, and its answer. */
async function answerOf({ statusUrl }: AnyReply, who = 'petra'): Promise<{ before: AnyReply; after: AnyReply; answer: AnyReply }> {
  const before = await t.as(who).get(pathOf(statusUrl));
  await t.runJobs();
  const after = await t.as(who).get(pathOf(statusUrl));
  return { before, after, answer: after.resultUrl === undefined ? undefined : await t.as(who).get(pathOf(after.resultUrl)) };
}
const added = (name: string): object => ({ attributes: { species: name, height: 3 }, geometry: { x: 1, y: 2 } });

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher', una: 'user', vera: 'admin' } });
});
afterAll(() => t.close());
beforeEach(async () => {
  layer = await layerOf(TREES, { capabilities: 'Query,Editing,Sync,ChangeTracking' });
  await t.as('petra').post(`content/users/${t.as('petra').username}/items/${layer.itemId}/share`, { everyone: true });
});

describe('a copy that nobody waits for', () => {
  it('is made by a job, told of at its status address, and the same as one that is waited for', async () => {
    const started = await call('createReplica', { replicaName: 'field', layers: '0', async: true, transportType: 'esriTransportTypeUrl' });
    expect(Object.keys(started)).toEqual(['statusUrl']);
    const { before, after, answer } = await answerOf(started);
    expect(before).toMatchObject({ status: 'Pending', submissionTime: expect.any(Number) });
    expect(before.resultUrl).toBeUndefined();
    expect(after).toMatchObject({ status: 'Completed', replicaName: 'field', responseType: 'esriReplicaResponseTypeData' });
    expect(after.replicaID).toBe(answer.replicaID);
    const waited = await call('createReplica', { replicaName: 'field', layers: '0' });
    expect(answer.layers).toEqual(waited.layers);
    expect(answer.layers[0].features.length).toBeGreaterThan(0);
  });

  it('is brought up to date by a job with what its owner may do then, and so are changes told', async () => {
    const { replicaID, layerServerGens } = await call('createReplica', { layers: '0' }, 'una');
    const edits = [
      {
        id: 0,
        features: { adds: [{ ...added('sent'), attributes: { species: 'sent', GlobalID: '{7D0E8AD5-AB5A-4B04-8E63-4CBF40A2D0A1}' } }] },
      },
    ];
    const { after, answer } = await answerOf(await call('synchronizeReplica', { replicaID, edits, async: true }, 'una'), 'una');
    expect(after).toMatchObject({ status: 'Completed', replicaID });
    expect(answer.editsResults[0].addResults[0].success).toBe(true);
    const changes = await answerOf(await call('extractChanges', { layerServerGens, async: true }, 'una'), 'una');
    expect(changes.answer.edits[0].features.adds.map(({ attributes }: AnyReply) => attributes.species)).toEqual(['sent']);
    const late = await call('synchronizeReplica', { replicaID, edits, async: true }, 'una');
    await t.as('petra').post(`content/users/${t.as('petra').username}/items/${layer.itemId}/share`, { everyone: false, org: false });
    await t.runJobs();
    expect((await t.as('una').get(pathOf(late.statusUrl))).error).toBeDefined();
    const job = late.statusUrl.slice(late.statusUrl.lastIndexOf('/') + 1);
    expect((await t.portal.queue.status(job))?.state).toBe('failed');
  });

  it('is read by nobody but whoever asked for it, and not by them either once they may not see the service', async () => {
    const started = await call('createReplica', { layers: '0', async: true }, 'una');
    const { after } = await answerOf(started, 'una');
    for (const address of [started.statusUrl, after.resultUrl].map(pathOf)) {
      for (const who of ['petra', 'vera']) expect((await t.as(who).get(address)).error.message).toContain('does not exist');
      expect((await t.stranger.get(address)).error.code).toBe(499);
      expect((await t.as('una').get(address)).error).toBeUndefined();
    }
    await t.as('petra').post(`content/users/${t.as('petra').username}/items/${layer.itemId}/share`, { everyone: false, org: false });
    for (const address of [started.statusUrl, after.resultUrl].map(pathOf)) expect((await t.as('una').get(address)).error.code).toBe(403);
  });

  it('goes after a day, and with its service', async () => {
    const first = await answerOf(await call('createReplica', { layers: '0', async: true }));
    const rows = async (): Promise<number> => (await t.portal.db.selectFrom('feature_sync_result').select('key').execute()).length;
    const before = await rows();
    expect(before).toBeGreaterThan(0);
    await t.portal.db
      .updateTable('feature_sync_result')
      .set({ created: new Date(Date.now() - 25 * 3_600_000) })
      .execute();
    await sweepHostedTables(t.portal);
    expect(await rows()).toBe(0);
    const gone = await t.as('petra').get(pathOf(first.after.resultUrl));
    expect(gone.error.details).toEqual(['Ask again.']);
    expect((await t.as('petra').get(pathOf(first.after.resultUrl).replace('/result', ''))).resultUrl).toBeUndefined();
    await answerOf(await call('createReplica', { layers: '0', async: true }));
    const { key } = await t.portal.db.selectFrom('feature_sync_result').select('key').executeTakeFirstOrThrow();
    await t.portal.db.deleteFrom('feature_service').where('item_id', '=', layer.itemId).execute();
    expect(await rows()).toBe(0);
    expect(await t.portal.db.selectFrom('stored_file').select('key').where('key', '=', key).execute()).toEqual([]);
  });

  it('is refused before a job is made where it could not be: without signing in, of services that keep no changes, and in other forms', async () => {
    expect((await t.stranger.post(`${layer.service}/extractChanges`, { serverGens: 1, async: true })).error.code).toBe(499);
    expect((await call('createReplica', { dataFormat: 'sqlite', async: true })).error.message).toContain('dataFormat');
    expect((await call('createReplica', { transportType: 'esriTransportTypeMail' })).error.message).toContain('transportType');
    const { service } = await layerOf(TREES, { capabilities: 'Query' });
    expect((await t.as('petra').post(`${service}/createReplica`, { async: true })).error.message).toContain('not kept');
  });
});

describe('an answer at an address', () => {
  const atAddress = { transportType: 'esriTransportTypeUrl' };

  it('is the same as one that comes at once, and read by whoever asked alone', async () => {
    const told = await call('createReplica', { replicaName: 'field', layers: '0', syncModel: 'none', ...atAddress }, 'una');
    expect(told).toEqual({
      ...{ ...atAddress, responseType: 'esriReplicaResponseTypeData', replicaName: 'field' },
      replicaID: expect.stringMatching(/^[0-9A-F-]{36}$/),
      URL: expect.stringContaining(`${layer.service}/jobs/`),
    });
    const answer = await t.as('una').get(pathOf(told.URL));
    const waited = await call('createReplica', { replicaName: 'field', layers: '0', syncModel: 'none' }, 'una');
    expect(answer).toEqual({ ...waited, replicaID: told.replicaID });
    for (const who of ['petra', 'vera']) expect((await t.as(who).get(pathOf(told.URL))).error.message).toContain('does not exist');
    expect((await t.stranger.get(pathOf(told.URL))).error.code).toBe(499);
    await t.as('petra').post(`content/users/${t.as('petra').username}/items/${layer.itemId}/share`, { everyone: false, org: false });
    expect((await t.as('una').get(pathOf(told.URL))).error.code).toBe(403);
  });

  it('is that of changes and of what a copy brings up to date, too, and of nobody without a name', async () => {
    const { replicaID, layerServerGens } = await call('createReplica', { layers: '0' });
    await t.as('petra').post(`${layer.service}/0/addFeatures`, { features: [added('new')] });
    for (const [operation, params] of [
      ['extractChanges', { layerServerGens }],
      ['synchronizeReplica', { replicaID }],
    ] as const) {
      const { edits } = await t.as('petra').get(pathOf((await call(operation, { ...params, ...atAddress })).URL));
      expect(edits[0].features.adds).toMatchObject([{ attributes: { species: 'new' } }]);
    }
    expect((await t.stranger.post(`${layer.service}/extractChanges`, { serverGens: 1, ...atAddress })).error.code).toBe(499);
    const other = await layerOf(TREES, { capabilities: 'Query,Editing,Sync,ChangeTracking' });
    const { URL: url } = await call('createReplica', { layers: '0', ...atAddress });
    expect((await t.as('petra').get(pathOf(url).replace(layer.service, other.service))).error.message).toContain('does not exist');
  });
});

describe('sweeping', () => {
  it('goes on where one of the sweeps fails', async () => {
    await answerOf(await call('createReplica', { layers: '0', async: true }));
    await t.portal.db
      .updateTable('feature_sync_result')
      .set({ created: new Date(0) })
      .execute();
    await t.portal.database.pool.query('alter table feature_tracking_mark rename to feature_tracking_mark_away');
    try {
      await sweepHostedTables(t.portal);
      expect(await t.portal.db.selectFrom('feature_sync_result').select('key').execute()).toEqual([]);
    } finally {
      await t.portal.database.pool.query('alter table feature_tracking_mark_away rename to feature_tracking_mark');
    }
  });
});
