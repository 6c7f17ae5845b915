// Files of features in copies and among changes, and changes that are too large for one reply.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { loadScene, type TestLayer, TREES } from '../../../testing/load-scene.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';
import { anonymous } from '../../platform/caller.ts';
import { serviceOfItem } from '../services.store.ts';
import { changesOf } from './changes.ts';

let t: TestPortal;
let layer: TestLayer;
const { layerOf } = loadScene(() => t);
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
  layer = await layerOf(TREES, { capabilities: 'Query,Editing,Sync,ChangeTracking' });
  await t.as('petra').post(`${layer.admin}/updateDefinition`, { updateDefinition: { hasAttachments: true } });
});
afterAll(() => t.close());

const call = (operation: string, params: object = {}): Promise<AnyReply> =>
  t.as('petra').post(`${layer.service}/${operation}`, params as never);
const generation = async (): Promise<number> => (await t.as('petra').get(layer.service)).changeTrackingInfo.layerServerGens[0].serverGen;
const since = (serverGen: number, more: object = {}): Promise<AnyReply> =>
  call('extractChanges', { layers: '[0]', layerServerGens: [{ id: 0, serverGen }], returnAttachments: true, ...more });
const attach = async (objectId: number, name: string): Promise<number> => {
  const file = { attachment: { name, bytes: `bytes of ${name}`, type: 'text/plain' } };
  return (await t.as('petra').upload(`${layer.path}/${objectId}/addAttachment`, {}, file)).addAttachmentResult.objectId;
};

describe('files of features', () => {
  it('come with a copy that wants them, each with the address of its bytes', async () => {
    const id = await attach(1, 'oak.txt');
    const made = await call('createReplica', { layers: '0', returnAttachments: true, syncModel: 'none' });
    const [copied] = made.layers;
    expect(copied.attachments).toEqual([
      {
        attachmentId: id,
        globalId: expect.stringMatching(/^\{/),
        parentObjectId: 1,
        parentGlobalId: copied.features[0].attributes.GlobalID,
        name: 'oak.txt',
        contentType: 'text/plain',
        size: 16,
        keywords: '',
        url: expect.stringContaining(`/0/1/attachments/${id}`),
      },
    ]);
    const bytes = await t.as('petra').raw('GET', new URL(copied.attachments[0].url).pathname, { f: '' });
    expect(bytes.body).toBe('bytes of oak.txt');
    expect((await call('createReplica', { layers: '0', syncModel: 'none' })).layers[0].attachments).toBeUndefined();
  });

  it('are told as added, changed and deleted since a generation, each once', async () => {
    const kept = await attach(1, 'kept.txt');
    const gone = await attach(2, 'gone.txt');
    const start = await generation();
    const added = await attach(2, 'new.txt');
    const brief = await attach(2, 'brief.txt');
    await t.as('petra').post(`${layer.path}/1/updateAttachment`, { attachmentId: kept, keywords: 'bark' });
    await t.as('petra').post(`${layer.path}/2/deleteAttachments`, { attachmentIds: `${gone},${brief}` });
    const reply = await since(start);
    const [{ attachments, features }] = reply.edits;
    expect(attachments.adds.map((one: AnyReply) => one.attachmentId)).toEqual([added]);
    expect(attachments.updates.map((one: AnyReply) => [one.attachmentId, one.keywords])).toEqual([[kept, 'bark']]);
    expect(attachments.deleteIds).toEqual([expect.stringMatching(/^\{[0-9A-F-]{36}\}$/)]);
    expect(features).toEqual({ adds: [], updates: [], deleteIds: [] });
    expect((await since(reply.layerServerGens[0].serverGen)).edits[0].attachments).toEqual({ adds: [], updates: [], deleteIds: [] });
    expect((await since(start, { returnAttachments: false })).edits[0].attachments).toBeUndefined();
  });

  it('go with their features, and with their layer', async () => {
    await attach(2, 'with-feature.txt');
    const start = await generation();
    await call('0/deleteFeatures', { objectIds: '2' });
    const [{ attachments, features }] = (await since(start)).edits;
    expect(features.deleteIds).toHaveLength(1);
    expect(attachments.deleteIds.length).toBeGreaterThan(0);
    const other = await layerOf(TREES, { capabilities: 'Query,Editing,Sync,ChangeTracking' });
    await t.as('petra').post(`${other.admin}/updateDefinition`, { updateDefinition: { hasAttachments: true } });
    const file = { attachment: { name: 'a.txt', bytes: 'a', type: 'text/plain' } };
    await t.as('petra').upload(`${other.path}/1/addAttachment`, {}, file);
    const deleteFromDefinition = { layers: [{ id: 0 }] };
    const admin = other.admin.replace(/\/0$/, '');
    expect(await t.as('petra').post(`${admin}/deleteFromDefinition`, { deleteFromDefinition })).toEqual({ success: true });
  });
});

it('changes that do not fit one reply are told in parts, each of whole generations', async () => {
  const start = await generation();
  const long = { attributes: { species: 'x'.repeat(200) }, geometry: { x: 1, y: 2 } };
  for (const adds of [[long], [long, long], [long]]) expect((await call('0/applyEdits', { adds })).addResults[0].success).toBe(true);
  const service = await serviceOfItem(t.portal.db, layer.itemId);
  const [target] = service?.layers ?? [];
  if (service === undefined || target === undefined) throw new Error('The layer is gone.');
  const ask = async (serverGen: number, mostCharacters: number) => {
    const wanted = { adds: true, updates: true, deletes: true, idsOnly: false, mostCharacters };
    const found = await changesOf(t.portal, anonymous('', ''), service, [{ layer: target, serverGen }], wanted);
    return { gen: found.generations[0]?.serverGen ?? 0, adds: found.edits[0]?.features?.adds.length, exceeded: found.exceeded };
  };
  const one = JSON.stringify((await since(start)).edits[0].features.adds[0]).length;
  const parts: { gen: number; adds: number | undefined; exceeded: boolean }[] = [];
  for (let known = start; parts.at(-1)?.exceeded !== false && parts.length < 10; known = parts.at(-1)?.gen ?? known) {
    parts.push(await ask(known, one * 2.5));
  }
  expect(parts.length).toBeGreaterThan(1);
  for (const part of parts) expect([1, 2]).toContain(part.adds);
  expect(parts.reduce((sum, part) => sum + (part.adds ?? 0), 0)).toBe(4);
  expect(parts.at(-1)?.gen).toBe(await generation());
  await expect(ask(start, one * 0.5)).rejects.toThrow('too large');
});
