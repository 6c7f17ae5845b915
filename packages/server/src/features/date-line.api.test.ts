// Shapes in the metres of a country that reach over the date line lie on both of its sides, and not all around the globe between them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../testing/agent.ts';
import { emptyLayer } from '../../testing/made-layers.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

/** From 178° east to 178° west and 51° to 53° north, in Alaska's Albers. */
const ALEUTIANS = [
  [-1_920_815, 521_401],
  [-1_830_187, 723_464],
  [-1_581_240, 620_697],
  [-1_659_541, 413_544],
  [-1_920_815, 521_401],
];
const ALBERS = { wkid: 3338 };
/** From 179° east to 179° west and 17° to 16° south, on the grid of Fiji. */
const FIJI = '2026601,3999979,2240827,4109339';
const PLACES: Readonly<Record<string, readonly [number, number]>> = {
  Amchitka: [179.5, 52],
  Kanaga: [-179.5, 52],
  Berlin: [13.4, 52.5],
  Taveuni: [179.5, -16.5],
  Vanua: [-179.5, -16.5],
  Atlantic: [0, -16.5],
};
/** A box around either place, and one between them on the far side of the globe. */
const [EAST, WEST, GREENWICH] = ['179,51.5,179.5,52', '-179.5,51.5,-179,52', '-1,51.5,1,52.5'] as const;

let t: TestPortal;
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
});
afterAll(() => t.close());
const petra = () => t.as('petra');

const layerOf = (name: string, geometryType: string, layer: object = {}): Promise<string> =>
  emptyLayer(petra(), { name, geometryType, layer });

/** Which rows lie in boxes of degrees. */
const foundIn = (path: string, boxes: readonly string[]): Promise<number[]> =>
  Promise.all(
    boxes.map(async (geometry) => {
      const reply = await petra().get(`${path}/query`, { geometry, inSR: 4326, returnCountOnly: true });
      return reply.count;
    }),
  );

async function published(name: string, wkt: string, wkid: number): Promise<string> {
  const parameters = { name, sourceSR: { wkid } };
  const call = { fileType: 'csv', text: `name,wkt\na,"${wkt}"\n`, publishParameters: parameters };
  const [{ serviceurl }] = (await petra().post(`content/users/${petra().username}/publish`, call)).services;
  await t.runJobs();
  return `${new URL(serviceurl).pathname}/0`;
}

const text = (ring: readonly (readonly number[])[]): string => ring.map((position) => position.join(' ')).join(', ');

describe('places that are looked for', () => {
  let path: string;
  beforeAll(async () => {
    path = await layerOf('looked_for', 'esriGeometryPoint');
    const features = Object.entries(PLACES).map(([name, [x, y]]) => ({
      attributes: { name },
      geometry: { x, y, spatialReference: { wkid: 4326 } },
    }));
    await petra().post(`${path}/addFeatures`, { features });
  });
  const names = (reply: AnyReply): string[] => reply.features.map(({ attributes }: AnyReply) => attributes.name);

  it('are those on both sides of the date line, in polygons and boxes', async () => {
    const polygon = { geometry: { rings: [ALEUTIANS], spatialReference: ALBERS }, geometryType: 'esriGeometryPolygon' };
    expect(names(await petra().post(`${path}/query`, { ...polygon, outFields: 'name' }))).toEqual(['Amchitka', 'Kanaga']);
    expect(names(await petra().get(`${path}/query`, { geometry: FIJI, inSR: 3460, outFields: 'name' }))).toEqual(['Taveuni', 'Vanua']);
  });

  it('are those on both sides of a box that goes on beyond the date line, in degrees and metres', async () => {
    const fiji = (params: object): Promise<AnyReply> => petra().get(`${path}/query`, { outFields: 'name', ...params } as never);
    for (const geometry of ['179,-17,181,-16', '-181,-17,-179,-16', '539,-17,541,-16'])
      for (const spatialRel of ['esriSpatialRelIntersects', 'esriSpatialRelEnvelopeIntersects', 'esriSpatialRelContains'])
        expect(names(await fiji({ geometry, inSR: 4326, spatialRel })), `${geometry} ${spatialRel}`).toEqual(['Taveuni', 'Vanua']);
    expect(names(await fiji({ geometry: '539,-17,539.8,-16', inSR: 4326 }))).toEqual(['Taveuni']);
    const metres = [19_926_188, -1_920_825, 20_148_827, -1_804_722];
    expect(names(await fiji({ geometry: metres.join(), inSR: 3857 }))).toEqual(['Taveuni', 'Vanua']);
    // What is beyond on both sides is the whole world, and a rounded side is no more than that.
    expect(names(await fiji({ geometry: '-200,-17,200,-16', inSR: 4326 }))).toEqual(['Taveuni', 'Vanua', 'Atlantic']);
    expect(names(await fiji({ geometry: '179,-17,180.000001,-16', inSR: 4326 }))).toEqual(['Taveuni']);
    expect(names(await fiji({ geometry: '179,-17,181,-16', inSR: 4326, spatialRel: 'esriSpatialRelDisjoint' }))).toEqual(['Amchitka', 'Kanaga', 'Berlin', 'Atlantic']); // biome-ignore format: one line
  });

  it('are deleted there and nowhere else', async () => {
    const polygon = { geometry: { rings: [ALEUTIANS], spatialReference: ALBERS }, geometryType: 'esriGeometryPolygon' };
    await petra().post(`${path}/deleteFeatures`, polygon);
    expect(names(await petra().get(`${path}/query`, { outFields: 'name' }))).toEqual(['Berlin', 'Taveuni', 'Vanua', 'Atlantic']);
  });
});

describe('a shape over the date line', () => {
  it('that is drawn lies on both sides, with its heights', async () => {
    const path = await layerOf('drawn', 'esriGeometryPolygon', { hasZ: true });
    const ring = ALEUTIANS.map((position) => [...position, 7]);
    const features = [{ attributes: {}, geometry: { rings: [ring], hasZ: true, spatialReference: ALBERS } }];
    expect((await petra().post(`${path}/addFeatures`, { features })).addResults).toMatchObject([{ success: true }]);
    expect(await foundIn(path, [EAST, WEST, GREENWICH])).toEqual([1, 1, 0]);
    const { geometry } = (await petra().get(`${path}/query`, { outSR: 4326, returnZ: true })).features[0];
    expect(geometry.rings).toHaveLength(2);
    expect(new Set(geometry.rings.flat().map(([, , z]: number[]) => z))).toEqual(new Set([7]));
  });

  it.each([
    ['polygon', `POLYGON ((${text(ALEUTIANS)}))`],
    ['line', `LINESTRING (${text(ALEUTIANS.slice(1, 3))})`],
    ['multipolygon', `MULTIPOLYGON (((${text(ALEUTIANS)})), ((0 0, 0 1000, 1000 1000, 0 0)))`],
  ])('of a file lies on both sides: a %s', async (kind, wkt) => {
    const path = await published(`file_${kind}`, wkt, 3338);
    const boxes = kind === 'line' ? ['178,52.9,179,53.1', '-179,52.9,-178,53.1', '-1,52,1,54'] : [EAST, WEST, GREENWICH];
    expect(await foundIn(path, boxes)).toEqual([1, 1, 0]);
  });

  it('is told from one that does go around the globe', async () => {
    const box = 'POLYGON ((-12000000 4000000, -12000000 6000000, 12000000 6000000, 12000000 4000000, -12000000 4000000))';
    for (const [name, wkt] of [
      ['around', box],
      ['across', 'LINESTRING (-12000000 5500000, 12000000 5500000)'],
    ] as const)
      expect(await foundIn(await published(name, wkt, 54_030), ['-1,40,1,60']), name).toEqual([1]);
  });
});

it('a shape on both sides of the date line holds a box there, and its bounds meet one', async () => {
  const path = await layerOf('both_sides', 'esriGeometryPolygon');
  const box = (west: number, east: number): number[][] => [[west, -20], [west, -10], [east, -10], [east, -20], [west, -20]]; // biome-ignore format: one line
  const geometry = { rings: [box(170, 180), box(-180, -170)], spatialReference: { wkid: 4326 } };
  const far = { rings: [box(0, 5)], spatialReference: { wkid: 4326 } };
  await petra().post(`${path}/addFeatures`, { features: [geometry, far].map((one) => ({ attributes: {}, geometry: one })) });
  for (const spatialRel of ['esriSpatialRelWithin', 'esriSpatialRelIntersects']) {
    const reply = await petra().get(`${path}/query`, { geometry: '179,-17,181,-16', inSR: 4326, spatialRel, returnIdsOnly: true });
    expect([spatialRel, reply.objectIds]).toEqual([spatialRel, [1]]);
  }
  // The bounds of the first are those of the world.
  const reply = await petra().get(`${path}/query`, { geometry: '179,-17,181,-16', inSR: 4326, spatialRel: 'esriSpatialRelEnvelopeIntersects', returnIdsOnly: true }); // biome-ignore format: one line
  expect(reply.objectIds).toEqual([1]);
});

describe('a shape around a pole', () => {
  /** A circle of so many degrees around the pole, in metres of the system. */
  const around = (metres: number, corners: number): number[][] =>
    Array.from({ length: corners + 1 }, (_, at) => {
      const angle = ((at % corners) * 2 * Math.PI) / corners + 0.3;
      return [Math.round(metres * Math.sin(angle)), Math.round(metres * Math.cos(angle))];
    });
  // 2,000 km from the pole is about 72 degrees; 1,000 km about 81.
  const [SOUTH, NORTH] = [{ wkid: 3031 }, { wkid: 3413 }];
  /** A box in each quarter of the globe between 75 and 80 degrees, one beyond, and one near the pole. */
  const quarters = (sign: 1 | -1): string[] =>
    [-179, -135, -45, 45, 135, 178].map((x) => [x, sign > 0 ? 75 : -80, x + 1, sign > 0 ? 80 : -75].join());

  it.each([
    ['a circle around the south pole', SOUTH, -1, around(2_000_000, 72)],
    ['a square around the south pole', SOUTH, -1, around(2_400_000, 4)],
    ['a circle around the north pole', NORTH, 1, around(2_000_000, 72)],
  ] as const)('holds it in all directions: %s', async (name, spatialReference, sign, ring) => {
    const path = await layerOf(name.replaceAll(' ', '_'), 'esriGeometryPolygon');
    const { addResults } = await petra().post(`${path}/addFeatures`, {
      features: [{ attributes: { name }, geometry: { rings: [ring.map((one) => [...one])], spatialReference } }],
    });
    expect(addResults).toMatchObject([{ success: true }]);
    expect(await foundIn(path, quarters(sign))).toEqual([1, 1, 1, 1, 1, 1]);
    expect(await foundIn(path, [`10,${sign * 60 - 5},20,${sign * 60 + 5}`, `10,${sign * 85 - 1},20,${sign * 85 + 1}`])).toEqual([0, 1]);
  });

  it('is loaded from files', async () => {
    const path = await published('circle_of_ice', `POLYGON((${text(around(2_000_000, 72))}))`, 3031);
    expect(await foundIn(path, quarters(-1))).toEqual([1, 1, 1, 1, 1, 1]);
    const ring = `POLYGON((${text(around(2_000_000, 72))}), (${text(around(1_000_000, 72))}))`;
    const hole = await published('ring_of_ice', ring, 3031);
    expect(await foundIn(hole, quarters(-1))).toEqual([1, 1, 1, 1, 1, 1]);
    expect(await foundIn(hole, ['10,-88,20,-84'])).toEqual([0]);
  });

  it('that lies closer to it than the map reaches is not kept as nothing', async () => {
    const path = await layerOf('igloo', 'esriGeometryPolygon');
    const geometry = { rings: [around(500, 4)], spatialReference: SOUTH };
    const { addResults } = await petra().post(`${path}/addFeatures`, { features: [{ attributes: { name: 'igloo' }, geometry }] });
    const { features } = await petra().get(`${path}/query`, { where: '1=1', outFields: 'name' });
    if (addResults[0].success) expect(features[0].geometry.rings.length).toBeGreaterThan(0);
    else expect(features).toEqual([]);
  });

  it('finds what lies within it', async () => {
    const path = await layerOf('stations', 'esriGeometryPoint');
    const places = [[0, -75], [179.9, -75], [-179.9, -80], [90, -85], [90, -60], [13, 52]]; // biome-ignore format: one line
    await petra().post(`${path}/addFeatures`, {
      features: places.map(([x, y]) => ({ attributes: {}, geometry: { x, y, spatialReference: { wkid: 4326 } } })),
    });
    const geometry = { rings: [around(2_000_000, 72)], spatialReference: SOUTH };
    const reply = await petra().post(`${path}/query`, { geometry, geometryType: 'esriGeometryPolygon', returnIdsOnly: true });
    expect(reply.objectIds).toEqual([1, 2, 3, 4]);
  });
});
