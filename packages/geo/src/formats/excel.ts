// Excel workbooks: every sheet is read as delimited text, so that columns are judged in one way. Needs Node.
import { setImmediate } from 'node:timers/promises';
import { sentence } from '../sentence.ts';
import { type OpenArchive, openArchive } from './archive.ts';
import { columnsOfFields, csvReader } from './csv.ts';
import { filledIn, firstFullRow, HEAD_ROWS } from './csv-head.ts';
import {
  type ByteSource,
  baseName,
  type DatasetDescription,
  type DatasetSource,
  FormatError,
  type FormatReader,
  MOST_COLUMNS,
  type ReadOptions,
} from './format-reader.ts';
import { RowNumbers } from './row-numbers.ts';
import { type CellCounts, type SheetRow, SheetRows } from './sheet-rows.ts';
import { SheetTexts } from './sheet-texts.ts';
import { someOf } from './some-of.ts';
import { readWorkbook, type Sheet, tooLarge, type Workbook } from './workbook.ts';
import { decoded, xmlRecords } from './xml-events.ts';

/** Reads `.xlsx`; `parts` are its visible sheets that are not empty. */
export const excelReader: FormatReader = { format: 'excel', extensions: ['xlsx'], parts, describe, features };

/** Cells that are written at a time: others have their turn in between. */
const MOST_CELLS = 200_000;
/** Rows that say which columns a table has, and characters of them beyond which no further one does: less than the reader of their text looks at first. */
const MOST_HEAD_ROWS = 3_000;
const MOST_HEAD_CHARACTERS = 60_000;
/** Characters that are written at a time, beside those of a single row. */
const MOST_CHARACTERS = 4_000_000;
/** Characters of all rows together, as many as the bytes that an archive may unpack to. */
const LONGEST_TEXT = 4 * 1024 ** 3;

/** Sheets as text, kept with their description so that the reader of text knows it again. */
const sheets = new WeakMap<DatasetDescription, Pick<SheetText, 'source' | 'beside'>>();

/** What is found out about the rows of a sheet; known once all were read. */
interface BesideRows {
  /** Rows with cells beside the table, which are left out. */
  count: number;
  /** The row of the names. */
  headRow: number;
  /** Which row of the sheet each row of the text is. */
  numbers: RowNumbers;
  texts: SheetTexts;
  /** The same, where it was found below others. */
  namesRow?: number | undefined;
  /** Numbers of more digits than their text tells: how many, the first row with one, and the names of their columns. */
  rounded?: { count: number; row: number; columns: ReadonlySet<string> };
}

/** A sheet as text. */
interface SheetText {
  source: DatasetSource;
  beside: BesideRows;
  /** Cells with a formula and no value; known once all were read. */
  counts: CellCounts;
  /** Sheets that are hidden; they are told of with the first that is not. */
  hidden: readonly string[];
}

/** A workbook is an archive, but nobody who made one has to know that. @throws FormatError */
async function openWorkbook(file: ByteSource): Promise<OpenArchive> {
  const code = await oldKind(file);
  if (code !== null) throw new FormatError(code, { file: file.name });
  try {
    return await openArchive(file);
  } catch (error) {
    const isNone = error instanceof FormatError && error.sentence.code === 'zip-broken';
    throw isNone ? new FormatError('workbook-broken', { file: file.name }, { cause: error }) : error;
  }
}

/** Workbooks of Excel 97 to 2003, and new ones with a password, lie in a container of another kind. */
async function oldKind(file: ByteSource): Promise<'workbook-locked' | 'workbook-old' | null> {
  const start = Buffer.from(await file.read(0, 8));
  if (start.toString('hex') !== 'd0cf11e0a1b11ae1') return null;
  const name = Buffer.from('EncryptedPackage', 'utf16le');
  // The list of what the container holds may stand at its end.
  for (const at of [0, Math.max(0, file.size - CONTAINER_BYTES)]) {
    if (Buffer.from(await file.read(at, CONTAINER_BYTES)).includes(name)) return 'workbook-locked';
  }
  return 'workbook-old';
}

const CONTAINER_BYTES = 256 * 1024;

async function parts(source: DatasetSource): Promise<string[]> {
  const archive = await openWorkbook(source.main);
  try {
    const workbook = await readWorkbook(archive, source.main.name);
    const filled: string[] = [];
    for (const sheet of workbook.sheets) {
      for await (const _ of sheetRows(source.main, workbook, sheet)) {
        filled.push(sheet.name);
        break;
      }
    }
    if (filled.length === 0) throw new FormatError('table-no-rows', { file: source.main.name });
    return filled;
  } finally {
    archive.close();
  }
}

async function describe(source: DatasetSource, options: ReadOptions = {}): Promise<DatasetDescription> {
  const { source: text, beside, counts, hidden } = await sheetAsText(source, options);
  let description = await csvReader.describe(text, textOptions(options, beside));
  // What the columns hold is known once all rows were read.
  if (beside.texts.settle(description, columnsOfFields(description), options))
    description = await inWords(text, { options, beside, description });
  if (beside.namesRow !== undefined) description.warnings.push(sentence('names-found', { row: beside.namesRow }));
  if (beside.count > 0) description.warnings.push(sentence('cells-beside', { count: beside.count }));
  if (hidden.length > 0) description.warnings.push(sentence('sheets-hidden', { names: someOf(hidden) }));
  if (beside.rounded !== undefined) {
    const { columns, ...where } = beside.rounded;
    description.warnings.push(sentence('numbers-rounded-here', { ...where, columns: someOf([...columns]) }));
  }
  if (counts.blank > 0) description.warnings.push(sentence('formulas-blank', { count: counts.blank }));
  if (counts.failed > 0) description.warnings.push(sentence('formulas-failed', { count: counts.failed }));
  const merged = counts.merged.filter((last) => last > beside.headRow).length;
  if (merged > 0) description.warnings.push(sentence('cells-merged', { count: merged }));
  if (counts.links > 0) description.warnings.push(sentence('links-behind', { count: counts.links }));
  description.format = 'excel';
  description.name = source.part ?? baseName(source.main.name);
  delete description.encoding;
  if (description.layout) delete (description.layout as { delimiter?: string }).delimiter;
  sheets.set(description, { source: text, beside });
  return description;
}

/** The sheet read once more, now that it is known which of its columns are texts. Words in its first row make no names of its values. */
async function inWords(
  text: DatasetSource,
  { options, beside, description: { layout } }: { options: ReadOptions; beside: BesideRows; description: DatasetDescription },
): Promise<DatasetDescription> {
  const known = layout === undefined ? options : { ...options, hasHeader: layout.hasHeader };
  const description = await csvReader.describe(text, textOptions(known, beside));
  if (layout !== undefined && description.layout !== undefined) description.layout.hasNames = layout.hasNames;
  return description;
}

async function* features(source: DatasetSource, options: ReadOptions = {}): ReturnType<FormatReader['features']> {
  const given = options.description;
  const description = given && sheets.has(given) ? given : await describe(source, options);
  const sheet = sheets.get(description);
  if (sheet !== undefined) yield* csvReader.features(sheet.source, { ...textOptions(options, sheet.beside), description });
}

/** The text begins with the names, wherever they stand in the sheet. */
function textOptions(options: ReadOptions, { numbers, texts }: BesideRows): ReadOptions {
  const made = { rowNumber: (row: number) => numbers.rowOf(row), textColumns: texts.textColumns };
  return { ...options, ...made, delimiter: ',', encoding: 'utf-8', headerRow: 1 };
}

/** A sheet whose bytes are made as they are read. */
async function sheetAsText(source: DatasetSource, options: ReadOptions): Promise<SheetText> {
  const archive = await openWorkbook(source.main);
  const workbook = await readWorkbook(archive, source.main.name).finally(() => archive.close());
  const wanted = source.part ?? (await parts(source))[0];
  const sheet = workbook.sheets.find(({ name }) => name === wanted);
  if (!sheet) {
    const names = workbook.sheets.map(({ name }) => name).join(', ');
    throw new FormatError('part-missing', { file: source.main.name, wanted: wanted ?? '', names });
  }
  const beside: BesideRows = { count: 0, headRow: 0, numbers: new RowNumbers(), texts: new SheetTexts() };
  const counts = { failed: 0, blank: 0, links: 0, merged: [] };
  const text = (): AsyncGenerator<Uint8Array> =>
    delimited(sheetRows(source.main, workbook, sheet, counts), { headerRow: options.headerRow, file: source.main.name }, beside);
  const main: ByteSource = {
    name: source.main.name,
    size: source.main.size,
    async read(offset, length) {
      const pieces: Uint8Array[] = [];
      let size = 0;
      for await (const piece of text()) {
        pieces.push(piece);
        size += piece.length;
        if (size >= offset + length) break;
      }
      return Buffer.concat(pieces).subarray(offset, offset + length);
    },
    async *stream(offset = 0) {
      let left = offset;
      for await (const piece of text()) {
        if (left < piece.length) yield piece.subarray(left);
        left = Math.max(0, left - piece.length);
      }
    },
  };
  const isFirst = wanted === workbook.sheets[0]?.name;
  return { source: { main }, beside, counts, hidden: isFirst ? workbook.hidden : [] };
}

async function* sheetRows(file: ByteSource, workbook: Workbook, sheet: Sheet, counts?: CellCounts): AsyncGenerator<SheetRow[]> {
  const archive = await openWorkbook(file);
  const rows = new SheetRows(workbook, file.name);
  try {
    yield* xmlRecords(decoded(archive.stream(sheet.entry)), file.name, rows);
    // A sheet is read several times; what was read to its end tells of all.
    if (counts !== undefined) Object.assign(counts, rows.counts);
  } finally {
    archive.close();
  }
}

/** The rows that say which columns a table has. */
interface Head {
  rows: SheetRow[];
  characters: number;
}

/** Whether these are all of them: some thousand, of long ones fewer, in whatever pieces the file came. */
const isWhole = ({ rows, characters }: Head): boolean =>
  rows.length >= HEAD_ROWS && (rows.length >= MOST_HEAD_ROWS || characters >= MOST_HEAD_CHARACTERS);

/**
 * The rows from the names of the columns on, as text with commas. The table is as wide as its names, and has the columns right of them that are
 * filled in one of the first rows; what stands elsewhere in later ones is left out.
 * @throws FormatError for a table wider than a layer: a single name far to the right would make every row as long as the sheet is wide
 */
async function* delimited(
  batches: AsyncIterable<SheetRow[]>,
  { headerRow, file }: { headerRow: number | undefined; file: string },
  beside: BesideRows,
): AsyncGenerator<Uint8Array> {
  let head: Head | null = { rows: [], characters: 0 };
  let columns: readonly number[] = [];
  let own: ReadonlySet<number> = new Set();
  let names: SheetRow = { number: 0, cells: [], columns: [] };
  const rounded = { count: 0, row: 0, columns: new Set<string>() };
  let count = 0;
  let before = 0;
  let length = 0;
  const text = async function* (rows: readonly SheetRow[]): AsyncGenerator<Uint8Array> {
    for (const [i, row] of rows.entries()) {
      beside.numbers.note(before + i + 1, row.number);
      beside.texts.note(row, before + i === 0);
      if (hasOthers(row, own)) count++;
      for (const column of row.rounded ?? []) {
        if (!own.has(column)) continue;
        if (rounded.count++ === 0) rounded.row = row.number;
        rounded.columns.add(nameOf(names, column));
      }
    }
    before += rows.length;
    // A sheet is read several times, and not always to its end.
    beside.count = Math.max(beside.count, count);
    if (rounded.count > (beside.rounded?.count ?? 0)) beside.rounded = rounded;
    // Lines are as long as the table is wide, however little there is in them.
    const most = Math.max(1, Math.floor(MOST_CELLS / columns.length));
    for (let at = 0; at < rows.length; ) {
      const lines: string[] = [];
      for (let left = MOST_CHARACTERS; at < rows.length && lines.length < most && left > 0; at++) {
        const line = lineOf(beside.texts.inWords(rows[at] as SheetRow), columns);
        left -= line.length;
        length += line.length;
        lines.push(line);
      }
      if (length > LONGEST_TEXT) throw tooLarge(file);
      yield Buffer.from(lines.join(''));
      if (at < rows.length) await setImmediate();
    }
  };
  const begin = (rows: readonly SheetRow[]): readonly SheetRow[] => {
    const from = headerRow === undefined ? firstFullRow(rows.map(({ cells }) => filledIn(cells))) : 0;
    beside.headRow = rows[Math.max(0, from)]?.number ?? 0;
    if (from > 0) beside.namesRow = beside.headRow;
    const kept = from < 0 ? [] : rows.slice(from);
    columns = columnsOf(kept);
    if (columns.length > MOST_COLUMNS) throw new FormatError('table-wide', { count: columns.length, most: MOST_COLUMNS });
    own = new Set(columns);
    beside.texts.columns = columns;
    names = kept[0] ?? names;
    return kept;
  };
  for await (const rows of batches) {
    if (head === null) {
      yield* text(rows);
      continue;
    }
    // Rows above the names are not kept: there may be a million of them.
    const from = headerRow === undefined || head.rows.length > 0 ? 0 : rows.findIndex((row) => row.number >= headerRow);
    let at = from < 0 ? rows.length : from;
    for (; at < rows.length && !isWhole(head); at++) {
      const row = rows[at] as SheetRow;
      head.rows.push(row);
      head.characters += row.cells.reduce((sum, cell) => sum + cell.length + 1, 0);
    }
    if (!isWhole(head)) continue;
    const kept: readonly SheetRow[] = begin(head.rows);
    head = null;
    yield* text(kept);
    if (at < rows.length) yield* text(rows.slice(at));
  }
  if (head !== null) yield* text(begin(head.rows));
}

function nameOf({ cells, columns }: SheetRow, column: number): string {
  return cells[columns.indexOf(column)]?.trim() || `Column ${column + 1}`;
}

function filledWidth({ cells, columns }: SheetRow): number {
  return (columns[cells.findLastIndex((cell) => cell.trim() !== '')] ?? -1) + 1;
}

/** The columns of the table that begins with the rows: those up to the last name, and others that hold something. */
function columnsOf(rows: readonly SheetRow[]): number[] {
  const [first] = rows;
  const named = first === undefined ? 0 : filledWidth(first);
  const filled = new Set<number>();
  for (const { cells, columns } of rows) {
    for (const [i, column] of columns.entries()) if (column >= named && cells[i]?.trim()) filled.add(column);
  }
  return [...Array.from({ length: named }, (_, i) => i), ...[...filled].sort((a, b) => a - b)];
}

/** Whether something stands in other columns. */
function hasOthers({ cells, columns }: SheetRow, own: ReadonlySet<number>): boolean {
  return columns.some((column, i) => !own.has(column) && cells[i]?.trim());
}

function lineOf({ cells, columns }: SheetRow, own: readonly number[]): string {
  let at = 0;
  const line = own.map((column) => {
    while ((columns[at] ?? column) < column) at++;
    return columns[at] === column ? quoted(cells[at] ?? '') : '';
  });
  // A line without anything is no row to the reader of text.
  return `${line.join(',') || '""'}\n`;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
