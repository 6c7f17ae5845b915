// Attribute values of pbf replies, straight from binary rows.
import { type BinaryRow, type CellKind, GUID_LENGTH } from './binary-row.ts';
import { type ByteWriter, putSmall, putZigzag, varintBytes } from './byte-writer.ts';
import { writeValue } from './feature-pbf-values.ts';

/** Tag of an attribute in a feature, and those of the members of a value. */
const ATTRIBUTE = (1 << 3) | 2;
const TEXT = (1 << 3) | 2;
const DOUBLE = (3 << 3) | 1;
const SIGNED = 4 << 3;
const UNSIGNED = 5 << 3;
/** Room for what stands around a text, and for a number with all its tags. */
const MOST_AROUND_BYTES = 16;
const DOUBLE_BYTES = 8;
const INT32_BYTES = 4;

/** How the cells of a column are written: what is usual by a short way each, the rest as single values are. */
export type CellWay = 'text' | 'uuid' | 'objectId' | 'integer' | 'double' | 'other';

/** The way for a field and what the database sends for it. */
export function cellWay(fieldType: string, kind: CellKind): CellWay {
  if (kind === 'text' || kind === 'uuid') return kind;
  if (kind === 'integer' && fieldType === 'esriFieldTypeOID') return 'objectId';
  if (kind === 'integer' && (fieldType === 'esriFieldTypeInteger' || fieldType === 'esriFieldTypeSmallInteger')) return 'integer';
  return kind === 'double' && (fieldType === 'esriFieldTypeDouble' || fieldType === 'esriFieldTypeSingle') ? 'double' : 'other';
}

/** A column of the reply. */
export interface CellColumn {
  type: string;
  kind: CellKind;
  way: CellWay;
}

/** Writes one attribute of a feature. */
export function writeCell(feature: ByteWriter, field: CellColumn, row: BinaryRow, column: number): void {
  const length = row.lengths[column] as number;
  feature.reserve(MOST_AROUND_BYTES);
  const { bytes, length: at } = feature;
  bytes[at] = ATTRIBUTE;
  if (length < 0) {
    bytes[at + 1] = 0;
    feature.length = at + 2;
    return;
  }
  switch (field.way) {
    case 'text':
      startText(feature, length);
      feature.viewed(row.view, row.starts[column] as number, length);
      return;
    case 'uuid':
      startText(feature, GUID_LENGTH);
      feature.reserve(GUID_LENGTH);
      row.guid(column, feature.bytes, feature.length);
      feature.length += GUID_LENGTH;
      return;
    case 'objectId':
    case 'integer':
      if (length <= INT32_BYTES && putInteger(feature, field.way, row.integer(column))) return;
      break;
    case 'double':
      if (putDouble(feature, row.double(column))) return;
      break;
    default:
  }
  const begin = feature.open(1);
  writeValue(feature, field.type, numberOf(row, field.kind, column));
  feature.close(begin);
}

function startText(feature: ByteWriter, length: number): void {
  const { bytes } = feature;
  // After the tag of the attribute.
  let at = feature.length + 1;
  if (length < 126) {
    bytes[at++] = 2 + length;
    bytes[at++] = TEXT;
    bytes[at++] = length;
  } else {
    at = putSmall(bytes, at, 1 + varintBytes(length) + length);
    bytes[at++] = TEXT;
    at = putSmall(bytes, at, length);
  }
  feature.length = at;
}

/** Writes a whole number of 32 bits; false for an object id below nothing, which has another member. */
function putInteger(feature: ByteWriter, way: 'objectId' | 'integer', value: number): boolean {
  const { bytes, length: at } = feature;
  const from = at + 2;
  if (way === 'objectId') {
    if (value < 0) return false;
    bytes[from] = UNSIGNED;
    feature.length = putSmall(bytes, from + 1, value);
  } else {
    bytes[from] = SIGNED;
    feature.length = putZigzag(bytes, from + 1, value);
  }
  bytes[at + 1] = feature.length - from;
  return true;
}

/** Writes a number; false for what is none. */
function putDouble(feature: ByteWriter, value: number): boolean {
  if (!Number.isFinite(value)) return false;
  const { bytes, length: at } = feature;
  bytes[at + 1] = 1 + DOUBLE_BYTES;
  bytes[at + 2] = DOUBLE;
  feature.view.setFloat64(at + 3, value, true);
  feature.length = at + 3 + DOUBLE_BYTES;
  return true;
}

function numberOf(row: BinaryRow, kind: CellKind, column: number): number | null {
  switch (kind) {
    case 'integer':
      return row.integer(column);
    case 'double':
      return row.double(column);
    case 'timestamp':
      return row.timestamp(column);
    case 'boolean':
      return row.boolean(column) ? 1 : 0;
    default:
      return null;
  }
}
