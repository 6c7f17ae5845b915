// Attribute values of pbf replies, straight from binary rows.
import { type BinaryRow, type CellKind, GUID_LENGTH } from './binary-row.ts';
import { type ByteWriter, varintBytes } from './byte-writer.ts';
import { writeValue } from './feature-pbf-values.ts';

/** Tag of an attribute in a feature, and of a text in a value. */
const ATTRIBUTE = (1 << 3) | 2;
const TEXT = (1 << 3) | 2;

/** Writes one attribute of a feature. */
export function writeCell(feature: ByteWriter, fieldType: string, kind: CellKind, row: BinaryRow, column: number): void {
  if (row.isNull(column)) {
    feature.varint(ATTRIBUTE);
    feature.varint(0);
    return;
  }
  if (kind === 'text') {
    const length = row.lengths[column] as number;
    startText(feature, length);
    feature.part(row.bytes, row.starts[column] as number, length);
    return;
  }
  if (kind === 'uuid') {
    startText(feature, GUID_LENGTH);
    feature.reserve(GUID_LENGTH);
    row.guid(column, feature.bytes, feature.length);
    feature.length += GUID_LENGTH;
    return;
  }
  const begin = feature.open(1);
  writeValue(feature, fieldType, numberOf(row, kind, column));
  feature.close(begin);
}

function startText(feature: ByteWriter, length: number): void {
  feature.varint(ATTRIBUTE);
  feature.varint(1 + varintBytes(length) + length);
  feature.varint(TEXT);
  feature.varint(length);
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
