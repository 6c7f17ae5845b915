// Synchronisations that come again because their answer was lost after the edits were made.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { loadScene, type TestLayer, TREES } from '../../../testing/load-scene.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
let layer: TestLayer;
let copy: AnyReply;
const { layerOf } = loadScene(() => t);
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher', una: 'user' } });
});
afterAll(() => t.close());
beforeEach(async () => {
  layer = await layerOf(TREES, { capabilities: 'Query,Editing,Sync,ChangeTracking' });
  await t.as('petra').post(`content/users/${t.as('petra').username}/items/${layer.itemId}/share`, { everyone: true });
  copy = await call('createReplica', { layers: '0' }, 'una');
});

const call = (operation: string, params: object = {}, who = 'petra'): Promise<AnyReply> =>
  t.as(who).post(`${layer.service}/${operation}`, params as never);
const send = (params: object): Promise<AnyReply> => call('synchronizeReplica', { replicaID: copy.replicaID, ...params }, 'una');
const heights = async (): Promise<unknown[]> =>
  (await t.as('petra').get(`${layer.path}/query`, { where: '1=1', outFields: 'species,height' })).features.map((one: AnyReply) => [
    one.attributes.species,
    one.attributes.height,
  ]);
const idOf = (at: number): string => copy.layers[0].features[at].attributes.GlobalID;
const fir = (n = 1): object => ({
  attributes: { GlobalID: `{6B29FC40-CA47-1067-B31D-00DD010662${String(n).padStart(2, '0')}}`, species: 'fir' },
  geometry: { x: 1, y: 2 },
});
const edits = (): object[] => [
  { id: 0, features: { adds: [fir()], updates: [{ attributes: { GlobalID: idOf(0), height: 99 } }], deleteIds: [idOf(1)] } },
];
const others = (): Promise<AnyReply> => call('0/applyEdits', { updates: [{ attributes: { OBJECTID: 1, height: 7 } }] });

describe.each([
  ['with the generations that the copy knows', () => ({ syncLayers: copy.layerServerGens })],
  ['without generations', () => ({})],
])('a synchronisation whose answer was lost, %s', (_, generations) => {
  it('is answered again as before, and nothing is done twice', async () => {
    const first = await send({ edits: edits(), ...generations() });
    expect(first.editsResults).toMatchObject([
      { addResults: [{ success: true }], updateResults: [{ success: true }], deleteResults: [{ success: true }] },
    ]);
    const again = await send({ edits: edits(), ...generations() });
    expect(again).toEqual(first);
    expect(await heights()).toEqual([
      ['oak', 99],
      ['fir', null],
    ]);
  });

  it('does not write over what others changed since', async () => {
    const first = await send({ edits: edits(), ...generations() });
    await others();
    const again = await send({ edits: edits(), ...generations() });
    expect(again.editsResults).toEqual(first.editsResults);
    expect(again.edits[0].features.updates.map((one: AnyReply) => one.attributes.height)).toEqual([7]);
    expect(await heights()).toEqual([
      ['oak', 7],
      ['fir', null],
    ]);
  });

  it('may come with more edits', async () => {
    const first = await send({ edits: edits(), ...generations() });
    const more = { id: 0, features: { adds: [fir(), fir(2)], deleteIds: [idOf(1)] } };
    const again = await send({ edits: [more], ...generations() });
    expect(again.editsResults[0].addResults).toMatchObject([first.editsResults[0].addResults[0], { success: true }]);
    expect(again.editsResults[0].deleteResults).toEqual(first.editsResults[0].deleteResults);
    expect(again.edits[0].features.adds).toHaveLength(2);
    expect(await heights()).toHaveLength(3);
  });

  it('may come while the first is still under way', async () => {
    const replies = await Promise.all([1, 2, 3].map(() => send({ edits: edits(), ...generations() })));
    for (const reply of replies) expect(reply.editsResults).toEqual(replies[0]?.editsResults);
    expect(replies[0]?.editsResults[0].addResults).toMatchObject([{ success: true }]);
    expect(await heights()).toHaveLength(2);
  });
});

it('many calls of one copy at the same time are all made', async () => {
  const replies = await Promise.all(
    Array.from({ length: 12 }, (_, at) => send({ edits: [{ id: 0, features: { adds: [fir(at + 10)] } }], syncDirection: 'upload' })),
  );
  for (const reply of replies) expect(reply.editsResults?.[0].addResults).toMatchObject([{ success: true }]);
  expect(await heights()).toHaveLength(14);
});

describe('what looks like a repetition and is none', () => {
  it('is made when the copy names the generation that it was answered', async () => {
    const update = [{ id: 0, features: { updates: [{ attributes: { GlobalID: idOf(0), height: 99 } }] } }];
    const { layerServerGens } = await send({ edits: update, syncLayers: copy.layerServerGens });
    await others();
    await send({ edits: update, syncLayers: layerServerGens });
    expect((await heights())[0]).toEqual(['oak', 99]);
  });

  it('is made for another copy, which may not add what is there', async () => {
    await send({ edits: edits() });
    copy = { ...copy, replicaID: (await call('createReplica', { layers: '0' }, 'una')).replicaID };
    const sent = await send({ edits: edits() });
    expect(sent.editsResults[0].addResults).toMatchObject([{ success: false }]);
  });

  it('comes after a call that was undone', async () => {
    const wrong = [{ id: 0, features: { adds: [fir()], deleteIds: ['{00000000-0000-4000-8000-000000000000}'] } }];
    expect((await send({ edits: wrong })).editsResults[0].addResults).toMatchObject([{ success: false }]);
    expect((await send({ edits: edits() })).editsResults[0].addResults).toMatchObject([{ success: true }]);
    expect(await heights()).toHaveLength(2);
  });
});

it('edits are not made where the answer is a refusal', async () => {
  const sent = await send({ edits: edits(), syncLayers: [{ id: 0, serverGen: copy.layerServerGens[0].serverGen + 1_000_000 }] });
  expect(sent.error.code).toBe(400);
  expect(await heights()).toHaveLength(2);
  expect((await send({ edits: edits() })).editsResults[0].addResults).toMatchObject([{ success: true }]);
});

it('files that a copy sends are answered, and are not added twice', async () => {
  await t.as('petra').post(`${layer.admin}/updateDefinition`, { updateDefinition: { hasAttachments: true } });
  const file = { globalId: '{0E1A0000-0000-4000-8000-000000000001}', parentGlobalId: idOf(0), name: 'a.txt', data: 'aGVsbG8=' };
  const sent = [{ id: 0, features: { adds: [fir()] }, attachments: { adds: [file] } }];
  const first = await send({ edits: sent });
  expect(first.editsResults[0].attachments.addResults).toMatchObject([{ success: true, globalId: file.globalId }]);
  expect((await send({ edits: sent })).editsResults).toEqual(first.editsResults);
  expect((await t.as('petra').get(`${layer.path}/1/attachments`)).attachmentInfos).toHaveLength(1);
});
