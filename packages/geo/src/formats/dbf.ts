// dBASE tables: the header, and values of records.
import { type Decoder, dosEncodingOf } from './dos-code-pages.ts';
import type { FieldType } from './format-reader.ts';
import { FormatError } from './format-reader.ts';
import { encodingNamed } from './text-encoding.ts';

/** One column of the table. */
export interface DbfColumn {
  name: string;
  /** One letter: C, N, F, D, L, I, O, @, … */
  kind: string;
  offset: number;
  length: number;
  decimals: number;
  /** Whole numbers that a number would not hold to the last digit. */
  asText?: boolean;
}

/** First byte of a record that was deleted and not yet cleared away. */
export const DELETED_RECORD = 0x2a;

export interface DbfHeader {
  recordCount: number;
  headerLength: number;
  recordLength: number;
  /** Number of the code page, 0 when not said. */
  languageDriver: number;
  columns: DbfColumn[];
  /** Names of columns whose content is not in the table itself (memos). */
  skipped: string[];
}

const READ_KINDS = new Set(['C', 'N', 'F', 'D', 'L', 'I', 'O', '@', 'B', 'Y', 'T', '+']);

/** The language driver numbers of each text encoding. */
const LANGUAGE_DRIVERS: Readonly<Record<string, readonly number[]>> = {
  ibm437: [0x01, 0x09, 0x0b, 0x0d, 0x0f, 0x11, 0x15, 0x18, 0x19, 0x1b],
  ibm850: [0x02, 0x0a, 0x0e, 0x10, 0x12, 0x14, 0x16, 0x1a, 0x1d, 0x25, 0x37],
  'windows-1252': [0x03, 0x57, 0x58, 0x59],
  macintosh: [0x04],
  ibm865: [0x08, 0x17, 0x66],
  shift_jis: [0x13, 0x7b],
  ibm863: [0x1c, 0x6c],
  ibm852: [0x1f, 0x22, 0x23, 0x40, 0x64, 0x87],
  ibm860: [0x24],
  ibm866: [0x26, 0x65],
  gbk: [0x4d, 0x7a],
  'euc-kr': [0x4e, 0x79],
  big5: [0x4f, 0x78],
  'windows-874': [0x50, 0x7c],
  ibm861: [0x67],
  ibm737: [0x6a, 0x86],
  ibm857: [0x6b, 0x88],
  'windows-1255': [0x7d],
  'windows-1256': [0x7e],
  'x-mac-cyrillic': [0x96],
  'windows-1250': [0xc8],
  'windows-1251': [0xc9],
  'windows-1254': [0xca],
  'windows-1253': [0xcb],
  'windows-1257': [0xcc],
};
const ENCODINGS = new Map(Object.entries(LANGUAGE_DRIVERS).flatMap(([encoding, drivers]) => drivers.map((driver) => [driver, encoding])));

/** The encoding that a language driver number stands for, if it stands for one that can be decoded. */
export function encodingOfLanguageDriver(driver: number): string | null {
  return ENCODINGS.get(driver) ?? null;
}

/** The encoding that a .cpg file says; null when it is not understood. */
export function encodingOfCodePage(text: string): string | null {
  const name = text
    .trim()
    .toLowerCase()
    .replace(/^\uFEFF/, '')
    .replace(/^euc_/, 'euc-');
  const number = /^(?:ansi|oem|cp|ms|windows|ibm|dos)?[\s_-]*(\d{3,5})$/.exec(name)?.[1];
  const byNumber: Record<string, string> = {
    '65001': 'utf-8',
    '932': 'shift_jis',
    '936': 'gbk',
    '949': 'euc-kr',
    '950': 'big5',
    '866': 'ibm866',
    '874': 'windows-874',
    '54936': 'gb18030',
    '20866': 'koi8-r',
    '28591': 'iso-8859-1',
  };
  const iso = /^(?:iso)?[\s_-]*8859[\s_-]*(\d{1,2})$/.exec(name)?.[1] ?? /^8859(\d{1,2})$/.exec(name)?.[1];
  if (iso !== undefined) return encodingNamed(`iso-8859-${iso}`);
  if (number === undefined || dosEncodingOf(name) !== null) return encodingNamed(name);
  return encodingNamed(byNumber[number] ?? (/^125\d$/.test(number) ? `windows-${number}` : ''));
}

/** Reads the header. @throws FormatError when the bytes are no table */
export function readDbfHeader(bytes: Uint8Array, name: string, nameDecoder: Decoder): DbfHeader {
  if (bytes.length < 33) throw new FormatError('dbf-header', { file: name });
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const headerLength = view.getUint16(8, true);
  const recordLength = view.getUint16(10, true);
  if (headerLength < 33 || recordLength < 1 || bytes.length < headerLength) throw new FormatError('dbf-not', { file: name });
  const columns: DbfColumn[] = [];
  const skipped: string[] = [];
  let offset = 1;
  for (let at = 32; at + 32 <= headerLength && bytes[at] !== 0x0d; at += 32) {
    const rawName = bytes.subarray(at, at + 11);
    const end = rawName.indexOf(0);
    const columnName = nameDecoder.decode(end < 0 ? rawName : rawName.subarray(0, end)).trim();
    const kind = String.fromCharCode(bytes[at + 11] as number).toUpperCase();
    // Long text columns keep the high byte of their length where others keep decimals.
    const decimals = kind === 'C' ? 0 : (bytes[at + 17] as number);
    const length = (bytes[at + 16] as number) + (kind === 'C' ? (bytes[at + 17] as number) * 256 : 0);
    if (offset + length > recordLength) throw new FormatError('dbf-columns', { file: name });
    if (READ_KINDS.has(kind)) columns.push({ name: columnName, kind, offset, length, decimals });
    else skipped.push(columnName);
    offset += length;
  }
  return { recordCount: view.getUint32(4, true), headerLength, recordLength, languageDriver: bytes[29] as number, columns, skipped };
}

/** The field type of a column; whole numbers of more than nine digits need a look at the values. */
export function dbfFieldType(column: DbfColumn): FieldType | 'wide' {
  switch (column.kind) {
    case 'N':
      if (column.decimals > 0) return 'esriFieldTypeDouble';
      return column.length <= 4 ? 'esriFieldTypeSmallInteger' : column.length <= 9 ? 'esriFieldTypeInteger' : 'wide';
    case 'F':
    case 'O':
    case 'B':
    case 'Y':
      return 'esriFieldTypeDouble';
    case 'I':
    case '+':
      return 'esriFieldTypeInteger';
    case 'L':
      return 'esriFieldTypeSmallInteger';
    case 'D':
    case '@':
    case 'T':
      return 'esriFieldTypeDate';
    default:
      return 'esriFieldTypeString';
  }
}

const JULIAN_EPOCH = 2440588;
const DAY_MS = 86_400_000;

/** The value of a column in a record: text, number, epoch milliseconds or null. */
export function dbfValue(record: Uint8Array, column: DbfColumn, decoder: Decoder): string | number | null {
  const bytes = record.subarray(column.offset, column.offset + column.length);
  const view = (): DataView => new DataView(record.buffer, record.byteOffset + column.offset, column.length);
  switch (column.kind) {
    case 'C':
      return textValue(bytes, decoder);
    case 'N':
    case 'F':
      return column.asText ? digits(ascii(bytes)) : numberValue(ascii(bytes));
    case 'D':
      return dayValue(ascii(bytes));
    case 'L':
      return /^[TtYy]$/.test(ascii(bytes)) ? 1 : /^[FfNn]$/.test(ascii(bytes)) ? 0 : null;
    case 'I':
    case '+':
      return column.length === 4 ? view().getInt32(0, true) : null;
    case 'O':
    case 'B':
      return column.length === 8 ? finite(view().getFloat64(0, true)) : null;
    case 'Y':
      return column.length === 8 ? Number(view().getBigInt64(0, true)) / 10_000 : null;
    default: {
      if (column.length !== 8) return null;
      const day = view().getInt32(0, true);
      return day === 0 ? null : (day - JULIAN_EPOCH) * DAY_MS + view().getInt32(4, true);
    }
  }
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

function ascii(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) if (byte !== 0) text += String.fromCharCode(byte);
  return text.trim();
}

/** Padding is spaces or zeros behind the text; blanks in front belong to it. */
function textValue(bytes: Uint8Array, decoder: Decoder): string | null {
  let end = bytes.indexOf(0);
  if (end < 0) end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0x20) end--;
  if (end === 0) return null;
  const text = decoder.decode(bytes.subarray(0, end));
  // A letter of several bytes may have been cut at the width of the column.
  return text.endsWith('\uFFFD') && end === bytes.length ? text.replace(/\uFFFD+$/, '') : text;
}

/** Asterisks stand for a number too long for the column. */
function numberValue(text: string): number | null {
  if (text === '' || text.includes('*')) return null;
  return finite(Number(text.replace(',', '.')));
}

/** A whole number of any length as it stands there, without zeros and signs that say nothing. */
function digits(text: string): string | null {
  if (/^[+-]?\d+$/.test(text)) return BigInt(text.replace('+', '')).toString();
  const number = numberValue(text);
  return number === null ? null : String(number);
}

function dayValue(text: string): number | null {
  const match = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  if (!match || text === '00000000') return null;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  // Date.UTC takes years below 100 for those of the last century.
  const ms = new Date(0).setUTCFullYear(year, month - 1, day);
  return month >= 1 && month <= 12 && new Date(ms).getUTCDate() === day ? ms : null;
}
