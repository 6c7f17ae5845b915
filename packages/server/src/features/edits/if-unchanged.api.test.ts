// Edits that are meant for a version of a feature: whoever comes second is refused, however close behind.
import { CHANGED_SINCE } from '@graticule/contract/services/feature-server';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
let layer: string;
let view: string;

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher', una: 'user' } });
  const petra = t.as('petra');
  const make = async (params: object): Promise<string> =>
    new URL((await petra.post(`content/users/${petra.username}/createService`, params as Record<string, object>)).serviceurl).pathname;
  const service = await make({ createParameters: { name: 'Doors', capabilities: 'Query,Editing' } });
  const fields = [
    { name: 'label', type: 'esriFieldTypeString', length: 20 },
    { name: 'width', type: 'esriFieldTypeDouble' },
  ];
  const doors = { name: 'doors', geometryType: 'esriGeometryPoint', fields };
  await petra.post(`${service.replace('/rest/services/', '/rest/admin/services/')}/addToDefinition`, {
    addToDefinition: { layers: [doors] },
  });
  layer = `${service}/0`;
  view = `${await make({ createParameters: { name: 'DoorsView', capabilities: 'Query,Editing' }, isView: true })}`;
  const source = { name: 'doors', id: 0, adminLayerInfo: { viewLayerDefinition: { sourceServiceName: 'Doors', sourceLayerId: 0 } } };
  await petra.post(`${view.replace('/rest/services/', '/rest/admin/services/')}/addToDefinition`, {
    addToDefinition: { layers: [source] },
  });
  const features = [1, 2].map((n) => ({ attributes: { label: `door ${n}`, width: n }, geometry: { x: n, y: n } }));
  await petra.post(`${layer}/addFeatures`, { features });
});
afterAll(() => t.close());

const read = (id: number, path = layer): Promise<AnyReply> => t.as('petra').get(`${path}/${id}`, { returnVersion: true });
const apply = (params: Record<string, object | string | boolean>, path = layer): Promise<AnyReply> =>
  t.as('petra').post(`${path}/applyEdits`, params);
const named = (objectid: number, label: string): object => ({ attributes: { objectid, label } });
const changedSince = { success: false, error: { code: CHANGED_SINCE } };

describe('the version of a feature', () => {
  it('is told where it is asked for, and is another one after each change, whatever was changed', async () => {
    expect(await t.as('petra').get(`${layer}/1`)).toEqual({ feature: expect.anything() });
    const versions = [(await read(1)).version];
    await apply({ updates: [named(1, 'front door')] });
    versions.push((await read(1)).version);
    await apply({ updates: [{ attributes: { objectid: 1 }, geometry: { x: 5, y: 5 } }] });
    versions.push((await read(1)).version);
    for (const version of versions) expect(version).toMatch(/^\d+$/);
    expect(new Set(versions).size).toBe(3);
    expect((await read(1)).version).toBe(versions[2]);
  });

  it('lets an edit through once, and refuses the next that was meant for it', async () => {
    const { version } = await read(1);
    const first = await apply({ updates: [named(1, 'mine')], ifUnchanged: { 1: version } });
    expect(first.updateResults).toMatchObject([{ objectId: 1, success: true }]);
    const second = await apply({ updates: [named(1, 'theirs')], ifUnchanged: { 1: version } });
    expect(second.updateResults).toMatchObject([changedSince]);
    expect((await apply({ deletes: '1', ifUnchanged: { 1: version } })).deleteResults).toMatchObject([changedSince]);
    expect((await read(1)).feature.attributes.label).toBe('mine');
    // calls that say nothing are not held up
    expect((await apply({ updates: [named(1, 'again')] })).updateResults).toMatchObject([{ success: true }]);
  });

  it('holds for the operations that only change or only delete, too', async () => {
    const { addResults } = await apply({ adds: [{ attributes: { label: 'a' } }, { attributes: { label: 'b' } }] });
    const [one, other] = addResults.map(({ objectId }: AnyReply) => objectId);
    const post = (operation: string, params: object): Promise<AnyReply> => t.as('petra').post(`${layer}/${operation}`, params as never);
    const versions = { [one]: (await read(one)).version, [other]: (await read(other)).version };
    const change = (label: string): Promise<AnyReply> => post('updateFeatures', { features: [named(one, label)], ifUnchanged: versions });
    expect((await change('mine')).updateResults).toMatchObject([{ success: true }]);
    expect((await change('late')).updateResults).toMatchObject([changedSince]);
    const gone = (ids: string, more: object = {}): Promise<AnyReply> =>
      post('deleteFeatures', { objectIds: ids, ifUnchanged: versions, ...more });
    expect((await gone(`${one}`)).deleteResults).toMatchObject([changedSince]);
    expect((await gone(`${one},${other}`)).deleteResults).toMatchObject([changedSince, { success: false }]);
    expect((await gone(`${one},${other}`, { rollbackOnFailure: false })).deleteResults).toMatchObject([changedSince, { success: true }]);
    expect((await read(one)).feature.attributes.label).toBe('mine');
    expect((await gone(`${one}`, { where: '1=1' })).error).toMatchObject({ code: 400 });
    expect((await gone(`${one}`, { ifUnchanged: { [one]: (await read(one)).version } })).deleteResults).toMatchObject([{ success: true }]);
  });

  it('lets one of many that come at once through, and no more', async () => {
    const { version } = await read(2);
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, n) => apply({ updates: [named(2, `try ${n}`)], ifUnchanged: { 2: version } })),
    );
    const results = replies.map(({ updateResults }) => updateResults[0]);
    expect(results.filter(({ success }) => success)).toHaveLength(1);
    for (const result of results.filter(({ success }) => !success)) expect(result).toMatchObject(changedSince);
    const winner = results.findIndex(({ success }) => success);
    expect((await read(2)).feature.attributes.label).toBe(`try ${winner}`);
  });

  it('undoes the others of the call, or leaves them, as failures do', async () => {
    const { version } = await read(1);
    const stale = { 1: version, 2: '1' };
    const updates = [named(1, 'both'), named(2, 'both')];
    const together = await apply({ updates, ifUnchanged: stale });
    expect(together.updateResults).toMatchObject([{ success: false }, changedSince]);
    expect((await read(1)).feature.attributes.label).not.toBe('both');
    const apart = await apply({ updates, ifUnchanged: stale, rollbackOnFailure: false });
    expect(apart.updateResults).toMatchObject([{ success: true }, changedSince]);
  });

  it('stays where the portal or an administrator changes something beside what people wrote', async () => {
    const before = await Promise.all([read(1), read(2)]);
    const table = (await t.portal.db.selectFrom('feature_layer').select('table_name').where('name', '=', 'doors').execute())
      .map((row) => row.table_name)
      .find((name) => name.startsWith('l_'));
    // as a background job does that settles from which zoom level points are drawn
    await sql`update ${sql.id('hosted', table ?? '')} set draw_zoom = 7`.execute(t.portal.db);
    const admin = layer.replace('/rest/services/', '/rest/admin/services/');
    const fields = [{ name: 'colour', type: 'esriFieldTypeString', length: 10 }];
    expect(await t.as('petra').post(`${admin}/addToDefinition`, { addToDefinition: { fields } })).toMatchObject({ success: true });
    const after = await Promise.all([read(1), read(2)]);
    expect(after.map(({ version }) => version)).toEqual(before.map(({ version }) => version));
    const { updateResults } = await apply({ updates: [named(1, 'still mine')], ifUnchanged: { 1: before[0]?.version } });
    expect(updateResults).toMatchObject([{ success: true }]);
    // the new field counts from its first value on, and what was written before is known again
    const versions = [(await read(1)).version];
    await apply({ updates: [{ attributes: { objectid: 1, colour: 'red' } }] });
    versions.push((await read(1)).version);
    await apply({ updates: [{ attributes: { objectid: 1, colour: null } }] });
    expect([(await read(1)).version, versions[1] === versions[0]]).toEqual([versions[0], false]);
  });

  it('tells values of different fields apart, and an empty text from none', async () => {
    const seen = new Set<string>();
    for (const attributes of [
      { label: '12', width: null },
      { label: null, width: 12 },
      { label: '', width: null },
      { label: null, width: null },
      { label: '1', width: 2 },
    ]) {
      await apply({ updates: [{ attributes: { objectid: 2, ...attributes } }] });
      seen.add((await read(2)).version);
    }
    expect(seen.size).toBe(5);
  });

  it('is the same through a view of the layer', async () => {
    const { version } = await read(1, `${view}/0`);
    expect(version).toBe((await read(1)).version);
    await apply({ updates: [named(1, 'at the source')] });
    expect((await apply({ updates: [named(1, 'in the view')], ifUnchanged: { 1: version } }, `${view}/0`)).updateResults).toMatchObject([
      changedSince,
    ]);
    const now = (await read(1, `${view}/0`)).version;
    const done = await apply({ updates: [named(1, 'in the view')], ifUnchanged: { 1: now } }, `${view}/0`);
    expect(done.updateResults).toMatchObject([{ success: true }]);
  });

  it('tells a feature that is gone from one that was changed', async () => {
    const { addResults } = await apply({ adds: [{ attributes: { label: 'short-lived' } }] });
    const id = addResults[0].objectId;
    const { version } = await read(id);
    await apply({ deletes: `${id}` });
    expect((await read(id)).error.code).toBe(404);
    const { updateResults } = await apply({ updates: [named(id, 'late')], ifUnchanged: { [id]: version } });
    expect(updateResults).toMatchObject([{ success: false, error: { code: 1019 } }]);
  });

  it('must be one', async () => {
    for (const ifUnchanged of ['1', [1], { 1: 7 }, { 1: "1' or true" }, { x: '1' }])
      expect((await apply({ updates: [named(1, 'x')], ifUnchanged: JSON.stringify(ifUnchanged) })).error).toMatchObject({ code: 400 });
    const byGlobalId = await apply({ updates: [named(1, 'x')], ifUnchanged: { 1: '1' }, useGlobalIds: true });
    expect(byGlobalId.error).toMatchObject({ code: 400 });
  });

  it('is told to nobody who may not read the feature', async () => {
    expect((await t.as('una').get(`${layer}/1`, { returnVersion: true })).error).toMatchObject({ code: 403 });
  });
});
