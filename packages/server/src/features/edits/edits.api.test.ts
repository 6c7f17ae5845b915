// Editing features: results per element, undoing together, rights.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
let layer: string;
let itemId: string;

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher', una: 'user', vera: 'viewer' } });
  const petra = t.as('petra');
  const reply = await petra.post(`content/users/${petra.username}/publish`, {
    text: 'species,height,planted,lat,lon\noak,12,2020-01-01,1,2\nash,7,2020-01-02,3,4\n',
    fileType: 'csv',
    publishParameters: { name: 'trees' },
  });
  await t.runJobs();
  itemId = reply.services[0].serviceItemId;
  layer = `${new URL(reply.services[0].serviceurl).pathname}/0`;
});
afterAll(() => t.close());

const edit = (operation: string, params: Record<string, string | number | boolean | object>, who = 'petra'): Promise<AnyReply> =>
  t.as(who).post(`${layer}/${operation}`, params);
const all = async (): Promise<AnyReply[]> =>
  (await t.as('petra').get(`${layer}/query`, { where: '1=1', outFields: '*', outSR: 4326 })).features;
const elm = {
  attributes: { species: 'elm', height: 3, planted: 1_577_923_200_000, unknown: 1 },
  geometry: { x: 10, y: 50, spatialReference: { wkid: 4326 } },
};

describe('edits', () => {
  it('add, change and delete, and the layer says that it changed', async () => {
    const before = (await t.as('petra').get(layer)).editingInfo.lastEditDate;
    const { addResults } = await edit('addFeatures', { features: [elm] });
    expect(addResults).toEqual([{ objectId: 3, uniqueId: 3, globalId: expect.stringMatching(/^\{[0-9A-F-]{36}\}$/), success: true }]);
    const features = await all();
    expect(features).toHaveLength(3);
    expect(features[2].attributes).toMatchObject({ species: 'elm', planted: 1_577_923_200_000 });
    expect(features[2].geometry.y).toBeCloseTo(50, 6);
    const { updateResults } = await edit('updateFeatures', { features: [{ attributes: { objectid: 3, Species: 'wych elm' } }] });
    expect(updateResults[0]).toMatchObject({ objectId: 3, success: true });
    expect((await all())[2]).toMatchObject({ attributes: { species: 'wych elm', height: 3 }, geometry: { x: expect.closeTo(10, 6) } });
    expect((await edit('deleteFeatures', { objectIds: '3' })).deleteResults[0]).toMatchObject({ objectId: 3, success: true });
    expect(await all()).toHaveLength(2);
    expect((await t.as('petra').get(layer)).editingInfo.lastEditDate).toBeGreaterThanOrEqual(before);
    // Object ids are never used again.
    expect((await edit('addFeatures', { features: [elm] })).addResults[0].objectId).toBe(4);
    await edit('deleteFeatures', { where: "species = 'elm'" });
  });

  it('leave features where they are, and place new ones, where the service allows no other geometries', async () => {
    const service = layer.replace('/rest/services/', '/rest/admin/services/').replace(/\/0$/, '');
    const allow = (allowGeometryUpdates: boolean) =>
      t.as('petra').post(`${service}/updateDefinition`, { updateDefinition: { allowGeometryUpdates } });
    await allow(false);
    const updates = [{ attributes: { objectid: 2, height: 8 }, geometry: { x: 50, y: 50, spatialReference: { wkid: 4326 } } }];
    const { addResults, updateResults } = await edit('applyEdits', { adds: [elm], updates });
    expect([addResults[0].success, updateResults[0].success]).toEqual([true, true]);
    const [, moved, added] = await all();
    expect(moved).toMatchObject({ attributes: { height: 8 }, geometry: { x: expect.closeTo(4, 6), y: expect.closeTo(3, 6) } });
    expect(added.geometry).toMatchObject({ x: expect.closeTo(10, 6), y: expect.closeTo(50, 6) });
    await allow(true);
    expect((await edit('updateFeatures', { features: updates })).updateResults[0].success).toBe(true);
    expect((await all())[1].geometry).toMatchObject({ x: expect.closeTo(50, 6), y: expect.closeTo(50, 6) });
    const back = { x: 4, y: 3, spatialReference: { wkid: 4326 } };
    await edit('updateFeatures', { features: [{ attributes: { objectid: 2, height: 7 }, geometry: back }] });
    await edit('deleteFeatures', { where: "species = 'elm'" });
  });

  it('say of each that failed why, as sentences that can be said in any language, beside the words of before', async () => {
    const features = [
      { attributes: { species: 'odd', height: 'tall' } },
      { attributes: { species: 'odd' }, geometry: { rings: [[[0, 0]]] } },
    ];
    const { addResults } = await edit('addFeatures', { features, rollbackOnFailure: false });
    expect(addResults.map((one: AnyReply) => one.error)).toEqual([
      {
        code: 1000,
        description: "height must be a number, and is 'tall'. Change the value.",
        reasons: [
          {
            code: 'value-wanted',
            values: { field: 'height', wanted: { code: 'wanted-number', values: {}, text: 'a number' }, value: "'tall'" },
            text: "height must be a number, and is 'tall'. Change the value.",
          },
        ],
      },
      {
        code: 1000,
        description: expect.stringMatching(/^The geometry is not valid: a ring must have at least 4 points\. Send /),
        reasons: [expect.objectContaining({ code: 'edit-geometry', values: { why: expect.objectContaining({ code: 'ring-points' }) } })],
      },
    ]);
    // What is wrong with a geometry, too, down to the words for its kind.
    const odd: [unknown, string, object][] = [
      [{ x: 'a', y: 1 }, 'x must be a finite number', { why: { code: 'geometry-number', values: { name: 'x' } } }],
      [{ paths: 5 }, 'paths and rings must be arrays', { why: { code: 'geometry-parts' } }],
      [{ points: [[1]] }, 'a coordinate must have 2 to 4 numbers', { why: { code: 'geometry-position' } }],
      [{ q: 1 }, 'the geometry has no x/y, points', { why: { code: 'geometry-empty-kind' } }],
      [
        { points: [[1, 2]] },
        'must be of type esriGeometryPoint, and is of type esriGeometryMultipoint',
        { wanted: { code: 'type-point' }, found: { code: 'type-multipoint' } },
      ],
    ];
    const refused = await edit('addFeatures', {
      features: odd.map(([geometry]) => ({ attributes: { species: 'odd' }, geometry })),
      rollbackOnFailure: false,
    });
    for (const [i, [, words, values]] of odd.entries())
      expect(refused.addResults[i].error).toMatchObject({ description: expect.stringContaining(words), reasons: [{ values }] });
    const { updateResults } = await edit('updateFeatures', {
      features: [{ attributes: { objectid: 1, height: 5 } }, { attributes: { objectid: 999, height: 5 } }],
    });
    expect(updateResults.map((one: AnyReply) => [one.error.code, one.error.reasons.map(({ code }: AnyReply) => code)])).toEqual([
      [1003, ['edit-undone']],
      [1019, ['edit-no-feature']],
    ]);
  });

  const UNREAD = expect.stringMatching(/^The geometry is not valid: the spatial reference .* by its well-known id\. Send /);

  it('in a reference system that nobody knows fail by themselves, beside others that are made (ERR-10)', async () => {
    const placed = (spatialReference: object): object => ({ attributes: { species: 'odd' }, geometry: { x: 1, y: 1, spatialReference } });
    const features = [placed({ wkid: 999_999 }), placed({ wkt: 'LOCAL_CS["mine"]' }), placed({ wkid: 4326 }), placed({ wkid: 2e6 })];
    const { addResults } = await edit('addFeatures', { features, rollbackOnFailure: false });
    expect(addResults).toMatchObject([
      {
        objectId: -1,
        success: false,
        error: { code: 1000, description: expect.stringMatching(/^The reference system 999999 is not known\. Send /) },
      },
      { objectId: -1, success: false, error: { code: 1000, description: UNREAD } },
      { success: true },
      { objectId: -1, success: false, error: { code: 1000, description: UNREAD } },
    ]);
    expect((await edit('addFeatures', { features: features.slice(0, 1) })).addResults).toMatchObject([
      { success: false, error: { code: 1000 } },
    ]);
    const update = { ...placed({ wkid: 999_999 }), attributes: { OBJECTID: 1 } };
    expect((await edit('updateFeatures', { features: [update] })).updateResults).toMatchObject([{ objectId: 1, success: false }]);
    await edit('deleteFeatures', { where: "species = 'odd'" });
  });

  it('are undone together when one fails', async () => {
    const reply = await edit('applyEdits', { adds: [elm], updates: [{ attributes: { OBJECTID: 99, height: 1 } }], deletes: '1' });
    expect(reply.addResults[0]).toMatchObject({ objectId: -1, success: false, error: { code: 1003 } });
    expect(reply.updateResults[0]).toMatchObject({
      objectId: 99,
      success: false,
      error: { code: 1019, description: expect.stringMatching(/^Feature does not exist\. Read /) },
    });
    expect(reply.deleteResults[0]).toMatchObject({ objectId: 1, success: false, error: { code: 1003 } });
    expect(await all()).toHaveLength(2);
  });

  it('stand alone when that is wanted', async () => {
    const reply = await edit('applyEdits', { adds: [elm, { attributes: { height: 'tall' } }], deletes: '[98]', rollbackOnFailure: false });
    expect(reply.addResults.map((one: AnyReply) => one.success)).toEqual([true, false]);
    expect(reply.addResults[1].error.description).toContain('height');
    expect(reply.updateResults).toEqual([]);
    expect(reply.deleteResults[0].error.code).toBe(1019);
    expect(await all()).toHaveLength(3);
    await edit('deleteFeatures', { where: "species = 'elm'" });
  });

  it('work by global ids', async () => {
    const globalId = '{9b1f0000-aaaa-bbbb-cccc-000000000001}';
    const add = { attributes: { GlobalID: globalId, species: 'yew' } };
    expect((await edit('addFeatures', { features: [add], useGlobalIds: true })).addResults[0].globalId).toBe(globalId.toUpperCase());
    expect((await edit('addFeatures', { features: [add], useGlobalIds: true })).addResults[0].success).toBe(false);
    const change = { attributes: { globalid: globalId.slice(1, -1), height: 9 } };
    expect((await edit('updateFeatures', { features: [change], useGlobalIds: true })).updateResults[0].success).toBe(true);
    expect((await edit('applyEdits', { deletes: globalId, useGlobalIds: true })).deleteResults[0].success).toBe(true);
  });

  it.each([
    [{ attributes: { height: 1.5 } }, 'height'],
    [{ attributes: { species: 'x'.repeat(300) } }, 'species'],
    [{ attributes: { planted: 'soon' } }, 'planted'],
    [{ attributes: { species: 'a', SPECIES: 'b' } }, 'species has two values'],
    [
      {
        attributes: {},
        geometry: {
          rings: [
            [
              [0, 0],
              [0, 1],
              [1, 1],
              [0, 0],
            ],
          ],
        },
      },
      'esriGeometryPoint',
    ],
    [{ attributes: {}, geometry: { x: 'NaN', y: 1 } }, 'geometry'],
    [{ type: 'Feature', properties: {} }, 'GeoJSON'],
  ])('refuse %j', async (feature, word) => {
    const { addResults } = await edit('addFeatures', { features: [feature] });
    expect(addResults[0]).toMatchObject({ success: false, objectId: -1 });
    expect(addResults[0].error.description).toContain(word);
  });

  it('clear a geometry with null and keep it when it is not sent', async () => {
    await edit('updateFeatures', { features: [{ attributes: { OBJECTID: 2, height: null }, geometry: null }] });
    expect((await all())[1]).toMatchObject({ attributes: { height: null }, geometry: null });
  });

  it('refuse malformed calls as a whole', async () => {
    for (const features of ['{', '{"a":1}']) expect((await edit('addFeatures', { features })).error.code).toBe(400);
    expect((await edit('deleteFeatures', {})).error.code).toBe(400);
    expect((await t.as('petra').get(`${layer}/addFeatures`, { features: '[]' })).error.code).toBe(405);
    expect((await edit('deleteFeatures', { where: 'nothing = 1' })).error.code).toBe(400);
  });

  it('need sight of the item, the capability and the privilege', async () => {
    await t.portal.db
      .updateTable('item')
      .set({ access: 'public', scopes: ['public'] })
      .where('id', '=', itemId)
      .execute();
    const add = { features: [elm] };
    expect((await t.stranger.post(`${layer}/addFeatures`, add)).error.code).toBe(499);
    expect((await edit('addFeatures', add, 'una')).error.code).toBe(403);
    const admin = layer.replace('/rest/services/', '/rest/admin/services/').replace(/\/0$/, '');
    await t.as('petra').post(`${admin}/updateDefinition`, { updateDefinition: { capabilities: 'Query,Create' } });
    expect((await edit('addFeatures', add, 'una')).addResults[0].success).toBe(true);
    expect((await edit('deleteFeatures', { objectIds: '1' }, 'una')).error.code).toBe(403);
    expect((await edit('addFeatures', add, 'vera')).error.code).toBe(403);
  });
});
