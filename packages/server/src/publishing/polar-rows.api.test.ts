// Rows that reach beyond the ends of the map are kept there, and counted in what is told of the file.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyReply } from '../../testing/agent.ts';
import { loadScene } from '../../testing/load-scene.ts';
import { publishedRings } from '../../testing/made-layers.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;
const { layerOf, load, csv } = loadScene(() => t);
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
});
afterAll(() => t.close());

const HEAD = 'name,lat,lon\n';
const POINTS = `${HEAD}a,1,2\nb,90,3\nc,-89.995,4\nd,89.99,5\ne,91,6\nf,,\n`;
const SAID = expect.arrayContaining([expect.objectContaining({ code: 'latitudes-kept', values: { most: 89.99, count: 2, row: 3 } })]);

const report = async (itemId: string): Promise<AnyReply[]> =>
  (await t.as('petra').get(`content/items/${itemId}/info/publishReport.json`, { f: '' })).layers;

it('points of tables', async () => {
  const layer = await layerOf(POINTS);
  expect(await report(layer.itemId)).toMatchObject([{ featuresLoaded: 5, rowsRefused: 1, warnings: SAID }]);
  const { features } = await t.as('petra').get(`${layer.path}/query`, { where: "name = 'b'", outSR: 4326 });
  expect(features[0].geometry.y).toBeCloseTo(89.99, 6);
  expect(await load(layer, csv(POINTS), {})).toMatchObject({ status: expect.stringMatching(/^Completed/), warnings: SAID });
  const plain = await layerOf(`${HEAD}a,1,2\n`);
  expect((await report(plain.itemId))[0]).not.toHaveProperty('warnings');
});

it.each([4326, 3857])('areas of files in %i', async (wkid) => {
  const ring = (south: number, north: number): number[][] => [
    [0, south],
    [0, north],
    [9, north],
    [9, south],
    [0, south],
  ];
  const rings = [ring(1, 2), ring(-90, -60), ring(-92, -91), ring(80, 89.999)];
  const { layers } = await publishedRings(t, { name: `polar_${wkid}`, rings, wkid });
  const warnings = wkid === 4326 ? [{ code: 'latitudes-kept', values: { count: 2, row: 2 } }] : undefined;
  const [told] = layers;
  expect(told).toMatchObject(wkid === 4326 ? { featuresLoaded: 3, rowsRefused: 1, warnings } : { featuresLoaded: 4 });
  if (wkid === 3857) expect(told).not.toHaveProperty('warnings');
});
