// What is as near to a place as a query says, measured on the globe: in every direction, far away, over the date line and over the poles.
import { destination } from '@graticule/geo/measure/geodesic-circle';
import { geodesicDistance } from '@graticule/geo/measure/size';
import { fromWebMercator, toWebMercator } from '@graticule/geo/project/web-mercator';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
let service: string;
/** Places by their object ids. */
const placed: [number, number][] = [];
const HOME: [number, number] = [13.4, 52.5];
const FIJI = [179.5, -17] as const;

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
  const petra = t.as('petra');
  const createParameters = { name: 'Near', capabilities: 'Query,Editing' };
  service = new URL((await petra.post(`content/users/${petra.username}/createService`, { createParameters })).serviceurl).pathname;
  const layers = [{ name: 'places', geometryType: 'esriGeometryPoint', fields: [] }];
  await petra.post(`${service.replace('/rest/', '/rest/admin/')}/addToDefinition`, { addToDefinition: { layers } });
  for (let lon = -178; lon <= 180; lon += 6) for (let lat = -84; lat <= 84; lat += 6) placed.push([lon, lat]);
  // Close to a circle, on both of its sides.
  for (let azimuth = 0; azimuth < 360; azimuth += 7)
    for (const metres of [129_950, 130_050]) placed.push(destination(HOME, azimuth, metres) as [number, number]);
  // Where a decimal is long on the map.
  for (let i = 0; i < 40; i++) placed.push([i * 7.123456789 - 140, 78 + i / 7.7]);
  for (const [x, y] of [[178.9, -17], [-179.6, -17.1], [-179.6, -19]] as const) placed.push([x, y]); // biome-ignore format: one line
  const spatialReference = { wkid: 4326 };
  const features = placed.map(([x, y]) => ({ attributes: {}, geometry: { x, y, spatialReference } }));
  const { addResults } = await petra.post(`${service}/0/addFeatures`, { features });
  expect(addResults.every((one: AnyReply) => one.success)).toBe(true);
});
afterAll(() => t.close());

async function found(params: object): Promise<number[]> {
  const reply: AnyReply = await t.as('petra').get(`${service}/0/query`, { inSR: 4326, returnIdsOnly: true, ...params } as never);
  expect(reply.error).toBeUndefined();
  return reply.objectIds;
}
const near = (isNear: (place: [number, number]) => boolean): number[] => placed.flatMap((place, at) => (isNear(place) ? [at + 1] : []));

describe('a distance around a point', () => {
  it.each<[string, readonly [number, number], number]>([
    ['in all directions', HOME, 130_000],
    ['far away', [0, 0], 5_000_000],
    ['far to the north', [30, 60], 4_000_000],
    ['over the date line', FIJI, 250_000],
    ['over a pole', [20, 80], 3_000_000],
    ['over both poles', [-179, 5], 15_000_000],
    ['around almost all of the globe', [20, -70], 19_000_000],
    ['a turn farther on', [HOME[0] + 360, HOME[1]], 1_000_000],
  ])('is measured on the globe: %s', async (_where, [x, y], distance) => {
    const expected = near((place) => geodesicDistance([x, y], place) <= distance);
    expect(expected.length).toBeGreaterThan(1);
    const point = { geometry: `${x},${y}`, geometryType: 'esriGeometryPoint' };
    expect(await found({ ...point, distance })).toEqual(expected);
    expect(await found({ ...point, distance: distance / 1000, units: 'esriSRUnit_Kilometer' })).toEqual(expected);
    const others = placed.map((_, at) => at + 1).filter((id) => !expected.includes(id));
    expect(await found({ ...point, distance, spatialRel: 'esriSpatialRelDisjoint' })).toEqual(others);
  });

  it('is the same in metres of the map', async () => {
    const point = { geometry: toWebMercator(...HOME).join(','), geometryType: 'esriGeometryPoint', inSR: 3857 };
    const expected = near((place) => geodesicDistance(HOME, place) <= 130_000);
    expect(await found({ ...point, distance: 130_000 })).toEqual(expected);
  });
});

describe('a distance around other shapes', () => {
  it('is round around their corners', async () => {
    const points = { points: [HOME, HOME.map((one) => one + 1e-7)] };
    const expected = near((place) => geodesicDistance(HOME, place) <= 130_000);
    expect(await found({ geometry: points, distance: 130_000 })).toEqual(expected);
  });

  it('reaches over the date line', async () => {
    const [x, y] = FIJI;
    const expected = near((place) => geodesicDistance([x, y], place) <= 250_000);
    const short = { paths: [[[x, y], [x + 0.001, y]]] }; // biome-ignore format: one line
    const small = { xmin: x - 0.001, ymin: y, xmax: x, ymax: y + 0.001 };
    const around = { rings: [[[x, y], [x, y + 0.001], [x + 0.001, y + 0.001], [x, y]]] }; // biome-ignore format: one line
    for (const geometry of [short, small, around, short]) expect(await found({ geometry, distance: 250_000 })).toEqual(expected);
    // What was found for one distance is not what is found for another.
    expect((await found({ geometry: short, distance: 100_000 })).length).toBeLessThan(expected.length);
  });
});

it('a distance around a shape that was cut at the date line is around both of its parts', async () => {
  const [x, y] = FIJI;
  const box = (west: number, east: number): number[][] => [[west, y], [west, y + 0.001], [east, y + 0.001], [east, y], [west, y]]; // biome-ignore format: one line
  const whole = await found({ geometry: { rings: [box(179.9, 180.1)] }, distance: 250_000 });
  expect(whole).toEqual(near((place) => geodesicDistance([180, y], place) <= 250_000));
  expect(await found({ geometry: { rings: [box(179.9, 180), box(-180, -179.9)] }, distance: 250_000 })).toEqual(whole);
  expect(await found({ geometry: { paths: [[[x, y], [180, y]], [[-180, y], [-179.9, y]]] }, distance: 250_000 })).toEqual(near((place) => geodesicDistance([x, y], place) <= 250_000 || geodesicDistance([-179.9, y], place) <= 250_000)); // biome-ignore format: one line
});

it('a distance around very many corners is refused, with what to do, unless most of them make no difference', async () => {
  const asked = (points: number[][], distance: number): object => ({ geometry: { points }, inSR: 4326, distance, returnCountOnly: true });
  const most = t.portal.database.engine === 'embedded' ? 500 : 1000;
  const points = Array.from({ length: most + 1 }, (_, at) => [at / 100, 1]);
  const { error } = await t.as('petra').get(`${service}/0/query`, asked(points, 10) as never);
  expect(error).toMatchObject({ code: 400, details: [expect.stringContaining(`${most} corners`), expect.stringContaining('simpler')] });
  expect(await found({ geometry: { points: points.slice(1) }, distance: 10 })).toEqual(expect.any(Array));
  if (t.portal.database.engine === 'embedded') return;
  const wavy = Array.from({ length: 5_000 }, (_, at) => [HOME[0] + at / 1e8, HOME[1] + Math.sin(at) / 1e8]);
  const expected = near((place) => geodesicDistance(HOME, place) <= 130_000);
  expect(await found({ geometry: { paths: [wavy] }, distance: 130_000 })).toEqual(expected);
  const { error: many } = await t.as('petra').get(`${service}/0/query`, {
    geometry: { paths: [Array.from({ length: 10_001 }, (_, at) => [at / 1e5, 1])] },
    inSR: 4326,
    distance: 10,
  } as never);
  expect(many.details[0]).toContain('10000 corners');
});

it('the area within a distance is related to areas as any other is', async () => {
  const petra = t.as('petra');
  const createParameters = { name: 'Crops', capabilities: 'Query,Editing' };
  const url = new URL((await petra.post(`content/users/${petra.username}/createService`, { createParameters })).serviceurl).pathname;
  const layers = [{ name: 'fields', geometryType: 'esriGeometryPolygon', fields: [] }];
  await petra.post(`${url.replace('/rest/', '/rest/admin/')}/addToDefinition`, { addToDefinition: { layers } });
  const square = (x: number, y: number, half: number): number[][] => [[x - half, y - half], [x - half, y + half], [x + half, y + half], [x + half, y - half], [x - half, y - half]]; // biome-ignore format: one line
  // Along the line, over its edge, all around it, and away from it.
  const features = [square(5, 50, 0.1), square(5, 50.9, 0.2), square(5, 50, 20), square(5, 54, 0.5)].map((ring) => ({
    attributes: {},
    geometry: { rings: [ring], spatialReference: { wkid: 4326 } },
  }));
  await petra.post(`${url}/0/addFeatures`, { features });
  const asked = async (relation: string): Promise<number[]> => {
    const geometry = { paths: [[[0, 50], [10, 50], [5, 50.00001], [5, 49.99999]]] }; // biome-ignore format: one line
    const reply: AnyReply = await petra.get(`${url}/0/query`, { geometry, inSR: 4326, distance: 100_000, spatialRel: `esriSpatialRel${relation}`, returnIdsOnly: true } as never); // biome-ignore format: one line
    return reply.objectIds;
  };
  expect(await asked('Intersects')).toEqual([1, 2, 3]);
  expect(await asked('Contains')).toEqual([1]);
  expect(await asked('Within')).toEqual([3]);
  expect(await asked('Overlaps')).toEqual([2]);
  expect(await asked('Disjoint')).toEqual([4]);
  expect(await asked('Touches')).toEqual([]);
});

it('a line and an area that lie turns away from the map are found on it', async () => {
  const line = { paths: [[[10, 50], [20, 50]]] }; // biome-ignore format: one line
  const area = { rings: [[[10, 50], [20, 55], [20, 50], [10, 50]]] }; // biome-ignore format: one line
  const away = (turns: number, lines: number[][][]): number[][][] => lines.map((one) => one.map(([x = 0, y = 0]) => [x + turns * 360, y]));
  for (const turns of [-3, 1, 2, 5]) {
    expect(await found({ geometry: { paths: away(turns, line.paths) }, distance: 300_000 })).toEqual(await found({ geometry: line, distance: 300_000 })); // biome-ignore format: one line
    expect(await found({ geometry: { rings: away(turns, area.rings) }, distance: 300_000 })).toEqual(await found({ geometry: area, distance: 300_000 })); // biome-ignore format: one line
  }
  expect((await found({ geometry: line, distance: 300_000 })).length).toBeGreaterThan(2);
});

/** The shortest way to a line whose edges are straight on the map. */
function toLine(line: readonly (readonly number[])[], place: readonly number[]): number {
  const places = line.slice(1).flatMap((to, at) => {
    const [from, end] = [line[at], to].map((one) => toWebMercator(one?.[0] ?? 0, one?.[1] ?? 0));
    const [[ax, ay], [bx, by]] = [from ?? [0, 0], end ?? [0, 0]];
    return Array.from({ length: 801 }, (_, part) => fromWebMercator(between(ax, bx, part / 800), between(ay, by, part / 800)));
  });
  return Math.min(...places.map((one) => geodesicDistance(one, place as number[])));
}
const between = (from: number, to: number, share: number): number => from + (to - from) * share;

// The embedded database measures lines and areas in the plane of one zone.
describe.skipIf(process.env.GRATICULE_TEST_ENGINE === 'embedded')('a distance around long and far shapes', () => {
  it.each<[string, number[][], number]>([
    [
      'across a continent in the north',
      [
        [-60, 62],
        [100, 62],
      ],
      250_000,
    ],
    [
      'from south to north',
      [
        [-60, -50],
        [60, 70],
      ],
      900_000,
    ],
    [
      'seen from afar',
      [
        [10, 50],
        [20, 50],
      ],
      4_000_000,
    ],
    [
      'half of the globe away',
      [
        [10, 50],
        [20, 50],
      ],
      9_000_000,
    ],
    [
      'close to a pole',
      [
        [-100, 80],
        [20, 82],
      ],
      1_500_000,
    ],
    [
      'over the date line',
      [
        [170, -17],
        [186, -17],
      ],
      500_000,
    ],
  ])('is measured on the globe: %s', async (_what, path, distance) => {
    // biome-ignore format: one line
    // Every third place: measuring takes longer than asking.
    const away = placed.map((place, at) => (at % 3 === 0 ? toLine(path, place) : undefined));
    const ids = await found({ geometry: { paths: [path] }, distance });
    const sure = (isNear: (metres: number) => boolean): number[] =>
      away.flatMap((metres, at) => (metres !== undefined && isNear(metres) ? [at + 1] : []));
    expect(sure((metres) => metres < distance * 0.999).filter((id) => !ids.includes(id))).toEqual([]);
    expect(ids.filter((id) => (away[id - 1] ?? 0) > distance * 1.001)).toEqual([]);
    expect(ids.length).toBeGreaterThan(3);
  });

  it('goes around an area of any size, and holds it', async () => {
    const [west, south, east, north] = [100, -40, 250, 60];
    const geometry = { xmin: west, ymin: south, xmax: east, ymax: north };
    const ids = await found({ geometry, distance: 300_000 });
    const corners = [[west, south], [east, south], [east, north], [west, north], [west, south]]; // biome-ignore format: one line
    for (const [at, [x, y]] of placed.entries()) {
      if (at % 3 > 0) continue;
      const [isInside] = [0, 360].map((turn) => x + turn >= west && x + turn <= east && y >= south && y <= north).filter(Boolean);
      const metres = isInside ? 0 : toLine(corners, [x, y]);
      if (Math.abs(metres - 300_000) < 300) continue;
      expect([x, y, ids.includes(at + 1)]).toEqual([x, y, metres < 300_000]);
    }
  });
});

it.skipIf(process.env.GRATICULE_TEST_ENGINE === 'embedded')(
  'a distance around an area that is wider than the world leaves nothing out',
  async () => {
    const ring = [[-200, -10], [-200, 10], [200, 30], [200, -30], [-200, -10]]; // biome-ignore format: one line
    const ids = await found({ geometry: { rings: [ring] }, distance: 1_000 });
    const inside = placed.flatMap(([, y], at) => (Math.abs(y) < 10 ? [at + 1] : []));
    expect(inside.filter((id) => !ids.includes(id))).toEqual([]);
  },
);

describe('a distance in another coordinate system', () => {
  it.each<[string, number, string]>([
    ['a grid of Fiji', 3460, 'esriGeometryPoint'],
    ['a zone beside the date line', 32760, 'esriGeometryPoint'],
    ['other degrees', 4167, 'esriGeometryPoint'],
    ['points in a grid', 3460, 'esriGeometryMultipoint'],
    ['a box in a grid', 3460, 'esriGeometryEnvelope'],
  ])('reaches over the date line: %s', async (_what, inSR, geometryType) => {
    const { rows } = await sql<{ x: number; y: number }>`
      select st_x(p) as x, st_y(p) as y from (select st_transform(st_setsrid(st_makepoint(${FIJI[0]}::float8, ${FIJI[1]}::float8), 4326), ${inSR}::integer) as p) place`.execute(
      t.portal.db,
    );
    const { x, y } = rows[0] ?? { x: 0, y: 0 };
    const geometry = { esriGeometryPoint: `${x},${y}`, esriGeometryMultipoint: { points: [[x, y]] }, esriGeometryEnvelope: `${x},${y},${x},${y}` }[geometryType]; // biome-ignore format: one line
    const expected = near((place) => geodesicDistance([...FIJI], place) <= 250_000);
    expect(expected.length).toBeGreaterThan(2);
    expect(await found({ geometry, geometryType, inSR, distance: 250_000 })).toEqual(expected);
  });

  it('goes around edges that are bent on the map, however finely they are divided', async () => {
    const place = async (x: number, y: number): Promise<number[]> => {
      const { rows } = await sql<{ x: number; y: number }>`
        select st_x(p) as x, st_y(p) as y from (select st_transform(st_setsrid(st_makepoint(${x}::float8, ${y}::float8), 4326), 3035) as p) place`.execute(
        t.portal.db,
      );
      return [rows[0]?.x ?? 0, rows[0]?.y ?? 0];
    };
    const paths = [await Promise.all(Array.from({ length: 12 }, (_, at) => place(at % 2 === 0 ? 6 : 18, 48 + at / 4)))];
    const reply: AnyReply = await t.as('petra').get(`${service}/0/query`, { geometry: { paths }, inSR: 3035, distance: 10, returnCountOnly: true } as never); // biome-ignore format: one line
    expect(reply.count).toEqual(expect.any(Number));
    const wide = await found({ geometry: { paths }, inSR: 3035, distance: 300_000 });
    expect(wide).toContain(placed.findIndex(([x, y]) => x === 8 && y === 48) + 1);
    expect(wide.some((id) => (placed[id - 1]?.[1] ?? 0) < 44)).toBe(false);
  });

  it('is refused to the embedded database where edges are divided into too many', async () => {
    if (t.portal.database.engine !== 'embedded') return;
    const paths = [Array.from({ length: 400 }, (_, at) => [500_000 + (at % 2) * 200_000, 5_800_000 + at * 500])];
    const { error } = await t.as('petra').get(`${service}/0/query`, { geometry: { paths }, inSR: 25832, distance: 10, returnCountOnly: true } as never); // biome-ignore format: one line
    expect(error).toMatchObject({ code: 400, details: [expect.stringContaining('corners'), expect.anything()] });
  });

  it('goes around an area with a spike', async () => {
    const [x, y] = [500_000, 5_800_000];
    const ring = [[0, 0], [10, 0], [10, 10], [10, 20], [10, 10], [0, 10], [0, 0]].map(([dx = 0, dy = 0]) => [x + dx, y + dy]); // biome-ignore format: one line
    expect((await found({ geometry: { rings: [ring] }, inSR: 25832, distance: 600_000 })).length).toBeGreaterThan(3);
    const degrees = ring.map(([dx = 0, dy = 0]) => [9 + (dx - x) / 1e5, 52 + (dy - y) / 1e5]);
    expect((await found({ geometry: { rings: [degrees] }, distance: 600_000 })).length).toBeGreaterThan(3);
  });

  it('that is not known is refused, and a place that it cannot hold is near to nothing', async () => {
    const ask = (params: object): Promise<AnyReply> => t.as('petra').get(`${service}/0/query`, { geometryType: 'esriGeometryPoint', distance: 10, returnCountOnly: true, ...params } as never); // biome-ignore format: one line
    expect((await ask({ geometry: '1,1', inSR: 99_999 })).error).toMatchObject({ code: 400 });
    const far = await ask({ geometry: '1e9,1e9', inSR: 3460 });
    expect(far.error?.code ?? far.count).toSatisfy((one: number) => one === 0 || one === 400);
  });
});

it('a point is in the box of its own coordinates, in degrees and in metres, as they went in and as they come out', async () => {
  const { features } = await t.as('petra').get(`${service}/0/query`, { where: '1=1', outSR: 4326, resultRecordCount: 2000 });
  const lost: unknown[] = [];
  for (const [at, place] of placed.entries()) {
    if (at % 9 !== 0 && place[1] < 78) continue;
    const { x, y } = features[at].geometry;
    const boxes: [readonly number[], number][] = [[place, 4326], [[x, y], 4326], [toWebMercator(...place), 3857]]; // biome-ignore format: one line
    for (const [[px, py], inSR] of boxes) {
      const ids = await found({ geometry: `${px},${py},${px},${py}`, geometryType: 'esriGeometryEnvelope', inSR });
      if (!ids.includes(at + 1)) lost.push([at + 1, px, py, inSR]);
    }
  }
  expect(lost).toEqual([]);
});
