// Finds the columns of a table that say where its rows are.
import { looksLikeWkt } from '../convert/wkt.ts';
import { looksLikeGeometry } from './geometry-text.ts';
import { parseCoordinate } from './parse-coordinate.ts';

const LATITUDE = new Set(
  (
    'lat latitude latitud latitudine latitut breite breitengrad breedtegraad bredde breddegrad breddgrad leveyspiiri szerokosc ' +
    'szerokość enlem sirka zemepisna_sirka šířka szelesseg szélesség latitudine_n широта geo_lat latdd lat_dd latitude_wgs84 ' +
    'decimallatitude gpslatitude 纬度 緯度 위도 خط_العرض رוחב קו_רוחב'
  ).split(' '),
);
const LONGITUDE = new Set(
  (
    'lon long lng longitude longitud longitudine lange länge laenge langengrad längengrad laengengrad lengtegraad lengde lengdegrad ' +
    'langdgrad længdegrad längdgrad pituuspiiri dlugosc długość boylam delka délka hosszusag hosszúság долгота geo_lon geo_lng ' +
    'geo_long londd lon_dd longdd decimallongitude gpslongitude 经度 經度 経度 경도 خط_الطول קו_אורך'
  ).split(' '),
);
const X = new Set('x xcoord x_coord coordx coord_x point_x x_wgs84 pos_x'.split(' '));
const Y = new Set('y ycoord y_coord coordy coord_y point_y y_wgs84 pos_y'.split(' '));
const EASTING = new Set('easting eastings east este rechtswert rw ost hochwert_x e_coord osgb_easting'.split(' '));
const NORTHING = new Set('northing northings north norte hochwert hw nord n_coord osgb_northing'.split(' '));
const GEOMETRY = new Set(
  'wkt geometry_wkt geom_wkt wkt_geom wkt_geometry the_geom geom geometry shape geometria wkb wkb_geometry ewkb geojson geo_json geom_json'.split(
    ' ',
  ),
);

/** Columns by their place in the row. */
export type LocationColumns = { kind: 'xy'; x: number; y: number; projected: boolean } | { kind: 'wkt'; column: number } | { kind: 'none' };

const plain = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s.\-()[\]]+/g, '_')
    .replace(/^_+|_+$/g, '');

/** The columns that hold coordinates, told by their names and checked against the first rows. */
export function findLocation(names: readonly string[], rows: readonly (readonly string[])[]): LocationColumns {
  const keys = names.map(plain);
  const wkt = keys.findIndex((key, i) => GEOMETRY.has(key) && holds(rows, i, looksLikeGeometry));
  if (wkt >= 0) return { kind: 'wkt', column: wkt };
  for (const [xs, ys, projected] of [
    [LONGITUDE, LATITUDE, false],
    [X, Y, false],
    [EASTING, NORTHING, true],
    // Names of two pairs, such as `y` beside `long`.
    [LONGITUDE, Y, false],
    [X, LATITUDE, false],
  ] as const) {
    const x = keys.findIndex((key) => xs.has(key));
    const y = keys.findIndex((key) => ys.has(key));
    if (x >= 0 && y >= 0 && (rows.length === 0 || (holds(rows, x, isCoordinate) && holds(rows, y, isCoordinate)))) {
      return { kind: 'xy', x, y, projected: projected || outsideDegrees(rows, x, y) };
    }
  }
  const anyWkt = names.findIndex((_, i) => rows.length > 0 && rows.every((row) => looksLikeWkt(row[i] ?? '')));
  return anyWkt >= 0 ? { kind: 'wkt', column: anyWkt } : { kind: 'none' };
}

const isCoordinate = (text: string): boolean => Number.isFinite(parseCoordinate(text));

/** Whether at least one row holds such a value: bad rows are reported one by one later. */
function holds(rows: readonly (readonly string[])[], column: number, test: (text: string) => boolean): boolean {
  return rows.some((row) => test(row[column] ?? ''));
}

/** Whether most rows lie far outside the range of degrees: then the columns are metres or feet. */
export function outsideDegrees(rows: readonly (readonly string[])[], x: number, y: number): boolean {
  const places = rows.map((row) => [parseCoordinate(row[x] ?? ''), parseCoordinate(row[y] ?? '')] as const);
  const known = places.filter(([a, b]) => Number.isFinite(a) && Number.isFinite(b));
  return known.length > 0 && known.filter(([a, b]) => Math.abs(a) > 1000 || Math.abs(b) > 1000).length * 2 > known.length;
}
