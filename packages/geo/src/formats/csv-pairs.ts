// Cells that hold both numbers of a place: how those of a column are written, and which of the two is the latitude.
import * as known from './csv-place-names.ts';
import { plainName } from './csv-place-names.ts';
import { directionOf, type PairSeparator, parseCoordinate, splitCoordinates } from './parse-coordinate.ts';

/** Which of the two numbers of a cell is the first. */
export type PairOrder = 'latitude-first' | 'longitude-first';

/** How a column holds both numbers. */
export interface PairStyle {
  order: PairOrder;
  /** Neither the name nor the numbers tell the order. */
  isGuessed: boolean;
  /** What stands between the numbers, where that is always the same and no decimal sign. */
  separator?: PairSeparator;
}

/** Whether most of the cells that are not blank are two numbers that may be degrees. */
export function arePairs(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '');
  const pairs = pairsOf(filled, separatorOf(filled));
  return pairs.length * 2 > filled.length && pairs.every((pair) => pair.every((value) => Math.abs(value) <= 180));
}

/** How the column is written; the latitude is the first, unless the name or the numbers say otherwise. */
export function pairStyle(name: string, cells: readonly string[], isChosen: boolean): PairStyle {
  const filled = cells.filter((cell) => cell.trim() !== '');
  const separator = separatorOf(filled, isChosen);
  const pairs = pairsOf(filled, separator);
  const far = (at: 0 | 1): number => pairs.filter((pair) => Math.abs(pair[at]) > 90).length;
  const [isFar, key] = [far(0) > far(1), plainName(name)];
  const isTold = known.LONGITUDE_FIRST.has(key) || known.LATITUDE_FIRST.has(key) || far(0) !== far(1);
  const haveLetters = filled.every((cell) => splitCoordinates(cell, separator) === null || latitudeAt(cell, separator) !== undefined);
  return {
    order: known.LONGITUDE_FIRST.has(key) || isFar ? 'longitude-first' : 'latitude-first',
    isGuessed: !isTold && pairs.length > 0 && !haveLetters,
    ...(separator === undefined ? {} : { separator }),
  };
}

/** The place of a cell with both numbers; null where it has none. Letters of direction count more than the order of the column. */
export function placeOfPair(cell: string, { order, separator }: PairStyle): { x: string; y: string } | null {
  const both = splitCoordinates(cell, separator);
  if (both === null) return null;
  const [first, second] = both;
  const at = latitudeAt(cell, separator) ?? (order === 'latitude-first' ? 0 : 1);
  return at === 0 ? { x: second, y: first } : { x: first, y: second };
}

const ONE_COMMA = /^[^,;|/\s]+\s*,\s*[^,;|/\s]+$/;
const ONE_SPACE = /^[^,;|/\s]+\s+[^,;|/\s]+$/;

/** The same sign between the numbers of all cells that are two numbers for sure; where no cell is, a person must have said that they are pairs. */
function separatorOf(cells: readonly string[], isChosen = false): PairSeparator | undefined {
  const sure = cells.filter((cell) => splitCoordinates(cell) !== null);
  const all = sure.length > 0 || !isChosen ? sure : cells;
  const bare = all.map((cell) => cell.trim().replace(/^\((.*)\)$/, '$1'));
  if (bare.length === 0) return undefined;
  return bare.every((cell) => ONE_COMMA.test(cell)) ? ',' : bare.every((cell) => ONE_SPACE.test(cell)) ? ' ' : undefined;
}

/** The pairs that the cells hold, in the order in which they stand there. */
function pairsOf(cells: readonly string[], separator?: PairSeparator): [number, number][] {
  return cells.flatMap((cell): [number, number][] => {
    const both = splitCoordinates(cell, separator);
    return both === null ? [] : [[parseCoordinate(both[0]), parseCoordinate(both[1])]];
  });
}

/** Which of the two numbers is the latitude, by their letters of direction. */
function latitudeAt(cell: string, separator?: PairSeparator): 0 | 1 | undefined {
  const [first, second] = (splitCoordinates(cell, separator) ?? []).map(directionOf);
  if (first !== undefined) return /[NS]/.test(first) ? 0 : 1;
  return second === undefined ? undefined : /[NS]/.test(second) ? 1 : 0;
}
