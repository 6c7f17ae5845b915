// Finds the columns of a table that say where its rows are.
import { looksLikeWkt } from '../convert/wkt.ts';
import { type Sentence, sentence } from '../sentence.ts';
import { type DegreeParts, degreeParts } from './csv-degree-parts.ts';
import { arePairs, type PairStyle, pairStyle } from './csv-pairs.ts';
import * as known from './csv-place-names.ts';
import { plainName } from './csv-place-names.ts';
import { looksLikeGeometry } from './geometry-text.ts';
import { directionOf, groupSign, isDms, parseCoordinate } from './parse-coordinate.ts';

/**
 * Columns by their place in the row; with a `pair`, one column holds both numbers, with a `group`, that sign sets thousands apart, with
 * `parts`, minutes stand in other columns.
 */
export type LocationColumns =
  | {
      kind: 'xy';
      x: number;
      y: number;
      projected: boolean;
      pair?: PairStyle;
      group?: string;
      parts?: { x: DegreeParts; y: DegreeParts };
    }
  | { kind: 'wkt'; column: number }
  | { kind: 'none' };

type Rows = readonly (readonly string[])[];

/** The last of the columns that say where a row is; -1 where none does. */
export function lastPlaceColumn(location: LocationColumns): number {
  if (location.kind !== 'xy') return location.kind === 'wkt' ? location.column : -1;
  const { x, y, parts } = location;
  return Math.max(x, y, ...Object.values({ ...parts?.x }), ...Object.values({ ...parts?.y }));
}

/** The columns that hold coordinates, told by their names and checked against the first rows. */
export function findLocation(names: readonly string[], rows: Rows): LocationColumns {
  const keys = names.map(plainName);
  const wkt = keys.findIndex((key, i) => known.GEOMETRY.has(key) && holds(rows, i, looksLikeGeometry));
  if (wkt >= 0) return { kind: 'wkt', column: wkt };
  for (const find of [leadingPair, partedPair, namedPair, wordedPair, sizedPair, bothInOne]) {
    const found = find(keys, rows);
    if (found !== null) return found;
  }
  const anyWkt = names.findIndex((_, i) => rows.length > 0 && rows.every((row) => looksLikeWkt(row[i] ?? '')));
  return anyWkt >= 0 ? { kind: 'wkt', column: anyWkt } : { kind: 'none' };
}

/** Whether some column is called as only columns with coordinates are. */
export function namesCoordinates(names: readonly string[]): boolean {
  const keys = names.map(plainName);
  return keys.some((key) => known.LATITUDE.has(key)) && keys.some((key) => known.LONGITUDE.has(key));
}

/** Two columns as a person chose them, or one for both numbers. */
export function chosenColumns(names: readonly string[], rows: Rows, { x, y }: { x: number; y: number }): LocationColumns {
  if (x === y) return pairColumn(names[x] ?? '', rows, x, true);
  const parts = partsBeside(names, rows, { x, y });
  return { kind: 'xy', x, y, projected: parts === null && outsideDegrees(rows, x, y), ...(parts === null ? {} : { parts }) };
}

function partsBeside(names: readonly string[], rows: Rows, { x, y }: { x: number; y: number }): { x: DegreeParts; y: DegreeParts } | null {
  const [ofX, ofY] = [degreeParts(names, rows, x), degreeParts(names, rows, y)];
  return ofX === null || ofY === null ? null : { x: ofX, y: ofY };
}

/** Two columns of whole degrees, beside which others have the minutes. */
function partedPair(keys: readonly string[], rows: Rows): LocationColumns | null {
  const fits = (x: number, y: number): boolean => partsBeside(keys, rows, { x, y }) !== null;
  const found = withSameRest(keys, { xs: known.LONGITUDE_WORDS, ys: known.LATITUDE_WORDS, fits });
  return found === null ? null : chosenColumns(keys, rows, found);
}

/** Degrees by which places of exports may be moved away from what their attributes say. */
const MOVED = 5;

/**
 * The columns x and y at the beginning, as programs write the places of features, beside attributes that say coordinates too: these may be those
 * of an earlier day. They are no numbers of a grid where most lie near what the attributes say.
 */
function leadingPair(keys: readonly string[], rows: Rows): LocationColumns | null {
  if (keys[0] !== 'x' || keys[1] !== 'y' || rows.length === 0) return null;
  const other = namedPair(keys, rows);
  if (other?.kind !== 'xy' || other.projected || (other.x === 0 && other.y === 1) || !insideDegrees(rows, 0, 1)) return null;
  const both = rows.flatMap((row) => {
    const [x, y, otherX, otherY] = [0, 1, other.x, other.y].map((at) => parseCoordinate(row[at] ?? '')) as [number, number, number, number];
    return [x, y, otherX, otherY].every(Number.isFinite) ? [Math.max(Math.abs(x - otherX), Math.abs(y - otherY))] : [];
  });
  return both.filter((far) => far <= MOVED).length * 2 > both.length ? { kind: 'xy', x: 0, y: 1, projected: false } : null;
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
    [E, N, 'far'],
  ] as const) {
    const [x, y] = [column(xs), column(ys)];
    if (x < 0 || y < 0) continue;
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

/** Two columns with words of one language that mean sizes of things as well. */
function sizedPair(keys: readonly string[], rows: Rows): LocationColumns | null {
  const rests = new Set([...known.COORDINATE_WORDS, ...known.UNIT_WORDS]);
  const fits = (x: number, y: number): boolean => rows.length === 0 || areDegrees(rows, x, y);
  for (const { widths, lengths } of known.WIDTHS_AND_LENGTHS) {
    const found = withSameRest(keys, { xs: lengths, ys: widths, rests, fits });
    if (found !== null) return { kind: 'xy', ...found, projected: false };
  }
  return null;
}

/** A number with more decimals than things are measured with; three alone may be thousands. */
const EXACT = /[.,]\d{3,}$/;
const THOUSANDS = /^[+-]?\d{1,3}[.,]\d{3}$/;

/** Whether all rows with two numbers may be degrees, and some can hardly be sizes: they are negative, have letters or minutes, or are very exact. */
function areDegrees(rows: Rows, x: number, y: number): boolean {
  const places = rows.map((row) => [(row[x] ?? '').trim(), (row[y] ?? '').trim()]).filter((pair) => pair.every(isCoordinate));
  const isInside = ([a = '', b = '']: string[]): boolean => Math.abs(parseCoordinate(a)) <= 180 && Math.abs(parseCoordinate(b)) <= 90;
  if (places.length === 0 || !places.every(isInside)) return false;
  const cells = places.flat();
  if (cells.some((cell) => parseCoordinate(cell) < 0 || directionOf(cell) !== undefined || isDms(cell))) return true;
  return cells.filter((cell) => EXACT.test(cell)).length * 2 >= cells.length && !cells.every((cell) => THOUSANDS.test(cell));
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

/** Pairs that are asked whether they fit: each looks at many rows, and at all names. */
const MOST_TRIED = 200;

function withSameRest(keys: readonly string[], { xs, ys, rests, fits }: Worded): { x: number; y: number } | null {
  const restOf = (key: string, words: ReadonlySet<string>): string | null => {
    const all = key.split('_');
    if (!all.some((word) => words.has(word))) return null;
    const others = all.filter((word) => !words.has(word));
    if (rests !== undefined) return others.every((word) => rests.has(word)) ? others.join('_') : null;
    return others.filter((word) => !known.UNIT_WORDS.has(word)).join('_');
  };
  const columnsOf = Map.groupBy(keys.keys(), (i) => restOf(keys[i] ?? '', xs));
  let tried = 0;
  for (const [y, key] of keys.entries()) {
    const rest = restOf(key, ys);
    if (rest === null) continue;
    for (const x of columnsOf.get(rest) ?? []) {
      if (x === y) continue;
      if (fits(x, y)) return { x, y };
      if (++tried === MOST_TRIED) return null;
    }
  }
  return null;
}

/** A column with both numbers in each cell. */
function bothInOne(keys: readonly string[], rows: Rows): LocationColumns | null {
  const at = keys.findIndex((key, i) => known.BOTH.has(key) && arePairs(cellsOf(rows, i)));
  return at < 0 ? null : pairColumn(keys[at] ?? '', rows, at, false);
}

function pairColumn(name: string, rows: Rows, column: number, isChosen: boolean): LocationColumns {
  return { kind: 'xy', x: column, y: column, projected: false, pair: pairStyle(name, cellsOf(rows, column), isChosen) };
}

const cellsOf = (rows: Rows, column: number): string[] => rows.map((row) => row[column] ?? '');

/** What a person should know of how the places are read. */
export function locationWarnings(location: LocationColumns, names: readonly string[]): Sentence[] {
  if (location.kind !== 'xy') return [];
  const { x, y, pair, parts } = location;
  if (pair?.isGuessed === true) return [sentence('pair-order-guessed', { column: names[x] ?? '' })];
  if (parts === undefined) return [];
  const columns = [y, parts.y.minutes, parts.y.seconds, parts.y.direction, x, parts.x.minutes, parts.x.seconds, parts.x.direction];
  return [sentence('degrees-in-parts', { columns: columns.flatMap((at) => (at === undefined ? [] : [names[at] ?? ''])).join(', ') })];
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
