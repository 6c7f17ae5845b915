// What is read in a system whose way to Web Mercator and back is not exact, and written back, stays where it is.
import { writeWkb } from '@graticule/geo/convert/wkb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../testing/agent.ts';
import { emptyLayer } from '../../testing/made-layers.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';
import { askingOf, comingBack } from './without-drift.store.ts';

let t: TestPortal;
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
});
afterAll(() => t.close());
const petra = () => t.as('petra');

type Place = readonly number[];

/** Systems in metres, each with a place. */
const SYSTEMS: readonly (readonly [string, number, number, number])[] = [
  ['Switzerland', 2056, 2_634_123.456, 1_203_987.654],
  ['Great Britain', 27_700, 434_567.891, 287_654.321],
  ['Europe, equal in area', 3035, 3_721_000.123, 1_850_000.987],
  ['the Netherlands', 28_992, 149_123.456, 458_987.654],
  ['Belgium', 31_370, 152_345.678, 165_432.109],
  ['Austria', 31_287, 412_345.678, 423_456.789],
  ['Czechia', 5514, -712_345.678, -1_087_654.321],
  ['Germany before 1990', 31_467, 3_514_321.987, 5_540_123.456],
  ['Israel before 1989, by series', 28_191, 171_234.567, 1_130_987.654],
  ['the world, by a table', 54_030, 812_345.678, 5_312_345.678],
  ['Germany, without a shift', 25_832, 512_345.678, 5_540_123.456],
];
/** Longitudes and latitudes of other datums, which replies give with nine decimals. */
const DEGREES: readonly (readonly [string, number, number, number])[] = [
  ['North America of 1927', 4267, -100.123456, 40.654321],
  ['Tokyo', 4301, 139.123456, 36.654321],
];

/** Shapes around a place whose size is told in units of the system. */
function shapesAt(x: number, y: number, size: number): Record<string, Place[][]> {
  const at = (dx: number, dy: number): Place => [x + dx * size, y + dy * size];
  const line = Array.from({ length: 12 }, (_, i) => at(i / 11, Math.sin(i)));
  const ring = [at(0, 0), at(0.1, 1), at(1, 0.9), at(0.8, 0.1), at(0, 0)];
  const hole = [at(0.3, 0.3), at(0.6, 0.4), at(0.4, 0.6), at(0.3, 0.3)];
  return { POINT: [[at(0, 0)]], LINESTRING: [line], POLYGON: [ring, hole] };
}

const listed = (places: readonly Place[]): string => places.map((place) => place.join(' ')).join(', ');

function wktOf(kind: string, parts: Place[][]): string {
  if (kind !== 'POLYGON') return `${kind}(${listed(parts[0] ?? [])})`;
  return `POLYGON(${parts.map((part) => `(${listed(part)})`).join(', ')})`;
}

const placesOf = ({ x, y, paths, rings, points }: AnyReply): Place[] => (x === undefined ? (points ?? (paths ?? rings).flat()) : [[x, y]]);

/** How far the farthest of the places lies from the nearest of the others. */
function farthest(places: readonly Place[], others: readonly Place[]): number {
  const away = ([x = 0, y = 0]: Place): number =>
    Math.min(...others.map(([ox = 0, oy = 0]) => Math.max(Math.abs(x - ox), Math.abs(y - oy))));
  return Math.max(...places.map(away));
}

async function published(name: string, texts: readonly string[], wkid: number): Promise<string> {
  const text = `name,wkt\n${texts.map((one, at) => `${at},"${one}"\n`).join('')}`;
  const call = { fileType: 'csv', text, publishParameters: { name, sourceSR: { wkid } } };
  const [{ serviceurl }] = (await petra().post(`content/users/${petra().username}/publish`, call)).services;
  await t.runJobs();
  return `${new URL(serviceurl).pathname}/0`;
}

const rowsIn = async (path: string, outSR: number): Promise<AnyReply[]> =>
  (await petra().get(`${path}/query`, { where: '1=1', outSR, outFields: '*', returnZ: true, returnM: true })).features;

const SWISS = { wkid: 2056, latestWkid: 2056 };
const layerOf = (name: string, geometryType: string, layer: object = {}): Promise<string> =>
  emptyLayer(petra(), { name, geometryType, service: { spatialReference: SWISS }, layer });

async function writeBack(path: string, wkid: number): Promise<void> {
  const updates = (await rowsIn(path, wkid)).map(({ attributes, geometry }) => ({
    attributes: { OBJECTID: attributes.objectid ?? attributes.OBJECTID },
    geometry: { ...geometry, spatialReference: { wkid } },
  }));
  const { updateResults } = await petra().post(`${path}/applyEdits`, { updates });
  expect(updateResults.every((one: AnyReply) => one.success)).toBe(true);
}

describe.each([
  ...SYSTEMS.map(([name, wkid, x, y]) => [name, wkid, [x, y], [1_000, 100_000], 1e-6] as const),
  ...DEGREES.map(([name, wkid, x, y]) => [name, wkid, [x, y], [0.01, 1], 1e-9] as const),
])('%s (%i)', (_, wkid, [x, y], sizes, most) => {
  it.each(['POINT', 'LINESTRING', 'POLYGON'])(
    '%s comes back as the file says, and stays when it is read and written back',
    async (kind) => {
      const shapes = sizes.map((size) => shapesAt(x, y, size)[kind] as Place[][]);
      const path = await published(`drift_${wkid}_${kind.toLowerCase()}`, shapes.map((one) => wktOf(kind, one)), wkid); // biome-ignore format: one line
      const check = async (): Promise<void> => {
        for (const [at, { geometry }] of (await rowsIn(path, wkid)).entries()) {
          const given = shapes[at]?.flat() ?? [];
          expect(farthest(placesOf(geometry), given)).toBeLessThan(most);
          expect(farthest(given, placesOf(geometry))).toBeLessThan(most);
        }
      };
      await check();
      for (let turn = 0; turn < 5; turn++) await writeBack(path, wkid);
      await check();
    },
  );
});

describe('in the metres of Switzerland', () => {
  const add = (path: string, ...geometries: object[]): Promise<AnyReply> =>
    petra().post(`${path}/addFeatures`, { features: geometries.map((geometry) => ({ attributes: {}, geometry })) });

  it('heights and measures stay with their corners', async () => {
    const path = await layerOf('measured', 'esriGeometryPolyline', { hasZ: true, hasM: true });
    const paths = [[[2_600_000.5, 1_200_000.25, 1_812.5, 1], [2_601_000.125, 1_201_000.75, 2_400, 2.5]]]; // biome-ignore format: one line
    await add(path, { paths, hasZ: true, hasM: true });
    for (let turn = 0; turn < 5; turn++) await writeBack(path, 2056);
    expect((await rowsIn(path, 2056))[0].geometry.paths).toEqual(paths);
  });

  it('corners that two shapes share are shared where they are kept', async () => {
    const path = await layerOf('parcels', 'esriGeometryPolygon');
    const [a, b] = [[2_600_123.456, 1_200_456.789], [2_600_134.567, 1_200_511.222]] as const; // biome-ignore format: one line
    await add(path, { rings: [[[2_600_000, 1_200_400], b, a, [2_600_000, 1_200_400]]] }, { rings: [[a, b, [2_600_300, 1_200_450], a]] });
    const [first, second] = (await rowsIn(path, 3857)).map(({ geometry }) => geometry.rings[0].map(String));
    expect(first.filter((place: string) => second.includes(place)).length).toBeGreaterThanOrEqual(2);
    expect(new Set([...first, ...second]).size).toBe(4);
  });

  it('a point is found with its coordinates, and at the corner of an area, also by a view', async () => {
    const path = await layerOf('points', 'esriGeometryPoint');
    const [x, y] = [2_600_123.456, 1_200_456.789];
    await add(path, { x, y });
    const counted = async (params: Record<string, string | object>): Promise<number> =>
      (await petra().get(`${path}/query`, { ...params, returnCountOnly: true } as never)).count;
    expect(await counted({ geometry: `${x},${y}`, geometryType: 'esriGeometryPoint' })).toBe(1);
    for (const [east, north] of [
      [90, 80],
      [90, -80],
      [-90, -80],
      [-90, 80],
    ] as const) {
      const beyond = [[x + east, y], [x, y + north]]; // biome-ignore format: one line
      const corners = east * north > 0 ? beyond.toReversed() : beyond;
      const geometry = { rings: [[[x, y], ...corners, [x, y]]], spatialReference: SWISS };
      expect(await counted({ geometry, geometryType: 'esriGeometryPolygon' }), `${east} ${north}`).toBe(1);
      const name = `view${east}${north}`.replaceAll('-', 'm');
      const made = await petra().post(`content/users/${petra().username}/createService`, { createParameters: { name }, isView: true });
      const view = new URL(made.serviceurl).pathname;
      const filter = { operator: 'esriSpatialRelIntersects', value: { geometry } };
      const viewLayerDefinition = { sourceServiceName: 'points', sourceLayerId: 0, filter };
      const addToDefinition = { layers: [{ name, adminLayerInfo: { viewLayerDefinition } }] };
      expect((await petra().post(`${view.replace('/rest/', '/rest/admin/')}/addToDefinition`, { addToDefinition })).success).toBe(true);
      expect((await petra().get(`${view}/0/query`, { where: '1=1', returnCountOnly: true })).count, name).toBe(1);
    }
  });

  it('shapes without a place come with the others, and of files what cannot be projected is left out alone', async () => {
    const file = await published('holes', ['POINT(2600000.5 1200000.25)', 'POINT EMPTY', 'POINT(2600000 1e30)', 'POINT(2600001.5 1200001.25)'], 2056); // biome-ignore format: one line
    const places = (await rowsIn(file, 2056)).flatMap(({ geometry }) => (geometry === undefined || geometry === null ? [] : [geometry]));
    expect(places.map(({ x }) => x).filter((x) => typeof x === 'number')).toEqual([expect.closeTo(2_600_000.5, 6), expect.closeTo(2_600_001.5, 6)]); // biome-ignore format: one line
    const path = await layerOf('robinson', 'esriGeometryPoint');
    const far = { x: 17_000_000, y: 8_600_000, spatialReference: { wkid: 54_030 } };
    const near = { x: 2_600_000.5, y: 1_200_000.25 };
    const { addResults } = await petra().post(`${path}/addFeatures`, { features: [far, { ...far, x: 1_000_000, y: 5_000_000 }, near].map((geometry) => ({ attributes: {}, geometry })), rollbackOnFailure: false }); // biome-ignore format: one line
    expect(addResults.slice(1).every((one: AnyReply) => one.success)).toBe(true);
    expect((await rowsIn(path, 54_030)).map(({ geometry }) => geometry.x)).toContainEqual(expect.closeTo(1_000_000, 6));
    expect((await rowsIn(path, 2056)).map(({ geometry }) => geometry)).toContainEqual({ x: 2_600_000.5, y: 1_200_000.25 });
  });
});

it('corners on the date line stay on their side of it', async () => {
  const path = await published('world', ['POLYGON((-17005833.33 0, -16000000 3000000, 16000000 3000000, 17005833.33 0, -17005833.33 0))'], 54_030); // biome-ignore format: one line
  const [{ geometry }] = await rowsIn(path, 54_030);
  const xs = geometry.rings.flat().map(([x]: number[]) => x);
  expect([Math.min(...xs), Math.max(...xs)]).toEqual([expect.closeTo(-17_005_833, 0), expect.closeTo(17_005_833, 0)]);
  const box = { geometry: '-1,5,1,6', inSR: 4326, returnCountOnly: true };
  expect((await petra().get(`${path}/query`, box)).count).toBe(1);
});

it('what lies where nothing is shifted does not end the correction of its system', async () => {
  const path = await layerOf('grid', 'esriGeometryPoint');
  const sea = { paths: [Array.from({ length: 1_100 }, (_, at) => [1_300_000 + at, 300_000])] };
  await petra().post(`${path}/query`, { geometry: sea, geometryType: 'esriGeometryPolyline', inSR: 27_700, returnCountOnly: true });
  const place = { x: 434_567.891, y: 287_654.321 };
  await petra().post(`${path}/addFeatures`, { features: [{ attributes: {}, geometry: { ...place, spatialReference: { wkid: 27_700 } } }] });
  for (let round = 0; round < 3; round++) await writeBack(path, 27_700);
  const [{ geometry }] = await rowsIn(path, 27_700);
  expect([geometry.x, geometry.y]).toEqual([expect.closeTo(place.x, 6), expect.closeTo(place.y, 6)]);
});

it('many rows that cannot be projected cost a bounded number of statements, and nothing of the others', async () => {
  const bad = Array.from({ length: 40 }, (_, at) => `POINT(${17_000_000 + at} 8600000)`);
  const path = await published('rim', [...bad, 'POINT(1000000 5000000)'], 54_030);
  const features = await rowsIn(path, 54_030);
  expect(features.map(({ geometry }) => [geometry.x, geometry.y])).toEqual([[expect.closeTo(1_000_000, 3), expect.closeTo(5_000_000, 3)]]);
  let failed = 0;
  const wkbs = Array.from({ length: 500 }, (_, at) => writeWkb({ kind: 'point', position: [17_000_000 + at, 8_600_000], hasZ: false, hasM: false }, { srid: null })); // biome-ignore format: one line
  const ask: ReturnType<typeof askingOf> = (statement) =>
    askingOf(t.portal.db)<never>(statement).catch((error: unknown) => {
      failed++;
      throw error;
    });
  expect(await comingBack(ask, wkbs, 54_030)).toEqual(wkbs);
  expect(failed).toBeLessThan(30);
});

it.each([25_832, 32_633, 2_154, 4_258, 26_912, 3_031])('EPSG:%s is exact by its definition: nobody asks for its places', async (srid) => {
  const wkb = writeWkb({ kind: 'point', position: [10, 50], hasZ: false, hasM: false }, { srid: null });
  const asked: string[] = [];
  const ask: ReturnType<typeof askingOf> = (statement) => {
    asked.push(statement.text);
    return askingOf(t.portal.db)(statement);
  };
  expect(await comingBack(ask, [wkb], srid)).toEqual([wkb]);
  expect(asked.filter((text) => text.includes('ST_Transform'))).toEqual([]);
});

it('the area of a view that cannot be projected is refused', async () => {
  await layerOf('seen', 'esriGeometryPoint');
  const made = await petra().post(`content/users/${petra().username}/createService`, {
    createParameters: { name: 'unseen' },
    isView: true,
  });
  const view = new URL(made.serviceurl).pathname;
  const rings = [[[17_000_000, 8_600_000], [17_000_000, 8_600_900], [17_000_900, 8_600_000], [17_000_000, 8_600_000]]]; // biome-ignore format: one line
  const value = { geometry: { rings, spatialReference: { wkid: 54_030 } }, geometryType: 'esriGeometryPolygon' };
  const viewLayerDefinition = { sourceServiceName: 'seen', sourceLayerId: 0, filter: { operator: 'esriSpatialRelIntersects', value } };
  const addToDefinition = { layers: [{ name: 'unseen', adminLayerInfo: { viewLayerDefinition } }] };
  const reply = await petra().post(`${view.replace('/rest/', '/rest/admin/')}/addToDefinition`, { addToDefinition });
  expect(reply.error).toMatchObject({ code: 400 });
});
