import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { makeSpots } from '../../../testing/spots-layer.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';
import { qualified } from '../hosted-table.store.ts';
import type { HostedLayer } from '../layers.rules.ts';
import { serviceOfItem } from '../services.store.ts';
import type { Edit } from './edit.ts';
import { editTogether } from './edits-together.ts';

let t: TestPortal;
let layer = '';
let itemId = '';

const known = async (): Promise<HostedLayer> => {
  const found = (await serviceOfItem(t.portal.db, itemId))?.layers[0];
  if (found === undefined) throw new Error('The layer is not there.');
  return found;
};
const post = (operation: string, params: Record<string, AnyReply>): Promise<AnyReply> =>
  t.as('petra').post(`${layer}/${operation}`, params);
const point = (x: number, y: number, wkid = 102100): AnyReply => ({ x, y, spatialReference: { wkid } });
const add = async (name: string): Promise<number> => {
  const { addResults } = await post('addFeatures', { features: [{ attributes: { name }, geometry: point(10, 10) }] });
  return addResults[0].objectId;
};
const nameOf = async (id: number): Promise<string> =>
  (await t.as('petra').get(`${layer}/query`, { objectIds: `${id}`, outFields: 'name' })).features[0]?.attributes.name;

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
  ({ itemId, layer } = await makeSpots(t, 'petra', { name: 'together', capabilities: 'Query,Editing,ChangeTracking' }));
});
afterAll(() => t.close());

describe('single edits that come together', () => {
  it('are written in one transaction but for the first, which waits for nobody, and each is told its own feature', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 12; n++) ids.push(await add(`before ${n}`));
    const before = await known();
    const field = before.fields.find((one) => one.name === 'name');
    if (field === undefined) throw new Error('The field is not there.');
    const renamed = (objectId: number, n: number): Edit => ({
      kind: 'update',
      key: { objectId },
      values: [{ field, value: `after ${n}` }],
      geometry: undefined,
    });
    const rows = await Promise.all(ids.map((id, n) => editTogether(t.portal, { layer: before, edit: renamed(id, n), owned: null })));
    expect(rows.map((row) => row?.objectid)).toEqual(ids);
    const text = `select count(distinct xmin::text)::int as n from ${qualified(before.table)} where objectid = any($1::bigint[])`;
    expect((await t.portal.database.pool.query(text, [ids])).rows[0].n).toBeLessThanOrEqual(2);
    expect(await Promise.all(ids.map(nameOf))).toEqual(ids.map((_, n) => `after ${n}`));
    expect((await known()).version).toBe(before.version + ids.length);
  });

  it('that add features give them ids that lie together, whichever way they go', async () => {
    const added = await Promise.all(Array.from({ length: 9 }, () => post('addFeatures', { features: [{ geometry: point(11, 11) }] })));
    const ids = added.map(({ addResults }) => addResults[0].globalId as string);
    expect(new Set(ids).size).toBe(9);
    // Two starts, should the three days end in between.
    expect(new Set(ids.map((id) => id.slice(1, 6))).size).toBeLessThanOrEqual(2);
  });

  it('of one feature are all made, one after the other', async () => {
    const id = await add('many');
    const before = (await known()).version;
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => post('updateFeatures', { features: [{ attributes: { OBJECTID: id, name: `turn ${n}` } }] })),
    );
    expect(answers.map(({ updateResults }) => updateResults[0].success)).toEqual(Array.from({ length: 8 }, () => true));
    expect(await nameOf(id)).toMatch(/^turn \d$/);
    expect((await known()).version).toBe(before + 8);
  });

  it('do not fail with one that cannot be made, and that one alone says why', async () => {
    const moved = await Promise.all(Array.from({ length: 9 }, (_, n) => add(`here ${n}`)));
    const far = (n: number): AnyReply => (n === 4 ? point(9e8, 9e8, 3035) : point(4_321_000 + n, 3_210_000, 3035));
    const answers = await Promise.all(
      moved.map((id, n) => post('updateFeatures', { features: [{ attributes: { OBJECTID: id }, geometry: far(n) }] })),
    );
    expect(answers.map(({ updateResults }) => updateResults[0].success)).toEqual(moved.map((_, n) => n !== 4));
    expect(answers[4].updateResults[0].error.description).toContain('geometry');
  });

  it('that add, change and delete are each told what became of them, also of what is not there', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, (_, n) => add(`to go ${n}`)));
    expect(new Set(ids).size).toBe(6);
    const gone = await Promise.all([...ids, 987_654].map((id) => post('deleteFeatures', { objectIds: `${id}` })));
    expect(gone.map(({ deleteResults }) => [deleteResults[0].objectId, deleteResults[0].success])).toEqual([
      ...ids.map((id) => [id, true]),
      [987_654, false],
    ]);
    const globalId = '{7D0E8AD5-AB5A-4B04-8E63-4CBF40A2D0A1}';
    const same = await Promise.all(
      [1, 2, 3].map((n) => post('applyEdits', { useGlobalIds: true, adds: [{ attributes: { GlobalID: globalId, name: `${n}` } }] })),
    );
    expect(same.filter(({ addResults }) => addResults[0].success)).toHaveLength(1);
  });
});

describe('calls that change the same features in different orders', () => {
  it('never fail because they wait for each other, where changes are kept', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, (_, n) => add(`ring ${n}`)));
    const change = (order: readonly number[], name: string): Promise<AnyReply> =>
      post('updateFeatures', { features: order.map((id) => ({ attributes: { OBJECTID: id, name } })) });
    for (let round = 0; round < 6; round++) {
      const answers = await Promise.all([
        change(ids, 'forth'),
        change(ids.toReversed(), 'back'),
        change(ids.slice(0, 1), 'first'),
        change(ids.slice(-1), 'last'),
        post('calculate', { where: `OBJECTID >= ${ids[0]}`, calcExpression: [{ field: 'name', value: 'all' }] }),
        post('applyEdits', {
          updates: [{ attributes: { OBJECTID: ids[3], name: 'middle' } }, { attributes: { OBJECTID: ids[1], name: 'left' } }],
        }),
      ]);
      expect(answers.map(({ error }) => error)).toEqual(answers.map(() => undefined));
    }
    expect((await t.as('petra').get(`${layer}/query`, { where: '1=1', returnCountOnly: true })).count).toBeGreaterThan(0);
  });

  it('never fail because the layer is emptied meanwhile', async () => {
    const admin = layer.replace('/rest/', '/rest/admin/');
    for (let round = 0; round < 4; round++) {
      const ids = await Promise.all(Array.from({ length: 4 }, (_, n) => add(`short ${n}`)));
      const answers = await Promise.all([
        post('applyEdits', { adds: [{ attributes: { name: 'new' } }], deletes: ids.slice(0, 2).join(), rollbackOnFailure: false }),
        t.as('petra').post(`${admin}/truncate`, {}),
        post('updateFeatures', { features: ids.map((id) => ({ attributes: { OBJECTID: id, name: 'late' } })), rollbackOnFailure: false }),
        post('addFeatures', { features: [{ attributes: { name: 'alone' } }] }),
      ]);
      expect(answers.map(({ error }) => error)).toEqual(answers.map(() => undefined));
    }
  });
});
