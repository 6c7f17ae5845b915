// Shapes whose bounds meet those of a geometry: told to the centimetre wherever they lie, though the index knows places in 32 bits.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { seededRandom } from '../../../testing/crash/seeded-random.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

type Box = [number, number, number, number];

let t: TestPortal;
let service: string;
const random = seededRandom(11);
const WKID = { spatialReference: { wkid: 3857 } };

/** Shapes of one layer each, whose bounds are the box. */
const SHAPES: readonly (readonly [string, (box: Box) => object])[] = [
  ['Polyline', ([w, s, e, n]) => ({ paths: [[[w, s], [e, n]]] })], // biome-ignore format: one line
  ['Polygon', ([w, s, e, n]) => ({ rings: [[[w, s], [w, n], [e, n], [w, s]]] })], // biome-ignore format: one line
  ['Multipoint', ([w, s, e, n]) => ({ points: [[w, n], [e, s]] })], // biome-ignore format: one line
];

const pathOf = ({ serviceurl }: AnyReply): string => new URL(serviceurl).pathname;
const admin = (path: string): string => path.replace('/rest/', '/rest/admin/');
async function create(name: string, isView = false): Promise<string> {
  const petra = t.as('petra');
  return pathOf(
    await petra.post(`content/users/${petra.username}/createService`, {
      createParameters: { name, capabilities: 'Query,Editing' },
      isView,
    }),
  );
}

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
  service = await create('bounds');
  const layers = SHAPES.map(([name]) => ({ name, geometryType: `esriGeometry${name}` }));
  await t.as('petra').post(`${admin(service)}/addToDefinition`, { addToDefinition: { layers } });
});
afterAll(() => t.close());

const EXACT = { spatialRel: 'esriSpatialRelEnvelopeIntersects' };
const meet = (a: Box, b: Box): boolean => a[0] <= b[2] && a[2] >= b[0] && a[1] <= b[3] && a[3] >= b[1];
const envelope = ([xmin, ymin, xmax, ymax]: Box): object => ({ xmin, ymin, xmax, ymax, ...WKID });

/** Boxes of the layer by object id. */
async function filled(layer: number, boxes: readonly Box[]): Promise<Map<number, Box>> {
  const petra = t.as('petra');
  await petra.post(`${service}/${layer}/deleteFeatures`, { where: '1=1' });
  const features = boxes.map((box) => ({ attributes: {}, geometry: { ...SHAPES[layer]?.[1](box), ...WKID } }));
  const { addResults } = await petra.post(`${service}/${layer}/addFeatures`, { features });
  expect(addResults.every((one: AnyReply) => one.success)).toBe(true);
  return new Map(addResults.map((one: AnyReply, at: number) => [one.objectId, boxes[at]]));
}

/** Shapes at each side of a box and at its corners, so far from it or over it. */
function around([west, south, east, north]: Box, distance: number): Box[] {
  const [x, y] = [(west + east) / 2, (south + north) / 2];
  const [left, right, below, above] = [west - distance, east + distance, south - distance, north + distance];
  return [
    [left - 50, y, left, y + 10],
    [right, y, right + 50, y + 10],
    [x, below - 50, x + 10, below],
    [x, above, x + 10, above + 50],
    [left - 50, below - 50, left, below],
    [right, above, right + 50, above + 50],
  ];
}

const PLACES: readonly (readonly [string, number, number])[] = [
  ['at the origin', 0, 0],
  ['in Japan', 15_540_000, 4_250_000],
  ['in the far west and south', -19_900_000, -15_000_000],
];

describe.each(SHAPES.map(([name], at) => [name, at] as const))('%s', (_, layer) => {
  it.each(PLACES)('beside a box %s', async (__, x, y) => {
    const box: Box = [x - 100, y - 100, x + 100, y + 100];
    const inside = [0, -0.01, -0.4, -30].flatMap((distance) => around(box, distance));
    const beside = [0.01, 0.4, 1, 3].flatMap((distance) => around(box, distance));
    const boxes = await filled(layer, [...inside, ...beside, [x - 500, y - 500, x + 500, y + 500]]);
    const expected = [...boxes].filter(([, one]) => meet(one, box)).map(([id]) => id);
    expect(expected).toHaveLength(inside.length + 1);
    const [west, south, east, north] = box;
    const geometries = {
      Envelope: envelope(box),
      Polyline: { paths: [[[west, south], [east, south]], [[x, y], [x, north]]], ...WKID }, // biome-ignore format: one line
      Polygon: { rings: [[[west, south], [west, north], [x, north], [east, y], [west, south]]], ...WKID }, // biome-ignore format: one line
      Multipoint: { points: [[west, north], [east, south]], ...WKID }, // biome-ignore format: one line
    };
    const petra = t.as('petra');
    const ask = (params: object): Promise<AnyReply> => petra.post(`${service}/${layer}/query`, { ...EXACT, ...params } as never);
    for (const [type, geometry] of Object.entries(geometries)) {
      const asked = { geometry, geometryType: `esriGeometry${type}` };
      for (const where of ['1=1', 'OBJECTID > 0']) {
        expect((await ask({ ...asked, where, returnIdsOnly: true })).objectIds, type).toEqual(expected);
        expect(await ask({ ...asked, where, returnCountOnly: true }), type).toEqual({ count: expected.length });
        const { features } = await ask({ ...asked, where });
        expect(
          features.map((one: AnyReply) => one.attributes.OBJECTID),
          type,
        ).toEqual(expected);
        // Other relations look at the shapes themselves.
        const touched = await ask({ ...asked, where, spatialRel: 'esriSpatialRelIntersects' });
        if (type === 'Envelope') expect(touched.features.length).toBeGreaterThan(0);
        expect(expected, type).toEqual(expect.arrayContaining(touched.features.map((one: AnyReply) => one.attributes.OBJECTID)));
      }
    }
  });

  it('of any size beside any box', async () => {
    for (const [, x, y] of PLACES) {
      const some = (most: number): Box => {
        const [west, south] = [x + random.next() * 400 - 200, y + random.next() * 400 - 200];
        return [west, south, west + random.next() ** 3 * most + 0.01, south + random.next() ** 3 * most + 0.01];
      };
      const boxes = await filled(
        layer,
        Array.from({ length: 150 }, () => some(300)),
      );
      for (let round = 0; round < 15; round++) {
        const box = some(round % 3 === 0 ? 1 : 300);
        const expected = [...boxes].filter(([, one]) => meet(one, box)).map(([id]) => id);
        const reply = await t.as('petra').get(`${service}/${layer}/query`, { ...EXACT, geometry: envelope(box), returnIdsOnly: true });
        expect(reply.objectIds, JSON.stringify(box)).toEqual(expected);
      }
    }
  });

  it('beside a geometry in another system, and beside one with a distance', async () => {
    // A metre on the map of zone 54 is some 0.8 metres there.
    const zone = { wkid: 32654 };
    const placed = sql<{ x: number; y: number }>`
      select st_x(g) as x, st_y(g) as y from st_transform(st_setsrid(st_makepoint(380000, 3950000), 32654), 3857) as g`;
    const { x = 0, y = 0 } = (await placed.execute(t.portal.db)).rows[0] ?? {};
    const boxes = await filled(layer, [
      [x - 50, y - 50, x - 0.5, y + 50],
      [x - 50, y - 50, x + 0.01, y + 50],
      [x + 0.5, y - 50, x + 50, y + 50],
      [x - 50, y - 50, x + 50, y + 50],
    ]);
    const [, second, , last] = [...boxes.keys()];
    const point = { x: 380_000, y: 3_950_000, spatialReference: zone };
    const asked = { ...EXACT, geometry: point, geometryType: 'esriGeometryPoint', returnIdsOnly: true };
    expect((await t.as('petra').get(`${service}/${layer}/query`, asked)).objectIds).toEqual([second, last]);
    const near = { ...asked, distance: 1, units: 'esriSRUnit_Meter' };
    expect((await t.as('petra').get(`${service}/${layer}/query`, near)).objectIds).toEqual([...boxes.keys()]);
  });
});

it('choose what is deleted, and what a view shows', async () => {
  const box: Box = [15_540_000, 4_250_000, 15_540_100, 4_250_100];
  const inside = around(box, 0);
  const boxes = await filled(1, [...inside, ...around(box, 0.2), ...around(box, 1.5)]);
  const expected = [...boxes.keys()].slice(0, inside.length);
  const petra = t.as('petra');
  const view = await create('bounds_view', true);
  const filter = {
    operator: 'esriSpatialRelEnvelopeIntersects',
    value: { geometryType: 'esriGeometryEnvelope', geometry: envelope(box) },
  };
  const viewLayerDefinition = { sourceServiceName: 'bounds', sourceLayerId: 1, sourceLayerFields: '*', filter };
  await petra.post(`${admin(view)}/addToDefinition`, {
    addToDefinition: { layers: [{ name: 'v', adminLayerInfo: { viewLayerDefinition } }] },
  });
  expect((await petra.get(`${view}/0/query`, { where: '1=1', returnIdsOnly: true })).objectIds).toEqual(expected);
  const { deleteResults } = await petra.post(`${service}/1/deleteFeatures`, { geometry: envelope(box), ...EXACT } as never);
  expect(deleteResults.map((one: AnyReply) => one.objectId).sort((a: number, b: number) => a - b)).toEqual(expected);
});

it('of points are those of the geometry, whatever it is', async () => {
  const petra = t.as('petra');
  const layers = [{ name: 'points', geometryType: 'esriGeometryPoint' }];
  const { layers: made } = await petra.post(`${admin(service)}/addToDefinition`, { addToDefinition: { layers } });
  const path = `${service}/${made[0].id}`;
  const [x, y] = [15_540_000, 4_250_000];
  const features = [0, -0.5, 0.5].map((beside) => ({ attributes: {}, geometry: { x: x + beside, y, ...WKID } }));
  await petra.post(`${path}/addFeatures`, { features });
  const geometry = { rings: [[[x - 10, y - 10], [x - 10, y + 10], [x, y + 10], [x - 10, y - 10]]], ...WKID }; // biome-ignore format: one line
  expect((await petra.get(`${path}/query`, { ...EXACT, geometry, returnIdsOnly: true })).objectIds).toEqual([1, 2]);
});
