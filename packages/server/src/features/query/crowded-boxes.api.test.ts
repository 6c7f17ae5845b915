// Boxes that hold more features than a page are answered as all others are, whichever way they are found.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '../../../testing/crash/seeded-random.ts';
import { statementsOf } from '../../../testing/statements.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';
import { isSoonerSorted } from './crowded-boxes.ts';

let t: TestPortal;
let name: string;
const random = seededRandom(11);
const ROWS = 6_000;

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
  const petra = t.as('petra');
  // Half of them in one town.
  const rows = Array.from({ length: ROWS }, (_, i) => {
    const [south, west, size] = i % 2 === 0 ? [0, 0, 1] : [-60, -170, 120];
    return `place ${i},${(south + random.next() * size).toFixed(5)},${(west + random.next() * size).toFixed(5)}`;
  });
  const params = { fileType: 'csv', publishParameters: { name: 'towns' }, text: `name,lat,lon\n${rows.join('\n')}\n` };
  const reply = await petra.upload(`content/users/${petra.username}/publish`, params, {});
  await t.runJobs();
  name = new URL(reply.services[0].serviceurl).pathname.split('/').at(-2) as string;
});
afterAll(() => t.close());

const inBox = (west: number, south: number, size: number): Record<string, string> => ({
  geometry: `${west},${south},${west + size},${south + size}`,
  geometryType: 'esriGeometryEnvelope',
  inSR: '4326',
});

describe('a box with more features than a page', () => {
  it('gives the same page whichever way its features are found, at any depth and with any condition', async () => {
    const petra = t.as('petra');
    const path = `/rest/services/Hosted/${name}/FeatureServer/0/query`;
    let crowded = 0;
    for (let round = 0; round < 40; round++) {
      const box = inBox(random.next() * 0.5, random.next() * 0.5, 0.1 + random.next() * 0.8);
      const page = {
        ...box,
        f: ['json', 'geojson', 'pbf'][round % 3] as string,
        where: round % 4 === 0 ? "name like '%4'" : '1=1',
        resultRecordCount: String(random.integer(1, 60)),
        resultOffset: String(round % 2 === 0 ? 0 : random.integer(1, 300)),
      };
      const ask = async (params: object): Promise<Buffer> => (await petra.raw('GET', path, params as never)).rawPayload;
      const answer = await ask(page);
      // With an order of its own a question never goes these ways.
      expect(answer.equals(await ask({ ...page, orderByFields: 'OBJECTID' }))).toBe(true);
      if (answer.includes('exceededTransferLimit')) crowded++;
    }
    expect(crowded).toBeGreaterThan(10);
  });

  it('is put in order where that is sooner done, and gone through in order where it holds most of the layer', async () => {
    const petra = t.as('petra');
    const sorts = async (params: object): Promise<boolean> => {
      const ask = (): Promise<unknown> =>
        petra.get(`/rest/services/Hosted/${name}/FeatureServer/0/query`, { f: 'json', where: '1=1', outFields: '*', ...params });
      return (await statementsOf(ask, /offset 0\) as found order by "objectid"/)) === 1;
    };
    expect(await sorts({ ...inBox(0, 0, 0.5), resultRecordCount: 500 })).toBe(true);
    expect(await sorts({ ...inBox(-170, -60, 300), resultRecordCount: 10 })).toBe(false);
    expect(await sorts({ resultRecordCount: 500 })).toBe(false);
    expect(await sorts({ ...inBox(0, 0, 0.5), resultRecordCount: 500, orderByFields: 'name' })).toBe(false);
  });

  it('is judged by how many features either way looks at', () => {
    expect(isSoonerSorted({ inBox: 6_300, wanted: 2_000, rowCount: 140_000 })).toBe(true);
    expect(isSoonerSorted({ inBox: 100_000, wanted: 2_000, rowCount: 140_000 })).toBe(false);
    expect(isSoonerSorted({ inBox: 40_000, wanted: 2_000, rowCount: 1_000_000 })).toBe(true);
    expect(isSoonerSorted({ inBox: 40_000, wanted: 2_000, rowCount: 1_000_000 }, 9)).toBe(false);
  });
});
