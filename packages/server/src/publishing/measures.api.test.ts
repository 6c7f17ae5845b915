// Measures along geometries: kept through import, queries, edits and exports.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
});
afterAll(() => t.close());

let count = 0;

async function publish(fileType: string, bytes: Uint8Array | string, name: string): Promise<{ path: string; itemId: string }> {
  const petra = t.as('petra');
  const reply = await petra.upload(
    `content/users/${petra.username}/publish`,
    { fileType, publishParameters: { name: `measures_${count++}`, capabilities: 'Query,Editing' } },
    { file: { name, bytes } },
  );
  await t.runJobs();
  const [{ serviceurl, serviceItemId }] = reply.services;
  return { path: new URL(serviceurl).pathname, itemId: serviceItemId };
}

/** The geometries with all ordinates, to six digits. */
async function geometries(path: string, params: object = {}): Promise<unknown[]> {
  const query = { where: '1=1', outSR: 4326, orderByFields: 'OBJECTID', returnZ: true, returnM: true, geometryPrecision: 6, ...params };
  const { features } = await t.as('petra').get(`${path}/0/query`, query);
  return features.map(({ geometry }: AnyReply) => geometry);
}

const SHAPES: Readonly<Record<string, string[]>> = {
  points: ['POINT M (1 2 3.5)', 'POINT M (4 5 -6)'],
  'points with heights': ['POINT ZM (1 2 3 4)', 'POINT ZM (5 6 7 8)'],
  multipoints: ['MULTIPOINT M ((1 2 3), (4 5 6))'],
  lines: ['LINESTRING M (1 2 0, 3 4 12.25)', 'MULTILINESTRING M ((1 2 0, 3 4 5), (5 6 7, 8 9 10))'],
  'lines with heights': ['LINESTRING ZM (1 2 100 0, 3 4 200 12.25)'],
  polygons: ['POLYGON M ((0 0 1, 0 5 2, 5 5 3, 5 0 4, 0 0 1))'],
};
const FORMATS = [
  ['CSV', 'csv', 'a.csv'],
  ['Excel', 'excel', 'a.xlsx'],
  ['GeoPackage', 'geoPackage', 'a.gpkg'],
  ['FlatGeobuf', 'flatgeobuf', 'a.fgb'],
  ['Parquet', 'parquet', 'a.parquet'],
  ['Feature Collection', 'featureCollection', 'a.json'],
  ['Shapefile', 'shapefile', 'a.zip'],
] as const;

const table = (kind: string): string => `name;shape\n${(SHAPES[kind] ?? []).map((wkt, i) => `n${i};${wkt}`).join('\n')}\n`;

describe('measures', () => {
  it('are told of the layer, and given where they are asked for', async () => {
    const { path } = await publish('csv', table('lines with heights'), 'a.csv');
    expect(await t.as('petra').get(`${path}/0`)).toMatchObject({ hasZ: true, hasM: true });
    const both = [
      [1, 2, 100, 0],
      [3, 4, 200, 12.25],
    ];
    const cut = (...at: number[]): number[][] => both.map((position) => at.map((i) => position[i] as number));
    expect(await geometries(path)).toEqual([{ hasZ: true, hasM: true, paths: [both] }]);
    expect(await geometries(path, { returnZ: false })).toEqual([{ hasM: true, paths: [cut(0, 1, 3)] }]);
    expect(await geometries(path, { returnM: false })).toEqual([{ hasZ: true, paths: [cut(0, 1, 2)] }]);
    expect(await geometries(path, { returnM: false, returnZ: false })).toEqual([{ paths: [cut(0, 1)] }]);
    const reply = await t.as('petra').get(`${path}/0/query`, { where: '1=1', returnM: true });
    expect(reply).toMatchObject({ hasZ: false, hasM: true });
    const pbf = await t.as('petra').raw('GET', `${path}/0/query`, { where: '1=1', returnM: 'true', f: 'pbf' });
    expect(pbf.statusCode).toBe(200);
  });

  it.each(FORMATS.flatMap(([format, fileType, file]) => Object.keys(SHAPES).map((kind) => ({ format, fileType, file, kind }))))(
    'of $kind come back through $format',
    async ({ format, fileType, file, kind }) => {
      const first = await publish('csv', table(kind), 'a.csv');
      const before = await geometries(first.path);
      expect(JSON.stringify(before)).toMatch(/"hasM":true|"m":/);
      const { rawPayload, statusCode } = await t
        .as('petra')
        .raw('GET', `content/items/${first.itemId}/export`, { f: '', exportFormat: format });
      expect(statusCode).toBe(200);
      const second = await publish(fileType, rawPayload, file);
      expect(await geometries(second.path)).toEqual(before);
    },
  );

  it.each(['GeoJson', 'KML'])('are left out by %s, which has no place for them', async (format) => {
    const first = await publish('csv', table('lines with heights'), 'a.csv');
    const { rawPayload } = await t.as('petra').raw('GET', `content/items/${first.itemId}/export`, { f: '', exportFormat: format });
    const [fileType, file] = format === 'GeoJson' ? ['geojson', 'a.geojson'] : ['kml', 'a.kml'];
    const second = await publish(fileType, rawPayload, file);
    expect(await geometries(second.path)).toMatchObject([
      {
        hasZ: true,
        paths: [
          [
            [1, 2, 100],
            [3, 4, 200],
          ],
        ],
      },
    ]);
    expect(await t.as('petra').get(`${second.path}/0`)).toMatchObject({ hasM: false });
  });

  it('are taken in edits, of polygons too, and unknown where a feature has none', async () => {
    const { path } = await publish('csv', table('polygons'), 'a.csv');
    const petra = t.as('petra');
    const ring = [
      [0, 0, 7],
      [0, 1, 8],
      [1, 1, 9],
      [0, 0, 7],
    ];
    const spatialReference = { wkid: 4326 };
    const flat = ring.map(([x = 0, y = 0]) => [x + 2, y]);
    const adds = [
      { attributes: { name: 'm' }, geometry: { hasM: true, rings: [ring], spatialReference } },
      { attributes: { name: 'none' }, geometry: { rings: [flat], spatialReference } },
    ];
    const { addResults } = await petra.post(`${path}/0/addFeatures`, { features: adds });
    expect(addResults).toMatchObject([{ success: true }, { success: true }]);
    const updated = {
      attributes: { OBJECTID: 1 },
      geometry: { hasM: true, rings: [ring.map(([x = 0, y = 0, m = 0]) => [x, y, m * 10])], spatialReference },
    };
    expect((await petra.post(`${path}/0/updateFeatures`, { features: [updated] })).updateResults).toMatchObject([{ success: true }]);
    const rings = (await geometries(path)).map((geometry) =>
      (geometry as { rings: (number | null)[][][] }).rings[0]?.map((position) => position[2] as number | null),
    );
    expect(rings.map((ms) => [...(ms ?? [])].sort((a, b) => Number(a) - Number(b)))).toEqual([
      [70, 70, 80, 90],
      [7, 7, 8, 9],
      [null, null, null, null],
    ]);
  });

  it.each(FORMATS)('that are not known come back as null through %s', async (format, fileType, file) => {
    const wkt = 'LINESTRING M (1 2 NaN, 3 4 12.25, 5 6 nan)\nb;LINESTRING (1 2, 3 4)';
    const first = await publish('csv', `name;shape\na;${wkt}\n`, 'a.csv');
    const expected = (
      [
        [null, 12.25, null],
        [null, null],
      ] as const
    ).map((measures) => ({
      hasM: true,
      paths: [measures.map((measure, at) => [2 * at + 1, 2 * at + 2, measure])],
    }));
    expect(await geometries(first.path)).toEqual(expected);
    const { rawPayload } = await t.as('petra').raw('GET', `content/items/${first.itemId}/export`, { f: '', exportFormat: format });
    const second = await publish(fileType, rawPayload, file);
    expect(await geometries(second.path)).toEqual(expected);
  });

  it.each(['null', 'NaN', 'none'])('of points that are not known come and go as null: %s', async (kind) => {
    const { path } = await publish('csv', table('points with heights'), 'a.csv');
    const m = kind === 'none' ? {} : { m: kind === 'null' ? null : kind };
    const geometry = { x: 9, y: 10, z: 11, ...m, spatialReference: { wkid: 4326 } };
    await t.as('petra').post(`${path}/0/addFeatures`, { features: [{ attributes: {}, geometry }] });
    expect((await geometries(path)).at(-1)).toEqual({ x: 9, y: 10, z: 11, m: null });
  });

  it.each([
    ['M', [[1], [null], [3], [4], [1]]],
    ['M', [[null], [null], [null], [null], [null]]],
    [
      'ZM',
      [
        [10, 1],
        [20, null],
        [30, 3],
        [40, 4],
        [10, 1],
      ],
    ],
  ])(
    '%s of polygons that cross themselves may be unknown: corners stay, and new ones beside them are unknown too (%j)',
    async (marks, ordinates) => {
      const [hasZ, places] = [
        marks === 'ZM',
        [
          [0, 0],
          [4, 4],
          [4, 0],
          [0, 4],
          [0, 0],
        ],
      ];
      const ring = places.map((place, at) => [...place, ...(ordinates[at] ?? [])]);
      const words = ring.map((position) => position.map((one) => one ?? 'NaN').join(' '));
      const { path, itemId } = await publish('csv', `name;shape\na;POLYGON ${marks} ((${words.join(', ')}))\n`, 'a.csv');
      const geometry = { hasZ, hasM: true, rings: [ring], spatialReference: { wkid: 4326 } };
      const { addResults } = await t.as('petra').post(`${path}/0/addFeatures`, { features: [{ attributes: { name: 'b' }, geometry }] });
      expect(addResults).toMatchObject([{ success: true }]);
      const between = [2, expect.closeTo(2, 2), ...(hasZ ? [25] : []), null];
      const expected = [...ring.slice(0, 4), between].map((position) => expect.arrayContaining([position]));
      const mended = await geometries(path, { geometryPrecision: 3 });
      expect(mended).toHaveLength(2);
      for (const one of mended) for (const corner of expected) expect((one as { rings: number[][][] }).rings.flat()).toEqual(corner);
      const { statusCode } = await t.as('petra').raw('GET', `content/items/${itemId}/export`, { f: '', exportFormat: 'CSV' });
      expect(statusCode).toBe(200);
    },
  );

  it.each([
    ['', 'POLYGON M ((0 0 1, 4 4 2, 4 0 3, 0 4 4, 0 0 1))'],
    ['and heights ', 'POLYGON ZM ((0 0 10 1, 4 4 20 2, 4 0 30 3, 0 4 40 4, 0 0 10 1))'],
  ])(
    '%sof polygons that cross themselves stay at their corners when these are mended, and new corners get those between',
    async (_, wkt) => {
      const { path } = await publish('csv', `name;shape\na;${wkt}\n`, 'a.csv');
      const hasZ = wkt.includes('ZM');
      const corner = ([x = 0, y = 0, ...rest]: number[]): string => `${x} ${y} ${rest.map((one) => one.toFixed(1)).join(' ')}`;
      const corners = async (): Promise<string[][]> =>
        (await geometries(path)).map((one) => [...new Set((one as { rings: number[][][] }).rings.flat().map(corner))].sort());
      const expected = hasZ
        ? ['0 0 10.0 1.0', '0 4 40.0 4.0', expect.stringMatching(/^2 2\.\d+ 25\.0 2\.5$/), '4 0 30.0 3.0', '4 4 20.0 2.0']
        : ['0 0 1.0', '0 4 4.0', expect.stringMatching(/^2 2\.\d+ 2\.5$/), '4 0 3.0', '4 4 2.0'];
      expect(await corners()).toEqual([expected]);
      const rings = (/\(\((.*)\)\)/.exec(wkt)?.[1] ?? '').split(', ').map((position) => position.split(' ').map(Number));
      const geometry = { hasZ, hasM: true, rings: [rings], spatialReference: { wkid: 4326 } };
      const { addResults } = await t.as('petra').post(`${path}/0/addFeatures`, { features: [{ attributes: { name: 'b' }, geometry }] });
      expect(addResults).toMatchObject([{ success: true }]);
      expect(await corners()).toEqual([expected, expected]);
    },
  );
});
