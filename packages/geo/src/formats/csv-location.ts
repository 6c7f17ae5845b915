// Finds the columns of a table that say where its rows are.
import { looksLikeWkt } from '../convert/wkt.ts';
import * as known from './csv-place-names.ts';
import { plainName } from './csv-place-names.ts';
import { looksLikeGeometry } from './geometry-text.ts';
import { groupSign, parseCoordinate, splitCoordinates } from './parse-coordinate.ts';

/** Which of the two numbers of a cell is the first. */
export type PairOrder = 'latitude-first' | 'longitude-first';

/** Columns by their place in the row; with a `pair`, one column holds both numbers, with a `group`, that sign sets thousands apart. */
export type LocationColumns =
  | { kind: 'xy'; x: number; y: number; projected: boolean; pair?: PairOrder; group?: string }
  | { kind: 'wkt'; column: number }
  | { kind: 'none' };

type Rows = readonly (readonly string[])[];

/** The columns that hold coordinates, told by their names and checked against the first rows. */
export function findLocation(names: readonly string[], rows: Rows): LocationColumns {
  const keys = names.map(plainName);
  const wkt = keys.findIndex((key, i) => known.GEOMETRY.has(key) && holds(rows, i, looksLikeGeometry));
  if (wkt >= 0) return { kind: 'wkt', column: wkt };
  const pair = namedPair(keys, rows) ?? wordedPair(keys, rows) ?? bothInOne(keys, rows);
  if (pair !== null) return pair;
  const anyWkt = names.findIndex((_, i) => rows.length > 0 && rows.every((row) => looksLikeWkt(row[i] ?? '')));
  return anyWkt >= 0 ? { kind: 'wkt', column: anyWkt } : { kind: 'none' };
}

/** Whether some column is called as only columns with coordinates are. */
export function namesCoordinates(names: readonly string[]): boolean {
  const keys = names.map(plainName);
  return keys.some((key) => known.LATITUDE.has(key)) && keys.some((key) => known.LONGITUDE.has(key));
}

/** Two columns whose whole names are known. */
function namedPair(keys: readonly string[], rows: Rows): LocationColumns | null {
  const column = (set: ReadonlySet<string>): number => {
    return keys.findIndex((key, i) => set.has(key) && (rows.length === 0 || holds(rows, i, isCoordinate)));
  };
  for (const [xs, ys, how] of [
    [known.LONGITUDE, known.LATITUDE, ''],
    [known.X, known.Y, ''],
    [known.EASTING, known.NORTHING, 'projected'],
    // Names of two pairs, such as `y` beside `long`.
    [known.LONGITUDE, known.Y, ''],
    [known.X, known.LATITUDE, ''],
    [known.LENGTH, known.WIDTH, 'degrees'],
    [E, N, 'far'],
  ] as const) {
    const [x, y] = [column(xs), column(ys)];
    if (x < 0 || y < 0) continue;
    if (how === 'degrees' && !insideDegrees(rows, x, y)) continue;
    const isFar = outsideDegrees(rows, x, y);
    if (how !== 'far' || isFar) return { kind: 'xy', x, y, projected: how === 'projected' || isFar };
  }
  return null;
}

const E: ReadonlySet<string> = new Set(['e']);
const N: ReadonlySet<string> = new Set(['n']);

/** The first two columns whose names are the same but for a word for each of the two: `stop_lat` and `stop_lon`, `X-Koordinate` and `Y-Koordinate`. */
function wordedPair(keys: readonly string[], rows: Rows): LocationColumns | null {
  const isDegrees = (x: number, y: number): boolean => insideDegrees(rows, x, y);
  const found = withSameRest(keys, { xs: known.LONGITUDE_WORDS, ys: known.LATITUDE_WORDS, fits: isDegrees });
  if (found !== null) return { kind: 'xy', ...found, projected: false };
  const isPair = (x: number, y: number): boolean => rows.length === 0 || (holds(rows, x, isCoordinate) && holds(rows, y, isCoordinate));
  const axes = withSameRest(keys, { xs: X_WORDS, ys: Y_WORDS, rests: known.COORDINATE_WORDS, fits: isPair });
  return axes === null ? null : { kind: 'xy', ...axes, projected: outsideDegrees(rows, axes.x, axes.y) };
}

const X_WORDS: ReadonlySet<string> = new Set(['x']);
const Y_WORDS: ReadonlySet<string> = new Set(['y']);

interface Worded {
  xs: ReadonlySet<string>;
  ys: ReadonlySet<string>;
  /** What may stand beside the word; anything when absent. */
  rests?: ReadonlySet<string>;
  fits(x: number, y: number): boolean;
}

function withSameRest(keys: readonly string[], { xs, ys, rests, fits }: Worded): { x: number; y: number } | null {
  const restOf = (key: string, words: ReadonlySet<string>): string | null => {
    const all = key.split('_');
    if (!all.some((word) => words.has(word))) return null;
    const others = all.filter((word) => !words.has(word));
    if (rests !== undefined) return others.every((word) => rests.has(word)) ? others.join('_') : null;
    return others.filter((word) => !known.UNIT_WORDS.has(word)).join('_');
  };
  for (const [y, key] of keys.entries()) {
    const rest = restOf(key, ys);
    if (rest === null) continue;
    const x = keys.findIndex((other, i) => i !== y && restOf(other, xs) === rest && fits(i, y));
    if (x >= 0) return { x, y };
  }
  return null;
}

/** A column with both numbers in each cell. */
function bothInOne(keys: readonly string[], rows: Rows): LocationColumns | null {
  const at = keys.findIndex((key, i) => known.BOTH.has(key) && areMostly(rows, i));
  return at < 0 ? null : pairColumn(keys[at] ?? '', rows, at);
}

/** Whether most of the cells that are not blank are two numbers that may be degrees. */
function areMostly(rows: Rows, column: number): boolean {
  const cells = rows.map((row) => row[column] ?? '').filter((cell) => cell.trim() !== '');
  const pairs = pairsOf(cells);
  return pairs.length * 2 > cells.length && pairs.every((pair) => pair.every((value) => Math.abs(value) <= 180));
}

/** The column that holds both numbers; the latitude is the first, unless the name or the numbers say otherwise. */
export function pairColumn(name: string, rows: Rows, column: number): LocationColumns {
  const pairs = pairsOf(rows.map((row) => row[column] ?? ''));
  const far = (at: 0 | 1): number => pairs.filter((pair) => Math.abs(pair[at]) > 90).length;
  const isFar = far(0) > far(1);
  const pair: PairOrder = known.LONGITUDE_FIRST.has(plainName(name)) || isFar ? 'longitude-first' : 'latitude-first';
  return { kind: 'xy', x: column, y: column, projected: false, pair };
}

/** The pairs that the cells hold, in the order in which they stand there. */
function pairsOf(cells: readonly string[]): [number, number][] {
  return cells.flatMap((cell): [number, number][] => {
    const both = splitCoordinates(cell);
    return both === null ? [] : [[parseCoordinate(both[0]), parseCoordinate(both[1])]];
  });
}

/** The place of a cell with both numbers; null where it has none. Letters of direction count more than the order of the column. */
export function placeOfPair(cell: string, order: PairOrder): { x: string; y: string } | null {
  const both = splitCoordinates(cell);
  if (both === null) return null;
  const [first, second] = both;
  const isLatitude = /[NS]/i.test(first) || (order === 'latitude-first' && !/[EW]/i.test(first));
  return isLatitude ? { x: second, y: first } : { x: first, y: second };
}

/** The sign that sets thousands apart in two columns of metres or feet: what is sure of one value goes for all. */
export function groupSignOf(rows: Rows, { x, y }: { x: number; y: number }): string | undefined {
  for (const row of rows) {
    const sign = [x, y].map((column) => groupSign(row[column] ?? '')).find((one) => one !== undefined);
    if (sign !== undefined) return sign;
  }
  return undefined;
}

const isCoordinate = (text: string): boolean => Number.isFinite(parseCoordinate(text));

/** Whether at least one row holds such a value: bad rows are reported one by one later. */
function holds(rows: Rows, column: number, test: (text: string) => boolean): boolean {
  return rows.some((row) => test(row[column] ?? ''));
}

const placesOf = (rows: Rows, x: number, y: number): (readonly [number, number])[] =>
  rows
    .map((row) => [parseCoordinate(row[x] ?? ''), parseCoordinate(row[y] ?? '')] as const)
    .filter(([a, b]) => Number.isFinite(a) && Number.isFinite(b));

/** Whether most rows lie far outside the range of degrees: then the columns are metres or feet. */
export function outsideDegrees(rows: Rows, x: number, y: number): boolean {
  const places = placesOf(rows, x, y);
  return places.length > 0 && places.filter(([a, b]) => Math.abs(a) > 1000 || Math.abs(b) > 1000).length * 2 > places.length;
}

/** Whether there are rows with both numbers, and most of them may be degrees; a file without rows has nothing that speaks against it. */
function insideDegrees(rows: Rows, x: number, y: number): boolean {
  const places = placesOf(rows, x, y);
  if (rows.length === 0) return true;
  return places.length > 0 && places.filter(([a, b]) => Math.abs(a) <= 180 && Math.abs(b) <= 90).length * 2 > places.length;
}
