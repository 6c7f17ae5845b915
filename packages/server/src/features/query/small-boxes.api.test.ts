// Boxes whose features are found in the short way are answered as all others are.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seededRandom } from '../../../testing/crash/seeded-random.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
let layer: string;
const random = seededRandom(7);

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
  const petra = t.as('petra');
  const rows = Array.from(
    { length: 400 },
    (_, i) => `place ${i},${(random.next() ** 3 * 10).toFixed(5)},${(random.next() ** 3 * 10).toFixed(5)}`,
  );
  const params = { fileType: 'csv', publishParameters: { name: 'many' }, text: `name,lat,lon\n${rows.join('\n')}\n` };
  const reply = await petra.upload(`content/users/${petra.username}/publish`, params, {});
  await t.runJobs();
  layer = `${new URL(reply.services[0].serviceurl).pathname}/0`;
});
afterAll(() => t.close());

it('gives the first features of a box in their order, whether they are all or not', async () => {
  const ask = async (params: object): Promise<Buffer> =>
    (await t.as('petra').raw('GET', `${layer}/query`, { outFields: '*', ...params })).rawPayload;
  let cut = 0;
  for (let round = 0; round < 60; round++) {
    const [west, south, size] = [random.next() * 3, random.next() * 3, 0.1 + random.next() ** 2 * 8];
    const box = {
      geometry: `${west},${south},${west + size},${south + size}`,
      geometryType: 'esriGeometryEnvelope',
      inSR: 4326,
      outSR: 4326,
    };
    const page = { ...box, f: ['json', 'geojson', 'pbf'][round % 3], resultRecordCount: random.integer(1, 60) };
    const answer = await ask(page);
    // With an order of its own a question never goes the short way.
    expect(answer.equals(await ask({ ...page, orderByFields: 'OBJECTID' }))).toBe(true);
    if (answer.includes('exceededTransferLimit')) cut++;
  }
  expect(cut).toBeGreaterThan(5);
});

it('counts in a box what lies there and meets the condition, also when the same is asked again and again', async () => {
  const petra = t.as('petra');
  for (let round = 0; round < 40; round++) {
    const [west, south, size] = [random.next() * 3, random.next() * 3, 0.1 + random.next() ** 2 * 8];
    const box = { geometry: `${west},${south},${west + size},${south + size}`, geometryType: 'esriGeometryEnvelope', inSR: 4326 };
    const question = { ...box, where: round % 2 === 0 ? '1=1' : `lat > ${(south + size / 2).toFixed(3)}` };
    const { objectIds } = await petra.get(`${layer}/query`, { ...question, returnIdsOnly: true });
    expect(await petra.get(`${layer}/query`, { ...question, returnCountOnly: true })).toEqual({ count: objectIds.length });
  }
});
