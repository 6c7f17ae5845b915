// Attribute values of pbf replies, straight from binary rows: all cells of a row in one loop, with room made for them once.
import { type BinaryRow, type CellKind, GUID_LENGTH } from './binary-row.ts';
import { type ByteWriter, putSmall, putZigzag, varintBytes } from './byte-writer.ts';
import { writeValue } from './feature-pbf-values.ts';

/** Tag of an attribute in a feature, and those of the members of a value. */
const ATTRIBUTE = (1 << 3) | 2;
const TEXT = (1 << 3) | 2;
const DOUBLE = (3 << 3) | 1;
const SIGNED = 4 << 3;
const UNSIGNED = 5 << 3;
/** An attribute without a value, and one with a short text, whose length is still to be put in twice: as words of a little-endian machine. */
const NOTHING = ATTRIBUTE;
const SHORT_TEXT = ATTRIBUTE | (2 << 8) | (TEXT << 16);
const TWICE = (1 << 8) | (1 << 24);
/** Texts below this have one byte for each of their lengths. */
const LONG_TEXT = 126;
/** More than stands around a text, more than a number takes with all its tags, and than a uuid takes beyond its bytes. */
const MOST_BEYOND_BYTES = 32;
const DOUBLE_BYTES = 8;
const WORD = 4;
/** Longer parts are copied as a whole, for which a view of them is made. */
const LONG_PART = 256;

/** How the cells of a column are written: what is usual by a short way each, the rest as single values are. */
const AS_TEXT = 0;
const AS_UUID = 1;
const AS_OBJECT_ID = 2;
const AS_INTEGER = 3;
const AS_DOUBLE = 4;
const AS_VALUE = 5;

/** The columns of the rows of a reply, from the second on, and how they are written. */
export class CellColumns {
  readonly #kinds: readonly CellKind[];
  readonly #fields: readonly { type: string }[];
  readonly #ways: Uint8Array;

  /** `kinds` are those of all columns. */
  constructor(fields: readonly { type: string }[], kinds: readonly CellKind[]) {
    this.#fields = fields;
    this.#kinds = kinds;
    this.#ways = new Uint8Array(fields.length);
    for (const [at, { type }] of fields.entries()) this.#ways[at] = wayOf(type, kinds[at + 1] as CellKind);
  }

  /** Whether the columns hold these kinds. */
  hold(kinds: readonly CellKind[]): boolean {
    return kinds.length === this.#kinds.length && kinds.every((kind, at) => kind === this.#kinds[at]);
  }

  /** Writes the attributes of a feature. */
  write(out: ByteWriter, row: BinaryRow): void {
    const ways = this.#ways;
    const { starts, lengths, view: source } = row;
    const room = row.size + (ways.length + 1) * MOST_BEYOND_BYTES;
    out.reserve(room);
    let { bytes, view, length: at } = out;
    for (let i = 0; i < ways.length; i++) {
      const column = i + 1;
      const start = starts[column] as number;
      const length = lengths[column] as number;
      if (length < 0) {
        view.setUint16(at, NOTHING, true);
        at += 2;
        continue;
      }
      let end = at;
      switch (ways[i]) {
        case AS_TEXT:
          end = putPart(out, putTextStart(out, at, length), row, column);
          break;
        case AS_UUID:
          end = putTextStart(out, at, GUID_LENGTH);
          row.guid(column, bytes, end);
          end += GUID_LENGTH;
          break;
        case AS_OBJECT_ID:
          // Eight bytes with nothing in the upper half, as a rule.
          if (length === 4) end = putObjectId(bytes, at, source.getInt32(start));
          else if (length === 8 && source.getInt32(start) === 0) end = putObjectId(bytes, at, source.getInt32(start + WORD));
          break;
        case AS_INTEGER:
          if (length <= 4) end = putInteger(bytes, at, row.integer(column));
          break;
        case AS_DOUBLE:
          end = putDouble(view, at, row.double(column));
          break;
        default:
      }
      if (end === at) {
        out.length = at;
        this.#writeValue(out, row, column);
        out.reserve(room);
        ({ bytes, view, length: end } = out);
      }
      at = end;
    }
    out.length = at;
  }

  #writeValue(out: ByteWriter, row: BinaryRow, column: number): void {
    const begin = out.open(1);
    writeValue(out, this.#fields[column - 1]?.type ?? '', numberOf(row, this.#kinds[column] as CellKind, column));
    out.close(begin);
  }
}

const latest = new WeakMap<readonly { type: string }[], CellColumns>();

/** The columns of these fields, which were looked at before where the list of fields comes again. */
export function columnsOf(fields: readonly { type: string }[], kinds: readonly CellKind[]): CellColumns {
  const known = latest.get(fields);
  if (known?.hold(kinds)) return known;
  const columns = new CellColumns(fields, kinds);
  latest.set(fields, columns);
  return columns;
}

/** The way for a field and what the database sends for it. */
function wayOf(fieldType: string, kind: CellKind): number {
  if (kind === 'text') return AS_TEXT;
  if (kind === 'uuid') return AS_UUID;
  if (kind === 'integer' && fieldType === 'esriFieldTypeOID') return AS_OBJECT_ID;
  if (kind === 'integer' && (fieldType === 'esriFieldTypeInteger' || fieldType === 'esriFieldTypeSmallInteger')) return AS_INTEGER;
  return kind === 'double' && (fieldType === 'esriFieldTypeDouble' || fieldType === 'esriFieldTypeSingle') ? AS_DOUBLE : AS_VALUE;
}

/** What stands before the bytes of a text. */
function putTextStart({ bytes, view }: ByteWriter, start: number, length: number): number {
  if (length < LONG_TEXT) {
    view.setUint32(start, SHORT_TEXT + length * TWICE, true);
    return start + WORD;
  }
  bytes[start] = ATTRIBUTE;
  const at = putSmall(bytes, start + 1, 1 + varintBytes(length) + length);
  bytes[at] = TEXT;
  return putSmall(bytes, at + 1, length);
}

/** Copies bytes, four at a time; up to three more are written behind them, which what follows overwrites. */
function putPart({ bytes, view }: ByteWriter, to: number, { starts, lengths, view: source }: BinaryRow, column: number): number {
  const start = starts[column] as number;
  const length = lengths[column] as number;
  if (length > LONG_PART) {
    bytes.set(new Uint8Array(source.buffer, source.byteOffset + start, length), to);
    return to + length;
  }
  if (start + length + WORD <= source.byteLength) {
    for (let i = 0; i < length; i += WORD) view.setUint32(to + i, source.getUint32(start + i, true), true);
  } else {
    for (let i = 0; i < length; i++) bytes[to + i] = source.getUint8(start + i);
  }
  return to + length;
}

/** Writes an object id of 31 bits; one below nothing, and one above, has another member: nothing is written. */
function putObjectId(bytes: Uint8Array, start: number, value: number): number {
  if (value < 0) return start;
  bytes[start] = ATTRIBUTE;
  bytes[start + 2] = UNSIGNED;
  const end = putSmall(bytes, start + 3, value);
  bytes[start + 1] = end - start - 2;
  return end;
}

/** Writes a whole number of 32 bits. */
function putInteger(bytes: Uint8Array, start: number, value: number): number {
  bytes[start] = ATTRIBUTE;
  bytes[start + 2] = SIGNED;
  const end = putZigzag(bytes, start + 3, value);
  bytes[start + 1] = end - start - 2;
  return end;
}

/** Writes a number; nothing for what is none. */
function putDouble(view: DataView, start: number, value: number): number {
  if (!Number.isFinite(value)) return start;
  view.setUint16(start, ATTRIBUTE | ((1 + DOUBLE_BYTES) << 8), true);
  view.setUint8(start + 2, DOUBLE);
  view.setFloat64(start + 3, value, true);
  return start + 3 + DOUBLE_BYTES;
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
