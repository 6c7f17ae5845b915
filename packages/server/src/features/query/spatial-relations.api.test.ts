// Places of known features: every relation and every type of geometry, with answers worked out on paper.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
let service: string;
const box = (xmin: number, ymin: number, xmax: number, ymax: number): number[][] => [
  [xmin, ymin],
  [xmin, ymax],
  [xmax, ymax],
  [xmax, ymin],
  [xmin, ymin],
];

const LAYERS = [
  ['points', 'esriGeometryPoint'],
  ['groups', 'esriGeometryMultipoint'],
  ['lines', 'esriGeometryPolyline'],
  ['areas', 'esriGeometryPolygon'],
] as const;
/** In metres, so that nothing is projected. */
const FEATURES: Record<string, Record<string, object>> = {
  points: { inside: { x: 5, y: 5 }, edge: { x: 10, y: 5 }, outside: { x: 20, y: 20 }, nowhere: {} },
  groups: {
    inside: {
      points: [
        [4, 4],
        [6, 6],
      ],
    },
    across: {
      points: [
        [5, 5],
        [20, 20],
      ],
    },
    outside: {
      points: [
        [20, 20],
        [21, 21],
      ],
    },
  },
  lines: {
    inside: {
      paths: [
        [
          [2, 2],
          [8, 8],
        ],
      ],
    },
    across: {
      paths: [
        [
          [5, 5],
          [15, 5],
        ],
      ],
    },
    touching: {
      paths: [
        [
          [10, 0],
          [20, 0],
        ],
      ],
    },
    twoParts: {
      paths: [
        [
          [30, 30],
          [31, 31],
        ],
        [
          [5, 1],
          [5, 2],
        ],
      ],
    },
    outside: {
      paths: [
        [
          [20, 20],
          [30, 20],
        ],
      ],
    },
  },
  areas: {
    inside: { rings: [box(2, 2, 4, 4)] },
    overlapping: { rings: [box(5, 5, 15, 15)] },
    touching: { rings: [box(10, 0, 20, 10)] },
    around: { rings: [box(-100, -100, 100, 100)] },
    hole: { rings: [box(-50, -50, 50, 50), box(-20, -20, 20, 20).toReversed()] },
    outside: { rings: [box(200, 200, 210, 210)] },
  },
};

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
  const petra = t.as('petra');
  const made = await petra.post(`content/users/${petra.username}/createService`, {
    createParameters: { name: 'relations', capabilities: 'Query,Editing' },
  });
  service = new URL(made.serviceurl).pathname;
  const fields = [{ name: 'name', type: 'esriFieldTypeString', alias: 'name' }];
  await petra.post(`${service.replace('/rest/', '/rest/admin/')}/addToDefinition`, {
    addToDefinition: { layers: LAYERS.map(([name, geometryType]) => ({ name, geometryType, fields })) },
  });
  for (const [id, [layer]] of LAYERS.entries()) {
    const features = Object.entries(FEATURES[layer] ?? {}).map(([name, geometry]) => ({
      attributes: { name },
      ...(Object.keys(geometry).length === 0 ? {} : { geometry }),
    }));
    const { addResults } = await petra.post(`${service}/${id}/addFeatures`, { features });
    expect(addResults.every((result: AnyReply) => result.success)).toBe(true);
  }
});
afterAll(() => t.close());

async function found(
  layer: number,
  spatialRel: string,
  geometry: object | string,
  more: Record<string, string | number> = {},
): Promise<string[]> {
  const reply = await t.as('petra').get(`${service}/${layer}/query`, {
    geometry: typeof geometry === 'string' ? geometry : JSON.stringify(geometry),
    spatialRel: `esriSpatialRel${spatialRel}`,
    outFields: 'name',
    ...more,
  });
  return reply.features.map((feature: AnyReply) => feature.attributes.name);
}

const SQUARE = { rings: [box(0, 0, 10, 10)] };
const ENVELOPE = { xmin: 0, ymin: 0, xmax: 10, ymax: 10 };

describe('spatial relations', () => {
  it.each([
    [0, 'Intersects', ['inside', 'edge']],
    [0, 'Contains', ['inside']],
    [0, 'Touches', ['edge']],
    [0, 'Disjoint', ['outside']],
    [1, 'Intersects', ['inside', 'across']],
    [1, 'Contains', ['inside']],
    [1, 'Crosses', ['across']],
    [1, 'Disjoint', ['outside']],
    [2, 'Intersects', ['inside', 'across', 'touching', 'twoParts']],
    [2, 'Contains', ['inside']],
    [2, 'Crosses', ['across', 'twoParts']],
    [2, 'Touches', ['touching']],
    [2, 'Disjoint', ['outside']],
    [3, 'Intersects', ['inside', 'overlapping', 'touching', 'around']],
    [3, 'Contains', ['inside']],
    [3, 'Within', ['around']],
    [3, 'Overlaps', ['overlapping']],
    [3, 'Touches', ['touching']],
    [3, 'EnvelopeIntersects', ['inside', 'overlapping', 'touching', 'around', 'hole']],
    [3, 'IndexIntersects', ['inside', 'overlapping', 'touching', 'around', 'hole']],
    [3, 'Disjoint', ['hole', 'outside']],
  ] as const)('of layer %i and a square: %s finds %j', async (layer, relation, names) => {
    expect(await found(layer, relation, SQUARE)).toEqual(names);
    // The same square as a box, whose query takes another way.
    expect(await found(layer, relation, ENVELOPE)).toEqual(names);
  });

  it.each([
    [2, { xmin: 5, ymin: 0, xmax: 5, ymax: 10 }, ['inside', 'across', 'twoParts']],
    [2, { xmin: 0, ymin: 5, xmax: 30, ymax: 5 }, ['inside', 'across']],
    [3, { xmin: 5, ymin: 0, xmax: 5, ymax: 10 }, ['overlapping', 'around']],
    [3, { xmin: -40, ymin: 3, xmax: 15, ymax: 3 }, ['inside', 'touching', 'around', 'hole']],
    [3, { xmin: 3, ymin: 3, xmax: 3, ymax: 3 }, ['inside', 'around']],
    [1, { xmin: 4, ymin: 4, xmax: 4, ymax: 4 }, ['inside']],
    [0, { xmin: 10, ymin: 0, xmax: 10, ymax: 10 }, ['edge']],
  ])('of layer %i and %j, a box without width or height, find the same for one feature as among all: %j', async (layer, line, names) => {
    expect(await found(layer, 'Intersects', line)).toEqual(names);
    expect(await found(layer, 'Disjoint', line)).toHaveLength(
      (await found(layer, 'Intersects', '-1e6,-1e6,1e6,1e6')).length - names.length,
    );
    const alone: string[] = [];
    const all = await found(layer, 'Intersects', '-1e6,-1e6,1e6,1e6');
    for (const name of all) alone.push(...(await found(layer, 'Intersects', line, { where: `name = '${name}'` })));
    expect(alone).toEqual(names);
    // A distance around it.
    if (layer === 3) expect(await found(layer, 'Intersects', line, { distance: 1 })).toEqual(expect.arrayContaining(names));
  });

  it('are asked with points, groups of points and lines too', async () => {
    expect(await found(3, 'Intersects', '3,3', { geometryType: 'esriGeometryPoint' })).toEqual(['inside', 'around']);
    expect(await found(3, 'Within', { x: 3, y: 3 })).toEqual(['inside', 'around']);
    expect(
      await found(3, 'Intersects', {
        points: [
          [3, 3],
          [205, 205],
        ],
      }),
    ).toEqual(['inside', 'around', 'outside']);
    expect(
      await found(3, 'Crosses', {
        paths: [
          [
            [3, 3],
            [3, 300],
          ],
        ],
      }),
    ).toEqual(['inside', 'around', 'hole']);
    expect(
      await found(0, 'Intersects', {
        paths: [
          [
            [0, 0],
            [20, 20],
          ],
        ],
      }),
    ).toEqual(['inside', 'outside']);
    expect(
      await found(2, 'Overlaps', {
        paths: [
          [
            [0, 0],
            [5, 5],
          ],
        ],
      }),
    ).toEqual(['inside']);
  });

  it('of a point and a box are told to the centimetre, also far from the origin, and choose what is deleted and what a view shows', async () => {
    const petra = t.as('petra');
    const admin = (path: string): string => path.replace('/rest/', '/rest/admin/');
    const create = async (name: string, isView = false): Promise<string> => {
      const createParameters = { name, capabilities: 'Query,Editing' };
      return new URL((await petra.post(`content/users/${petra.username}/createService`, { createParameters, isView })).serviceurl).pathname;
    };
    const far = await create('far');
    await petra.post(`${admin(far)}/addToDefinition`, {
      addToDefinition: { layers: [{ name: 'far', geometryType: 'esriGeometryPoint' }] },
    });
    const [x, y] = [15_540_000, 4_250_000];
    const box = { xmin: x - 100, ymin: y - 100, xmax: x + 100, ymax: y + 100, spatialReference: { wkid: 3857 } };
    const around: [number, number][] = [[0, 0], [0.01, 0], [0, -0.01], [-0.4, 0], [0, 0.4], [1, 1]]; // biome-ignore format: one line
    const corners = around.flatMap(([dx, dy]) => [[x + 100 + dx, y + 100 + dy], [x - 100 - dx, y - 100 - dy], [x + 100 + dx, y - 100 - dy]]); // biome-ignore format: one line
    const isIn = ([px = 0, py = 0]: number[]): boolean => px <= box.xmax && px >= box.xmin && py <= box.ymax && py >= box.ymin;
    const inside = corners.flatMap((place, at) => (isIn(place) ? [at + 1] : []));
    const features = corners.map(([px, py]) => ({ attributes: {}, geometry: { x: px, y: py, spatialReference: { wkid: 3857 } } }));
    expect((await petra.post(`${far}/0/addFeatures`, { features })).addResults).toHaveLength(18);
    const ask = (params: object): Promise<AnyReply> =>
      petra.get(`${far}/0/query`, { geometry: box, where: 'OBJECTID > 0', ...params } as never);
    for (const spatialRel of ['esriSpatialRelIntersects', 'esriSpatialRelEnvelopeIntersects']) {
      expect((await ask({ spatialRel, returnIdsOnly: true })).objectIds).toEqual(inside);
      expect(await ask({ spatialRel, returnCountOnly: true })).toEqual({ count: inside.length });
      for (const where of ['OBJECTID > 0', '1=1'])
        expect((await ask({ spatialRel, where })).features.map((one: AnyReply) => one.attributes.OBJECTID)).toEqual(inside);
    }
    const outside = corners.map((_, at) => at + 1).filter((id) => !inside.includes(id));
    expect((await ask({ spatialRel: 'esriSpatialRelDisjoint', returnIdsOnly: true })).objectIds).toEqual(outside);
    const view = await create('far_view', true);
    const filter = { operator: 'esriSpatialRelIntersects', value: { geometryType: 'esriGeometryEnvelope', geometry: box } };
    const viewLayerDefinition = { sourceServiceName: 'far', sourceLayerId: 0, sourceLayerFields: '*', filter };
    await petra.post(`${admin(view)}/addToDefinition`, {
      addToDefinition: { layers: [{ name: 'v', adminLayerInfo: { viewLayerDefinition } }] },
    });
    expect((await petra.get(`${view}/0/query`, { where: '1=1', returnIdsOnly: true })).objectIds).toEqual(inside);
    const { deleteResults } = await petra.post(`${far}/0/deleteFeatures`, { geometry: box } as never);
    expect(deleteResults.map((one: AnyReply) => one.objectId).sort((a: number, b: number) => a - b)).toEqual(inside);
  });

  it('take a distance in metres on the globe', async () => {
    // At the equator a metre of Web Mercator is a metre, but for the flattening of the globe.
    expect(await found(0, 'Intersects', { x: 20, y: 5 }, { distance: 10.2, units: 'esriSRUnit_Meter' })).toEqual(['edge']);
    expect(await found(0, 'Intersects', { x: 20, y: 5 }, { distance: 0.0163, units: 'esriSRUnit_Kilometer' })).toEqual([
      'inside',
      'edge',
      'outside',
    ]);
    expect(await found(0, 'Intersects', { x: 20, y: 5 }, { distance: 5 })).toEqual([]);
  });

  it('match nothing for empty geometries, and refuse what is none', async () => {
    expect(await found(3, 'Intersects', { rings: [] })).toEqual([]);
    const refused = async (geometry: string, spatialRel = 'esriSpatialRelIntersects'): Promise<void> =>
      expect((await t.as('petra').get(`${service}/3/query`, { geometry, spatialRel })).error.code, geometry).toBe(400);
    await refused('{"rings":[[[0,0],[1,1]]]}');
    await refused('{"x":"a","y":1}');
    await refused('1,2,3');
    await refused('{"curveRings":[[[0,0]]]}');
    await refused('{"x":1,"y":2}', 'esriSpatialRelRelation');
    await refused('{"x":1e200,"y":2}');
    const world = { xmin: -1e30, ymin: -1e30, xmax: 1e30, ymax: 1e30, spatialReference: { wkid: 102_100 } };
    const all = await t.as('petra').get(`${service}/3/query`, { where: '1=1', returnIdsOnly: true });
    const around = await t.as('petra').get(`${service}/3/query`, { geometry: world, distance: 1, returnIdsOnly: true });
    if (t.portal.database.engine === 'postgres') expect(around).toEqual(all);
    else
      expect(around.error).toMatchObject({ code: 400, details: [expect.stringContaining("'distance'"), expect.stringMatching(/^Ask /)] });
  });

  it('give each type of geometry back as it came', async () => {
    for (const [id, [layer]] of LAYERS.entries()) {
      const { features, geometryType } = await t.as('petra').get(`${service}/${id}/query`, { where: '1=1', outFields: 'name' });
      expect(geometryType).toBe(LAYERS[id]?.[1]);
      for (const { attributes, geometry } of features) {
        const sent = FEATURES[layer]?.[attributes.name] ?? {};
        expect(geometry, attributes.name).toEqual(Object.keys(sent).length === 0 ? null : sent);
      }
    }
  });

  it('has no place for bodies in three dimensions, and says so', async () => {
    const reply = await t.as('petra').post(`${service.replace('/rest/', '/rest/admin/')}/addToDefinition`, {
      addToDefinition: { layers: [{ name: 'bodies', geometryType: 'esriGeometryMultiPatch', fields: [] }] },
    });
    expect(reply.error).toMatchObject({ code: 400, message: expect.stringContaining('geometryType') });
  });
});
