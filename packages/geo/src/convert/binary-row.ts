// A row in the binary form of PostgreSQL's protocol, read in place by the encoders of replies and tiles.

/** How the bytes of a column are to be read. */
export type CellKind = 'integer' | 'double' | 'text' | 'bytes' | 'timestamp' | 'uuid' | 'boolean';

/** Kinds by the number of the type in PostgreSQL's catalogue. */
const KINDS: ReadonlyMap<number, CellKind> = new Map([
  [16, 'boolean'],
  [17, 'bytes'],
  [20, 'integer'],
  [21, 'integer'],
  [23, 'integer'],
  [25, 'text'],
  [1042, 'text'],
  [1043, 'text'],
  [700, 'double'],
  [701, 'double'],
  [1114, 'timestamp'],
  [2950, 'uuid'],
]);

/** How columns of these types are read. @throws Error for a type that has no reader: the statement has to cast it */
export function cellKinds(oids: readonly number[]): CellKind[] {
  return oids.map((oid) => {
    const kind = KINDS.get(oid);
    if (kind === undefined) throw new Error(`Columns of type ${oid} cannot be read in binary form.`);
    return kind;
  });
}

/** 1 January 2000, from which PostgreSQL counts. */
const POSTGRES_EPOCH_MS = 946_684_800_000;
const TWO_32 = 4294967296;
const HEX = Uint8Array.from('0123456789ABCDEF', (digit) => digit.charCodeAt(0));
const DASH = 45;

/** The row at hand: where each field lies in the bytes. Valid only during the call that receives it. */
export class BinaryRow {
  bytes: Uint8Array = new Uint8Array(0);
  view: DataView = new DataView(new ArrayBuffer(0));
  /** Start of each field. */
  starts: Int32Array = new Int32Array(16);
  /** Length of each field; -1 for null. */
  lengths: Int32Array = new Int32Array(16);
  /** Bytes of all fields, with their lengths. */
  size = 0;

  /** Points at a row message whose fields begin at `offset`. */
  point(bytes: Uint8Array, offset: number): void {
    if (this.bytes !== bytes) {
      this.bytes = bytes;
      this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    }
    const { view } = this;
    const count = view.getInt16(offset);
    if (count > this.starts.length) {
      this.starts = new Int32Array(count * 2);
      this.lengths = new Int32Array(count * 2);
    }
    let at = offset + 2;
    for (let i = 0; i < count; i++) {
      const length = view.getInt32(at);
      at += 4;
      this.starts[i] = at;
      this.lengths[i] = length;
      if (length > 0) at += length;
    }
    this.size = at - offset;
  }

  isNull(column: number): boolean {
    return (this.lengths[column] as number) < 0;
  }

  /** The bytes of a field; they share the memory of the row. */
  part(column: number): Uint8Array {
    const start = this.starts[column] as number;
    return this.bytes.subarray(start, start + (this.lengths[column] as number));
  }

  /** A whole number of two, four or eight bytes. */
  integer(column: number): number {
    const at = this.starts[column] as number;
    const length = this.lengths[column] as number;
    if (length === 4) return this.view.getInt32(at);
    if (length === 2) return this.view.getInt16(at);
    return this.view.getInt32(at) * TWO_32 + this.view.getUint32(at + 4);
  }

  /** A number of four or eight bytes; singles have the digits that they have in text. */
  double(column: number): number {
    const at = this.starts[column] as number;
    return (this.lengths[column] as number) === 4 ? shortestSingle(this.view.getFloat32(at)) : this.view.getFloat64(at);
  }

  /** Milliseconds since 1970 of a timestamp without zone; NaN for the infinities. */
  timestamp(column: number): number {
    const at = this.starts[column] as number;
    const high = this.view.getInt32(at);
    if (high === 0x7fffffff || high === -0x80000000) return Number.NaN;
    // Rounded: microseconds of far years do not fit a double exactly, and the columns hold whole milliseconds.
    return Math.round((high * TWO_32 + this.view.getUint32(at + 4)) / 1000) + POSTGRES_EPOCH_MS;
  }

  boolean(column: number): boolean {
    return this.bytes[this.starts[column] as number] === 1;
  }

  /** Writes a global id in capitals and braces, 38 characters, to `target`. */
  guid(column: number, target: Uint8Array, offset: number): void {
    const at = this.starts[column] as number;
    let to = offset;
    target[to++] = 123;
    for (let i = 0; i < 16; i++) {
      if (i === 4 || i === 6 || i === 8 || i === 10) target[to++] = DASH;
      const byte = this.bytes[at + i] as number;
      target[to++] = HEX[byte >> 4] as number;
      target[to++] = HEX[byte & 15] as number;
    }
    target[to] = 125;
  }
}

/** Characters of a global id in braces. */
export const GUID_LENGTH = 38;

/** The number with the fewest digits that is the same single, as PostgreSQL writes it in text. */
function shortestSingle(value: number): number {
  if (!Number.isFinite(value)) return value;
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return Number(value.toPrecision(9));
}
