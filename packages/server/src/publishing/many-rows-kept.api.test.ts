// File, layer, export, layer, with thousands of rows made by chance: every feature, attribute, null and date that the format can hold comes back.
// What it cannot hold is named for each format. The rows are others each day, as in tests of properties.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../testing/agent.ts';
import { seededRandom } from '../../testing/crash/seeded-random.ts';
import { GEODATABASE, SAVED_FORMATS } from '../../testing/saved-formats.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' }, writesGeodatabases: true });
});
afterAll(() => t.close());

const ROWS = { points: 2_000, polygons: 1_000 };
const SEED = fc.readConfigureGlobal().seed ?? 1;
const DAY_MS = 86_400_000;

interface Row {
  id: number;
  name: string | null;
  story: string | null;
  n: number | null;
  big: number | null;
  size: number | null;
  seen: number | null;
  geometry: GeoJSON.Geometry | null;
}

const PIECES = [
  'a',
  'Zürich',
  '東京',
  'مرحبا',
  '💥',
  '𝒳',
  ' ',
  '"',
  "'",
  ',',
  ';',
  '\n',
  '\t',
  '=1+1',
  '<b>&amp;',
  '007',
  '\\',
  '{}',
  '1e5',
  '_x000D_',
  'é',
];

/** Rows of every kind of value: the first ones hold the ends of the ranges, of the others a tenth of the values is missing. */
function made(kind: 'points' | 'polygons'): Row[] {
  const random = seededRandom(SEED);
  const whole = (below: number): number => Math.floor(random.next() * below);
  const pick = <T>(list: readonly T[]): T => list[whole(list.length)] as T;
  const maybe = <T>(value: T): T | null => (random.next() < 0.1 ? null : value);
  const words = (most: number): string => Array.from({ length: whole(most + 1) }, () => pick(PIECES)).join('');
  const ends: Partial<Row>[] = [
    { name: '', story: '', n: 2_147_483_647, big: 9_007_199_254_740_991, size: 1.5e300, seen: Date.UTC(1850, 0, 1) },
    { name: 'x', story: `${'lang ü '.repeat(700)}Ende`, n: -2_147_483_647, big: -9_007_199_254_740_991, size: -5e-300, seen: Date.UTC(2149, 11, 31, 23, 59, 59, 999) },
    { name: null, story: null, n: null, big: null, size: null, seen: null, geometry: null },
  ]; // biome-ignore format: one row in a line
  return Array.from({ length: ROWS[kind] }, (_, i) => ({
    id: i + 1,
    name: maybe(words(4)),
    story: maybe(random.next() < 0.05 ? words(900) : words(30)),
    n: maybe(whole(2_000_000) - 1_000_000),
    big: maybe((whole(2 ** 30) - 2 ** 29) * 2 ** 20),
    size: maybe((random.next() - 0.5) * 10 ** (whole(30) - 15)),
    seen: maybe(Date.UTC(1850, 0, 1) + whole(300 * 365) * DAY_MS + whole(DAY_MS)),
    geometry: maybe(kind === 'points' ? pointAt(i) : areasAt(i, random)),
    ...ends[i],
  }));
}

/** Where the row has its own square of two degrees. */
const cornerOf = (i: number): [number, number] => [-170 + (i % 160) * 2.1, -60 + Math.floor(i / 160) * 2.5];
const short = (value: number): number => Number(value.toFixed(6));

function pointAt(i: number): GeoJSON.Point {
  const [x, y] = cornerOf(i);
  return { type: 'Point', coordinates: [short(x + 1 / 3), short(y + 1 / 7)] };
}

/** One to three areas, each with up to two holes. */
function areasAt(i: number, random: { next(): number }): GeoJSON.Polygon | GeoJSON.MultiPolygon {
  const [x, y] = cornerOf(i);
  // Rays in turn, at most 100 degrees apart and none much shorter than others: no area crosses itself, and holes near its middle lie within.
  const ring = (cx: number, cy: number, radius: number): GeoJSON.Position[] => {
    const corners = 5 + Math.floor(random.next() * 8);
    const positions = Array.from({ length: corners }, (_, k) => {
      const [angle, length] = [(2 * Math.PI * (k + random.next() * 0.4)) / corners, radius * (0.6 + random.next() * 0.4)];
      return [short(cx + length * Math.cos(angle)), short(cy + length * Math.sin(angle))];
    });
    return [...positions, positions[0] as number[]];
  };
  const area = (cx: number): GeoJSON.Position[][] => {
    const holes = Math.floor(random.next() * 3);
    return [ring(cx, y + 1, 0.3), ...[-0.05, 0.05].slice(0, holes).map((aside) => ring(cx + aside, y + 1, 0.03).reverse())];
  };
  const parts = [0.35, 1, 1.65].slice(0, 1 + Math.floor(random.next() * 3)).map((aside) => area(x + aside));
  return parts.length === 1 ? { type: 'Polygon', coordinates: parts[0] ?? [] } : { type: 'MultiPolygon', coordinates: parts };
}

/** As a file that says everything. */
function fileOf(rows: readonly Row[]): Buffer {
  const features = rows.map(({ geometry, seen, ...properties }) => ({
    type: 'Feature',
    properties: { ...properties, seen: seen === null ? null : new Date(seen).toISOString() },
    geometry,
  }));
  return Buffer.from(JSON.stringify({ type: 'FeatureCollection', features }));
}

let count = 0;

async function publish(fileType: string, bytes: Uint8Array, name: string): Promise<{ path: string; itemId: string }> {
  const petra = t.as('petra');
  const params = { fileType, publishParameters: { name: `many_${count++}` } };
  const reply = await petra.upload(`content/users/${petra.username}/publish`, params, { file: { name, bytes } });
  await t.runJobs();
  const [{ serviceurl, serviceItemId }] = reply.services;
  const status = await petra.get(`content/users/${petra.username}/items/${serviceItemId}/status`);
  expect(status).toMatchObject({ status: 'completed' });
  return { path: new URL(serviceurl).pathname, itemId: serviceItemId };
}

/** Fields with their types, and the rows by their ids; rings begin at their least corner, and stand in order. */
async function held(path: string): Promise<{ fields: string[]; rows: Record<string, unknown>[] }> {
  const features: AnyReply[] = [];
  let fields: AnyReply[] = [];
  for (let page: AnyReply; page === undefined || page.exceededTransferLimit; ) {
    page = await t.as('petra').get(`${path}/0/query`, { where: '1=1', outFields: '*', outSR: 4326, orderByFields: 'id', resultOffset: features.length, resultRecordCount: 2_000 }); // biome-ignore format: one call
    features.push(...page.features);
    fields = page.fields;
  }
  const own = (name: string): boolean => ['id', 'name', 'story', 'n', 'big', 'size', 'seen'].includes(name);
  return {
    fields: fields.filter(({ name }) => own(name)).map(({ name, type }) => `${name} ${type}`).sort(), // biome-ignore format: one list
    rows: features.map(({ attributes, geometry }) => ({
      ...Object.fromEntries(Object.entries(attributes).filter(([name]) => own(name))),
      place: placeOf(geometry),
    })),
  };
}

function placeOf(geometry: AnyReply): string | null {
  if (!geometry) return null;
  const said = (position: readonly number[]): string => position.map((value) => (Number(value.toFixed(6)) + 0).toString()).join(' ');
  if (geometry.x !== undefined) return said([geometry.x, geometry.y]);
  const turned = (ring: number[][]): string => {
    const corners = ring.slice(0, -1).map(said);
    const least = corners.indexOf(corners.toSorted()[0] ?? '');
    return [...corners.slice(least), ...corners.slice(0, least)].join(', ');
  };
  return geometry.rings.map(turned).sort().join(' | ');
}

/** GeoJSON as the layer gives it: outer rings run with the clock. */
function expected({ geometry, ...values }: Row): Record<string, unknown> {
  const polygons = geometry?.type === 'MultiPolygon' ? geometry.coordinates : geometry?.type === 'Polygon' ? [geometry.coordinates] : [];
  const [x, y] = geometry?.type === 'Point' ? geometry.coordinates : [];
  const esri = geometry === null ? null : x === undefined ? { rings: polygons.flat().map((ring) => [...ring].reverse()) } : { x, y };
  return { ...values, place: placeOf(esri) };
}

/** What a format cannot hold, as what becomes of a value. */
type Loss = (name: string, value: unknown) => unknown;
const blankIsNone: Loss = (_, value) => (value === '' ? null : value);
const LOSSES: Readonly<Partial<Record<(typeof SAVED_FORMATS | [typeof GEODATABASE])[number]['format'], Loss>>> = {
  CSV: blankIsNone,
  Excel: blankIsNone,
  KML: blankIsNone,
  // Whole seconds.
  'File Geodatabase': (name, value) => (name === 'seen' && typeof value === 'number' ? Math.floor(value / 1000) * 1000 : value),
  // Texts of 254 bytes, filled up with spaces; days without times.
  Shapefile: (name, value) => {
    if (name === 'seen') return typeof value === 'number' ? Math.floor(value / DAY_MS) * DAY_MS : value;
    if (name === 'place' || typeof value !== 'string') return value;
    let text = value;
    while (Buffer.byteLength(text) > 254) text = [...text].slice(0, -1).join('');
    return blankIsNone(name, text.replace(/ +$/, ''));
  },
};

const TYPES = ['big esriFieldTypeBigInteger', 'id esriFieldTypeInteger', 'n esriFieldTypeInteger', 'name esriFieldTypeString', 'seen esriFieldTypeDate', 'size esriFieldTypeDouble', 'story esriFieldTypeString']; // biome-ignore format: one list

describe.each(['points', 'polygons'] as const)(`thousands of rows of %s, made with the seed ${SEED},`, (kind) => {
  let first: { path: string; itemId: string };
  let before: Awaited<ReturnType<typeof held>>;
  beforeAll(async () => {
    const rows = made(kind);
    first = await publish('geojson', fileOf(rows), 'a.geojson');
    before = await held(first.path);
    expect(before.fields).toEqual(TYPES);
    expect(before.rows).toEqual(rows.map(expected));
  });

  it.for([...SAVED_FORMATS, GEODATABASE])('come back from $label with all that it holds', async ({ format, fileType, file }, { skip }) => {
    skip(format === GEODATABASE.format && t.portal.geodatabaseProgram === undefined, 'GDAL is not installed.');
    const saved = await t.as('petra').raw('GET', `content/items/${first.itemId}/export`, { f: '', exportFormat: format });
    expect(saved.statusCode).toBe(200);
    const second = await publish(fileType, saved.rawPayload, file);
    const after = await held(second.path);
    const lose = LOSSES[format] ?? ((_, value) => value);
    const types = format === GEODATABASE.format ? TYPES.map((type) => type.replace('BigInteger', 'Double')) : TYPES;
    expect(after.fields).toEqual(types);
    expect(after.rows).toEqual(
      before.rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, lose(name, value)]))),
    );
  });
});
