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

  it('set lists and ranges for fields, and what new rows begin with, as the fields keep them', async () => {
    const list = (code: string | number): object => ({ type: 'codedValue', name: 'codes', codedValues: [{ name: 'One', code }] });
    const begun = (attributes: object): object[] => [{ name: 'Oak', drawingTool: 'x', prototype: { attributes } }];
    const domains = { CODE: list(1), Kind: { type: 'range', name: 'r', range: [1, 2] } };
    expect(
      await change({ typeIdField: 'kind', types: [{ ...oak, domains, templates: begun({ Kind: '1', CODE: 7, OBJECTID: null }) }] }),
    ).toEqual(OK);
    expect(await told()).toEqual([
      'kind',
      [
        {
          ...oak,
          domains: { code: list('1'), kind: domains.Kind },
          templates: begun({ kind: 1, code: '7', OBJECTID: null }),
        },
      ],
    ]);
  });

  const beginning = (attributes: unknown): object => ({
    typeIdField: 'kind',
    types: [{ ...oak, templates: [{ prototype: { attributes } }] }],
  });
  const listing = (domains: object): object => ({ typeIdField: 'kind', types: [{ ...oak, domains }] });
  const many = (count: number): object => ({
    type: 'codedValue',
    codedValues: Array.from({ length: count }, (_, i) => ({ name: '', code: i })),
  });
  it.each([
    ['begin rows with values of fields that are there', beginning({ size: 1 }), "'size', which is not a field"],
    ['begin rows with values that the field can hold', beginning({ code: 'birch' }), "types[0] 'Oak'"],
    ['begin rows with numbers where the field has them', beginning({ kind: 'x' }), 'must be a number'],
    ['begin rows with plain values', beginning({ code: { a: 1 } }), 'prototype, attributes, code'],
    ['begin rows with values by field', beginning(['a']), 'prototype, attributes'],
    ['list values of fields that are there', listing({ size: many(1) }), "'size', which is not a field"],
    ['list values that the field can hold', listing({ code: { type: 'codedValue', codedValues: [{ name: '', code: 'birch' }] } }), 'code'],
    [
      'list each value once',
      listing({
        code: {
          type: 'codedValue',
          codedValues: [
            { name: '', code: 1 },
            { name: '', code: '1' },
          ],
        },
      }),
      'twice',
    ],
    ['have ranges for numbers alone', listing({ code: { type: 'range', range: [1, 2] } }), "does not fit the field 'code'"],
    ['have ranges from the least to the greatest', listing({ kind: { type: 'range', range: [2, 1] } }), 'lower to the higher'],
    ['know no other way to say values', listing({ code: { type: 'regular' } }), 'domains, code'],
    [
      'list no more values than all who open the layer can load',
      { typeIdField: 'kind', types: Array.from({ length: 11 }, (_, id) => ({ id, name: 'x', domains: { kind: many(9_100) } })) },
      '100000 values together',
    ],
  ])('%s', async (_rule, wrong, why) => {
    const before = await told();
    const { error } = await change(wrong);
    expect([error.code, JSON.stringify(error)]).toEqual([400, expect.stringContaining(why)]);
    expect(await told()).toEqual(before);
  });

  it('lose what they say of a field that is deleted', async () => {
    const more = { addToDefinition: { fields: [{ name: 'height', type: 'esriFieldTypeDouble' }] } };
    expect(await t.as('petra').post(`${admin()}/0/addToDefinition`, more)).toEqual(OK);
    const domains = { height: { type: 'range', name: '', range: [1, 2] }, code: { type: 'inherited' } };
    const templates = [{ name: 'Oak', prototype: { attributes: { kind: 1, height: 2 } } }];
    expect(await change({ typeIdField: 'kind', types: [{ ...oak, domains, templates }], templates })).toEqual(OK);
    const deleteFromDefinition = { fields: [{ name: 'Height' }] };
    expect(await t.as('petra').post(`${admin()}/0/deleteFromDefinition`, { deleteFromDefinition })).toEqual(OK);
    const left = [{ name: 'Oak', prototype: { attributes: { kind: 1 } } }];
    expect(await told()).toEqual(['kind', [{ ...oak, domains: { code: { type: 'inherited' } }, templates: left }]]);
    expect((await t.as('petra').get(`${service}/0`)).templates).toEqual(left);
    expect(await change({ typeIdField: 'code', templates: [] })).toEqual(OK);
  });

  it('come with the definition of a new layer, and are looked at there too', async () => {
    const fields = [{ name: 'kind', type: 'esriFieldTypeInteger' }];
    const add = (types: object[]): Promise<AnyReply> =>
      t.as('petra').post(`${admin()}/addToDefinition`, {
        addToDefinition: { tables: [{ name: 'shrubs', fields, typeIdField: 'kind', types }] },
      });
    expect((await add([oak, oak])).error.message).toContain("'1' twice");
    expect(await add([{ ...oak, id: '7' }])).toMatchObject(OK);
    expect(await t.as('petra').get(`${service}/1`)).toMatchObject({ typeIdField: 'kind', types: [{ id: 7, name: 'Oak', domains: {} }] });
    expect(
      (await add([{ ...oak, domains: { kind: many(1) }, templates: [{ prototype: { attributes: { kind: 'x' } } }] }])).error.code,
    ).toBe(400);
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
