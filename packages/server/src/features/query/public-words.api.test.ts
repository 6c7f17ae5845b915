// Parameters of queries that clients of the public interface send: units, statistics, page sizes, and those that change nothing.
import { PbfReader } from 'pbf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
let service: string;

/** Metres of three degrees on the equator, where metres of Web Mercator are true. */
const CENTRE = 333_958.472_379_820_7;
/** How far the points are from there, in metres. */
const AWAY = [300, 310, 16_000, 16_200, 18_400, 18_530, 18_700];
const VALUES = [10, 3, 1, 4, 2, null, null];

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
  const petra = t.as('petra');
  const createParameters = { name: 'Words', capabilities: 'Query,Editing', maxRecordCount: 2 };
  const made = await petra.post(`content/users/${petra.username}/createService`, { createParameters });
  service = new URL(made.serviceurl).pathname;
  const fields = [
    { name: 'away', type: 'esriFieldTypeInteger' },
    { name: 'value', type: 'esriFieldTypeInteger' },
  ];
  const layers = [
    { name: 'points', geometryType: 'esriGeometryPoint', fields },
    { name: 'fields', geometryType: 'esriGeometryPolygon', fields },
  ];
  await petra.post(`${service.replace('/rest/services/', '/rest/admin/services/')}/addToDefinition`, { addToDefinition: { layers } });
  const points = AWAY.map((away, at) => ({ attributes: { away, value: VALUES[at] }, geometry: { x: CENTRE + away, y: 0 } }));
  await petra.post(`${service}/0/addFeatures`, { features: points });
  const square = (x: number, side: number) => [
    [x, 0],
    [x, side],
    [x + side, side],
    [x + side, 0],
    [x, 0],
  ];
  const squares = [square(0, 10), square(100, 40)].map((ring) => ({ attributes: {}, geometry: { rings: [ring] } }));
  const { addResults } = await petra.post(`${service}/1/addFeatures`, { features: squares });
  expect(addResults).toMatchObject([{ success: true }, { success: true }]);
});
afterAll(() => t.close());

const ask = (params: object, layer = 0): Promise<AnyReply> =>
  t.as('petra').get(`${service}/${layer}/query`, { where: '1=1', ...params } as never);
const body = async (params: object, layer = 0): Promise<Buffer> =>
  (await t.as('petra').raw('GET', `${service}/${layer}/query`, { where: '1=1', ...params } as never)).rawPayload;

it.each([
  ['esriSRUnit_Foot', 1000, 1],
  ['esriSRUnit_StatuteMile', 10, 3],
  ['esriSRUnit_NauticalMile', 10, 5],
  ['esriSRUnit_USNauticalMile', 10, 6],
])('measures distances in %s', async (units, distance, count) => {
  const near = { geometry: '3,0', geometryType: 'esriGeometryPoint', inSR: 4326, distance, units };
  expect(await ask({ ...near, returnCountOnly: true })).toEqual({ count });
});

describe('statistics', () => {
  const one = (statisticType: string, more = {}) => ({ statisticType, onStatisticField: 'value', outStatisticFieldName: 'found', ...more });

  // Of 1, 2, 3, 4 and 10: the mean is 4, the squares of the differences from it are 50 together.
  it.each([
    ['var', {}, 12.5],
    ['stddev', {}, Math.sqrt(12.5)],
    ['percentile_disc', { statisticParameters: { value: 0.5 } }, 3],
    ['percentile_disc', { statisticParameters: { value: 0.3 } }, 2],
    ['percentile_disc', { statisticParameters: { value: 0.9 } }, 10],
    ['percentile_disc', { statisticParameters: { value: 0.3, orderBy: 'DESC' } }, 4],
    ['percentile_cont', { statisticParameters: { value: 0.9 } }, 7.6],
  ])('have the right %s with %j', async (type, more, expected) => {
    const { features } = await ask({ outStatistics: [one(type, more)] });
    expect(features).toEqual([{ attributes: { found: expect.closeTo(expected, 9) } }]);
  });

  it('are empty where there are too few values', async () => {
    const { features } = await ask({ where: 'value = 10', outStatistics: [one('stddev'), one('var', { outStatisticFieldName: 'other' })] });
    expect(features).toEqual([{ attributes: { found: null, other: null } }]);
  });
});

describe('pages', () => {
  const count = async (params: object, f: string): Promise<number> => {
    if (f === 'pbf') return decoded(await body({ ...params, f })).length;
    const { features } = JSON.parse((await body({ ...params, f })).toString());
    return features.length;
  };

  it.each(['json', 'geojson', 'pbf'])('are as large as asked for in %s', async (f) => {
    expect(await count({}, f)).toBe(2);
    expect(await count({ resultType: 'standard' }, f)).toBe(4);
    expect(await count({ resultType: 'standard', returnGeometry: false }, f)).toBe(7);
    expect(await count({ resultType: 'tile' }, f)).toBe(7);
    expect(await count({ maxRecordCountFactor: 3 }, f)).toBe(6);
    expect(await count({ maxRecordCountFactor: 3, resultRecordCount: 5 }, f)).toBe(5);
    expect(await count({ returnExceededLimitFeatures: false }, f)).toBe(0);
    expect(await count({ returnExceededLimitFeatures: true }, f)).toBe(2);
    expect(await count({ returnExceededLimitFeatures: false, where: 'away < 311' }, f)).toBe(2);
  });
});

/** A feature of a reply in protocol buffers: the numbers of its geometry and of its centroid, as they are written. */
interface Decoded {
  geometry: number[];
  centroid: number[];
}

/** The features of a reply, by the numbers that the published description gives its parts. */
function decoded(bytes: Buffer): Decoded[] {
  const numbers = (pbf: PbfReader): number[] => {
    const coordinates: number[] = [];
    pbf.readMessage((tag, into: number[], at) => void (tag === 3 && at.readPackedSVarint(into)), coordinates);
    return coordinates;
  };
  const feature = (tag: number, into: Decoded, pbf: PbfReader): void => {
    if (tag === 2) into.geometry = numbers(pbf);
    if (tag === 4) into.centroid = numbers(pbf);
  };
  const result = (tag: number, into: Decoded[], pbf: PbfReader): void => {
    if (tag === 15) into.push(pbf.readMessage(feature, { geometry: [], centroid: [] }));
  };
  const query = (tag: number, into: Decoded[], pbf: PbfReader): void => void (tag === 1 && pbf.readMessage(result, into));
  return new PbfReader(bytes).readFields((tag, into: Decoded[], pbf) => void (tag === 2 && pbf.readMessage(query, into)), []);
}

it('gives centroids in protocol buffers as in JSON', async () => {
  const quantizationParameters = {
    mode: 'edit',
    originPosition: 'upperLeft',
    tolerance: 1,
    extent: { xmin: 0, ymin: 0, xmax: 200, ymax: 100 },
  };
  const params = { returnCentroid: true, returnGeometry: false, outSR: 102100 };
  const { features } = await ask(params, 1);
  expect(features.map((one: AnyReply) => one.centroid)).toEqual([
    { x: expect.closeTo(5, 6), y: expect.closeTo(5, 6) },
    { x: expect.closeTo(120, 6), y: expect.closeTo(20, 6) },
  ]);
  // Counted in metres from the upper left corner of the grid.
  const found = decoded(await body({ ...params, quantizationParameters, f: 'pbf' }, 1));
  expect(found).toEqual([
    { geometry: [], centroid: [5, 95] },
    { geometry: [], centroid: [120, 80] },
  ]);
  const transform = { originPosition: 'upperLeft', scale: [1, 1], translate: [0, 100] };
  for (const returnGeometry of [true, false]) {
    const inCells = await ask({ ...params, returnGeometry, quantizationParameters }, 1);
    expect(inCells.transform).toEqual(transform);
    expect(inCells.features.map(({ centroid }: AnyReply) => [centroid.x, centroid.y])).toEqual(found.map(({ centroid }) => centroid));
  }
  expect(await ask({ returnGeometry: false, quantizationParameters }, 1)).not.toHaveProperty('transform');
  const [without] = decoded(await body({ returnGeometry: false, quantizationParameters, f: 'pbf' }, 1));
  expect(without).toEqual({ geometry: [], centroid: [] });
});

it.each(['json', 'geojson', 'pbf'])('answers the same in %s with words that have no effect', async (f) => {
  const question = { f, outFields: '*', orderByFields: 'away DESC' };
  const plain = await body(question);
  expect(plain.length).toBeGreaterThan(100);
  const words = {
    historicMoment: 1_500_000_000_000,
    cacheHint: true,
    datumTransformation: 1188,
    gdbVersion: 'SDE.DEFAULT',
    lod: 3,
    fullText: '[{"onFields":["away"],"searchTerm":"x"}]',
    timeReferenceUnknownClient: true,
    collation: 'none',
    multipatchOption: 'xyFootprint',
    returnTrueCurves: false,
    applyVCSProjection: false,
  };
  for (const [word, value] of Object.entries(words))
    expect([word, (await body({ ...question, [word]: value })).equals(plain)]).toEqual([word, true]);
  expect((await body({ ...question, ...words })).equals(plain)).toBe(true);
});
