// Protocol buffers have as many decimals as were asked for, as JSON has.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seededRandom } from '../../../testing/crash/seeded-random.ts';
import { numbersOf, openPbfClient, type PbfClient } from '../../../testing/pbf-client.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

const KINDS = ['esriGeometryPoint', 'esriGeometryPolygon', 'esriGeometryPolyline'] as const;
const random = seededRandom(11);
let t: TestPortal;
let service: string;
let client: PbfClient;

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
  const petra = t.as('petra');
  const made = await petra.post(`content/users/${petra.username}/createService`, {
    createParameters: { name: 'shapes', capabilities: 'Query,Editing' },
  });
  service = new URL(made.serviceurl).pathname;
  const layers = KINDS.map((geometryType) => ({
    name: geometryType,
    geometryType,
    fields: [{ name: 'name', type: 'esriFieldTypeString', length: 40 }],
  }));
  await petra.post(`${service.replace('/rest/', '/rest/admin/')}/addToDefinition`, { addToDefinition: { layers } });
  for (const [id, kind] of KINDS.entries()) {
    const features = Array.from({ length: 30 }, (_, at) => ({ attributes: { name: `n${at}` }, geometry: at === 7 ? null : shape(kind) }));
    const { addResults } = await petra.post(`${service}/${id}/addFeatures`, { features });
    expect(addResults.every((result: { success: boolean }) => result.success)).toBe(true);
  }
  client = await openPbfClient();
});
afterAll(async () => {
  client.close();
  await t.close();
});

function shape(kind: (typeof KINDS)[number]): object {
  const [x, y, size] = [1e6 + random.next() * 1e5, 6e6 + random.next() * 1e5, 1e4 + random.next() * 1e4];
  const spatialReference = { wkid: 102100 };
  if (kind === 'esriGeometryPoint') return { x, y, spatialReference };
  const corners = [[x, y], [x + size * 0.1, y + size], [x + size, y + size * 0.9], [x, y]]; // biome-ignore format: one ring
  return kind === 'esriGeometryPolygon' ? { rings: [corners], spatialReference } : { paths: [corners], spatialReference };
}

const BOXES: Record<string, string | number>[] = [
  {},
  { geometry: '9,47,9.6,48', geometryType: 'esriGeometryEnvelope', inSR: 4326 },
  { geometry: '-1e300,-1e300,1e300,1e300', geometryType: 'esriGeometryEnvelope', inSR: 3857 },
];
const CASES = [0, 2, 3, 5, 6, 8, 12, undefined].flatMap((geometryPrecision) =>
  [4326, 3857, 25832].map((outSR) => ({ geometryPrecision, outSR })),
);

it.each(CASES)('gives the places that JSON gives, with %j', async ({ geometryPrecision, outSR }) => {
  for (const [id] of KINDS.entries())
    for (const box of BOXES) {
      const question: Record<string, string | number> = {
        where: '1=1',
        outFields: 'OBJECTID,name',
        outSR,
        ...box,
        ...(geometryPrecision === undefined ? {} : { geometryPrecision }),
      };
      const { features: asJson } = await t.as('petra').get(`${service}/${id}/query`, question);
      const features = await client.read((await t.as('petra').raw('GET', `${service}/${id}/query`, { ...question, f: 'pbf' })).rawPayload);
      expect(features.map((one) => one.attributes)).toEqual(asJson.map((one: { attributes: object }) => one.attributes));
      // Cells are never finer than these, whatever is asked for.
      const decimals = Math.min(geometryPrecision ?? 15, outSR === 4326 ? 9 : 4);
      for (const [at, one] of features.entries()) {
        const [given, expected] = [numbersOf(one.geometry), numbersOf(asJson[at].geometry)];
        expect(given).toHaveLength(expected.length);
        for (const [axis, value] of given.entries()) {
          // A half may be rounded either way.
          expect(Math.abs(value - (expected[axis] as number))).toBeLessThan(1.001 * 10 ** -decimals);
          expect(Math.abs(value - Number(value.toFixed(decimals)))).toBeLessThan(1e-8);
        }
      }
    }
});

it('makes replies shorter where fewer decimals are asked for', async () => {
  const bytes = async (params: Record<string, number>): Promise<number> =>
    (await t.as('petra').raw('GET', `${service}/1/query`, { where: '1=1', outSR: 4326, f: 'pbf', ...params })).rawPayload.length;
  expect(await bytes({ geometryPrecision: 3 })).toBeLessThan(0.8 * (await bytes({})));
});

it.each([0, 3, 9, 10, 12, 15])('keeps %i decimals in every form of JSON, when they are asked for', async (geometryPrecision) => {
  /** Numbers below a ten-thousandth would have other forms; there are none here. */
  const decimalsOf = (value: number): number => String(value).split('.')[1]?.length ?? 0;
  for (const [id] of KINDS.entries()) {
    const ask = (more: object): Promise<{ features: { geometry: object | null }[] }> =>
      t.as('petra').get(`${service}/${id}/query`, { where: '1=1', outSR: 4326, geometryPrecision, ...more });
    const [written, built, geojson] = [await ask({}), await ask({ returnEnvelope: true }), await ask({ f: 'geojson' })];
    const all = written.features.flatMap((one) => numbersOf(one.geometry));
    // Both ways of coming to degrees agree so far.
    const expected = built.features
      .flatMap((one) => numbersOf(one.geometry))
      .map((value) => expect.closeTo(value, Math.min(geometryPrecision, 12) - 0.5));
    expect(all).toEqual(expected);
    const most = Math.max(...all.map(decimalsOf));
    // A longitude of 9 degrees has fifteen decimals, a latitude of 47 one less.
    if (geometryPrecision === 15) expect(most).toBeGreaterThanOrEqual(14);
    else expect(most).toBe(geometryPrecision);
    const coordinates = geojson.features.flatMap(
      ({ geometry }) => ((geometry as { coordinates?: unknown[] } | null)?.coordinates ?? []).flat(3) as number[],
    );
    expect([...coordinates].sort()).toEqual([...all].sort());
  }
});

it('keeps nine decimals where none are asked for', async () => {
  const { features } = await t.as('petra').get(`${service}/0/query`, { where: '1=1', outSR: 4326 });
  const { features: exact } = await t.as('petra').get(`${service}/0/query`, { where: '1=1', outSR: 4326, geometryPrecision: 15 });
  for (const [at, one] of features.entries())
    expect(numbersOf(one.geometry)).toEqual(numbersOf(exact[at].geometry).map((value) => Number(value.toFixed(9))));
});
