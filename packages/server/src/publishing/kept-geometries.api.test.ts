// What each format keeps of each kind of geometry: layers go out and come back, and the page for people has to say what came of it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyReply } from '../../testing/agent.ts';
import { SAVED_FORMATS } from '../../testing/saved-formats.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
});
afterAll(() => t.close());

let count = 0;

async function publish(
  fileType: string,
  bytes: Uint8Array | string,
  name: string,
  more: object = {},
): Promise<{ path: string; itemId: string }> {
  const petra = t.as('petra');
  const reply = await petra.upload(
    `content/users/${petra.username}/publish`,
    { fileType, publishParameters: { name: `shapes_${count++}`, ...more } },
    { file: { name, bytes } },
  );
  await t.runJobs();
  const [{ serviceurl, serviceItemId }] = reply.services;
  expect(await petra.get(`content/users/${petra.username}/items/${serviceItemId}/status`)).toMatchObject({ status: 'completed' });
  return { path: new URL(serviceurl).pathname, itemId: serviceItemId };
}

/** Positions by the feature, in whatever order the parts come back. */
async function shapes(path: string): Promise<{ type: string; z: unknown[]; m: unknown[]; flat: unknown[]; names: unknown[] }> {
  const query = {
    where: '1=1',
    outFields: 'name',
    outSR: 4326,
    orderByFields: 'OBJECTID',
    geometryPrecision: 6,
    returnZ: true,
    returnM: true,
  };
  const { features, geometryType } = await t.as('petra').get(`${path}/0/query`, query);
  const corners = (geometry: AnyReply): number[][] => {
    if (!geometry) return [];
    const list =
      geometry.x === undefined
        ? (geometry.points ?? (geometry.paths ?? geometry.rings).flat())
        : [[geometry.x, geometry.y, geometry.z, geometry.m]];
    // A point has its ordinates by name, the others in order.
    return list.map((one: number[]) => (geometry.x !== undefined || geometry.hasZ ? one : [one[0], one[1], undefined, one[2]]));
  };
  const pick = (at: readonly number[]): unknown[] =>
    features.map(({ geometry }: AnyReply) =>
      corners(geometry)
        .map((one) => at.map((i) => one[i] ?? null).join(' '))
        .sort(),
    );
  const parts = ({ geometry }: AnyReply): number => (geometry?.paths ?? geometry?.rings ?? geometry?.points ?? []).length;
  return {
    type: geometryType,
    flat: [pick([0, 1]), features.map(parts)],
    z: pick([0, 1, 2]),
    m: pick([0, 1, 3]),
    names: features.map(({ attributes }: AnyReply) => attributes.name),
  };
}

const LAYERS: readonly [label: string, ...wkt: string[]][] = [
  ['Points', 'POINT (1 2)', 'POINT (-179.5 -60.25)'],
  ['Multipoints', 'MULTIPOINT ((1 2), (3 4))', 'MULTIPOINT ((5 6), (7 8))'],
  ['Lines of several parts', 'LINESTRING (1 2, 3 4)', 'MULTILINESTRING ((1 2, 3 4), (5 6, 7 8, 9 8))'],
  [
    'Polygons with holes and several parts',
    'MULTIPOLYGON (((0 0, 9 0, 9 9, 0 9, 0 0), (2 2, 2 4, 4 4, 4 2, 2 2)), ((20 0, 21 0, 21 1, 20 0)))',
  ],
  ['Heights (z)', 'LINESTRING Z (1 2 100.5, 3 4 -7)'],
  ['Measures (m)', 'LINESTRING M (1 2 0, 3 4 12.25)'],
  ['Heights and measures', 'POLYGON ZM ((0 0 1 5, 0 5 2 6, 5 5 3 7, 0 0 1 5))'],
  ['Rows without a geometry', 'POINT (1 2)', '', 'POINT EMPTY'],
];

const table = (wkt: readonly string[]): string => `name;shape\n${wkt.map((one, i) => `n${i};${one}`).join('\n')}\n`;

type Shapes = Awaited<ReturnType<typeof shapes>>;

function outcome(before: Shapes, after: Shapes): string {
  const losses = [
    ...(before.type === after.type && isDeepStrictEqual(before.flat, after.flat) && isDeepStrictEqual(before.names, after.names)
      ? []
      : ['other shapes']),
    ...(isDeepStrictEqual(before.z, after.z) ? [] : ['without heights']),
    ...(isDeepStrictEqual(before.m, after.m) ? [] : ['without measures']),
  ];
  return losses.length === 0 ? 'kept' : losses.join(', ');
}

async function saved(itemId: string, exportFormat: string, more: Record<string, string> = {}): Promise<Buffer> {
  const response = await t.as('petra').raw('GET', `content/items/${itemId}/export`, { f: '', exportFormat, ...more });
  expect([exportFormat, response.statusCode]).toEqual([exportFormat, 200]);
  return response.rawPayload;
}

it('each format keeps what the page for people says of it', async () => {
  const row = (list: readonly string[]): string => `| ${list.join(' | ')} |`;
  const lines = [row(['', ...SAVED_FORMATS.map(({ label }) => label)]), row(['---', ...SAVED_FORMATS.map(() => '---')])];
  for (const [label, ...wkt] of LAYERS) {
    const source = await publish('csv', table(wkt), 'a.csv');
    const before = await shapes(source.path);
    expect(before.names).toHaveLength(wkt.length);
    const cells: string[] = [];
    for (const { format, fileType, file } of SAVED_FORMATS) {
      const back = await publish(fileType, await saved(source.itemId, format), file);
      cells.push(outcome(before, await shapes(back.path)));
    }
    lines.push(row([label, ...cells]));
  }
  // Not in degrees, and written in the system that is asked for where the format can say it.
  const projected = await publish('csv', 'name;x;y\na;500000;5300000\nb;700000.125;5400000.5\n', 'a.csv', {
    sourceSR: { wkid: 25832 },
    longitudeFieldName: 'x',
    latitudeFieldName: 'y',
    locationType: 'coordinates',
  });
  const before = await shapes(projected.path);
  expect(before.flat[0]).toEqual([[expect.stringMatching(/^9 47\.\d+$/)], [expect.stringMatching(/^11\.\d+ 48\.\d+$/)]]);
  const cells: string[] = [];
  for (const { format, fileType, file } of SAVED_FORMATS) {
    const back = await publish(fileType, await saved(projected.itemId, format, { targetSR: '25832' }), file);
    cells.push(outcome(before, await shapes(back.path)));
  }
  lines.push(row(['Layers of another coordinate system', ...cells]));
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/formats.md'), 'utf8');
  const shown = /<!-- geometries -->\n\n([\s\S]*?)\n\n<!-- end of geometries -->/.exec(page)?.[1];
  expect(shown).toBe(lines.join('\n'));
}, 300_000);
