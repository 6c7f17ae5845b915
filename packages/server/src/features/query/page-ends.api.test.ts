// Pages of a layer that is edited while somebody reads it from end to end.
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Agent, AnyReply } from '../../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
let layer: string;
let count = 0;

type Params = Parameters<Agent['get']>[1];

const ROWS = 60;
const PAGE = 20;
const upTo = (last: number, first = 1): number[] => Array.from({ length: last - first + 1 }, (_, i) => first + i);

beforeEach(async () => {
  t ??= await testPortal({ people: { petra: 'publisher' } });
  const petra = t.as('petra');
  const rows = upTo(ROWS).map((n) => `row ${n},${n % 2},${n / 10},${n / 10}`);
  const params = { fileType: 'csv', publishParameters: { name: `walked_${++count}` }, text: `name,odd,lat,lon\n${rows.join('\n')}\n` };
  const reply = await petra.upload(`content/users/${petra.username}/publish`, params, {});
  await t.runJobs();
  layer = `${new URL(reply.services[0].serviceurl).pathname}/0`;
  await petra.post(`${layer.replace('/rest/', '/rest/admin/').replace(/\/0$/, '')}/updateDefinition`, {
    updateDefinition: { capabilities: 'Query,Create,Update,Delete' },
  });
});
afterAll(() => t.close());

const idsIn = (reply: AnyReply): number[] => reply.objectIds ?? reply.features.map((one: AnyReply) => one.id ?? one.attributes.OBJECTID);

async function pageOf(params: Params, resultOffset: number): Promise<{ ids: number[]; more: boolean }> {
  const asked = { where: '1=1', outFields: 'OBJECTID', returnGeometry: false, resultRecordCount: PAGE, ...params, resultOffset };
  const reply = await t.as('petra').get(`${layer}/query`, asked);
  return { ids: idsIn(reply), more: reply.exceededTransferLimit === true };
}

/** Ids of all pages, one after the other; after the first page something happens to the layer. */
async function walk(params: Params, meanwhile: () => Promise<unknown>): Promise<number[]> {
  const ids: number[] = [];
  for (;;) {
    const page = await pageOf(params, ids.length);
    if (ids.length === 0) await meanwhile();
    ids.push(...page.ids);
    if (!page.more) return ids;
  }
}

const edit = (operation: string, params: Params): Promise<AnyReply> => t.as('petra').post(`${layer}/${operation}`, params);
const remove = (...ids: number[]): Promise<AnyReply> => edit('deleteFeatures', { objectIds: ids.join(',') });
const quantizationParameters = { extent: { xmin: 0, ymin: 0, xmax: 1, ymax: 1 }, tolerance: 1, mode: 'view' };

describe('pages of a layer that is edited meanwhile', () => {
  it.each([
    ['Esri JSON', {}],
    ['GeoJSON', { f: 'geojson' }],
    ['quantised', { returnGeometry: true, quantizationParameters }],
    ['object ids', { returnIdsOnly: true }],
    ['by the object id', { orderByFields: 'objectid asc' }],
    ['of a box', { geometry: '-180,-80,180,80', geometryType: 'esriGeometryEnvelope', inSR: 4326 }],
  ])('leave no feature out and tell none twice: %s', async (_, params) => {
    const ids = await walk(params, async () => {
      await remove(1, 2, 3, 30);
      await edit('addFeatures', {
        features: [{ attributes: { name: 'new' }, geometry: { x: 1, y: 1, spatialReference: { wkid: 4326 } } }],
      });
    });
    // What was told before it went stays told.
    expect(ids).toEqual(upTo(ROWS + 1).filter((id) => id !== 30));
  });

  it('do so from the last id to the first', async () => {
    const ids = await walk({ orderByFields: 'OBJECTID DESC' }, () => remove(ROWS, ROWS - 1, 10));
    expect(ids).toEqual(
      upTo(ROWS)
        .filter((id) => id !== 10)
        .reverse(),
    );
  });

  it('do so where features leave the condition behind the reader', async () => {
    const all = upTo(ROWS).filter((id) => id % 2 === 1);
    const ids = await walk({ where: 'odd = 1', resultRecordCount: 10 }, () =>
      edit('updateFeatures', { features: [1, 3, 5].map((OBJECTID) => ({ attributes: { OBJECTID, odd: 0 } })) }),
    );
    expect(ids).toEqual(all);
  });

  const place = { x: 1, y: 1, spatialReference: { wkid: 4326 } };
  const odds = upTo(49).filter((id) => id % 2 === 1);
  const evens = upTo(50).filter((id) => id % 2 === 0);
  const others = upTo(ROWS, 51);

  it.each([
    ['Esri JSON', {}],
    ['GeoJSON', { f: 'geojson' }],
    ['quantised', { returnGeometry: true, quantizationParameters }],
    ['object ids', { returnIdsOnly: true }],
  ])('do so where features are sorted by a field with ties and without values: %s', async (_, params) => {
    await edit('updateFeatures', { features: others.map((OBJECTID) => ({ attributes: { OBJECTID, odd: null } })) });
    const add = (): Promise<AnyReply> =>
      edit('addFeatures', { features: [0, 1, null].map((odd) => ({ attributes: { name: 'new', odd }, geometry: place })) });
    const up = await walk({ ...params, orderByFields: 'odd' }, async () => {
      await remove(2, 4, 46, 1);
      await add();
    });
    expect(up).toEqual([...evens.filter((id) => id !== 46), 61, ...odds.filter((id) => id !== 1), 62, ...others, 63]);
    // Read: those without a value and some of the odd ones. One of the others goes to a place that was read already, one comes from there.
    const down = await walk({ ...params, orderByFields: 'odd DESC, name DESC, OBJECTID DESC' }, async () => {
      await remove(51, 63, 43);
      await edit('updateFeatures', { features: [3, 56].map((OBJECTID) => ({ attributes: { OBJECTID, odd: OBJECTID === 3 ? null : 0 } })) });
      await add();
    });
    expect(new Set(down).size).toBe(down.length - 1);
    const read = down.slice(0, PAGE);
    expect(read).toEqual(expect.arrayContaining([63, ...others]));
    const left = [3, 5, 7, 45, 49, 62, 65, 6, 48, 61, 64, 56].filter((id) => id === 56 || !read.includes(id));
    expect(down.slice(PAGE)).toEqual(expect.arrayContaining(left.filter((id) => id !== 3)));
    expect(down.slice(PAGE)).not.toContain(66);
  });

  it('skip as many features as they are told to for whoever did not read the page before', async () => {
    expect((await pageOf({}, 0)).ids).toEqual(upTo(PAGE));
    await remove(1, 2);
    // Another page, another condition, another person, and after a while anybody.
    expect((await pageOf({}, 30)).ids[0]).toBe(33);
    expect((await pageOf({ where: 'OBJECTID > 0' }, PAGE)).ids[0]).toBe(PAGE + 3);
    await t.as('petra').post(`content/users/${t.as('petra').username}/items/${await itemId()}/share`, { everyone: true });
    const visitor = await t.stranger.get(`${layer}/query`, {
      where: '1=1',
      outFields: 'OBJECTID',
      resultRecordCount: PAGE,
      resultOffset: PAGE,
    });
    expect(idsIn(visitor)[0]).toBe(PAGE + 3);
    expect((await pageOf({}, PAGE)).ids[0]).toBe(PAGE + 1);
    t.setNow(new Date(Date.now() + 6 * 60_000));
    expect((await pageOf({}, PAGE)).ids[0]).toBe(PAGE + 3);
  });

  it('are those of one reader: somebody else without a name, and whoever reads through another organisation, change nothing', async () => {
    const began = Date.now() + 40 * 60_000;
    t.setNow(new Date(began));
    await t.as('petra').post(`content/users/${t.as('petra').username}/items/${await itemId()}/share`, { everyone: true });
    const first = async (remoteAddress: string, resultOffset: number, host = 'localhost'): Promise<number> => {
      const asked = `where=1%3D1&outFields=OBJECTID&f=json&resultRecordCount=${PAGE}&resultOffset=${resultOffset}`;
      return idsIn((await t.app.inject({ url: `${layer}/query?${asked}`, remoteAddress, headers: { host } })).json())[0] ?? 0;
    };
    await first('198.51.100.1', 0);
    await remove(1, 2);
    // Each of them would have put the end of the other in the place of this reader's, or forgotten it.
    await first('198.51.100.2', 0);
    await first('198.51.100.2', PAGE);
    expect(await first('198.51.100.1', PAGE, 'other.example')).toBe(PAGE + 3);
    expect(await first('198.51.100.1', PAGE)).toBe(PAGE + 1);
    expect(await first('198.51.100.3', PAGE)).toBe(PAGE + 3);
  });

  it('skip so in a later reading too: an end that was used serves whoever asks once more, for half a minute', async () => {
    const began = Date.now() + 20 * 60_000;
    t.setNow(new Date(began));
    await walk({}, async () => undefined);
    await remove(1, 2);
    expect((await pageOf({}, PAGE)).ids[0]).toBe(PAGE + 1);
    t.setNow(new Date(began + 31_000));
    expect((await pageOf({}, PAGE)).ids[0]).toBe(PAGE + 3);
  });
});

async function itemId(): Promise<string> {
  return (await t.as('petra').get(layer.replace(/\/0$/, ''))).serviceItemId;
}
