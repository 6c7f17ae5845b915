// Passes over a dBASE table once to judge its text encoding and its whole numbers: their size, and whether they are whole.
import { type Sentence, sentence } from '../sentence.ts';
import { ByteCursor } from './byte-source.ts';
import {
  type DbfColumn,
  type DbfHeader,
  DELETED_RECORD,
  dbfFieldType,
  dbfValue,
  encodingOfCodePage,
  encodingOfLanguageDriver,
  readDbfHeader,
} from './dbf.ts';
import type { Decoder } from './dos-code-pages.ts';
import type { ByteSource, FieldType, ReadOptions } from './format-reader.ts';
import { FormatError } from './format-reader.ts';
import { Losses, lossWarnings } from './losses.ts';
import { NumberRange } from './number-range.ts';
import { DecimalDigits, isRounded } from './number-rounding.ts';
import { someOf } from './some-of.ts';
import { decoderFor } from './text-encoding.ts';

/** A table that is understood. */
export interface DbfTable {
  header: DbfHeader;
  encoding: string;
  types: FieldType[];
  /** Records that were not deleted. */
  rowCount: number;
  warnings: Sentence[];
}

/** Reads the header and looks at every record. @throws FormatError when the table is damaged or cut off */
export async function surveyDbf(dbf: ByteSource, cpg: ByteSource | undefined, options: ReadOptions): Promise<DbfTable> {
  const bytes = await headerBytes(dbf);
  const rough = readDbfHeader(bytes, dbf.name, decoderFor('windows-1252'));
  const needed = rough.headerLength + rough.recordCount * rough.recordLength;
  if (dbf.size < needed) throw new FormatError('dbf-cut-off', { file: dbf.name, size: dbf.size, needed });
  const seen = await lookAtRecords(dbf, rough);
  const { encoding, warnings } = await chooseEncoding(cpg, rough.languageDriver, seen, options);
  const header = readDbfHeader(bytes, dbf.name, decoderFor(encoding));
  const types = header.columns.map((column, i): FieldType => {
    const type = dbfFieldType(column);
    const { range, isLong } = seen.numbers[i] as SeenNumbers;
    return isLong ? 'esriFieldTypeString' : range.holding(type === 'wide' ? 'esriFieldTypeInteger' : type);
  });
  const long = header.columns.filter((column, i) => column.kind === 'N' && types[i] === 'esriFieldTypeString');
  for (const column of long) column.asText = true;
  if (long.length > 0)
    warnings.push(
      sentence('numbers-too-long', {
        columns: someOf(long.map(({ name }) => name)),
      }),
    );
  if (header.skipped.length > 0) warnings.push(sentence('memo-columns', { names: someOf(header.skipped) }));
  const decimals = header.columns.map(({ name }, i) => ({ name, type: types[i], losses: seen.numbers[i]?.losses }));
  warnings.push(...lossWarnings(decimals, { asText: false }));
  return { header, encoding, types, rowCount: header.recordCount - seen.deleted, warnings };
}

async function headerBytes(dbf: ByteSource): Promise<Uint8Array> {
  const start = await dbf.read(0, 32);
  const length = start.length < 32 ? 0 : (start[8] as number) + (start[9] as number) * 256;
  return dbf.read(0, Math.max(33, length));
}

interface Seen {
  /** Records that were deleted and not yet cleared away. */
  deleted: number;
  /** Some text is not plain ASCII. */
  foreign: boolean;
  utf8: boolean;
  /** By column; nothing of those that are not said to hold whole numbers. */
  numbers: SeenNumbers[];
}

/** What the values of a column have in common that is said to hold whole numbers. */
interface SeenNumbers {
  /** Programs write decimals into such columns too. */
  range: NumberRange;
  /** Some whole number has more digits than a number holds. */
  isLong: boolean;
  losses: Losses;
}

/** Digits of a decimal that always comes back as it was, with its point. */
const EXACT_WIDTH = 16;

/** Digits that every whole number of 32 bits has, at least. */
const NARROW = 9;

const isWholeColumn = ({ kind, decimals }: DbfColumn): boolean => kind === 'N' && decimals === 0;

async function lookAtRecords(dbf: ByteSource, header: DbfHeader): Promise<Seen> {
  const rows = { rowCount: 0 };
  const numbers = header.columns.map(() => ({ range: new NumberRange(), isLong: false, losses: new Losses(rows) }));
  const seen: Seen = { foreign: false, utf8: true, deleted: 0, numbers };
  const strict = decoderFor('utf-8', true);
  const cursor = new ByteCursor(dbf, header.headerLength);
  for (let i = 0; i < header.recordCount; i++) {
    if (!cursor.has(header.recordLength) && !(await cursor.fill(header.recordLength))) break;
    const record = cursor.take(header.recordLength);
    rows.rowCount++;
    if (record[0] === DELETED_RECORD) {
      seen.deleted++;
      continue;
    }
    for (const [c, column] of header.columns.entries()) {
      if (column.kind === 'C' && seen.utf8) {
        const bytes = record.subarray(column.offset, column.offset + column.length);
        if (!bytes.some((byte) => byte > 127)) continue;
        seen.foreign = true;
        seen.utf8 = isUtf8(bytes, strict);
      } else if (isWholeColumn(column) && (column.length > NARROW || hasSigns(record, column))) {
        const number = dbfValue(record, column, strict);
        if (typeof number !== 'number') continue;
        const numbers = seen.numbers[c] as SeenNumbers;
        if (!Number.isSafeInteger(number) && isDigits(record, column)) numbers.isLong = true;
        else numbers.range.add(number);
      } else if (isWide(column) && !isKept(record, column) && isRounded(textIn(record, column).replace(',', '.')))
        seen.numbers[c]?.losses.digits.add();
    }
  }
  await cursor.close();
  return seen;
}

/** Whether a column is wide enough for decimals with more digits than are read. */
const isWide = ({ kind, decimals, length }: DbfColumn): boolean => (kind === 'F' || (kind === 'N' && decimals > 0)) && length > EXACT_WIDTH;

const decimal = new DecimalDigits();

/** Whether a decimal surely loses none of its digits, as nearly all of them. */
function isKept(record: Uint8Array, { offset, length }: DbfColumn): boolean {
  decimal.clear();
  let isBefore = true;
  for (let at = offset; at < offset + length; at++) {
    const byte = record[at] as number;
    if (isBefore && (byte === 0x20 || byte === 0x2d)) continue;
    isBefore = false;
    if (!decimal.take(byte)) return false;
  }
  return isBefore || decimal.isKept;
}

/** Whether there is anything but digits, blanks and a sign before them: most numbers need no second look. */
function hasSigns(record: Uint8Array, { offset, length }: DbfColumn): boolean {
  for (let at = offset; at < offset + length; at++) {
    const byte = record[at] as number;
    if ((byte < 0x30 || byte > 0x39) && byte !== 0x20 && byte !== 0x2d) return true;
  }
  return false;
}

/** Whether a number is written with its digits alone, and is meant to the last of them. */
function isDigits(record: Uint8Array, column: DbfColumn): boolean {
  return /^[+-]?\d+$/.test(textIn(record, column));
}

/** What stands in a column of numbers, without blanks around it. */
function textIn(record: Uint8Array, { offset, length }: DbfColumn): string {
  return String.fromCharCode(...record.subarray(offset, offset + length)).replace(/^[\s\0]+|[\s\0]+$/g, '');
}

/** A letter of several bytes may be cut at the end of the column. */
function isUtf8(bytes: Uint8Array, strict: Decoder): boolean {
  for (let cut = 0; cut <= 3; cut++) {
    try {
      strict.decode(bytes.subarray(0, bytes.length - cut));
      return true;
    } catch {
      if ((bytes[bytes.length - 1 - cut] ?? 0) < 128) return false;
    }
  }
  return false;
}

async function chooseEncoding(
  cpg: ByteSource | undefined,
  languageDriver: number,
  seen: Seen,
  options: ReadOptions,
): Promise<{ encoding: string; warnings: Sentence[] }> {
  if (options.encoding !== undefined) return { encoding: options.encoding, warnings: [] };
  const fallback = encodingOfLanguageDriver(languageDriver) ?? 'windows-1252';
  if (cpg) {
    const said = new TextDecoder().decode(await cpg.read(0, 64)).trim();
    const encoding = encodingOfCodePage(said);
    if (encoding === 'utf-8' && !seen.utf8) {
      return { encoding: fallback, warnings: [sentence('cpg-wrong', { file: cpg.name, encoding: fallback })] };
    }
    if (encoding) return { encoding, warnings: [] };
    if (said !== '') return { encoding: fallback, warnings: [sentence('cpg-unknown', { said, file: cpg.name, encoding: fallback })] };
  }
  if (seen.foreign && seen.utf8) return { encoding: 'utf-8', warnings: [] };
  const guessed = seen.foreign && encodingOfLanguageDriver(languageDriver) === null;
  return {
    encoding: fallback,
    warnings: guessed ? [sentence('encoding-guessed', { encoding: fallback })] : [],
  };
}
