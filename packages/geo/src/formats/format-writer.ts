// What the writers of file formats take, and how their values are spelled.
import type { BinaryRow, CellKind } from '../convert/binary-row.ts';
import { isNumberType } from './field-text.ts';
import type { DatasetLook, FormatDomain, FormatField } from './format-reader.ts';
import type { FeatureGeometryType } from './geometry-family.ts';

/** A layer to be written. */
export interface WrittenLayer {
  name: string;
  /** Null for tables. */
  geometryType: FeatureGeometryType | null;
  hasZ: boolean;
  /** Written where the format has a place for measures. */
  hasM?: boolean;
  fields: readonly WrittenField[];
  /** EPSG number of the coordinates, for formats that say it. */
  srid?: number;
  /** Name of the field that names a feature. */
  displayField?: string;
  /** How it is drawn and what its pop-ups say, for formats that hold it. */
  look?: DatasetLook;
  /** Batches from the first row on. */
  rows(): AsyncIterable<readonly WrittenRow[]>;
}

/** Takes rows as the database sends them, so that nothing but bytes is made of them: an id, the fields, then WKB where there are geometries. */
export interface RowEncoder {
  /** The reference system of the coordinates that it wants. */
  readonly srid: number;
  /** Says how the columns are to be read, before the first row. */
  columns(kinds: readonly CellKind[]): void;
  /** Adds a row. */
  add(row: BinaryRow): void;
  /** The bytes of the rows since the last call. */
  take(): Uint8Array;
}

/** A layer for formats that encode rows themselves. */
export interface EncodedLayer extends Omit<WrittenLayer, 'rows'> {
  /** What the encoder makes of all rows, in pieces. */
  encoded(encoder: RowEncoder): AsyncIterable<Uint8Array>;
}

/** A field; the kinds of the wire that readers do not know are written as text. */
export interface WrittenField {
  name: string;
  /** As people read it, where it differs from the name. */
  alias?: string;
  type: FormatField['type'] | 'text' | 'esriFieldTypeGlobalID';
  /** Longest text, for formats that say it. */
  length?: number;
  /** The values that it may have, for formats that say them. */
  domain?: FormatDomain;
}

/** A row: WKB in the reference system of the file, and values in field order; dates as epoch milliseconds. */
export interface WrittenRow {
  wkb: Uint8Array | null;
  values: readonly unknown[];
}

/** Whether values of the field are numbers. */
export function isNumeric(field: WrittenField): boolean {
  return isNumberType(field.type);
}

/**
 * A number in its shortest form. Whole ones that a double does not count one by one have an exponent: readers take so many digits for an
 * identifier, which they keep as text. NOTE: `String` keeps the texts of numbers, which for millions of them fills the memory.
 */
export function numberText(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? value.toExponential() : JSON.stringify(value);
}

/** A value as text: dates in ISO form with the milliseconds; null for no value. */
export function textOf(value: unknown, field: WrittenField): string | null {
  if (value === null || value === undefined) return null;
  if (field.type !== 'esriFieldTypeDate') return typeof value === 'number' ? numberText(value) : String(value);
  const date = new Date(Number(value));
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** Whether XML cannot hold some of the text. */
export function isUnwritable(text: string): boolean {
  return /(?![\t\n\r\u0080-\u009F])[\p{Cc}\p{Cs}\uFFFE\uFFFF]/u.test(text);
}

/** Text for XML, without characters that it cannot hold. */
export function xmlEscaped(text: string): string {
  const writable = text
    .replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, (character) => (/[\t\n\r\u0080-\u009F]/.test(character) ? character : ''))
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;');
  return writable.replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll('\r', '&#13;');
}
