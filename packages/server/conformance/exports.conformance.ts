// GDAL as a witness of files: what the portal exports it reads whole, and File Geodatabases it reads as the portal does.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fileGeodatabaseReader } from '@graticule/geo/formats/file-geodatabase';
import type { DatasetSource } from '@graticule/geo/formats/format-reader';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { datasetsIn, readAll } from '../../geo/testing/read-fixture.ts';
import type { AnyReply } from '../testing/agent.ts';
import { type TestPortal, testPortal } from '../testing/test-portal.ts';

const run = promisify(execFile);
const drivers = await run('ogr2ogr', ['--formats']).then(
  ({ stdout }) => stdout,
  () => '',
);
if (drivers === '') console.warn('Skipped: GDAL is not installed (package gdal-bin); no export was read with ogr2ogr.');

const FIXTURES = join(import.meta.dirname, '../../geo/fixtures');
const MOMENT = Date.UTC(2024, 1, 29, 12, 34, 56, 789);
const PROPERTIES = [
  { row: 1, title: 'Zürich, "die" <Stadt> & 𝒳\nzweite Zeile', size: -0.1234567890123456, number: -7, since: MOMENT },
  { row: 2, title: null, size: null, number: null, since: null },
  { row: 3, title: 'plain', size: 1e15, number: 2_000_000_000, since: Date.UTC(1900, 0, 1) },
];
const square = (x: number, size: number): number[][] => [
  [x, 0],
  [x + size, 0],
  [x + size, size],
  [x, size],
  [x, 0],
];
const line = (x: number, ...z: number[]): number[][] => [
  [x, 2, ...z],
  [x + 2, 4, ...z],
];
const hole = [square(2, 2).map(([x = 0, y = 0]) => [x, y + 2])].flat();
const GEOMETRIES: Readonly<Record<string, readonly unknown[]>> = {
  points: [{ type: 'Point', coordinates: [8.5, 47.123456] }, null, { type: 'Point', coordinates: [-179.5, -80] }],
  heights: [{ type: 'Point', coordinates: [8.5, 47.123456, 400.5] }, null, { type: 'Point', coordinates: [1, 2, -3] }],
  multipoints: [{ type: 'MultiPoint', coordinates: line(1) }, null, { type: 'MultiPoint', coordinates: [[5, 6]] }],
  lines: [{ type: 'MultiLineString', coordinates: [line(1), line(20)] }, null, { type: 'LineString', coordinates: line(5) }],
  'lines with heights': [{ type: 'LineString', coordinates: line(5, 7) }, null, null],
  polygons: [
    { type: 'MultiPolygon', coordinates: [[square(0, 10), [...hole].reverse()], [square(40, 1)]] },
    null,
    { type: 'Polygon', coordinates: [square(20, 1)] },
  ],
};

interface Witness {
  format: string;
  file: string;
  driver: RegExp;
  /** Options of ogr2ogr for the file. */
  options?: readonly string[];
  /** The format has days, no times. */
  dateOnly?: boolean;
  /** The format has whole seconds, which GDAL rounds once more where it reads those before 1900. */
  wholeSeconds?: boolean;
}

const CSV_OPTIONS = ['AUTODETECT_TYPE=YES', 'X_POSSIBLE_NAMES=x', 'Y_POSSIBLE_NAMES=y', 'GEOM_POSSIBLE_NAMES=WKT', 'KEEP_GEOM_COLUMNS=NO'];
const WITNESSES: readonly Witness[] = [
  { format: 'GeoJson', file: 'a.geojson', driver: /^ *GeoJSON -/m },
  { format: 'GeoPackage', file: 'a.gpkg', driver: /GPKG/ },
  { format: 'File Geodatabase', file: 'a.gdb.zip', driver: /OpenFileGDB.*\(rw/, wholeSeconds: true },
  { format: 'FlatGeobuf', file: 'a.fgb', driver: /FlatGeobuf/ },
  { format: 'Shapefile', file: 'a.zip', driver: /ESRI Shapefile/, dateOnly: true },
  { format: 'KML', file: 'a.kml', driver: /LIBKML/ },
  { format: 'CSV', file: 'a.csv', driver: /CSV/, options: CSV_OPTIONS.flatMap((each) => ['-oo', each]) },
  { format: 'Excel', file: 'a.xlsx', driver: /XLSX/ },
  { format: 'Parquet', file: 'a.parquet', driver: /Parquet/ },
];
const CASES = WITNESSES.flatMap((one) => Object.keys(GEOMETRIES).map((kind) => ({ ...one, kind })));
const readable = CASES.filter(({ driver }) => driver.test(drivers));
const missing = new Set(CASES.filter((one) => !readable.includes(one)).map((one) => one.format));
if (drivers !== '' && missing.size > 0) console.warn(`Skipped: this GDAL has no driver for ${[...missing].join(', ')}.`);

/** Every vertex once, part by part: where a ring begins and how it runs is the format's own. */
function vertices(geometry: GeoJSON.Geometry | null): unknown {
  if (geometry === null || geometry.type === 'GeometryCollection') return geometry;
  const parts: string[][] = [];
  const walk = (list: unknown): void => {
    if (!Array.isArray(list)) return;
    if (typeof list[0] === 'number') parts.push([told(list as number[])]);
    else if (Array.isArray(list[0]) && typeof list[0][0] === 'number') parts.push([...new Set((list as number[][]).map(told))].sort());
    else list.forEach(walk);
  };
  walk(geometry.coordinates);
  return { kind: geometry.type.replace('Multi', ''), parts: parts.sort() };
}
/** To the millionth; the limit lies where no coordinate of the fixtures does. */
const told = (position: number[]): string => position.map((each) => (Math.floor(each * 1e6 + 0.2505) / 1e6 + 0).toFixed(6)).join(' ');

function moment(value: unknown): number | null {
  if (value === null || value === undefined || value === '') return null;
  const text = String(value).replaceAll('/', '-').replace(' ', 'T').replace(/\+00$/, 'Z');
  return Date.parse(/Z$|^\d+-\d+-\d+$|[+-]\d\d(:?\d\d)?$/.test(text) ? text : `${text}Z`);
}

/** Within five seconds, as decimals of milliseconds. */
const NEAR_SECONDS = -4;

/** A value of CSV that is not there is an empty text. */
const plain = (value: unknown): unknown => (value === undefined || value === '' ? null : value);

describe.skipIf(drivers === '')('GDAL', () => {
  let t: TestPortal;
  let dir: string;
  const published = new Map<string, string>();
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'graticule-exports-'));
    t = await testPortal({ people: { petra: 'publisher' }, writesGeodatabases: true });
  });
  afterAll(async () => {
    await t?.close();
    await rm(dir, { recursive: true, force: true });
  });

  /** The item of a layer with the rows of a kind; made once. */
  async function layerOf(kind: string): Promise<string> {
    const known = published.get(kind);
    if (known !== undefined) return known;
    const petra = t.as('petra');
    const features = PROPERTIES.map(({ since, ...one }, i) => {
      const properties = { ...one, since: since === null ? null : new Date(since).toISOString() };
      return { type: 'Feature', properties, geometry: GEOMETRIES[kind]?.[i] ?? null };
    });
    const bytes = Buffer.from(JSON.stringify({ type: 'FeatureCollection', features }));
    const reply = await petra.upload(
      `content/users/${petra.username}/publish`,
      { fileType: 'geojson', publishParameters: { name: `witness_${published.size}` } },
      { file: { name: 'a.geojson', bytes } },
    );
    await t.runJobs();
    const [{ serviceItemId }] = reply.services;
    published.set(kind, serviceItemId);
    return serviceItemId;
  }

  /** What a program needs besides the file: workbooks do not say where their places are. */
  async function opened(path: string, { format, kind }: { format: string; kind: string }): Promise<string> {
    if (format === 'Shapefile') return `/vsizip/${path}`;
    if (format !== 'Excel') return path;
    const { stdout } = await run('ogrinfo', ['-q', path]);
    const layer = /^1: (.*?)(?: \(.*\))?$/m.exec(stdout)?.[1] ?? '';
    const place =
      kind === 'points' ? '<GeometryField encoding="PointFromColumns" x="x" y="y"/>' : '<GeometryField encoding="WKT" field="WKT"/>';
    const source = `<SrcDataSource>${path}</SrcDataSource><SrcLayer>${layer}</SrcLayer><LayerSRS>EPSG:4326</LayerSRS>`;
    await writeFile(`${path}.vrt`, `<OGRVRTDataSource><OGRVRTLayer name="a">${source}${place}</OGRVRTLayer></OGRVRTDataSource>`);
    return `${path}.vrt`;
  }

  it.each(readable)('reads every feature, attribute, null and date of $kind in an export as $format', async (one) => {
    const item = await layerOf(one.kind);
    const response = await t.as('petra').raw('GET', `content/items/${item}/export`, { f: '', exportFormat: one.format });
    expect(response.statusCode).toBe(200);
    const path = join(dir, `${one.format}-${one.kind.replaceAll(' ', '-')}${one.file.slice(1)}`);
    await writeFile(path, response.rawPayload);
    const copy = `${path}.copy.geojson`;
    const system = one.format === 'CSV' || one.format === 'Excel' ? ['-s_srs', 'EPSG:4326'] : [];
    const options = ['-f', 'GeoJSON', '-lco', 'RFC7946=NO', '-lco', 'COORDINATE_PRECISION=9', '-t_srs', 'EPSG:4326', ...system];
    await run('ogr2ogr', [...options, ...(one.options ?? []), copy, await opened(path, one)]);
    const read = JSON.parse(await readFile(copy, 'utf8')) as GeoJSON.FeatureCollection;
    const rows = read.features.map(({ properties, geometry }) => ({
      row: Number(properties?.row),
      title: plain(properties?.title),
      size: plain(properties?.size),
      number: plain(properties?.number),
      since: moment(properties?.since),
      // GDAL's own layer over columns takes a place that is not there for a zero.
      geometry: one.format === 'Excel' && one.kind === 'points' && !properties?.x ? null : vertices(geometry),
    }));
    const day = (value: number | null): number | null =>
      value === null || one.dateOnly !== true ? value : value - (((value % 864e5) + 864e5) % 864e5);
    expect(rows.sort((a, b) => a.row - b.row)).toEqual(
      PROPERTIES.map((each, i) => ({
        ...each,
        size: each.size === null ? null : expect.closeTo(each.size, 12),
        since: one.wholeSeconds === true && each.since !== null ? expect.closeTo(each.since, NEAR_SECONDS) : day(each.since),
        geometry: vertices((GEOMETRIES[one.kind]?.[i] ?? null) as GeoJSON.Geometry | null),
      })),
    );
  });

  it('reads every layer of an export as GeoPackage in the reference system that was asked for', async () => {
    const petra = t.as('petra');
    const bytes = await readFile(join(FIXTURES, 'vector/france.gpkg'));
    const reply = await petra.upload(
      `content/users/${petra.username}/publish`,
      { fileType: 'geoPackage', publishParameters: { name: 'france' } },
      { file: { name: 'france.gpkg', bytes } },
    );
    await t.runJobs();
    const parameters = { f: '', exportFormat: 'GeoPackage', targetSR: '2154' };
    const response = await petra.raw('GET', `content/items/${reply.services[0].serviceItemId}/export`, parameters);
    const path = join(dir, 'france.gpkg');
    await writeFile(path, response.rawPayload);
    const { stdout } = await run('ogrinfo', ['-ro', '-so', '-al', path]);
    const counts = [...stdout.matchAll(/Layer name: (\w+)[\s\S]*?Feature Count: (\d+)/g)].map(([, name, count]) => [name, Number(count)]);
    expect(Object.fromEntries(counts)).toEqual({ departements: 101, villes: 962, fuseaux: expect.any(Number) });
    expect(stdout.match(/ID\["EPSG",2154\]/g)?.length).toBe(2);
  });

  it.skipIf(!/OpenFileGDB/.test(drivers)).each(['brasil_filegdb.gdb.zip', 'gdb_kinds.gdb.zip'])(
    'and the portal read the same rows of %s',
    async (name) => {
      const [source] = await datasetsIn(`vector/${name}`);
      for (const part of (await fileGeodatabaseReader.parts?.(source as DatasetSource)) ?? []) {
        const dataset = { ...(source as DatasetSource), part };
        const description = await fileGeodatabaseReader.describe(dataset);
        const { rows, problems } = await readAll(fileGeodatabaseReader, dataset, { description });
        expect(problems).toEqual([]);
        const copy = join(dir, `${part}.geojson`);
        const options = ['-f', 'GeoJSON', '-lco', 'RFC7946=NO', '-lco', 'COORDINATE_PRECISION=15'];
        await run('ogr2ogr', [...options, copy, `/vsizip/${join(FIXTURES, 'vector', name)}`, part]);
        const { features } = JSON.parse(await readFile(copy, 'utf8')) as GeoJSON.FeatureCollection;
        const cell = (value: unknown, type: string): unknown => (type === 'esriFieldTypeDate' ? near(moment(value)) : (value ?? null));
        const theirs = features.map((one) => description.fields.map((field) => cell(one.properties?.[field.name], field.type)));
        expect(rows.map((row) => row.values)).toEqual(theirs);
        expect(rows.map((row) => places(row.geometry))).toEqual(features.map((one) => places(one.geometry)));
      }
    },
  );
});

/** GDAL 3.6 is a second late on the first day that the format knows. */
const near = (value: number | null): unknown => (value === null ? null : expect.closeTo(value, -4));

/** All numbers of a geometry to the millionth, in any order. */
function places(geometry: unknown): string[] {
  const found: string[] = [];
  const walk = (value: AnyReply): void => {
    if (Array.isArray(value) && typeof value[0] === 'number') found.push(told(value.slice(0, 3) as number[]));
    else if (typeof value === 'object' && value !== null && typeof value.x === 'number') {
      found.push(told([value.x, value.y, ...(typeof value.z === 'number' ? [value.z] : [])]));
    } else if (typeof value === 'object' && value !== null) Object.values(value).forEach(walk);
  };
  walk(geometry as AnyReply);
  return found.sort();
}
