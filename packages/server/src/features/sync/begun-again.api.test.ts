// Copies that are made or brought up to date while others change the layer: the call begins again, and what it has kept is kept once.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { loadScene, type TestLayer, TREES } from '../../../testing/load-scene.ts';
import { keepAll, prepareLosses, undone } from '../../../testing/lost-once.ts';
import { afterNextSight } from '../../../testing/meanwhile.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
let layer: TestLayer;
const { layerOf, load, csv, values } = loadScene(() => t);
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
  await prepareLosses(t);
});
beforeEach(async () => {
  layer = await layerOf(TREES, { capabilities: 'Query,Editing,Sync,ChangeTracking' });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await keepAll(t, TABLES);
});
afterAll(() => t.close());

const TABLES = ['feature_replica', 'feature_replica_upload', 'feature_sync_result'] as const;

const call = (operation: string, params: object = {}): Promise<AnyReply> =>
  t.as('petra').post(`${layer.service}/${operation}`, params as never);
const copies = async (): Promise<string[]> => (await call('replicas')).map((one: AnyReply) => one.replicaID);

/** A field goes once the next call has looked the layer up. */
function deletedMeanwhile(name = 'height'): ReturnType<typeof vi.fn> {
  const happen = vi.fn(async () => {
    const removed = await t.as('petra').post(`${layer.admin}/deleteFromDefinition`, { deleteFromDefinition: { fields: [{ name }] } });
    expect(removed).toMatchObject({ success: true });
  });
  afterNextSight(t.portal, happen);
  return happen;
}

const added = (species: string, n: number): object => ({
  attributes: { species, GlobalID: `{7D0E8AD5-AB5A-4B04-8E63-4CBF40A2D0A${n}}` },
  geometry: { x: 1, y: 2 },
});

describe('while a field is deleted', () => {
  it('a copy is made without it, and remembered once', async () => {
    const happen = deletedMeanwhile();
    const copy = await call('createReplica', { layers: '0' });
    expect(happen).toHaveBeenCalledOnce();
    expect(copy.layers[0].features).toHaveLength(2);
    expect(copy.layers[0].features[0].attributes).toMatchObject({ species: 'oak' });
    expect(copy.layers[0].features[0].attributes).not.toHaveProperty('height');
    expect(await copies()).toEqual([copy.replicaID]);
  });

  it('a copy is made by a job as well', async () => {
    const { statusUrl } = await call('createReplica', { layers: '0', async: true });
    const happen = deletedMeanwhile();
    await t.runJobs();
    expect(happen).toHaveBeenCalledOnce();
    expect(await t.as('petra').get(new URL(statusUrl).pathname)).toMatchObject({ status: 'Completed' });
    expect(await copies()).toHaveLength(1);
  });

  it('a copy is brought up to date, and its edits are made once', async () => {
    const { replicaID } = await call('createReplica', { layers: '0' });
    await call('0/applyEdits', { adds: [{ attributes: { species: 'ash', height: 4 } }] });
    const happen = deletedMeanwhile();
    const edits = [{ id: 0, features: { adds: [added('elm', 1)] } }];
    const reply = await call('synchronizeReplica', { replicaID, edits });
    expect(happen).toHaveBeenCalledOnce();
    expect(reply.editsResults[0].addResults).toMatchObject([{ success: true }]);
    expect(reply.edits[0].features.adds.map(({ attributes }: AnyReply) => attributes.species)).toEqual(['ash', 'elm']);
    expect(reply.edits[0].features.adds[0].attributes).not.toHaveProperty('height');
    expect(await values(layer, 'species')).toEqual(['oak', 'ash', 'ash', 'elm']);
  });

  it('a copy is told what changed', async () => {
    const { layerServerGens } = await call('createReplica', { layers: '0' });
    await call('0/applyEdits', { adds: [{ attributes: { species: 'yew', height: 4 } }] });
    const happen = deletedMeanwhile();
    const reply = await call('extractChanges', { layerServerGens });
    expect(happen).toHaveBeenCalledOnce();
    expect(reply.edits[0].features.adds.map(({ attributes }: AnyReply) => attributes.species)).toEqual(['yew']);
  });
});

describe('while the rows of the layer are replaced', () => {
  beforeEach(() =>
    afterNextSight(t.portal, () => load(layer, csv('code,species,height,planted,lat,lon\nn,fir,3,2021-01-01,1,2\n'), { replace: true })),
  );

  it('a copy is made of the new ones', async () => {
    const copy = await call('createReplica', { layers: '0' });
    expect(copy.layers[0].features.map(({ attributes }: AnyReply) => attributes.species)).toEqual(['fir']);
    expect(await copies()).toEqual([copy.replicaID]);
  });

  it('who asks for changes is told to read the layer anew', async () => {
    const layerServerGens = [{ id: 0, serverGen: 1 }];
    expect(await call('extractChanges', { layerServerGens })).toMatchObject({
      error: { details: [expect.stringContaining('make a new replica')] },
    });
  });
});

describe('that lose to others', () => {
  it('are remembered once', async () => {
    const count = await undone(t, 'feature_replica', 'insert');
    const { replicaID } = await call('createReplica', { layers: '0' });
    expect(await count()).toBe(2);
    expect(await copies()).toEqual([replicaID]);
  });

  it('are answered with the address of one answer', async () => {
    const count = await undone(t, 'feature_sync_result', 'insert');
    const { URL: address } = await call('createReplica', { layers: '0', transportType: 'esriTransportTypeUrl' });
    expect(await count()).toBe(2);
    const [replicaID, ...others] = await copies();
    expect(others).toEqual([]);
    expect(await t.as('petra').get(new URL(address).pathname)).toMatchObject({ replicaID });
  });

  it.each([
    ['before the edits are made', 'feature_replica_upload', 'insert', {}],
    ['once the edits are made', 'feature_replica', 'update', {}],
    ['once the edits are made and the copy is given up', 'feature_replica', 'update', { closeReplica: true }],
    ['after the copy is given up', 'feature_replica', 'delete', { closeReplica: true }],
  ] as const)('make their edits once: %s', async (_, table, what, more) => {
    const { replicaID } = await call('createReplica', { layers: '0' });
    const adds = [added('elm', 1), added('fir', 2)];
    const edits = [{ id: 0, features: { adds, deleteIds: ['{00000000-0000-4000-8000-000000000000}'] } }];
    const count = await undone(t, table, what);
    const reply = await call('synchronizeReplica', { replicaID, edits, rollbackOnFailure: false, ...more });
    expect(await count()).toBe(what === 'delete' ? 1 : 2);
    expect(reply.editsResults).toMatchObject([
      { addResults: [{ success: true }, { success: true }], updateResults: [], deleteResults: [{ success: false }] },
    ]);
    expect(reply.edits[0].features.adds.map(({ attributes }: AnyReply) => attributes.species)).toEqual(['elm', 'fir']);
    expect(await values(layer, 'species')).toEqual(['oak', 'ash', 'elm', 'fir']);
    expect(await copies()).toEqual('closeReplica' in more ? [] : [replicaID]);
  });
});
