// The domains of several layers in one reply.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;
let service: string;

const KIND = {
  type: 'codedValue',
  name: 'kind',
  codedValues: [
    { name: 'Oak', code: 'o' },
    { name: 'Ash', code: 'a' },
  ],
};
const YOUNG = { type: 'range', name: 'young', range: [0, 5] };
const HEIGHT = { type: 'range', name: 'height', range: [0, 80] };

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher', una: 'user' } });
  const petra = t.as('petra');
  const made = await petra.post(`content/users/${petra.username}/createService`, { createParameters: { name: 'Domains' } });
  service = new URL(made.serviceurl).pathname;
  const trees = {
    name: 'trees',
    geometryType: 'esriGeometryPoint',
    fields: [
      { name: 'kind', type: 'esriFieldTypeString', domain: KIND },
      { name: 'note', type: 'esriFieldTypeString' },
    ],
  };
  const visits = { name: 'visits', fields: [{ name: 'height', type: 'esriFieldTypeInteger', domain: HEIGHT }] };
  const admin = service.replace('/rest/services/', '/rest/admin/services/');
  await petra.post(`${admin}/addToDefinition`, { addToDefinition: { layers: [trees], tables: [visits] } });
});
afterAll(() => t.close());

const domains = (layers: unknown) => t.as('petra').get(`${service}/queryDomains`, { layers: JSON.stringify(layers) });

it('are those of the fields of the layers that are named', async () => {
  expect(await domains([0])).toEqual({ domains: [KIND] });
  expect(await domains([0, 1])).toEqual({ domains: [KIND, HEIGHT] });
  expect(await domains([])).toEqual({ domains: [] });
  expect(await domains([9])).toEqual({ domains: [] });
});

it('are those of types too, and each is told once, though fields share it', async () => {
  const petra = t.as('petra');
  const admin = service.replace('/rest/services/', '/rest/admin/services/');
  const plants = {
    id: 2,
    name: 'plants',
    geometryType: 'esriGeometryPoint',
    fields: [
      { name: 'kind', type: 'esriFieldTypeString', domain: KIND },
      { name: 'other', type: 'esriFieldTypeString', domain: KIND },
      { name: 'age', type: 'esriFieldTypeInteger' },
    ],
    typeIdField: 'kind',
    types: [
      { id: 'o', name: 'Oak', domains: { age: YOUNG, other: { type: 'inherited' } } },
      { id: 'a', name: 'Ash', domains: { age: YOUNG } },
    ],
  };
  expect(await petra.post(`${admin}/addToDefinition`, { addToDefinition: { layers: [plants] } })).toMatchObject({ success: true });
  expect(await domains([2])).toEqual({ domains: [KIND, YOUNG] });
  expect(await domains([0, 1, 2])).toEqual({ domains: [KIND, HEIGHT, YOUNG] });
});

it.each([[0], [{ id: 0 }], ['0'], [['0']], [[0.5]], [[null]], [null]])(
  'are not asked for with %j, and the reply says what to send',
  async (layers) => {
    const { error } = await domains(layers);
    expect(error).toMatchObject({ code: 400, details: [expect.stringContaining('such as [0,1]')] });
  },
);

it('are told to those who may see the service', async () => {
  expect((await t.as('una').get(`${service}/queryDomains`, { layers: '[0]' })).error.code).toBe(403);
});
