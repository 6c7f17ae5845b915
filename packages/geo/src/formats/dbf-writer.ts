// Writes the table of a shapefile in UTF-8.

import { isFormed } from './field-text.ts';
import { FormatError } from './format-reader.ts';
import { isNumeric, type WrittenField } from './format-writer.ts';

const TEXT_BYTES = 254;
/** Times of day, moments with an offset and GUIDs are no longer. */
const FORM_BYTES = 40;
const NAME_BYTES = 10;
const MAX_FIELDS = 255;
const MAX_RECORD = 65_535;
const ENCODER = new TextEncoder();

/** One column of the table. */
interface DbfColumn {
  name: string;
  kind: 'C' | 'N' | 'D';
  length: number;
  decimals: number;
}

/** How a layer's fields are laid out. */
export interface DbfLayout {
  fields: readonly WrittenField[];
  columns: readonly DbfColumn[];
  recordLength: number;
  headerLength: number;
}

/** @throws FormatError when a shapefile cannot hold so many fields */
export function dbfLayout(fields: readonly WrittenField[]): DbfLayout {
  // A table needs at least one column.
  const kept = fields.length > 0 ? fields : [{ name: 'FID', type: 'esriFieldTypeInteger' as const }];
  const names = shortNames(kept.map((field) => field.name));
  const columns = kept.map((field, i): DbfColumn => ({ name: names[i] ?? '', ...columnOf(field) }));
  const recordLength = dbfRecordLength(kept);
  if (columns.length > MAX_FIELDS || recordLength > MAX_RECORD) {
    throw new FormatError('shapefile-fields');
  }
  return { fields: kept, columns, recordLength, headerLength: 32 + columns.length * 32 + 1 };
}

/** Bytes that a row with these fields takes. */
export function dbfRecordLength(fields: readonly WrittenField[]): number {
  return 1 + fields.reduce((sum, field) => sum + columnOf(field).length, 0);
}

function columnOf(field: WrittenField): Omit<DbfColumn, 'name'> {
  if (field.type === 'esriFieldTypeDate' || field.type === 'esriFieldTypeDateOnly') return { kind: 'D', length: 8, decimals: 0 };
  if (!isNumeric(field)) return { kind: 'C', length: isFormed(field.type) ? FORM_BYTES : TEXT_BYTES, decimals: 0 };
  if (field.type === 'esriFieldTypeSmallInteger') return { kind: 'N', length: 6, decimals: 0 };
  if (field.type === 'esriFieldTypeInteger') return { kind: 'N', length: 11, decimals: 0 };
  if (field.type === 'esriFieldTypeBigInteger') return { kind: 'N', length: 20, decimals: 0 };
  return { kind: 'N', length: 24, decimals: 15 };
}

/** Names of at most ten bytes, unique without regard to case. */
export function shortNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let short = cutBytes(name, NAME_BYTES);
    for (let n = 1; taken.has(short.toLowerCase()); n++) short = `${cutBytes(name, NAME_BYTES - 1 - String(n).length)}_${n}`;
    taken.add(short.toLowerCase());
    return short;
  });
}

/** The text cut to so many bytes of UTF-8, between characters. */
function cutBytes(text: string, bytes: number): string {
  const { read } = ENCODER.encodeInto(text, new Uint8Array(bytes));
  return text.slice(0, read);
}

/** The header of a table of so many records. */
export function dbfHeader({ columns, recordLength, headerLength }: DbfLayout, count: number, now: Date): Uint8Array {
  const bytes = new Uint8Array(headerLength);
  const view = new DataView(bytes.buffer);
  bytes.set([3, now.getUTCFullYear() - 1900, now.getUTCMonth() + 1, now.getUTCDate()]);
  view.setUint32(4, count, true);
  view.setUint16(8, headerLength, true);
  view.setUint16(10, recordLength, true);
  for (const [i, { name, kind, length, decimals }] of columns.entries()) {
    const at = 32 + i * 32;
    bytes.set(ENCODER.encode(name), at);
    bytes[at + 11] = kind.charCodeAt(0);
    bytes[at + 16] = length;
    bytes[at + 17] = decimals;
  }
  bytes[headerLength - 1] = 0x0d;
  return bytes;
}

/** One record; `cut` is called for each text that did not fit. */
export function dbfRecord({ fields, columns, recordLength }: DbfLayout, values: readonly unknown[], cut: () => void): Uint8Array {
  const bytes = new Uint8Array(recordLength).fill(0x20);
  let at = 1;
  for (const [i, column] of columns.entries()) {
    const field = fields[i];
    const value = values[i];
    if (field !== undefined && value !== null && value !== undefined) {
      const text = column.kind === 'C' ? String(value) : column.kind === 'D' ? dayOf(value) : numberText(value, column);
      const shown = column.kind === 'N' ? text.padStart(column.length) : text;
      const { read } = ENCODER.encodeInto(shown, bytes.subarray(at, at + column.length));
      if (read < shown.length) cut();
    }
    at += column.length;
  }
  return bytes;
}

/** A day without its time: dBASE knows no more. */
function dayOf(value: unknown): string {
  // Days come as text, moments as milliseconds.
  const date = new Date(typeof value === 'string' ? `${value.slice(0, 10)}T00:00:00Z` : Number(value));
  const year = date.getUTCFullYear();
  return Number.isNaN(year) || year < 0 || year > 9999 ? '' : date.toISOString().slice(0, 10).replaceAll('-', '');
}

/** Small numbers with many digits have an exponent; blank instead of a number that does not fit: a cut number would be another one. */
function numberText(value: unknown, { length, decimals }: DbfColumn): string {
  const text = String(value);
  if (text.length <= length) return text;
  const short = decimals > 0 ? Number(value).toExponential() : text;
  return short.length <= length ? short : '';
}
