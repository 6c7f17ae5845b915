// The extent that analyzing tells, for every format: the box around all that can be read, whatever headers say.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { dataset, datasetsIn, fixture } from '../../testing/read-fixture.ts';
import type { Bounds } from './bounding-box.ts';
import { memorySource } from './byte-source.ts';
import type { DatasetSource, FormatName, ReadOptions } from './format-reader.ts';
import { serverReaderOf } from './index-of-server-formats.ts';
import { describedByKind, describedForLayer } from './kind-reader.ts';
import { shapefileReader } from './shapefile.ts';

type Box = [xmin: number, ymin: number, xmax: number, ymax: number];

const boxOf = (extent: Bounds | undefined): Box | undefined => extent && [extent.xmin, extent.ymin, extent.xmax, extent.ymax];

const onDisk = (path: string): DatasetSource => ({
  main: { ...fixture(path), path: fileURLToPath(new URL(`../../fixtures/${path}`, import.meta.url)) },
});

async function extentIn(format: FormatName, source: DatasetSource, options: ReadOptions = {}): Promise<Box | undefined> {
  return boxOf((await serverReaderOf(format).describe(source, options)).extent);
}

it.each<[FormatName, string, Box, part?: string]>([
  ['csv', 'csv/peru_lat_lon.csv', [-81.27194, -18.01465, -69.04167, -2.45012]],
  // Degrees, minutes and seconds.
  ['csv', 'csv/uk_dms.csv', [-7.309333333333333, 50.15441666666666, 1.7516666666666667, 57.64947222222222]],
  // Commas as decimal points.
  ['csv', 'csv/espana_punto_y_coma.csv', [-17.93394, 27.7567, 4.2899, 43.68333]],
  ['csv', 'csv/africa_wkt.csv', [-25.36045, -46.96553, 50.4887, 37.34513]],
  // Without the rows that lie off the globe.
  ['csv', 'malformed/out_of_range.csv', [0, 0, 20, 10]],
  ['excel', 'csv/nl_plaatsen.xlsx', [3.57361, 50.77083, 7.04722, 53.33]],
  ['geojson', 'geojson/india_places.geojsonl', [69.60929, 8.17899, 95.35992, 34.28671]],
  ['geojson', 'geojson/norway_crs_3857.geojson', [560248.73, 7973075.62, 3311691.4, 11288059.99]],
  ['esri-json', 'geojson/esri_featureset.json', [1310244.88, 7435016.2, 2466244.36, 10404255.55]],
  ['parquet', 'parquet/ways_linestring.parquet', [0, 0, 6, 6]],
  ['parquet', 'parquet/plots_multipolygon.parquet', [0, 0, 23, 4]],
  ['flatgeobuf', 'vector/us_west_counties.fgb', [-124.73364, 31.33241, -109.04484, 49.00241]],
  ['flatgeobuf', 'vector/one_circle.fgb', [0, -1, 2, 1]],
  ['gpx', 'vector/walk.gpx', [7.5886, 47.5546, 7.5921, 47.5584], 'waypoints'],
  ['gpx', 'vector/walk.gpx', [7.5886, 47.5584, 7.592, 47.562], 'tracks'],
  ['geopackage', 'vector/france.gpkg', [-4.61805, 41.59101, 9.45123, 51.0344], 'villes'],
])('%s: %s has its box', async (format, path, box, part) => {
  expect(await extentIn(format, part === undefined ? onDisk(path) : { ...onDisk(path), part })).toEqual(box);
});

it.each<[FormatName, string, Box, part?: string]>([
  ['shapefile', 'vector/swiss_places_pointz_2056.zip', [2486654.6274155886, 1076854.0074055707, 2830282.6335808644, 1289279.2109012434]],
  ['shapefile', 'vector/africa_countries_utf8.zip', [-25.36045, -46.96553, 50.50311, 37.34513]],
  ['kml', 'vector/italy_provinces.kmz', [6.6027, 35.4892, 18.5161, 47.0852]],
  ['filegdb', 'vector/gdb_kinds.gdb.zip', [2600000, 1200000, 2601100, 1200100], 'areas'],
  ['filegdb', 'vector/gdb_kinds.gdb.zip', [2600001, 1200000, 2605000, 1200000], 'sparse'],
])('%s in an archive: %s has its box', async (format, path, box, part) => {
  const [source] = await datasetsIn(path);
  if (source === undefined) throw new Error(`no dataset in ${path}`);
  expect(await extentIn(format, part === undefined ? source : { ...source, part })).toEqual(box);
});

it.each<[FormatName, DatasetSource]>([
  ['csv', dataset('csv/canada_addresses.csv')],
  ['csv', dataset('malformed/header_only.csv')],
  ['csv', dataset('a.csv', 'lat,lon\n,\n,\n')],
  ['flatgeobuf', dataset('vector/no_points.fgb')],
  ['geojson', dataset('a.geojson', '{"type":"FeatureCollection","features":[{"type":"Feature","geometry":null,"properties":{}}]}')],
  ['geopackage', { ...onDisk('vector/france.gpkg'), part: 'fuseaux' }],
])('%s: tables and files without places have none (%#)', async (format, source) => {
  expect(await extentIn(format, source)).toBeUndefined();
});

it('each kind of a file that mixes them has its own', async () => {
  const source = dataset('geojson/mixed_null_collection.geojson');
  const parts = await describedByKind(source, serverReaderOf('geojson'), {});
  expect(parts.map(({ description }) => [description.kindWord, boxOf(description.extent)])).toEqual([
    ['points', [27.5, -29.3, 28, -29]],
    ['lines', [27, -30, 28.5, -29]],
    ['polygons', [27.00207, -30.65894, 29.43569, -28.57017]],
    ['multipoints', [27, -30, 28, -29]],
  ]);
  const lines = await describedForLayer(source, serverReaderOf('geojson'), { layerType: 'esriGeometryPolyline' });
  expect(boxOf(lines.description.extent)).toEqual([27, -30, 28.5, -29]);
  const together = await describedByKind(source, serverReaderOf('geojson'), { multipoints: 'together' });
  expect(together.map(({ description }) => boxOf(description.extent))).toContainEqual([27, -30, 28, -29]);
});

it('what will be refused is not in it: GeoJSON off the globe', async () => {
  const point = (x: number, y: number) => ({ type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [x, y] } });
  const places = [point(1, 2), point(3, 4), point(5, 6), point(700_000, 5_000_000)];
  const text = JSON.stringify({ type: 'FeatureCollection', features: places });
  expect(await extentIn('geojson', dataset('a.geojson', text))).toEqual([1, 2, 5, 6]);
  // In a system of metres all of them can be read.
  expect(await extentIn('geojson', dataset('a.geojson', text), { wkid: 3857 })).toEqual([1, 2, 700_000, 5_000_000]);
});

/** A shapefile of points in a row, whose header tells any box. */
function shapefileTelling(box: Box, count: number, firstX = 1): DatasetSource {
  const bytes = Buffer.alloc(100 + count * 28);
  bytes.writeInt32BE(9994, 0);
  bytes.writeInt32BE(bytes.length / 2, 24);
  bytes.writeInt32LE(1000, 28);
  bytes.writeInt32LE(1, 32);
  for (const [i, value] of box.entries()) bytes.writeDoubleLE(value, 36 + i * 8);
  for (let i = 0; i < count; i++) {
    const at = 100 + i * 28;
    bytes.writeInt32BE(i + 1, at);
    bytes.writeInt32BE(10, at + 4);
    bytes.writeInt32LE(1, at + 8);
    bytes.writeDoubleLE(firstX + i, at + 12);
    bytes.writeDoubleLE(50, at + 20);
  }
  return { main: memorySource('a.shp', bytes) };
}

it.each<[string, Box]>([
  ['no numbers', [Number.NaN, Number.NaN, Number.NaN, Number.NaN]],
  ['the wrong way round', [20, 50, 1, 50]],
  ['without an end', [Number.NEGATIVE_INFINITY, -90, Number.POSITIVE_INFINITY, 90]],
  ['as large as numbers are', [-1.79e308, -1.79e308, 1.79e308, 1.79e308]],
  ['left empty', [0, 0, 0, 0]],
  ['of another place', [30, 50, 50, 50]],
])('a header of a shapefile that lies is not believed: %s', async (_, told) => {
  expect(boxOf((await shapefileReader.describe(shapefileTelling(told, 20), { wkid: 4326 })).extent)).toEqual([1, 50, 20, 50]);
});

it('a header that the shapes agree with is believed, and one without shapes is not', async () => {
  expect(await extentIn('shapefile', shapefileTelling([0, 40, 100, 60], 20))).toEqual([0, 40, 100, 60]);
  expect(await extentIn('shapefile', shapefileTelling([0, 40, 100, 60], 0))).toBeUndefined();
});

it('a GeoPackage whose contents tell another box has that of its rows', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gpkg-'));
  try {
    const path = join(folder, 'lying.gpkg');
    const whole = fixture('vector/france.gpkg');
    writeFileSync(path, await whole.read(0, whole.size));
    const db = new DatabaseSync(path);
    db.exec("update gpkg_contents set min_x = 1000, min_y = 9e999, max_x = -1000, max_y = null where table_name = 'villes'");
    db.close();
    const main = { ...memorySource('lying.gpkg', readFileSync(path)), path };
    expect(await extentIn('geopackage', { main, part: 'villes' })).toEqual([-4.61805, 41.59101, 9.45123, 51.0344]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
