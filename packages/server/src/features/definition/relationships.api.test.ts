// Relationships to layers that are there already: what they say of themselves comes with them, later, or is made.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
let service: string;
let admin: string;
let count = 0;

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher', una: 'user' } });
});
afterAll(() => t.close());

const code = { name: 'code', type: 'esriFieldTypeString', length: 20 };
const wells = { name: 'wells', geometryType: 'esriGeometryPoint', fields: [code] };
const side = (role: string, relatedTableId: number, keyField: string, more = {}): object => ({
  name: role,
  relatedTableId,
  role: `esriRelRole${role}`,
  cardinality: 'esriRelCardinalityOneToMany',
  keyField,
  ...more,
});

beforeEach(async () => {
  const createParameters = { name: `Wells_${count++}`, capabilities: 'Query,Editing' };
  const made = await t.as('petra').post(`content/users/${t.as('petra').username}/createService`, { createParameters });
  service = new URL(made.serviceurl).pathname;
  admin = service.replace('/rest/services/', '/rest/admin/services/');
  expect(await add({ layers: [wells] })).toMatchObject({ success: true });
});

const add = (definition: object, path = admin, who = 'petra'): Promise<AnyReply> =>
  t.as(who).post(`${path}/addToDefinition`, { addToDefinition: definition });
const related = async (layer: number): Promise<AnyReply[]> => (await t.as('petra').get(`${service}/${layer}`)).relationships;

/** The codes of samples of the first well, once both layers have rows. */
async function samplesOfFirst(): Promise<string[]> {
  const petra = t.as('petra');
  await petra.post(`${service}/0/addFeatures`, { features: [{ attributes: { code: 'a' } }, { attributes: { code: 'b' } }] });
  await petra.post(`${service}/1/addFeatures`, { features: ['a', 'b', 'a'].map((value) => ({ attributes: { code: value } })) });
  const { id } = (await related(0))[0];
  const query = { objectIds: '1', relationshipId: id, outFields: 'code' };
  const { relatedRecordGroups } = await petra.get(`${service}/0/queryRelatedRecords`, query);
  return relatedRecordGroups.flatMap((one: AnyReply) => one.relatedRecords.map((row: AnyReply) => row.attributes.code));
}

describe('a relationship to a layer that is there', () => {
  it('comes with what both say, the other by its id alone', async () => {
    const samples = { name: 'samples', fields: [code], relationships: [side('Destination', 0, 'code', { id: 7 })] };
    const reply = await add({ layers: [{ id: 0, relationships: [side('Origin', 1, 'code', { id: 7 })] }], tables: [samples] });
    expect(reply).toEqual({ success: true, layers: [], tables: [{ name: 'samples', id: 1 }] });
    expect(await related(0)).toMatchObject([{ id: 7, role: 'esriRelRoleOrigin', relatedTableId: 1, name: 'Origin' }]);
    expect(await related(1)).toMatchObject([{ id: 7, role: 'esriRelRoleDestination', relatedTableId: 0 }]);
    expect(await samplesOfFirst()).toEqual(['a', 'a']);
  });

  it('is made from one side where the key has the same name on the other', async () => {
    await add({ tables: [{ name: 'samples', fields: [code], relationships: [side('Destination', 0, 'CODE')] }] });
    expect(await related(0)).toMatchObject([{ id: 0, role: 'esriRelRoleOrigin', relatedTableId: 1, keyField: 'code', name: 'samples' }]);
    expect(await samplesOfFirst()).toEqual(['a', 'a']);
  });

  it('names features by their global id where the new side keeps ids', async () => {
    const ref = { name: 'well', type: 'esriFieldTypeGUID' };
    await add({ tables: [{ name: 'samples', fields: [ref], relationships: [side('Destination', 0, 'well')] }] });
    expect(await related(0)).toMatchObject([{ keyField: 'GlobalID', role: 'esriRelRoleOrigin' }]);
  });

  it('comes between two that are there, in one call or by each of them in turn', async () => {
    await add({ tables: [{ name: 'samples', fields: [code] }] });
    const both = [
      { id: 0, relationships: [side('Origin', 1, 'code')] },
      { id: 1, relationships: [side('Destination', 0, 'code')] },
    ];
    expect(await add({ layers: both.slice(0, 1), tables: both.slice(1) })).toEqual({ success: true, layers: [], tables: [] });
    const turns = { id: 5, cardinality: 'esriRelCardinalityOneToOne' };
    expect(await add({ relationships: [side('Origin', 1, 'code', turns)] }, `${admin}/0`)).toEqual({ success: true });
    expect(await add({ relationships: [side('Destination', 0, 'code', { ...turns, name: 'told' })] }, `${admin}/1`)).toEqual({
      success: true,
    });
    expect((await related(0)).map((one) => [one.id, one.name])).toEqual([
      [0, 'Origin'],
      [5, 'Origin'],
    ]);
    expect((await related(1)).map((one) => [one.id, one.name])).toEqual([
      [0, 'Destination'],
      [5, 'told'],
    ]);
    const { relationships } = await t.as('petra').get(`${service}/relationships`);
    expect(relationships.map((one: AnyReply) => one.id)).toEqual([0, 5]);
  });

  it('is refused where its other side cannot be known, and nothing is made', async () => {
    const alone = (relationship: object): object => ({
      tables: [{ name: 'x', fields: [{ ...code, name: 'other' }], relationships: [relationship] }],
    });
    const before = await t.as('petra').get(service);
    for (const wrong of [
      alone(side('Destination', 0, 'other')),
      alone(side('Origin', 0, 'GlobalID')),
      alone(side('Destination', 9, 'other')),
      { layers: [{ id: 9, relationships: [side('Origin', 0, 'code')] }] },
      { layers: [{ id: 0, relationships: [side('Origin', 5, 'code')] }] },
    ])
      expect((await add(wrong)).error).toMatchObject({ code: 400, message: expect.stringContaining('relationships') });
    expect((await add({ layers: [{ id: 0, relationships: [side('Origin', 0, 'nothing')] }] })).error.code).toBe(400);
    expect((await add({ layers: [{ id: 0, relationships: [side('Origin', 0, 'code')] }] }, admin, 'una')).error.code).toBe(403);
    expect((await add({ relationships: [side('Origin', 0, 'code')] }, `${admin}/0`, 'una')).error.code).toBe(403);
    expect(await t.as('petra').get(service)).toEqual(before);
    expect(await related(0)).toEqual([]);
  });
});

describe('a relationship that goes', () => {
  const remove = (definition: object, path = `${admin}/0`, who = 'petra'): Promise<AnyReply> =>
    t.as(who).post(`${path}/deleteFromDefinition`, { deleteFromDefinition: definition });

  beforeEach(async () => {
    const samples = { name: 'samples', fields: [code, { ...code, name: 'other' }] };
    expect(await add({ tables: [samples] })).toMatchObject({ success: true });
    expect(await add({ relationships: [side('Origin', 1, 'code', { id: 4 })] }, `${admin}/0`)).toEqual({ success: true });
    expect(await add({ relationships: [side('Destination', 0, 'code', { id: 6 })] }, `${admin}/1`)).toEqual({ success: true });
  });

  it('goes from both layers by its number, and leaves the others and the values of its key', async () => {
    expect((await related(0)).map((one) => one.id)).toEqual([4, 6]);
    expect(await remove({ relationships: [{ id: 4 }] })).toEqual({ success: true });
    for (const layer of [0, 1]) expect((await related(layer)).map((one) => one.id)).toEqual([6]);
    expect(await samplesOfFirst()).toEqual(['a', 'a']);
    const gone = await t.as('petra').get(`${service}/0/queryRelatedRecords`, { objectIds: '1', relationshipId: 4 });
    expect(gone.error).toMatchObject({ code: 400 });
  });

  it('frees its key in the same call, and goes from views too', async () => {
    const createParameters = { name: `Wells_seen_${count}` };
    const petra = t.as('petra');
    const made = await petra.post(`content/users/${petra.username}/createService`, { createParameters, isView: true });
    const view = new URL(made.serviceurl).pathname;
    const part = (sourceLayerId: number): object => ({
      adminLayerInfo: { viewLayerDefinition: { sourceServiceName: service.split('/')[4], sourceLayerId } },
    });
    const added = await add({ layers: [part(0)], tables: [part(1)] }, view.replace('/rest/services/', '/rest/admin/services/'));
    expect(added).toMatchObject({ success: true });
    expect((await petra.get(`${view}/0`)).relationships).toHaveLength(2);
    expect((await remove({ fields: [{ name: 'code' }] }, `${admin}/1`)).error.message).toContain('a relationship needs it');
    expect(await remove({ fields: [{ name: 'code' }], relationships: [{ id: 4 }, { id: 6 }] }, `${admin}/1`)).toEqual({ success: true });
    expect([await related(0), await related(1), (await petra.get(`${view}/0`)).relationships]).toEqual([[], [], []]);
    expect((await petra.get(`${service}/1`)).fields.map((one: AnyReply) => one.name)).not.toContain('code');
  });

  it('is one of the layer, and is taken away by those who may change it', async () => {
    expect((await remove({ relationships: [{ id: 9 }] })).error).toMatchObject({
      code: 400,
      message: "'relationships' of the layer have none with the number 9.",
    });
    expect((await remove({ relationships: [{ id: 4 }] }, `${admin}/0`, 'una')).error.code).toBe(403);
    expect(await related(0)).toHaveLength(2);
  });
});
