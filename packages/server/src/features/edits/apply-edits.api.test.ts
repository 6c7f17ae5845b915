// One call for many edits: files with their features, several layers, two people at once, and what follows the edits.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { processorMs } from '../../../testing/processor-time.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
let service: string;
let itemId: string;

type Params = Record<string, string | number | boolean | object>;
const post = (path: string, params: Params, who = 'petra'): Promise<AnyReply> => t.as(who).post(path, params);
const all = async (layer = 0): Promise<AnyReply[]> =>
  (await t.as('petra').get(`${service}/${layer}/query`, { where: '1=1', outFields: '*' })).features;
const G = (n: number): string => `{00000000-0000-4000-8000-${String(n).padStart(12, '0')}}`;
const base64 = (text: string): string => Buffer.from(text).toString('base64');

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher', una: 'user', olga: 'user' } });
  const petra = t.as('petra');
  const made = await petra.post(`content/users/${petra.username}/createService`, {
    createParameters: { name: 'field_work', capabilities: 'Query,Editing' },
  });
  service = new URL(made.serviceurl).pathname;
  itemId = made.itemId;
  const fields = [
    { name: 'name', type: 'esriFieldTypeString', alias: 'name' },
    { name: 'height', type: 'esriFieldTypeInteger', alias: 'height' },
    { name: 'seen', type: 'esriFieldTypeDate', alias: 'seen' },
  ];
  await post(`${service.replace('/rest/', '/rest/admin/')}/addToDefinition`, {
    addToDefinition: {
      layers: [{ name: 'trees', geometryType: 'esriGeometryPoint', hasAttachments: true, fields, timeInfo: { startTimeField: 'seen' } }],
      tables: [{ name: 'notes', fields }],
    },
  });
  await petra.post(`content/users/${petra.username}/items/${itemId}/share`, { org: true });
});
afterAll(() => t.close());

describe('polygons', () => {
  it('that would hold up the database while they are mended are refused, one by one', async () => {
    const petra = t.as('petra');
    const made = await petra.post(`content/users/${petra.username}/createService`, {
      createParameters: { name: 'outlines', capabilities: 'Query,Editing' },
    });
    const outlines = new URL(made.serviceurl).pathname;
    await post(`${outlines.replace('/rest/', '/rest/admin/')}/addToDefinition`, {
      addToDefinition: { layers: [{ name: 'outlines', geometryType: 'esriGeometryPolygon', fields: [] }] },
    });
    const star = (corners: number): object => ({
      rings: [Array.from({ length: corners + 1 }, (_, i) => [Math.cos((i % corners) * 2.5), Math.sin((i % corners) * 2.5)])],
    });
    const adds = [star(5), star(200)].map((geometry) => ({ attributes: {}, geometry }));
    const { addResults } = await post(`${outlines}/0/applyEdits`, { adds, rollbackOnFailure: false });
    expect(addResults).toMatchObject([
      { success: true },
      { success: false, error: { description: expect.stringMatching(/^The polygon crosses itself too often\. Simplify it/) } },
    ]);
    const [{ objectId }] = addResults;
    const updates = [{ attributes: { OBJECTID: objectId }, geometry: star(4_000) }];
    const { updateResults } = await post(`${outlines}/0/applyEdits`, { updates, rollbackOnFailure: false });
    expect(updateResults[0].error.description).toMatch(/^The polygon crosses itself too often\. Simplify it/);
  });
});

describe.each([
  ['polygons', {}],
  ['polygons with measures', { hasM: true }],
  ['polygons with heights and measures', { hasZ: true, hasM: true }],
])('of %s without an area', (kind, has) => {
  const rings = (...list: number[][][]): object => ({ rings: list, spatialReference: { wkid: 3857 } });
  const square = [0, 1, 2, 3, 0].map((at) => [at > 1 ? 4 : 0, at === 1 || at === 2 ? 4 : 0]);
  const flat = rings([0, 1, 2, 0].map((at) => [at, at]));
  const error = { code: 1000, description: expect.stringContaining('has no area') };
  let outlines: string;

  beforeAll(async () => {
    const petra = t.as('petra');
    const createParameters = { name: kind.replaceAll(' ', '_'), capabilities: 'Query,Editing' };
    const made = await petra.post(`content/users/${petra.username}/createService`, { createParameters });
    outlines = `${new URL(made.serviceurl).pathname}`;
    const fields = [{ name: 'name', type: 'esriFieldTypeString', alias: 'name' }];
    await post(`${outlines.replace('/rest/', '/rest/admin/')}/addToDefinition`, {
      addToDefinition: { layers: [{ name: 'outlines', geometryType: 'esriGeometryPolygon', fields, ...has }] },
    });
  });

  const shapes = async (): Promise<unknown[]> =>
    (await t.as('petra').get(`${outlines}/0/query`, { where: '1=1', outFields: 'name' })).features.map(
      ({ attributes, geometry }: AnyReply) => [attributes.name, geometry?.rings.length ?? null],
    );

  it('nothing is stored, alone or with others, and what to do is said', async () => {
    const add = (name: string, geometry: object | null): object => ({ attributes: { name }, geometry });
    const alone = await post(`${outlines}/0/addFeatures`, { features: [add('lost', flat)] });
    expect(alone.addResults).toMatchObject([{ success: false, error }]);
    const features = [add('whole', rings(square)), add('lost', flat), add('no place', null)];
    const { addResults } = await post(`${outlines}/0/addFeatures`, { features, rollbackOnFailure: false });
    expect(addResults).toMatchObject([{ success: true }, { success: false, error }, { success: true }]);
    const ids = [addResults[0].objectId];
    const change = (geometry: object): object => ({ attributes: { OBJECTID: ids[0], name: 'changed' }, geometry });
    expect((await post(`${outlines}/0/updateFeatures`, { features: [change(flat)] })).updateResults).toMatchObject([
      { objectId: ids[0], success: false, error },
    ]);
    const many = { updates: [change(flat), change(rings(square))], adds: [add('lost', flat)], rollbackOnFailure: false };
    const both = await post(`${outlines}/0/applyEdits`, many);
    expect(both.updateResults).toMatchObject([{ success: false, error }, { success: true }]);
    expect(both.addResults).toMatchObject([{ success: false, error }]);
    const gone = await post(`${outlines}/0/updateFeatures`, { features: [{ attributes: { OBJECTID: 999 }, geometry: flat }] });
    expect(gone.updateResults).toMatchObject([{ success: false, error: { code: 1019 } }]);
    expect(await shapes()).toEqual([
      ['changed', 1],
      ['no place', null],
    ]);
  });

  it('what crosses itself is mended, and a flat ring beside another is left out', async () => {
    const bow = rings([0, 1, 2, 3, 0].map((at) => [at === 1 || at === 3 ? 4 : 0, at > 1 ? 4 : 0]));
    const { addResults } = await post(`${outlines}/0/addFeatures`, { features: [{ attributes: { name: 'bow' }, geometry: bow }] });
    expect(addResults).toMatchObject([{ success: true }]);
    expect((await shapes()).at(-1)).toEqual(['bow', 2]);
    const beside = {
      attributes: { name: 'beside' },
      geometry: rings(square, [
        [9, 9],
        [9, 8],
        [9, 7],
        [9, 9],
      ]),
    };
    expect((await post(`${outlines}/0/addFeatures`, { features: [beside] })).addResults).toMatchObject([{ success: true }]);
    expect((await shapes()).at(-1)).toEqual(['beside', 1]);
  });

  it('says which shapes were mended, of each edit for itself', async () => {
    const bow = rings([0, 1, 2, 3, 0].map((at) => [at === 1 || at === 3 ? 4 : 0, at > 1 ? 4 : 0]));
    const holed = rings(
      [0, 1, 2, 3, 0].map((at) => [at > 1 ? 9 : 0, at === 1 || at === 2 ? 9 : 0]),
      [0, 3, 2, 1, 0].map((at) => [at > 1 ? 4 : 2, at === 1 || at === 2 ? 4 : 2]),
    );
    const add = (geometry: object | null): object => ({ attributes: { name: 'told' }, geometry });
    const { addResults } = await post(`${outlines}/0/applyEdits`, {
      adds: [add(bow), add(rings(square)), add(holed), add(null), add({ ...bow, spatialReference: { wkid: 2056 } })],
    });
    expect(addResults.map(({ success, repaired }: { success: boolean; repaired?: boolean }) => [success, repaired])).toEqual([
      [true, true],
      [true, undefined],
      [true, undefined],
      [true, undefined],
      [true, true],
    ]);
    const change = (geometry: object): object => ({ attributes: { OBJECTID: addResults[1].objectId }, geometry });
    for (const [geometry, repaired] of [
      [bow, true],
      [rings(square), undefined],
      [bow, true],
    ] as const) {
      const { updateResults } = await post(`${outlines}/0/updateFeatures`, { features: [change(geometry)] });
      expect(updateResults[0]).toMatchObject({ success: true });
      expect(updateResults[0].repaired).toBe(repaired);
    }
  });
});

describe('applyEdits with files', () => {
  it('adds a feature and its files in one call, changes and removes them by their global ids', async () => {
    const reply = await post(`${service}/0/applyEdits`, {
      useGlobalIds: true,
      adds: [{ attributes: { GlobalID: G(1), name: 'oak' }, geometry: { x: 1, y: 1 } }],
      attachments: {
        adds: [
          { globalId: G(11), parentGlobalId: G(1), name: 'leaf.txt', contentType: 'text/plain', data: base64('a leaf'), keywords: 'leaf' },
          { globalId: G(12), parentGlobalId: G(1), name: 'bark.txt', data: `data:text/plain;base64,${base64('bark')}` },
        ],
      },
    });
    expect(reply.addResults[0]).toMatchObject({ success: true, globalId: G(1) });
    expect(reply.attachments.addResults).toEqual([
      { objectId: expect.any(Number), globalId: G(11), success: true },
      { objectId: expect.any(Number), globalId: G(12), success: true },
    ]);
    const oid = reply.addResults[0].objectId;
    const changed = await post(`${service}/0/applyEdits`, {
      useGlobalIds: true,
      attachments: { updates: [{ globalId: G(11), name: 'leaf2.txt', data: base64('two leaves') }], deletes: [G(12)] },
    });
    expect(changed).toMatchObject({
      addResults: [],
      attachments: { addResults: [], updateResults: [{ success: true }], deleteResults: [{ success: true, globalId: G(12) }] },
    });
    const { attachmentInfos } = await t.as('petra').get(`${service}/0/${oid}/attachments`);
    expect(attachmentInfos).toEqual([expect.objectContaining({ name: 'leaf2.txt', size: 10, keywords: 'leaf', globalId: G(11) })]);
    expect((await t.as('petra').raw('GET', `${service}/0/${oid}/attachments/${attachmentInfos[0].id}`, { f: '' })).body).toBe('two leaves');
  });

  it('undoes features and files together, and keeps no bytes of them', async () => {
    const before = await all();
    const reply = await post(`${service}/0/applyEdits`, {
      useGlobalIds: true,
      adds: [{ attributes: { GlobalID: G(2), name: 'elm' } }],
      attachments: {
        adds: [
          { globalId: G(21), parentGlobalId: G(2), name: 'a.txt', data: base64('x') },
          { globalId: G(22), parentGlobalId: G(99), name: 'b.txt', data: base64('y') },
          { globalId: G(23), parentGlobalId: G(2), name: 'c.exe', data: base64('z') },
        ],
      },
    });
    expect(reply.addResults[0]).toMatchObject({ success: false, error: { code: 1003 } });
    expect(reply.attachments.addResults.map((one: AnyReply) => one.error.code)).toEqual([1003, 1019, 1000]);
    expect(await all()).toEqual(before);
    const alone = await post(`${service}/0/applyEdits`, {
      useGlobalIds: true,
      rollbackOnFailure: false,
      attachments: {
        adds: [
          { globalId: G(22), parentGlobalId: G(99), name: 'b.txt', data: base64('y') },
          { globalId: G(24), parentGlobalId: G(1), name: 'd.txt', data: base64('d') },
        ],
      },
    });
    expect(alone.attachments.addResults.map((one: AnyReply) => one.success)).toEqual([false, true]);
    const used = await t.portal.db.selectFrom('stored_file').select('key').execute();
    expect(used).toHaveLength(2);
  });

  it('takes files that were uploaded before, and refuses what it cannot understand', async () => {
    const { item } = await t.as('petra').upload(`${service}/uploads/upload`, {}, { file: { name: 'p.txt', bytes: 'uploaded' } });
    const reply = await post(`${service}/0/applyEdits`, {
      useGlobalIds: true,
      attachments: { adds: [{ parentGlobalId: G(1), name: 'p.txt', uploadId: item.itemID }] },
    });
    expect(reply.attachments.addResults[0]).toMatchObject({ success: true, globalId: expect.stringMatching(/^\{/) });
    // The same upload many times over takes its room many times over.
    const quota = (storage_quota: number | null): Promise<unknown> =>
      t.portal.db.updateTable('account').set({ storage_quota }).where('username', '=', t.as('petra').username).execute();
    const files = (): Promise<unknown[]> => t.portal.db.selectFrom('stored_file').select('key').execute();
    const before = await files();
    const used = Number(
      (
        await t.portal.db
          .selectFrom('stored_file')
          .select((q) => q.fn.sum('size_bytes').as('n'))
          .executeTakeFirst()
      )?.n,
    );
    await quota(used + 20);
    const copies = [1, 2, 3, 4].map(() => ({ parentGlobalId: G(1), name: 'p.txt', uploadId: item.itemID }));
    const full = await post(`${service}/0/applyEdits`, { useGlobalIds: true, attachments: { adds: copies } });
    await quota(null);
    expect([full.error?.code, await files()]).toEqual([expect.any(Number), before]);
    const refuse = async (params: Params, layer = 0): Promise<void> =>
      expect((await post(`${service}/${layer}/applyEdits`, params)).error?.code).toBe(400);
    await refuse({ attachments: { adds: [{}] } });
    await refuse({ useGlobalIds: true, attachments: { adds: 'x' } });
    await refuse({ useGlobalIds: true, attachments: { adds: [{ parentGlobalId: G(1), name: 'a.txt', data: '<not base64>' }] } });
    const begin = processorMs();
    const gaps = `a${' '.repeat(100_000)}!`;
    await refuse({ useGlobalIds: true, attachments: { adds: [{ parentGlobalId: G(1), name: 'a.txt', data: gaps }] } });
    expect(processorMs() - begin).toBeLessThan(2_000);
    await refuse({ useGlobalIds: true, attachments: { deletes: [G(11)] } }, 1);
    expect(
      (await post(`${service}/0/applyEdits`, { useGlobalIds: true, attachments: { deletes: [G(11)] } }, 'una')).attachments.deleteResults[0]
        .success,
    ).toBe(true);
  });
});

describe('applyEdits of a service', () => {
  it('edits several layers in one transaction and tells when', async () => {
    const good = {
      id: 0,
      adds: [{ attributes: { GlobalID: G(31), name: 'yew' } }],
      attachments: { adds: [{ parentGlobalId: G(31), name: 'y.txt', data: base64('y') }] },
    };
    const reply = await post(`${service}/applyEdits`, {
      useGlobalIds: true,
      returnEditMoment: true,
      edits: [good, { id: 1, adds: [{ attributes: { GlobalID: G(32), name: 'n' } }] }],
    });
    expect(reply[0]).toMatchObject({
      id: 0,
      addResults: [{ success: true }],
      attachments: { addResults: [{ success: true }] },
      editMoment: expect.any(Number),
    });
    expect(reply[1]).toMatchObject({ id: 1, addResults: [{ success: true }], editMoment: reply[0].editMoment });
    const again = await post(`${service}/applyEdits`, {
      useGlobalIds: true,
      edits: [
        { id: 1, adds: [{ attributes: { GlobalID: G(33), name: 'm' } }] },
        { ...good, attachments: undefined },
      ],
    });
    expect(again[0].addResults[0]).toMatchObject({ success: false, error: { code: 1003 } });
    expect(await all(1)).toHaveLength(1);
  });
});

describe('two people at one feature', () => {
  it('each change what they send: the later value of a field stays, other fields are not touched', async () => {
    const { addResults } = await post(`${service}/0/addFeatures`, { features: [{ attributes: { name: 'both', height: 1 } }] });
    const OBJECTID = addResults[0].objectId;
    const send = (attributes: object, who: string): Promise<AnyReply> =>
      post(`${service}/0/updateFeatures`, { features: [{ attributes: { OBJECTID, ...attributes } }] }, who);
    const replies = await Promise.all([send({ name: 'una', seen: 1000 }, 'una'), send({ height: 7 }, 'olga')]);
    expect(replies.map((reply) => reply.updateResults[0].success)).toEqual([true, true]);
    await send({ name: 'olga' }, 'olga');
    const feature = (await all()).find((one) => one.attributes.OBJECTID === OBJECTID);
    expect(feature.attributes).toMatchObject({ name: 'olga', height: 7, seen: 1000 });
  });

  it('are told when the other one deleted it', async () => {
    const { addResults } = await post(`${service}/0/addFeatures`, { features: [{ attributes: { name: 'gone' } }] });
    const OBJECTID = addResults[0].objectId;
    const [deleted, updated] = await Promise.all([
      post(`${service}/0/deleteFeatures`, { objectIds: String(OBJECTID) }, 'una'),
      post(`${service}/0/updateFeatures`, { features: [{ attributes: { OBJECTID, name: 'late' } }] }, 'olga'),
    ]);
    expect(deleted.deleteResults[0].success).toBe(true);
    expect(
      (await post(`${service}/0/updateFeatures`, { features: [{ attributes: { OBJECTID, name: 'late' } }] }, 'olga')).updateResults[0],
    ).toMatchObject({ success: false, error: { code: 1019 } });
    expect([true, false]).toContain(updated.updateResults[0].success);
    expect((await all()).some((one) => one.attributes.OBJECTID === OBJECTID)).toBe(false);
  });

  it('who add the same global id at once get one feature', async () => {
    const add = (who: string): Promise<AnyReply> =>
      post(`${service}/0/addFeatures`, { features: [{ attributes: { GlobalID: G(77), name: who } }], useGlobalIds: true }, who);
    const replies = await Promise.all([add('una'), add('olga')]);
    expect(replies.map((reply) => reply.addResults[0].success).toSorted()).toEqual([false, true]);
    expect((await all()).filter((one) => one.attributes.GlobalID === G(77))).toHaveLength(1);
  });
});

describe('what follows edits', () => {
  it('is a span of time from the first to the last moment that is known: what has no end counts by its beginning, and the other way round', async () => {
    const petra = t.as('petra');
    const made = await petra.post(`content/users/${petra.username}/createService`, { createParameters: { name: 'Spans' } });
    const spans = new URL(made.serviceurl).pathname;
    const fields = ['begun', 'ended'].map((name) => ({ name, type: 'esriFieldTypeDate' }));
    const timeInfo = { startTimeField: 'begun', endTimeField: 'ended' };
    const addToDefinition = { tables: [{ name: 'spans', fields, timeInfo }] };
    await petra.post(`${spans.replace('/rest/services/', '/rest/admin/services/')}/addToDefinition`, { addToDefinition });
    const spanOf = async (begun: number | null, ended: number | null): Promise<unknown> => {
      await petra.post(`${spans}/0/addFeatures`, { features: [{ attributes: { begun, ended } }] });
      return (await petra.get(`${spans}/0`)).timeInfo.timeExtent;
    };
    expect(await spanOf(2000, null)).toEqual([2000, 2000]);
    expect(await spanOf(1000, 1500)).toEqual([1000, 2000]);
    expect(await spanOf(1000, 3000)).toEqual([1000, 3000]);
    expect(await spanOf(null, 500)).toEqual([500, 3000]);
    expect(await spanOf(null, null)).toEqual([500, 3000]);
  });

  it('is the item, the extent, and the span of time', async () => {
    const petra = t.as('petra');
    const day = Date.UTC(2024, 0, 2);
    const { addResults } = await post(`${service}/0/addFeatures`, {
      features: [
        { attributes: { name: 'old', seen: Date.UTC(1990, 0, 1) }, geometry: { x: 20, y: 10, spatialReference: { wkid: 4326 } } },
        { attributes: { name: 'new', seen: day }, geometry: { x: 30, y: 10, spatialReference: { wkid: 4326 } } },
      ],
    });
    const layer = await petra.get(`${service}/0`);
    expect(layer.timeInfo).toEqual({
      startTimeField: 'seen',
      endTimeField: null,
      timeExtent: [1000 < Date.UTC(1990, 0, 1) ? 1000 : 0, day],
    });
    expect(layer.extent.xmax).toBeCloseTo(3_339_584.72, 1);
    expect((await petra.get(service)).fullExtent.xmax).toBeCloseTo(3_339_584.72, 1);
    await post(`${service}/0/deleteFeatures`, { objectIds: String(addResults[1].objectId) });
    expect((await petra.get(`${service}/0`)).timeInfo.timeExtent[1]).toBe(Date.UTC(1990, 0, 1));
    expect((await petra.get(`${service}/0`)).extent.xmax).toBeCloseTo(2_226_389.8, 1);
    const item = await petra.get(`content/items/${itemId}`);
    expect(item.extent.length).toBe(2);
    expect(item.modified).toBeGreaterThan(item.created);
  });
});
