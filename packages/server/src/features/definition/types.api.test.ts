// The types of the features of a layer: what is told of them, and what is refused.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
let service: string;
const admin = (): string => service.replace('/rest/services', '/rest/admin/services');
const OK = { success: true };
const change = (updateDefinition: object): Promise<AnyReply> => t.as('petra').post(`${admin()}/0/updateDefinition`, { updateDefinition });
const told = async (): Promise<unknown[]> => {
  const { typeIdField, types } = await t.as('petra').get(`${service}/0`);
  return [typeIdField, types];
};

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher', una: 'user' } });
  const { username } = t.as('petra');
  const made = await t.as('petra').post(`content/users/${username}/createService`, { createParameters: { name: 'Typed' } });
  service = new URL(made.serviceurl).pathname;
  const fields = [
    { name: 'kind', type: 'esriFieldTypeSmallInteger' },
    { name: 'code', type: 'esriFieldTypeString', length: 4 },
  ];
  expect(
    await t.as('petra').post(`${admin()}/addToDefinition`, { addToDefinition: { tables: [{ name: 'trees', fields }] } }),
  ).toMatchObject(OK);
});
afterAll(() => t.close());

const oak = { id: 1, name: 'Oak', domains: { code: { type: 'inherited' } }, templates: [] };

describe('the types of a layer', () => {
  it('are kept as they are given, with ids of the type of their field', async () => {
    expect(await change({ typeIdField: 'KIND', types: [oak, { id: '2', name: 'Lime' }] })).toEqual(OK);
    expect(await told()).toEqual(['kind', [oak, { id: 2, name: 'Lime' }]]);
    expect(await change({ typeIdField: 'code' })).toEqual(OK);
    expect(await told()).toEqual([
      'code',
      [
        { ...oak, id: '1' },
        { id: '2', name: 'Lime' },
      ],
    ]);
  });

  it.each([
    ['are told apart by ids that the field can hold', { typeIdField: 'kind', types: [{ id: 40_000, name: 'Elm' }] }, '-32768 to 32767'],
    ['have ids no longer than the texts of the field', { types: [{ id: 'birch', name: 'Birch' }] }, 'code'],
    ['have whole ids where the field has whole numbers', { typeIdField: 'kind', types: [{ id: 1.5, name: 'Elm' }] }, 'kind'],
    ['have an id each', { types: [{ name: 'Elm' }] }, "for the type 'Elm'"],
    ['have each id once, however it is written', { typeIdField: 'kind', types: [oak, { id: '1', name: 'Elm' }] }, "'1' twice"],
    ['are told apart by a field that is there', { typeIdField: 'size' }, 'size'],
  ])('%s', async (_rule, wrong, why) => {
    const before = await told();
    const { error } = await change(wrong);
    expect([error.code, JSON.stringify(error)]).toEqual([400, expect.stringContaining(why)]);
    expect(await told()).toEqual(before);
  });

  it('tell people in their language what the field takes', async () => {
    const { error } = await change({ typeIdField: 'kind', types: [{ id: 1.5, name: 'Elm' }] });
    const why = { code: 'field-unfit', values: { field: 'kind', wanted: { code: 'wanted-whole' }, value: '1.5' } };
    expect(error.reasons).toMatchObject([{ code: 'definition-value', values: { where: 'types', why } }]);
  });

  it('come with the definition of a new layer, and are looked at there too', async () => {
    const fields = [{ name: 'kind', type: 'esriFieldTypeInteger' }];
    const add = (types: object[]): Promise<AnyReply> =>
      t.as('petra').post(`${admin()}/addToDefinition`, {
        addToDefinition: { tables: [{ name: 'shrubs', fields, typeIdField: 'kind', types }] },
      });
    expect((await add([oak, oak])).error.message).toContain("'1' twice");
    expect(await add([{ ...oak, id: '7' }])).toMatchObject(OK);
    expect(await t.as('petra').get(`${service}/1`)).toMatchObject({ typeIdField: 'kind', types: [{ id: 7, name: 'Oak' }] });
  });

  it('are taken away whole, and their field may go then', async () => {
    const drop = (): Promise<AnyReply> =>
      t.as('petra').post(`${admin()}/0/deleteFromDefinition`, { deleteFromDefinition: { fields: [{ name: 'code' }] } });
    expect((await drop()).error.message).toContain('the types of the layer need it');
    expect(await change({ typeIdField: null, types: [] })).toEqual(OK);
    expect(await told()).toEqual([null, []]);
    expect(await drop()).toEqual(OK);
  });

  it('are changed by nobody but who administers the layer', async () => {
    const updateDefinition = { typeIdField: 'kind', types: [oak] };
    expect((await t.as('una').post(`${admin()}/0/updateDefinition`, { updateDefinition })).error.code).toBe(403);
  });
});
