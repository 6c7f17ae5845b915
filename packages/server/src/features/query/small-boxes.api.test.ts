// Boxes whose features are found in the short way are answered as all others are.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
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

it('finds the lines and polygons that meet a box, and not those whose bounds alone do', async () => {
  const petra = t.as('petra');
  const made = await petra.post(`content/users/${petra.username}/createService`, {
    createParameters: { name: 'shapes', capabilities: 'Query,Editing' },
  });
  const service = new URL(made.serviceurl).pathname;
  const layers = ['esriGeometryPolygon', 'esriGeometryPolyline', 'esriGeometryMultipoint'].map((geometryType) => ({
    name: geometryType,
    geometryType,
    fields: [],
  }));
  await petra.post(`${service.replace('/rest/', '/rest/admin/')}/addToDefinition`, { addToDefinition: { layers } });
  // Metres, in whole numbers: many touch a box by a corner or a side.
  const loop = (x: number, y: number, size: number): number[][] => {
    const corners = Array.from({ length: random.integer(3, 8) }, (_, at, count = 8) => {
      const angle = (-2 * Math.PI * at) / count;
      return [Math.round(x + Math.cos(angle) * size * random.next()), Math.round(y + Math.sin(angle) * size)];
    });
    return [...corners, corners[0] as number[]];
  };
  const place = (): [number, number, number] => [random.integer(0, 100), random.integer(0, 100), random.integer(4, 40)];
  const shapes = [
    () => {
      const [x, y, size] = place();
      const ring = [[x - size, y - size], [x - size, y + size], [x + size, y + size], [x + size, y - size], [x - size, y - size]]; // biome-ignore format: one ring
      return random.next() < 0.5 ? { rings: [loop(x, y, size)] } : { rings: [ring, loop(x, y, size / 2).toReversed()] };
    },
    () => ({ paths: [loop(...place()).slice(1), loop(...place()).slice(1)] }),
    () => ({ points: loop(...place()) }),
  ];
  let onlyByBounds = 0;
  for (const [id, shape] of shapes.entries()) {
    const features = Array.from({ length: 120 }, () => ({ attributes: {}, geometry: shape() }));
    const { addResults } = await petra.post(`${service}/${id}/addFeatures`, { features });
    expect(addResults.filter((result: AnyReply) => result.success).length).toBeGreaterThan(60);
    for (let round = 0; round < 60; round++) {
      const [west, south, width, height] = [
        random.integer(-10, 100),
        random.integer(-10, 100),
        random.integer(1, 30),
        random.integer(1, 30),
      ];
      const geometry = [west, south, west + width, south + height].join();
      const box = { geometry, geometryType: 'esriGeometryEnvelope', inSR: 3857, outSR: round % 2 === 0 ? 4326 : 3857, outFields: '*' };
      const page = { ...box, f: ['json', 'geojson', 'pbf'][round % 3], resultRecordCount: [5, 200][round % 2] };
      const ask = async (params: object): Promise<Buffer> => (await petra.raw('GET', `${service}/${id}/query`, params as never)).rawPayload;
      const answer = await ask(page);
      expect(answer.equals(await ask({ ...page, orderByFields: 'OBJECTID' })), geometry).toBe(true);
      const { count } = await petra.get(`${service}/${id}/query`, { ...box, returnCountOnly: true });
      const bounds = await petra.get(`${service}/${id}/query`, {
        ...box,
        returnCountOnly: true,
        spatialRel: 'esriSpatialRelEnvelopeIntersects',
      });
      if (bounds.count > count) onlyByBounds++;
    }
  }
  expect(onlyByBounds).toBeGreaterThan(20);
});
