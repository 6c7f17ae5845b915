// File to layer to export to layer, for every format that is written: features, attributes, nulls and dates come back.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
});
afterAll(() => t.close());

let count = 0;

async function publish(fileType: string, bytes: Uint8Array, fileName: string, said = {}): Promise<{ path: string; itemId: string }> {
  const petra = t.as('petra');
  const reply = await petra.upload(
    `content/users/${petra.username}/publish`,
    { fileType, publishParameters: { name: `trip_${count++}`, ...said } },
    { file: { name: fileName, bytes } },
  );
  await t.runJobs();
  const [{ serviceurl, serviceItemId }] = reply.services;
  const status = await petra.get(`content/users/${petra.username}/items/${serviceItemId}/status`);
  expect(status).toMatchObject({ status: 'completed' });
  return { path: new URL(serviceurl).pathname, itemId: serviceItemId };
}

async function download(itemId: string, exportFormat: string, params: Record<string, string> = {}): Promise<Buffer> {
  const response = await t.as('petra').raw('GET', `content/items/${itemId}/export`, { f: '', exportFormat, ...params });
  expect(response.statusCode).toBe(200);
  return response.rawPayload;
}

/** Fields with their types, and every row, as clients see them. */
async function content(path: string, decimals: number): Promise<{ fields: unknown[]; rows: unknown[] }> {
  const page = await t
    .as('petra')
    .get(`${path}/0/query`, { where: '1=1', outFields: '*', outSR: 4326, orderByFields: 'OBJECTID', returnZ: true });
  const own = (name: string): boolean => !/^(OBJECTID|GlobalID|x|y|name)$/.test(name);
  const rounded = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value ?? null, (_, part) => (typeof part === 'number' ? Number(part.toFixed(decimals)) : part)));
  return {
    fields: page.fields
      .filter((field: AnyReply) => own(field.name))
      .map((field: AnyReply) => `${field.name} ${field.type}`)
      .sort(),
    rows: page.features.map(({ attributes, geometry }: AnyReply) => ({
      attributes: Object.fromEntries(
        Object.entries(attributes)
          .filter(([name]) => own(name))
          .sort(),
      ),
      geometry: rounded(geometry),
    })),
  };
}

const DAY = Date.UTC(2024, 1, 29);
const MOMENT = DAY + 45_296_789;
const PROPERTIES = [
  { title: 'Zürich, "die" <Stadt> & 𝒳\nzweite Zeile', size: 1.5, number: -7, big: 9_007_199_254_740_991, since: MOMENT },
  { title: null, size: null, number: null, big: null, since: null },
  { title: '=HYPERLINK("http://evil")', size: -0.1234567890123456, number: 2_000_000_000, big: 1, since: Date.UTC(1900, 0, 1) },
  { title: '+41 44 123 45 67', size: 1e-9, number: 0, big: -9_007_199_254_740_991, since: Date.UTC(2100, 0, 1) },
  { title: "'-12 @ _x000D_", size: 1e15, number: 1, big: 0, since: 0 },
];

interface Limits {
  /** The format has days, no times. */
  dateOnly?: boolean;
  /** The format has one way to say that there is no text. */
  blankIsNull?: boolean;
  /** The format fills texts up with spaces. */
  padded?: boolean;
}

function features(geometries: readonly unknown[], { dateOnly = false }: Limits = {}): Buffer {
  const list = PROPERTIES.map(({ since, ...one }, i) => {
    const moment = since === null ? null : dateOnly ? since - (((since % 86_400_000) + 86_400_000) % 86_400_000) : since;
    const date = moment === null ? null : new Date(moment).toISOString();
    return { type: 'Feature', properties: { ...one, since: date }, geometry: geometries[i] ?? null };
  });
  return Buffer.from(JSON.stringify({ type: 'FeatureCollection', features: list }));
}

const square = (x: number, size: number, ...z: number[]): number[][] => [
  [x, 0, ...z],
  [x + size, 0, ...z],
  [x + size, size, ...z],
  [x, size, ...z],
  [x, 0, ...z],
];
const HOLE = [
  [2, 2],
  [2, 4],
  [4, 4],
  [4, 2],
  [2, 2],
];
const line =
  (...z: number[]) =>
  (x: number) => [
    [x, 2, ...z],
    [x + 2, 4, ...z],
  ];

const GEOMETRIES: Readonly<Record<string, readonly unknown[]>> = {
  points: [1, 2, 3, 4, 5].map((x) => ({ type: 'Point', coordinates: [x, 47.123456] })),
  'points with heights': [1, 2].map((x) => ({ type: 'Point', coordinates: [x, 47.123456, 400.5] })),
  multipoints: [
    {
      type: 'MultiPoint',
      coordinates: [
        [1, 2],
        [3, 4],
      ],
    },
    null,
    { type: 'MultiPoint', coordinates: [[5, 6]] },
  ],
  lines: [{ type: 'MultiLineString', coordinates: [line()(1), line()(20)] }, null, { type: 'LineString', coordinates: line()(5) }],
  'lines with heights': [{ type: 'LineString', coordinates: line(7)(5) }],
  polygons: [
    { type: 'MultiPolygon', coordinates: [[square(0, 10), HOLE], [square(40, 1)]] },
    null,
    { type: 'Polygon', coordinates: [square(20, 1)] },
  ],
  'polygons with heights': [{ type: 'Polygon', coordinates: [square(20, 1, 9)] }],
};

/** Word of the export, kind and name of the file, and what the format cannot hold. */
const FORMATS: readonly ({ format: string; fileType: string; file: string } & Limits)[] = [
  { format: 'GeoJson', fileType: 'geojson', file: 'a.geojson' },
  { format: 'GeoPackage', fileType: 'geoPackage', file: 'a.gpkg' },
  { format: 'FlatGeobuf', fileType: 'flatgeobuf', file: 'a.fgb' },
  { format: 'Parquet', fileType: 'parquet', file: 'a.parquet' },
  { format: 'Excel', fileType: 'excel', file: 'a.xlsx', blankIsNull: true },
  { format: 'CSV', fileType: 'csv', file: 'a.csv', blankIsNull: true },
  { format: 'Feature Collection', fileType: 'featureCollection', file: 'a.json' },
  { format: 'KML', fileType: 'kml', file: 'a.kml', blankIsNull: true },
  { format: 'Shapefile', fileType: 'shapefile', file: 'a.zip', dateOnly: true, blankIsNull: true, padded: true },
];

const TRIPS = FORMATS.flatMap((one) => Object.keys(GEOMETRIES).map((kind) => ({ ...one, kind })));

describe('the round trip', () => {
  it.each(TRIPS)(
    'through $format keeps every feature, attribute, null and date of $kind',
    async ({ format, fileType, file, kind, ...limits }) => {
      const first = await publish('geojson', features(GEOMETRIES[kind] ?? [], limits), 'a.geojson');
      const second = await publish(fileType, await download(first.itemId, format), file);
      expect(await content(second.path, 6)).toEqual(await content(first.path, 6));
    },
  );

  it.each(FORMATS)('through $format keeps empty texts, names in other scripts, spaces and days long ago', async (one) => {
    const rows = [
      { größe: 1, 名前: '', код: ' a ', день: '0001-01-01' },
      { größe: 2, 名前: null, код: 'مرحبا', день: '1582-10-15' },
      { größe: 3, 名前: '東京', код: '007', день: '1969-12-31' },
      { größe: 4, 名前: '0', код: '12', день: '9999-12-31' },
    ];
    const list = rows.map((properties, i) => ({ type: 'Feature', properties, geometry: { type: 'Point', coordinates: [i, 47] } }));
    const first = await publish('geojson', Buffer.from(JSON.stringify({ type: 'FeatureCollection', features: list })), 'a.geojson');
    const second = await publish(one.fileType, await download(first.itemId, one.format), one.file);
    const before = await content(first.path, 6);
    expect(before.fields).toEqual(
      ['größe esriFieldTypeInteger', 'день esriFieldTypeDate', 'код esriFieldTypeString', '名前 esriFieldTypeString'].sort(),
    );
    expect(before.rows[0]).toMatchObject({ attributes: { 名前: '', день: Date.parse('0001-01-01') } });
    const blank = (given: string): string => {
      const text = one.blankIsNull ? given.replaceAll('"名前":""', '"名前":null') : given;
      return one.padded ? text.replaceAll('" a "', '" a"') : text;
    };
    expect(await content(second.path, 6)).toEqual(JSON.parse(blank(JSON.stringify(before))));
  });

  it.each(['GeoPackage', 'FlatGeobuf', 'Parquet'])('through %s keeps the coordinate system that was asked for', async (format) => {
    const first = await publish('geojson', features(GEOMETRIES.polygons ?? []), 'a.geojson');
    const { fileType = '', file = '' } = FORMATS.find((one) => one.format === format) ?? {};
    const bytes = await download(first.itemId, format, { targetSR: '25832' });
    const second = await publish(fileType, bytes, file);
    expect(await content(second.path, 5)).toEqual(await content(first.path, 5));
  });

  it.each(FORMATS)(
    'through $format keeps a table of one column, with rows without a value and the least numbers',
    async ({ format, fileType, file }) => {
      const values = [-2_147_483_648, null, null, 2_147_483_647, null];
      const list = values.map((only) => ({ type: 'Feature', properties: { only }, geometry: null }));
      const first = await publish('geojson', Buffer.from(JSON.stringify({ type: 'FeatureCollection', features: list })), 'a.geojson');
      const before = await content(first.path, 6);
      expect(before.fields).toEqual(['only esriFieldTypeInteger']);
      expect(before.rows).toHaveLength(5);
      const second = await publish(fileType, await download(first.itemId, format), file);
      expect(await content(second.path, 6)).toEqual(before);
      expect((await t.as('petra').get(second.path)).tables).toHaveLength(1);
    },
  );

  // Delimited text has no types, and JSON none for days.
  it.each(FORMATS.filter(({ format }) => format !== 'CSV' && format !== 'GeoJson'))(
    'through $format keeps texts that look like numbers and days',
    async ({ format, fileType, file }) => {
      const rows = [
        { zip: '10115', since: '2024-02-29', yes: 'TRUE' },
        { zip: '20095', since: null, yes: 'FALSE' },
        { zip: null, since: '2024-03-01', yes: null },
      ];
      const list = rows.map((properties, i) => ({ type: 'Feature', properties, geometry: { type: 'Point', coordinates: [i, 47] } }));
      const columns = [{ name: 'since', type: 'esriFieldTypeString' }];
      const bytes = Buffer.from(JSON.stringify({ type: 'FeatureCollection', features: list }));
      const first = await publish('geojson', bytes, 'a.geojson', { columns });
      const before = await content(first.path, 6);
      expect(before.fields).toEqual(['since esriFieldTypeString', 'yes esriFieldTypeString', 'zip esriFieldTypeString']);
      const second = await publish(fileType, await download(first.itemId, format), file);
      expect(await content(second.path, 6)).toEqual(before);
    },
  );

  it('through a workbook and a GeoPackage keeps every layer', async () => {
    const france = readFileSync(join(import.meta.dirname, '../../../geo/fixtures/vector/france.gpkg'));
    const first = await publish('geoPackage', france, 'france.gpkg');
    const counts = async (path: string): Promise<Record<string, number>> => {
      const service = await t.as('petra').get(path);
      const all: Record<string, number> = {};
      for (const { id, name } of [...service.layers, ...service.tables])
        all[name] = (await t.as('petra').get(`${path}/${id}/query`, { returnCountOnly: true })).count;
      return all;
    };
    const before = await counts(first.path);
    expect(Object.keys(before)).toHaveLength(3);
    for (const format of ['GeoPackage', 'Excel', 'Feature Collection', 'Shapefile']) {
      const { fileType = '', file = '' } = FORMATS.find((one) => one.format === format) ?? {};
      const second = await publish(fileType, await download(first.itemId, format), file);
      const after = await counts(second.path);
      expect(after).toEqual(before);
    }
  });
});
