// Finds out how a delimited text file is laid out: encoding, separator, header, columns of the coordinates.
import { type TextBytes, utf8Pieces } from './csv-bytes.ts';
import { linesOfRows, looksLikeHeader, rowOfNames } from './csv-head.ts';
import { chosenColumns, findLocation, groupSignOf, type LocationColumns, namesCoordinates } from './csv-location.ts';
import { csvRows, detectDelimiter } from './csv-rows.ts';
import { type ByteSource, FormatError, type ReadOptions } from './format-reader.ts';
import { decoderFor, detectEncoding, isGuessed, isUtf8 } from './text-encoding.ts';

/** Bytes looked at to tell the layout; types are judged over the whole file later. */
const SAMPLE_BYTES = 256 * 1024;

/** The layout of one file. */
export interface CsvLayout extends TextBytes {
  /** Neither a mark nor the bytes told the encoding for sure. */
  encodingGuessed: boolean;
  /** The file begins with the mark that spreadsheets and our own exports write: apostrophes before formulas are theirs. */
  isMarked: boolean;
  /** The line of the names, where it was found below titles and notes. */
  namesLine?: number;
  delimiter: string;
  /** The first line only names the separator, as spreadsheets write it. */
  namesDelimiter: boolean;
  quote: string;
  hasHeader: boolean;
  /** The same, as it is found where nobody says it. */
  hasNames: boolean;
  names: string[];
  location: LocationColumns;
}

/** @throws FormatError when the file is empty, binary or has no such columns as the options name */
export async function detectLayout(source: ByteSource, options: ReadOptions): Promise<CsvLayout> {
  if (source.size === 0) throw new FormatError('file-empty', { file: source.name });
  const encoding = options.encoding ?? (await detectEncoding(source));
  const start = decoderFor(encoding).decode(await source.read(0, SAMPLE_BYTES));
  if (start.includes('\0')) throw new FormatError('text-binary', { file: source.name });
  if (/^\s*<(!doctype|html)/i.test(start)) throw new FormatError('table-web-page', { file: source.name });
  const quote = options.quote ?? '"';
  const named = /^\uFEFF?"?sep=([^\s"]|\t)"?\r?\n/i.exec(start)?.[1];
  const marked = isMarked(await source.read(0, 3));
  // A mark, or a person, only says what the bytes should be; without either they were all looked at.
  const wasChecked = options.encoding === undefined && !marked;
  const bytes = { encoding, isUtf8: encoding === 'utf-8' && (wasChecked || (await isUtf8(source))), isMarked: marked };
  const asked = Math.max(0, (options.headerRow ?? 1) - 1);
  const text = asked === 0 ? start : await beginningOf(source, { ...bytes, linesAbove: asked });
  const isNamed = asked === 0 && named !== undefined && (options.delimiter === undefined || options.delimiter === named);
  const delimiter = options.delimiter ?? named ?? (await detectDelimiter(text));
  const found = await firstRows(text, delimiter, quote);
  const below = found.slice(isNamed ? 1 : 0);
  const at = options.headerRow === undefined ? titlesAbove(text, below, options) : 0;
  const linesAbove = at === 0 ? asked : (linesOfRows(text, found.slice(0, found.length - below.length + at + 1)).at(-1) ?? 1) - 1;
  const rows = below.slice(at);
  const [first, ...rest] = rows;
  if (!first) throw new FormatError('table-no-rows', { file: source.name });
  const hasNames = findsNames(text, below, options);
  const hasHeader = options.hasHeader ?? hasNames;
  const given = options.columnNames ?? [];
  const names = columnNames(hasHeader ? first : first.map((_, i) => given[i] ?? `Column ${i + 1}`), rest);
  const location = withGroups(chosenLocation(names, hasHeader ? rest : rows, options), hasHeader ? rest : rows);
  return {
    ...bytes,
    linesAbove,
    ...(at === 0 ? {} : { namesLine: linesAbove + 1 }),
    encodingGuessed: options.encoding === undefined && isGuessed(encoding),
    delimiter,
    namesDelimiter: isNamed && at === 0,
    quote,
    hasHeader,
    hasNames,
    names,
    location,
  };
}

/** How many rows stand above the names of the columns, where nobody says that the first row has them, or that there are none. */
function titlesAbove(text: string, rows: readonly string[][], { hasHeader, columnNames: given = [] }: ReadOptions): number {
  const at = hasHeader !== undefined ? 0 : rowOfNames(text, rows);
  return given.length === 0 || isSameNames(rows[at] ?? [], given) ? at : 0;
}

/** Whether a row with names of the columns is found where nobody says that there is one, or none. */
function findsNames(text: string, rows: readonly string[][], { hasHeader: _, ...options }: ReadOptions): boolean {
  if ((options.headerRow ?? 1) > 1) return true;
  const at = options.headerRow === undefined ? titlesAbove(text, rows, options) : 0;
  return at > 0 || isHeader(rows[at] ?? [], rows.slice(at + 1), options);
}

function isHeader(first: readonly string[], rest: readonly string[][], { columnNames: given = [] }: ReadOptions): boolean {
  return given.length > 0 ? isSameNames(first, given) : namesCoordinates(first) || looksLikeHeader(first, rest);
}

/** The text from a line on, as far as the layout is told from it. */
async function beginningOf(source: ByteSource, bytes: TextBytes): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of utf8Pieces(source, bytes)) {
    text += decoder.decode(piece, { stream: true });
    if (text.length >= SAMPLE_BYTES) break;
  }
  return text;
}

function isMarked([a, b, c]: Uint8Array): boolean {
  return a === 0xef && b === 0xbb && c === 0xbf;
}

async function firstRows(start: string, delimiter: string, quote: string): Promise<string[][]> {
  const rows: string[][] = [];
  try {
    for await (const batch of csvRows(once(start), delimiter, quote)) rows.push(...batch);
  } catch (error) {
    // The sample may end inside a quoted cell; a real open quote shows when the whole file is read.
    if (!(error instanceof FormatError) || rows.length === 0) throw error;
  }
  // The last row of a cut sample is not whole.
  return rows.length > 2 && start.length >= SAMPLE_BYTES / 4 ? rows.slice(0, -1) : rows;
}

async function* once(text: string): AsyncGenerator<string> {
  // Two pieces, so that rows before an open quote at the end are kept.
  const cut = text.lastIndexOf('\n', text.length - 2) + 1;
  yield text.slice(0, cut);
  yield text.slice(cut);
}

/** Whether a row has the names that are known already, however they were made valid meanwhile. */
function isSameNames(row: readonly string[], names: readonly string[]): boolean {
  const plain = (name: string | undefined): string => (name ?? '').toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  // Columns without a name were named by their number.
  return row.every((cell, i) => plain(cell) === plain(names[i]) || (cell.trim() === '' && plain(names[i]) === `column${i + 1}`));
}

function columnNames(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const names = header.map((cell, i) => cell.trim() || `Column ${i + 1}`);
  // Separators at the end of the header make no column, unless there is something below.
  const isBare = (at: number): boolean => header[at]?.trim() === '' && rows.every((row) => (row[at] ?? '').trim() === '');
  if (header.some((cell) => cell.trim() !== '')) while (names.length > 1 && isBare(names.length - 1)) names.pop();
  return names;
}

function chosenLocation(names: string[], rows: string[][], options: ReadOptions): LocationColumns {
  const column = (wanted: string): number => {
    const exact = names.indexOf(wanted);
    const at = exact >= 0 ? exact : names.findIndex((name) => name.toLowerCase() === wanted.trim().toLowerCase());
    if (at < 0) throw new FormatError('column-missing', { column: wanted });
    return at;
  };
  if (options.locationType === 'none') return { kind: 'none' };
  if (options.wktField !== undefined) return { kind: 'wkt', column: column(options.wktField) };
  if (options.latitudeField !== undefined && options.longitudeField !== undefined) {
    const [x, y] = [column(options.longitudeField), column(options.latitudeField)];
    return chosenColumns(names, rows, { x, y });
  }
  return findLocation(names, rows);
}

function withGroups(location: LocationColumns, rows: string[][]): LocationColumns {
  if (location.kind !== 'xy' || !location.projected) return location;
  const group = groupSignOf(rows, location);
  return group === undefined ? location : { ...location, group };
}
