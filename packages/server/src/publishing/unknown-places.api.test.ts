// A place in a coordinate system that nobody knows chooses nothing: every call that takes one says so, instead of answering as if nothing lay there.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../testing/agent.ts';
import { loadScene, type TestLayer } from '../../testing/load-scene.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;
let layer: TestLayer;
const { layerOf } = loadScene(() => t);

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
  layer = await layerOf(undefined, { capabilities: 'Query,Editing,Sync,ChangeTracking,Extract' });
});
afterAll(() => t.close());

const topFilter = { groupByFields: 'species', topCount: 1, orderByFields: 'height' };
const CALLS: [string, (place: object) => Promise<AnyReply>][] = [
  ['query', (place) => t.as('petra').get(`${layer.path}/query`, { ...place })],
  ['query of the service', (place) => t.as('petra').get(`${layer.service}/query`, { ...place })],
  ['queryTopFeatures', (place) => t.as('petra').get(`${layer.path}/queryTopFeatures`, { ...place, topFilter })],
  ['deleteFeatures', (place) => t.as('petra').post(`${layer.path}/deleteFeatures`, { ...place })],
  ['createReplica', (place) => t.as('petra').post(`${layer.service}/createReplica`, { ...place, layers: '0', syncModel: 'none' })],
  ['export', async (place) => {
    const { payload } = await t.as('petra').raw('GET', `content/items/${layer.itemId}/export`, { ...place, f: '', exportFormat: 'csv' });
    return payload.startsWith('{') ? JSON.parse(payload) : { payload };
  }],
]; // biome-ignore format: one call a line

// The database takes numbers beyond its own for another system.
describe.each([54_321, 999_123])('a place in the system %i', (wkid) => {
  it.each(CALLS)('is refused by %s', async (_name, call) => {
    const geometry = JSON.stringify({ xmin: -1e7, ymin: -1e7, xmax: 1e7, ymax: 1e7 });
    for (const place of [
      { geometry, inSR: wkid },
      { geometry: JSON.stringify({ x: 2, y: 1, spatialReference: { wkid } }), distance: 5_000 },
    ])
      expect((await call(place)).error).toMatchObject({
        code: 400,
        details: [expect.stringContaining(`'inSR' parameter is invalid`), expect.stringContaining('Give ')],
      });
    expect((await t.as('petra').get(`${layer.path}/query`, { where: '1=1', returnCountOnly: true })).count).toBe(2);
  });
});

it('the first features of each group are those among the features that are named', async () => {
  const { features } = await t.as('petra').get(`${layer.path}/query`, { where: '1=1', outFields: 'GlobalID' });
  const globalIds = features[1].attributes.GlobalID;
  const ask = (more: object): Promise<AnyReply> =>
    t
      .as('petra')
      .get(`${layer.path}/queryTopFeatures`, { returnIdsOnly: true, topFilter: { ...topFilter, groupByFields: '1' }, ...more } as never);
  expect((await ask({})).objectIds).toEqual([2]);
  expect((await ask({ uniqueIds: '1' })).objectIds).toEqual([1]);
  expect((await ask({ globalIds })).objectIds).toEqual([2]);
});
