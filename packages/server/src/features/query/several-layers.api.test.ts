// One question to several layers: in each form of layerDefs, in each kind of answer, and no larger than a reply may be.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';
import { anonymous } from '../../platform/caller.ts';
import { findService } from '../services.ts';
import { queryLayers } from './query-service.ts';

let t: TestPortal;
let service: string;

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
  const petra = t.as('petra');
  const made = await petra.post(`content/users/${petra.username}/createService`, {
    createParameters: { name: 'Several', capabilities: 'Query,Editing' },
  });
  service = new URL(made.serviceurl).pathname;
  const fields = [{ name: 'name', type: 'esriFieldTypeString' }];
  const layers = ['a', 'b'].map((name) => ({ name, geometryType: 'esriGeometryPoint', fields }));
  await petra.post(`${service.replace('/rest/services/', '/rest/admin/services/')}/addToDefinition`, {
    addToDefinition: { layers, tables: [{ name: 't', fields }] },
  });
  const adds = (place: boolean): object[] =>
    ['x', 'y;z', "it's"].map((name, at) => ({ attributes: { name }, ...(place ? { geometry: { x: at, y: at } } : {}) }));
  await petra.post(`${service}/applyEdits`, { edits: [0, 1, 2].map((id) => ({ id, adds: adds(id < 2) })) });
  await petra.post(`content/users/${petra.username}/items/${made.itemId}/share`, { everyone: true });
});
afterAll(() => t.close());

const ask = (params: object = {}): Promise<AnyReply> => t.stranger.get(`${service}/query`, params as never);
const counts = async (params: object): Promise<unknown[]> =>
  (await ask({ ...params, returnCountOnly: true })).layers.map((one: AnyReply) => [one.id, one.count]);

describe('layers that are named', () => {
  it.each<[string, unknown[]]>([
    [
      "0:name = 'x';2:1=1",
      [
        [0, 1],
        [2, 3],
      ],
    ],
    ["1:name = 'y;z'", [[1, 1]]],
    ["0:name = 'it''s'", [[0, 1]]],
    [
      '{"0":"name = \'x\'","1":""}',
      [
        [0, 1],
        [1, 3],
      ],
    ],
    [
      '[{"layerId":2,"where":"name <> \'x\'","outFields":"name"},{"layerId":0}]',
      [
        [0, 3],
        [2, 2],
      ],
    ],
  ])('%s', async (layerDefs, found) => {
    expect(await counts({ layerDefs })).toEqual(found);
  });

  it('are all without names, a place leaving tables as they are', async () => {
    expect(await counts({})).toEqual([
      [0, 3],
      [1, 3],
      [2, 3],
    ]);
    expect(await counts({ geometry: '-0.5,-0.5,1.5,1.5', geometryType: 'esriGeometryEnvelope' })).toEqual([
      [0, 2],
      [1, 2],
      [2, 3],
    ]);
  });
});

describe('each layer is answered as at its own address', () => {
  it.each([{}, { returnGeometry: false }, { returnIdsOnly: true }, { returnCountOnly: true }, { outSR: 4326, geometryPrecision: 3 }])(
    '%j',
    async (params) => {
      const { layers } = await ask(params);
      expect(layers.map((one: AnyReply) => one.id)).toEqual([0, 1, 2]);
      for (const { id, ...told } of layers)
        expect(told).toEqual(await t.stranger.get(`${service}/${id}/query`, { where: '1=1', outFields: '*', ...params } as never));
    },
  );

  it('in the other forms of JSON too', async () => {
    const layerDefs = '0:1=1';
    const plain = await ask({ layerDefs });
    const pretty = await t.stranger.raw('GET', `${service}/query`, { layerDefs, f: 'pjson' });
    expect(pretty.body).toContain('\n');
    expect(pretty.json()).toEqual(plain);
    const called = await t.stranger.raw('GET', `${service}/query`, { layerDefs, callback: 'got' });
    expect(called.body).toBe(`/**/got(${JSON.stringify(plain)});`);
    expect(await t.stranger.post(`${service}/query`, { layerDefs })).toEqual(plain);
  });
});

it('layers that are too large together are refused, and one alone is not', async () => {
  const caller = anonymous('127.0.0.1', 'http://localhost');
  const found = (await findService(t.portal, caller, 'Several')).service;
  const asked = (layerDefs: string, most: number): Promise<Uint8Array> => queryLayers(t.portal, caller, found, { layerDefs }, most);
  const one = await asked('0:1=1', 10);
  expect(JSON.parse(Buffer.from(one).toString()).layers[0].features).toHaveLength(3);
  await expect(asked('0:1=1;1:1=1', one.length)).rejects.toMatchObject({
    details: expect.arrayContaining([expect.stringContaining('layerDefs')]),
  });
  expect(JSON.parse(Buffer.from(await asked('0:1=1;1:1=1', 2 * one.length)).toString()).layers).toHaveLength(2);
});
