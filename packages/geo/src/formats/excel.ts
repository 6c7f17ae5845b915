// Excel workbooks: every sheet is read as delimited text, so that columns are judged in one way. Needs Node.
import { type OpenArchive, openArchive } from './archive.ts';
import { csvReader } from './csv.ts';
import {
  type ByteSource,
  baseName,
  type DatasetDescription,
  type DatasetSource,
  FormatError,
  type FormatReader,
  type ReadOptions,
} from './format-reader.ts';
import { type SheetRow, SheetRows } from './sheet-rows.ts';
import { readWorkbook, type Sheet, type Workbook } from './workbook.ts';
import { decoded, xmlRecords } from './xml-events.ts';

/** Reads `.xlsx`; `parts` are its visible sheets that are not empty. */
export const excelReader: FormatReader = { format: 'excel', extensions: ['xlsx'], parts, describe, features };

/** Titles and notes above the names of the columns are looked for in so many rows. */
const HEAD_ROWS = 20;
/** Part of the widest row's cells that a row of names fills at least. */
const HEADER_SHARE = 0.6;

/** Sheets as text, kept with their description so that the reader of text knows it again. */
const sheets = new WeakMap<DatasetDescription, DatasetSource>();

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
  const text = await sheetAsText(source, options);
  const description = await csvReader.describe(text, textOptions(options));
  description.format = 'excel';
  description.name = source.part ?? baseName(source.main.name);
  delete description.encoding;
  if (description.layout) delete (description.layout as { delimiter?: string }).delimiter;
  sheets.set(description, text);
  return description;
}

async function* features(source: DatasetSource, options: ReadOptions = {}): ReturnType<FormatReader['features']> {
  const given = options.description;
  const description = given && sheets.has(given) ? given : await describe(source, options);
  yield* csvReader.features(sheets.get(description) ?? source, { ...textOptions(options), description });
}

function textOptions(options: ReadOptions): ReadOptions {
  return { ...options, delimiter: ',', encoding: 'utf-8' };
}

/** A sheet whose bytes are made as they are read. */
async function sheetAsText(source: DatasetSource, options: ReadOptions): Promise<DatasetSource> {
  const archive = await openWorkbook(source.main);
  const workbook = await readWorkbook(archive, source.main.name).finally(() => archive.close());
  const wanted = source.part ?? (await parts(source))[0];
  const sheet = workbook.sheets.find(({ name }) => name === wanted);
  if (!sheet) {
    const names = workbook.sheets.map(({ name }) => name).join(', ');
    throw new FormatError('part-missing', { file: source.main.name, wanted: wanted ?? '', names });
  }
  const text = (): AsyncGenerator<Uint8Array> => delimited(sheetRows(source.main, workbook, sheet), options.headerRow);
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
  return { main };
}

async function* sheetRows(file: ByteSource, workbook: Workbook, sheet: Sheet): AsyncGenerator<SheetRow[]> {
  const archive = await openWorkbook(file);
  try {
    yield* xmlRecords(decoded(archive.stream(sheet.entry)), file.name, new SheetRows(workbook));
  } finally {
    archive.close();
  }
}

/** The rows from the names of the columns on, all as wide as these, as text with commas. */
async function* delimited(batches: AsyncIterable<SheetRow[]>, headerRow: number | undefined): AsyncGenerator<Uint8Array> {
  let head: SheetRow[] | null = [];
  let width = 0;
  const text = (rows: readonly SheetRow[]): Uint8Array => Buffer.from(rows.map(({ cells }) => lineOf(cells, width)).join(''));
  const begin = (rows: readonly SheetRow[]): readonly SheetRow[] => {
    const from = headerRow === undefined ? headerAt(rows) : rows.findIndex((row) => row.number >= headerRow);
    const kept = from < 0 ? [] : rows.slice(from);
    width = filledWidth(kept[0]?.cells ?? []);
    return kept;
  };
  for await (const rows of batches) {
    if (head === null) {
      yield text(rows);
      continue;
    }
    head.push(...rows);
    if (head.length < HEAD_ROWS || (headerRow !== undefined && (head[head.length - 1]?.number ?? 0) < headerRow)) continue;
    const kept: readonly SheetRow[] = begin(head);
    head = null;
    yield text(kept);
  }
  if (head !== null) yield text(begin(head));
}

/** The first row that is filled about as far as the widest one. */
function headerAt(rows: readonly SheetRow[]): number {
  const filled = rows.slice(0, HEAD_ROWS).map(({ cells }) => cells.filter((cell) => cell.trim() !== '').length);
  const widest = Math.max(0, ...filled);
  return filled.findIndex((count) => count >= widest * HEADER_SHARE);
}

function filledWidth(cells: readonly string[]): number {
  return cells.findLastIndex((cell) => cell.trim() !== '') + 1;
}

function lineOf(cells: readonly string[], width: number): string {
  const line: string[] = [];
  for (let i = 0; i < Math.max(width, filledWidth(cells)); i++) line.push(quoted(cells[i] ?? ''));
  // A line without anything is no row to the reader of text.
  return `${line.join(',') || '""'}\n`;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
