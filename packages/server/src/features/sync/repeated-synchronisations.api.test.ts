// Synchronisations that come again because their answer was lost after the edits were made.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { loadScene, type TestLayer, TREES } from '../../../testing/load-scene.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';
import { sweepHostedTables } from '../lifecycle.ts';
import { closeReplica, holdReplica } from './replicas.store.ts';

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

describe('changes of a copy that is never told what changed', () => {
  const change = (height: number): object[] => [{ id: 0, features: { updates: [{ attributes: { GlobalID: idOf(0), height } }] } }];
  const upload = (height: number, params: object = {}): Promise<AnyReply> =>
    send({ edits: change(height), syncDirection: 'upload', ...params });

  it.each([
    ['with the generations that it knows', () => ({ syncLayers: copy.layerServerGens })],
    ['without generations', () => ({})],
  ])('are not made twice, %s, and do not write over what others changed since', async (_, generations) => {
    const first = await upload(99, generations());
    expect(first.editsResults[0].updateResults).toMatchObject([{ success: true }]);
    await others();
    expect(await upload(99, generations())).toEqual(first);
    expect((await heights())[0]).toEqual(['oak', 7]);
  });

  it('are made where another call or an answer that tells of others lies between', async () => {
    await upload(99);
    await upload(50);
    await upload(99);
    expect((await heights())[0]).toEqual(['oak', 99]);
    await others();
    await send({ syncDirection: 'download' });
    await upload(99);
    expect((await heights())[0]).toEqual(['oak', 99]);
  });

  it('that could not all be made are tried again alone', async () => {
    const deleteIds = ['{00000000-0000-4000-8000-000000000000}'];
    const sent = [{ id: 0, features: { updates: [{ attributes: { GlobalID: idOf(0), height: 99 } }], deleteIds } }];
    const same = { edits: sent, syncDirection: 'upload', rollbackOnFailure: false };
    const first = await send(same);
    expect(first.editsResults[0]).toMatchObject({ updateResults: [{ success: true }], deleteResults: [{ success: false }] });
    await others();
    expect((await send(same)).editsResults).toEqual(first.editsResults);
    expect((await heights())[0]).toEqual(['oak', 7]);
  });
});

describe('a synchronisation that gives the copy up, whose answer was lost', () => {
  const close = (params: object = {}): object => ({ edits: edits(), closeReplica: true, ...params });

  it.each([
    ['in both directions', {}],
    ['only upwards', { syncDirection: 'upload' }],
    ['only downwards', { syncDirection: 'download' }],
  ])('is answered again as before, %s', async (_, direction) => {
    const first = await send(close(direction));
    expect(first.error).toBeUndefined();
    expect(await send(close(direction))).toEqual(first);
    expect(await send({ ...close(direction), replicaID: `{${copy.replicaID.toLowerCase()}}` })).toEqual(first);
    expect(await heights()).toHaveLength(2);
  });

  it('is answered again also by a job, and at an address', async () => {
    const first = await send(close());
    const elsewhere = await send(close({ transportType: 'esriTransportTypeUrl' }));
    expect(await t.as('una').get(new URL(elsewhere.URL).pathname)).toEqual(first);
    const { statusUrl } = await send(close({ async: true }));
    await t.runJobs();
    const { resultUrl } = await t.as('una').get(new URL(statusUrl).pathname);
    expect(await t.as('una').get(new URL(resultUrl).pathname)).toEqual(first);
  });

  it('tells what others changed since, and makes nothing again', async () => {
    const first = await send(close());
    await others();
    const again = await send(close());
    expect(again.editsResults).toEqual(first.editsResults);
    expect(again.edits[0].features.updates.map((one: AnyReply) => one.attributes.height)).toEqual([7]);
    expect((await heights())[0]).toEqual(['oak', 7]);
  });

  it('leaves no copy that anybody sees or uses otherwise', async () => {
    await send(close());
    expect(await t.as('una').get(`${layer.service}/replicas`)).toEqual([]);
    expect(await t.as('petra').get(`${layer.service}/replicas`)).toEqual([]);
    expect((await t.as('una').get(`${layer.service}/replicas/${copy.replicaID}`)).error.code).toBe(400);
    const { replicaID } = copy;
    for (const sent of [
      {},
      { edits: edits() },
      { closeReplica: true },
      close({ syncDirection: 'upload' }),
      close({ edits: [{ id: 0, features: { adds: [fir(7)] } }] }),
    ])
      expect((await send(sent)).error.message).toContain('does not exist');
    for (const who of ['una', 'petra'])
      expect((await call('unRegisterReplica', { replicaID }, who)).error.message).toContain('does not exist');
    // Not even for those who might have given it up themselves.
    expect((await call('synchronizeReplica', { replicaID, ...close() }, 'petra')).error.message).toContain('does not exist');
    expect(await heights()).toHaveLength(2);
  });

  it('leaves the copy while there is more to tell', async () => {
    const { db } = t.portal;
    const found = db.selectFrom('feature_layer').select('table_name').where('item_id', '=', layer.itemId);
    const { table_name: table } = await found.executeTakeFirstOrThrow();
    // Each statement is a generation, and one answer has room for the first alone.
    for (let part = 0; part < 2; part++)
      await sql`insert into hosted.${sql.id(table)} (shape) select null from generate_series(1, 6000)`.execute(db);
    const last = { closeReplica: true, syncDirection: 'download' };
    const first = await send(last);
    expect(first.exceededTransferLimit).toBe(true);
    const rest = await send(last);
    expect(rest.exceededTransferLimit).toBeUndefined();
    const told = [first, rest].map((one) => one.edits[0].features.adds.length);
    expect(told).toEqual([6_000, 6_000]);
    expect(await t.as('una').get(`${layer.service}/replicas`)).toEqual([]);
    expect(await send(last)).toEqual(rest);
  });

  it('is known for a day, and for the latest copies alone', async () => {
    // The call as it was sent, which names features as the copy had them then.
    const sent = close({ replicaID: copy.replicaID });
    const first = await send(sent);
    const last = { closeReplica: true, syncDirection: 'download' };
    for (let at = 0; at < 20; at++) {
      // Nineteen after it are the last among which it is remembered.
      if (at === 19) expect((await send(sent)).editsResults).toEqual(first.editsResults);
      copy = await call('createReplica', { layers: '0' }, 'una');
      await send(last);
    }
    expect((await send(sent)).error.message).toContain('does not exist');
    expect((await send(last)).error).toBeUndefined();
    await t.portal.db
      .updateTable('feature_replica')
      .set({ closed: new Date(t.portal.clock.now().getTime() - 25 * 3_600_000) })
      .where('closed', 'is not', null)
      .execute();
    expect((await send(last)).error.message).toContain('does not exist');
    await sweepHostedTables(t.portal);
    expect(await t.portal.db.selectFrom('feature_replica').select('id').where('closed', 'is not', null).execute()).toEqual([]);
    expect(first.error).toBeUndefined();
  });

  it('is given up once where the call comes twice at the same time, and takes no edits from then on', async () => {
    const twice = await Promise.all([send(close()), send(close())]);
    for (const one of twice) expect(one.editsResults[0].addResults).toMatchObject([{ success: true, objectId: 3 }]);
    expect(await heights()).toHaveLength(2);
    const row = t.portal.db.selectFrom('feature_replica').selectAll().where('id', '=', copy.replicaID);
    const before = await row.executeTakeFirstOrThrow();
    expect(before.closed).not.toBeNull();
    // One that began before and ends after it.
    await closeReplica(t.portal.db, before, { by: 'another', digest: '', known: [] }, new Date(0));
    expect(await row.executeTakeFirstOrThrow()).toEqual(before);
    expect(await holdReplica(t.portal.db, copy.replicaID)).toBeUndefined();
  });

  it('takes no place among the copies that a person may have', async () => {
    await send(close());
    await sql`insert into feature_replica (id, item_id, owner, name, layers, closed)
      select upper(gen_random_uuid()::text), item_id, owner, 'given up', layers, case when n < 100 then now() end
      from feature_replica, generate_series(1, 100) n where id = ${copy.replicaID}`.execute(t.portal.db);
    expect((await call('createReplica', { layers: '0' }, 'una')).error).toBeUndefined();
    await sql`update feature_replica set closed = null where name = 'given up'`.execute(t.portal.db);
    expect((await call('createReplica', { layers: '0' }, 'una')).error.details.join(' ')).toMatch(/\w/);
  });
});

describe('edits that come as an upload', () => {
  const uploaded = async (content: string): Promise<string> => {
    const file = { name: 'edits.json', bytes: Buffer.from(content) };
    return (await t.as('una').upload(`${layer.service}/uploads/upload`, {}, { file })).item.itemID;
  };

  it('are made as if the call held them, and once', async () => {
    const editsUploadId = await uploaded(JSON.stringify(edits()));
    const first = await send({ editsUploadId, editsUploadFormat: 'json' });
    expect(first.editsResults[0].addResults).toMatchObject([{ success: true }]);
    expect(await send({ editsUploadId, editsUploadFormat: 'json' })).toEqual(first);
    expect(await heights()).toHaveLength(2);
    const more = await uploaded(JSON.stringify({ edits: [{ id: 0, adds: [fir(3)] }] }));
    const applied = await t.as('una').post(`${layer.service}/applyEdits`, { editsUploadId: more } as never);
    expect(applied[0].addResults).toMatchObject([{ success: true }]);
    expect(await heights()).toHaveLength(3);
  });

  it('are refused where they are no JSON, not there, or somebody else has sent them, and nothing is left out in silence', async () => {
    const broken = await uploaded('SQLite format 3');
    expect((await send({ editsUploadId: broken })).error.message).toContain('not JSON');
    expect((await send({ editsUploadId: broken, editsUploadFormat: 'sqlite' })).error.message).toContain('editsUploadFormat');
    const good = await uploaded(JSON.stringify(edits()));
    expect((await send({ editsUploadId: good, edits: edits() })).error.message).toContain('exclude');
    expect((await call('applyEdits', { editsUploadId: good })).error.message).toContain('does not exist');
    expect((await call('applyEdits', {}, 'una')).error.message).toBe("'edits' must be specified.");
    // Valid, and nothing but blanks too many: it would be read as a whole.
    const large = await uploaded(`${JSON.stringify(edits())}${' '.repeat(20 * 1024 * 1024)}`);
    expect((await send({ editsUploadId: large })).error.message).toMatch(/20/);
    expect(await heights()).toHaveLength(2);
  });
});
