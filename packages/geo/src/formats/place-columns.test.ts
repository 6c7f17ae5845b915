// The columns of places in tables that are written, and that readers take them rather than fields that say coordinates.
import { describe, expect, it } from 'vitest';
import { encodedLayer } from '../../testing/encoded-layer.ts';
import { dataset, readAll } from '../../testing/read-fixture.ts';
import { zipOf } from '../../testing/zip-of.ts';
import { geoJsonToWkb } from '../convert/geojson.ts';
import type { EsriPoint } from '../esri/geometry.ts';
import { memorySource } from './byte-source.ts';
import { csvReader } from './csv.ts';
import { writeCsv } from './csv-writer.ts';
import { excelReader } from './excel.ts';
import type { DatasetSource } from './format-reader.ts';
import type { WrittenLayer } from './format-writer.ts';
import { placeColumns } from './place-columns.ts';
import { workbookParts, writeSheet } from './sheet-writer.ts';

/** Points that are no longer where their attributes say, or that have none of these. */
function moved(fields: readonly string[]): WrittenLayer {
  const places = [[10, 50], [11, 51], null, [13, 53]];
  const said = [
    [1, 9, 49],
    [2, null, null],
    [3, 12, 52],
    [4, -70, 20],
  ];
  return {
    name: 'Moved',
    geometryType: 'esriGeometryPoint',
    hasZ: false,
    fields: fields.map((name) => ({ name, type: 'esriFieldTypeDouble' })),
    async *rows() {
      yield places.map((coordinates, i) => ({
        wkb: coordinates === null ? null : geoJsonToWkb({ type: 'Point', coordinates }, { srid: null }),
        values: said[i] ?? [],
      }));
    },
  };
}

const PLACES = [{ x: 10, y: 50 }, { x: 11, y: 51 }, null, { x: 13, y: 53 }];

const rounded = (point: EsriPoint | null): unknown => point && { x: Math.round(point.x * 1e9) / 1e9, y: Math.round(point.y * 1e9) / 1e9 };

async function csvOf(layer: WrittenLayer): Promise<DatasetSource> {
  const pieces: Uint8Array[] = [];
  for await (const piece of writeCsv(encodedLayer(layer))) pieces.push(piece);
  return { main: memorySource('a.csv', Buffer.concat(pieces)) };
}

async function excelOf(layer: WrittenLayer): Promise<DatasetSource> {
  let sheet = '';
  for await (const piece of writeSheet(layer, () => undefined)) sheet += piece;
  return { main: memorySource('a.xlsx', zipOf({ ...Object.fromEntries(workbookParts(['S'])), 'xl/worksheets/sheet1.xml': sheet })) };
}

describe.each([
  ['CSV', csvReader, csvOf],
  ['Excel', excelReader, excelOf],
] as const)('%s', (_, reader, write) => {
  it.each([
    [['id', 'lon', 'lat']],
    [['id', 'longitude', 'latitude']],
    [['id', 'X', 'y']],
    [['id', 'easting', 'northing']],
    [['id', 'lon_deg', 'lon_min']],
    [['wkt', 'geom', 'the_geom']],
    [['id', 'gps_lon', 'gps_lat']],
  ])('gives points back where they are, whatever the fields %j say', async (fields) => {
    const source = await write(moved(fields));
    const { rows, problems } = await readAll(reader, source);
    expect(problems).toEqual([]);
    expect(rows.map(({ geometry }) => rounded(geometry as EsriPoint | null))).toEqual(PLACES);
    const description = await reader.describe(source);
    const at = fields.map((field) => description.fields.findIndex(({ name }) => name === field));
    expect(rows.map(({ values }) => at.map((column) => values[column]))[3]).toEqual([4, -70, 20]);
  });
});

it('places stand in two columns of numbers where no field would be taken for them', () => {
  const layer = { ...moved([]), rows: undefined };
  const named = (...names: string[]) =>
    placeColumns({ ...layer, fields: names.map((name) => ({ name, type: 'esriFieldTypeDouble' })) }).names;
  expect(named('id', 'name')).toEqual(['x', 'y']);
  expect(named('id', 'lat')).toEqual(['x', 'y']);
  expect(named('lat', 'lon')).toEqual(['longitude', 'latitude']);
  expect(named('Latitude', 'lon')).toEqual(['WKT']);
  expect(named('y')).toEqual(['WKT']);
  expect(named('geom')).toEqual(['WKT']);
  expect(named('WKT', 'wkt_geometry')).toEqual(['geometry_wkt']);
  expect(placeColumns({ ...layer, hasZ: true }).names).toEqual(['WKT']);
  expect(placeColumns({ ...layer, geometryType: null })).toEqual({ kind: 'none', names: [] });
});

describe('x and y at the beginning of a table', () => {
  const places = async (text: string) => (await readAll(csvReader, dataset('t.csv', text))).rows.map(({ geometry }) => geometry);

  it('count more than attributes near them', async () => {
    expect(await places('x,y,id,lat,lon\n10,50,1,49,9\n11,51,2,,\n12,52,3,,8\n')).toEqual([
      { x: 10, y: 50 },
      { x: 11, y: 51 },
      { x: 12, y: 52 },
    ]);
  });

  it.each([
    ['numbers of a grid', 'x,y,lat,lon\n1,1,50,10\n1,2,51,10\n'],
    ['metres', 'x,y,lat,lon\n1113194,6446275,50,10\n1113194,6621293,51,10\n'],
    ['blank', 'x,y,lat,lon\n,,50,10\n,,51,10\n'],
  ])('count less where they are %s', async (_, text) => {
    expect(await places(text)).toEqual([
      { x: 10, y: 50 },
      { x: 10, y: 51 },
    ]);
  });
});
