// What a layer says of itself after edits, which do not write its row: count, extent, time of change, tags of tiles; also through views.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { makeSpots } from '../../../testing/spots-layer.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';
import { ONE_SESSION, untilWaiting } from '../../../testing/waiting.ts';
import { settleFacts } from '../layer-facts.store.ts';
import { serviceOfItem } from '../services.store.ts';
import { measureView } from '../views/view-table.store.ts';
import { applyWork } from './apply.ts';
import type { Edit } from './edit.ts';
import { deleteFeature } from './edits.store.ts';

let t: TestPortal;
let layer: string;
let itemId: string;
let view: string;

const at = (x: number, y: number): object => ({ x, y, spatialReference: { wkid: 102100 } });
const post = (operation: string, params: Record<string, string | number | boolean | object>): Promise<AnyReply> =>
  t.as('petra').post(`${layer}/${operation}`, params);
const add = async (x: number, y: number): Promise<number> =>
  (await post('addFeatures', { features: [{ attributes: { name: `${x}` }, geometry: at(x, y) }] })).addResults[0].objectId;
const move = (id: number, x: number, y: number): Promise<AnyReply> =>
  post('updateFeatures', { features: [{ attributes: { OBJECTID: id }, geometry: at(x, y) }] });
const sides = ({ extent }: AnyReply): number[] => [extent.xmin, extent.ymin, extent.xmax, extent.ymax].map(Math.round);
/** What the layer says without looking, and what is in its table. */
const said = async (path = layer): Promise<AnyReply> =>
  t.as('petra').get(`${path}/query`, { returnExtentOnly: true, returnCountOnly: true, outSR: 102100 });
const counted = async (path = layer): Promise<AnyReply> =>
  t.as('petra').get(`${path}/query`, { where: 'OBJECTID > 0', returnExtentOnly: true, returnCountOnly: true, outSR: 102100 });
const tag = async (path = layer): Promise<unknown> => (await t.as('petra').raw('GET', `${path}/tiles/0/0/0.pbf`, { f: '' })).headers.etag;

/** Until somebody who edits waits for whoever holds the notes of the layer. What the database tells of long statements ends before the notes. */
const waitsForLock = (): Promise<void> => untilWaiting(t, { words: 'feature_' });

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
  const petra = t.as('petra');
  ({ itemId, layer } = await makeSpots(t, 'petra', { name: 'noted' }));
  const seen = await petra.post(`content/users/${petra.username}/createService`, {
    createParameters: { name: 'noted_view', capabilities: 'Query' },
    isView: true,
  });
  const seenPath = new URL(seen.serviceurl).pathname;
  await petra.post(`${seenPath.replace('/rest/', '/rest/admin/')}/addToDefinition`, {
    addToDefinition: {
      layers: [{ name: 'spots', adminLayerInfo: { viewLayerDefinition: { sourceServiceName: 'noted', sourceLayerId: 0 } } }],
    },
  });
  view = `${seenPath}/0`;
});
afterAll(() => t.close());

describe('a layer that is edited feature by feature', () => {
  it('grows and shrinks with what comes, moves and goes', async () => {
    const west = await add(-1000, 0);
    const middle = await add(0, 0);
    const east = await add(1000, 500);
    expect(sides(await said())).toEqual([-1000, 0, 1000, 500]);
    await move(east, 2000, 500);
    expect(sides(await said())).toEqual([-1000, 0, 2000, 500]);
    await move(east, 700, 400);
    expect(sides(await said())).toEqual([-1000, 0, 700, 400]);
    await move(middle, 10, 10);
    await post('deleteFeatures', { objectIds: `${west}` });
    expect(sides(await said())).toEqual([10, 10, 700, 400]);
    expect(await said()).toMatchObject({ count: 2 });
    await post('deleteFeatures', { objectIds: `${middle},${east}` });
    expect((await said()).count).toBe(0);
  });

  it('tells the truth when many people edit it at once', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, (_, n) => add(n * 10 - 100, n * n)));
    await Promise.all([
      ...ids.slice(0, 8).map((id) => post('deleteFeatures', { objectIds: `${id}` })),
      ...ids.slice(8, 14).map((id, n) => move(id, 5 + n, 6)),
      ...ids.slice(14, 18).map((id) => post('updateFeatures', { features: [{ attributes: { OBJECTID: id, name: 'same' } }] })),
      ...ids.slice(26).map((id) => post('applyEdits', { deletes: `${id}`, adds: [{ attributes: {}, geometry: at(-500, -500) }] })),
    ]);
    const [is, was] = [await counted(), await said()];
    expect(was.count).toBe(is.count);
    expect(is.count).toBe(22);
    expect(sides(was)).toEqual(sides(is));
  });

  it('is as narrow as its features also when those next to the edge go while the outermost go', async (context) => {
    context.skip(t.portal.database.engine === 'embedded', ONE_SESSION);
    const { db } = t.portal;
    for (const operation of ['deleteFeatures', 'updateFeatures', 'applyEdits', 'where'] as const) {
      // So far from each other that neither is drawn instead of the other.
      const [outermost, next] = [await add(-900_000, 50), await add(-500_000, 50)];
      const known = (await serviceOfItem(db, itemId))?.layers[0];
      if (known === undefined) throw new Error('The layer is not there.');
      let late: Promise<AnyReply> | undefined;
      await db.transaction().execute(async (first) => {
        const gone = await deleteFeature(first, known, { objectId: outermost }, null);
        await settleFacts(first, known, { count: -1, came: [], went: gone?.was ? [gone.was] : [] });
        if (operation === 'deleteFeatures') late = post(operation, { objectIds: `${next}` });
        else if (operation === 'updateFeatures') late = move(next, 20, 20);
        else if (operation === 'applyEdits')
          late = post(operation, { deletes: `${next}`, adds: [{ attributes: {}, geometry: at(30, 30) }] });
        else late = post('deleteFeatures', { where: `OBJECTID = ${next}` });
        await waitsForLock();
      });
      expect([operation, (await late)?.error]).toEqual([operation, undefined]);
      await vi.waitFor(async () => expect([operation, sides(await said())]).toEqual([operation, sides(await counted())]), {
        timeout: 15_000,
      });
    }
  });

  it('gets new tags for its tiles and a later time of change with each edit, and so does a view of it', async () => {
    const before = { own: await tag(), view: await tag(view), edited: (await t.as('petra').get(layer)).editingInfo.lastEditDate };
    const id = await add(3000, 3000);
    expect(await tag()).not.toBe(before.own);
    expect(await tag(view)).not.toBe(before.view);
    expect((await t.as('petra').get(layer)).editingInfo.lastEditDate).toBeGreaterThanOrEqual(before.edited);
    const again = { own: await tag(), view: await tag(view) };
    await post('updateFeatures', { features: [{ attributes: { OBJECTID: id, name: 'renamed' } }] });
    expect(await tag()).not.toBe(again.own);
    expect(await tag(view)).not.toBe(again.view);
  });

  it('is measured anew by its views', async () => {
    const count = (await said(view)).count;
    const id = await add(9000, 9000);
    const { extent } = await t.as('petra').get(view);
    expect(Math.round(extent.xmax)).toBe(9000);
    expect((await said(view)).count).toBe(count + 1);
    await post('deleteFeatures', { objectIds: `${id}` });
    expect(Math.round((await t.as('petra').get(view)).extent.xmax)).toBe(3000);
  });

  it('stays measured when somebody who began before the last edit has measured it too', async () => {
    const { db } = t.portal;
    const viewItem = await db.selectFrom('feature_view').select(['item_id', 'measured']).executeTakeFirstOrThrow();
    const old = (await serviceOfItem(db, viewItem.item_id))?.layers[0];
    if (old === undefined) throw new Error('The view is not there.');
    const id = await add(7000, 7000);
    await t.as('petra').get(view);
    const after = async (): Promise<unknown> => db.selectFrom('feature_view').select('measured').executeTakeFirstOrThrow();
    const known = await after();
    await measureView(db, old);
    expect(await after()).toEqual(known);
    expect(Math.round((await t.as('petra').get(view)).extent.xmax)).toBe(7000);
    await post('deleteFeatures', { objectIds: `${id}` });
  });

  it('keeps no note of features that were there before it was emptied, and its tags go on', async () => {
    const before = await tag();
    await t.as('petra').post(`${layer.replace('/rest/', '/rest/admin/')}/truncate`, {});
    expect((await said()).count).toBe(0);
    expect(await tag()).not.toBe(before);
    await add(1, 1);
    expect(await said()).toMatchObject({ count: 1 });
    expect(sides(await said())).toEqual([1, 1, 1, 1]);
  });
});

describe('an edit', () => {
  it('of a layer that keeps its changes waits for its turn before it is noted, so that nobody waits in a ring', async (context) => {
    context.skip(t.portal.database.engine === 'embedded', ONE_SESSION);
    const { db } = t.portal;
    const admin = layer.replace('/rest/services', '/rest/admin/services').replace(/\/0$/, '');
    const updateDefinition = { capabilities: 'Query,Editing,ChangeTracking' };
    expect(await t.as('petra').post(`${admin}/updateDefinition`, { updateDefinition })).toEqual({ success: true });
    const [outermost] = await Promise.all([add(-20000, 0), ...Array.from({ length: 30 }, (_, n) => add(n, n))]);
    const known = (await serviceOfItem(db, itemId))?.layers[0];
    if (known === undefined || outermost === undefined) throw new Error('The layer is not there.');
    let late: Promise<number> | undefined;
    await db.transaction().execute(async (first) => {
      const gone = await deleteFeature(first, known, { objectId: outermost }, null);
      late = add(2, 2);
      await waitsForLock();
      await settleFacts(first, known, { count: -1, came: [], went: gone?.was ? [gone.was] : [] });
    });
    expect(await late).toBeGreaterThan(0);
    expect(sides(await said())).toEqual(sides(await counted()));
    expect((await said()).count).toBe((await counted()).count);
  });

  it('does not wait for whoever changes the row of the layer', async (context) => {
    context.skip(t.portal.database.engine === 'embedded', ONE_SESSION);
    await t.portal.db.transaction().execute(async (db) => {
      await db.updateTable('feature_layer').set({ name: 'renamed meanwhile' }).where('item_id', '=', itemId).execute();
      expect(await add(3, 3)).toBeGreaterThan(0);
    });
  });

  it('of a table that the layer has given up is refused, alone and among others', async () => {
    const { db } = t.portal;
    const id = await add(4, 4);
    const known = (await serviceOfItem(db, itemId))?.layers[0];
    const field = known?.fields.find((one) => one.name === 'name');
    if (known === undefined || field === undefined) throw new Error('The layer is not there.');
    const other = `l_${'0'.repeat(32)}`;
    await db.updateTable('feature_layer').set({ table_name: other }).where('table_name', '=', known.table).execute();
    const edit: Edit = { kind: 'update', key: { objectId: id }, values: [{ field, value: 'late' }], geometry: undefined };
    for (const lists of [[[edit]], [[edit, edit]]]) {
      const work = { layer: known, lists, ownedToUpdate: null, ownedToDelete: null };
      await expect(applyWork(t.portal, [work], true)).rejects.toMatchObject({
        details: ['The layer was replaced meanwhile.', 'Try again.'],
      });
    }
    await db.updateTable('feature_layer').set({ table_name: known.table }).where('table_name', '=', other).execute();
    const { features } = await t.as('petra').get(`${layer}/query`, { objectIds: `${id}`, outFields: 'name' });
    expect(features[0].attributes.name).toBe('4');
  });
});
