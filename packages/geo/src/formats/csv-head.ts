// Finds the row of names in a table that has titles or notes above it.
import { namesCoordinates } from './csv-location.ts';

/** Titles and notes above the names of the columns are looked for in so many rows. */
export const HEAD_ROWS = 20;
/** Part of the widest row's cells that a row of names fills at least. */
const HEADER_SHARE = 0.6;
/** Rows below the names that are asked whether these fit. */
const ROWS_BELOW = 100;
/** Lines in which the first rows are looked for: cells in quotes may go on for several. */
const MOST_LINES = 10_000;
const LINE_END = /\r\n|\n|\r/;
const LINE_ENDS = /\r\n|\n|\r/g;

type Row = readonly string[];

/** How many cells hold something. */
export function filledIn(cells: Row): number {
  return cells.filter((cell) => cell.trim() !== '').length;
}

/** Number of the first row that is filled about as far as the widest of the first ones; -1 where there is none. */
export function firstFullRow(filled: readonly number[]): number {
  const widest = Math.max(0, ...filled.slice(0, HEAD_ROWS));
  return filled.findIndex((count) => count >= widest * HEADER_SHARE);
}

/** Whether the first row has names rather than values: no number in it (years may be names), and no name twice unless numbers stand below. */
export function looksLikeHeader(row: Row, below: readonly Row[] = []): boolean {
  const cells = row.map((cell) => cell.trim()).filter((cell) => cell !== '');
  if (cells.length === 0 || cells.some((cell) => isValue(cell) && !/^(1[89]|20)\d\d$/.test(cell))) return false;
  if (new Set(cells).size === cells.length) return true;
  // Programs that join tables write the same name for a column of each.
  return below.length > 0 && hasColumnOf(row, below, isValue);
}

/**
 * Number of the row of names below titles or notes, in the order of the rows; 0 where the first row is the head, or nothing tells for sure that it
 * is not. `text` is what the rows were read from. Titles fill fewer cells than the table is wide, and below the names there is a table: a blank row
 * stands above them, they name coordinates, or there are numbers or days below words.
 */
export function rowOfNames(text: string, rows: readonly Row[]): number {
  const head = rows.slice(0, HEAD_ROWS);
  const first = firstFullRow(head.map(filledIn));
  for (let at = Math.max(0, first); at < head.length; at++) {
    const names = head[at] as Row;
    const below = rows.slice(at + 1, at + 1 + ROWS_BELOW);
    // A title may have as many commas in it as a row of the table.
    if (below.filter((row) => reachOf(row) <= names.length).length * 2 <= below.length) continue;
    const above = head.slice(0, at);
    return at > 0 && mayBeNames(names, below) && isSure(text, names, { above, below }) ? at : 0;
  }
  return 0;
}

function isSure(text: string, names: Row, { above, below }: { above: readonly Row[]; below: readonly Row[] }): boolean {
  if (namesCoordinates(names) || isBelowBlank(text, names, above)) return true;
  // Names of the first columns alone would be lost for the values below them.
  if (above.some((row) => filledIn(row) > 1 && mayBeNames(row))) return false;
  return hasColumnOf(names, below, (cell) => isValue(cell) || DAY.test(cell), isWord);
}

/** Whether a blank line, or a row of nothing but separators, stands above the names. */
function isBelowBlank(text: string, names: Row, above: readonly Row[]): boolean {
  const title = above.at(-1) ?? [];
  if (filledIn(title) === 0) return true;
  const lines = linesOfRows(text, [...above, names]);
  const [line = 0, lineBefore = 0] = [lines.at(-1), lines.at(-2)];
  return line > lineBefore + heightOf(title);
}

/** Whether no cell holds what only rows of data do. */
function mayBeNames(row: Row, below: readonly Row[] = []): boolean {
  if (!looksLikeHeader(row, below)) return false;
  const data = [...row.keys()].filter((at) => isDatum(row[at]?.trim() ?? ''));
  return data.length === 0 || areSodium(row, data, below);
}

const isDatum = (cell: string): boolean =>
  cell.length <= MAX_VALUE && (DATA.some((kind) => kind.test(cell)) || NOTHING.has(cell.toLowerCase()));

/** Whether cells are all the sign of an element above its numbers, beside the name of other numbers: people who write `Na` for nothing have numbers there. */
function areSodium(row: Row, places: readonly number[], below: readonly Row[]): boolean {
  if (places.some((at) => row[at]?.trim() !== 'Na')) return false;
  // A row may be as wide as a sample is long: the others are asked once for all signs.
  const isName = (cell: string, at: number): boolean => isWord(cell) && !isDatum(cell.trim()) && isColumnOf(below, at, isValue);
  return row.some(isName) && places.every((at) => isColumnOf(below, at, isValue));
}

/** Whether a cell above a column of numbers or days can be its name. */
const isWord = (cell: string): boolean => /[\p{L}%#№]/u.test(cell);

/** The lines on which rows begin, from 1; empty lines are no rows. */
export function linesOfRows(text: string, rows: readonly Row[]): number[] {
  const lines = text.split(LINE_END, MOST_LINES);
  let at = 0;
  return rows.map((row) => {
    while (lines[at] === '') at++;
    const line = at + 1;
    at += heightOf(row);
    return line;
  });
}

/** How many lines a row takes. */
function heightOf(row: Row): number {
  return row.reduce((lines, cell) => lines + (cell.match(LINE_ENDS)?.length ?? 0), 1);
}

/** Cells up to the last one that holds something. */
function reachOf(row: Row): number {
  return row.findLastIndex((cell) => cell.trim() !== '') + 1;
}

/** Longer cells are neither numbers nor days, and no word for nothing. */
const MAX_VALUE = 100;

const DAY = /^\d{1,4}([-/.])\d{1,2}\1\d{1,4}(?=$|[T ])/;
/** Days in figures, with a word for the month, times of day, and numbers with a sign for money or parts of a hundred. */
const DATA = [
  DAY,
  /^\d{1,2}[-. ]{1,2}\p{L}{3,12}[-., ]{1,2}\d{2,4}$/u,
  /^\d{1,2}:\d\d(:\d\d)?$/,
  /^\p{Sc} ?[\d.,]+$|^[\d.,]+ ?[\p{Sc}%]$/u,
];
/** What people write into a cell for which there is no value. */
const NOTHING: ReadonlySet<string> = new Set('- -- – — . ? n/a n.a. #n/a na nan nil none null unknown true false'.split(' '));

export const isValue = (cell: string): boolean => cell.length <= MAX_VALUE && /^[+-]?[.,]*\d[\d.,]*$/.test(cell);

/** Whether below what is no such value, and may be a name, there is nothing else, and one at least. */
function hasColumnOf(
  names: Row,
  below: readonly Row[],
  is: (cell: string) => boolean,
  mayName: (cell: string) => boolean = () => true,
): boolean {
  return names.some((name, i) => !is(name.trim()) && mayName(name) && isColumnOf(below, i, is));
}

/** Whether a column holds nothing else, and one at least. */
function isColumnOf(below: readonly Row[], at: number, is: (cell: string) => boolean): boolean {
  const holds = (cell = ''): boolean => is(cell.trim());
  const isBlank = (cell = ''): boolean => cell.trim() === '';
  return below.some((row) => holds(row[at])) && below.every((row) => isBlank(row[at]) || holds(row[at]));
}
