// One column of a group of rows, gathered as the bytes that a page of Parquet holds, in memory that is used again for the next group.
import { type BinaryRow, GUID_LENGTH } from '../convert/binary-row.ts';
import { ByteWriter } from '../convert/byte-writer.ts';

/** Physical types by their numbers in the format, and the bytes of a value; 0 where each says its own. */
export const PHYSICAL = {
  INT32: { number: 1, width: 4 },
  INT64: { number: 2, width: 8 },
  FLOAT: { number: 4, width: 4 },
  DOUBLE: { number: 5, width: 8 },
  BYTE_ARRAY: { number: 6, width: 0 },
} as const;
export type PhysicalType = keyof typeof PHYSICAL;

const LENGTH_BYTES = 4;
const TWO_32 = 4294967296;
/** Longer texts are no bounds of a column. */
const LONGEST_BOUND = 64;
/** Memory that one huge geometry took is not kept for the next rows. */
const KEPT_BYTES = 8 * 1024 * 1024;
const START_BYTES = 1 << 12;
const encoder = new TextEncoder();

/** The values of rows that have one, one after another, and which rows those are. */
export class ParquetColumn {
  readonly type: PhysicalType;
  /** Values as the format's plain encoding has them. */
  plain = new ByteWriter(START_BYTES);
  /** 1 for each row that has a value. */
  readonly present: Uint8Array;
  rows = 0;
  count = 0;
  /** Where each value begins, for values that say how long they are. */
  private readonly starts: Int32Array;
  private readonly width: number;

  constructor(type: PhysicalType, rowsOfGroup: number) {
    this.type = type;
    this.width = PHYSICAL[type].width;
    this.present = new Uint8Array(rowsOfGroup);
    this.starts = new Int32Array(this.width === 0 ? rowsOfGroup : 0);
  }

  clear(): void {
    if (this.plain.bytes.length > KEPT_BYTES) this.plain = new ByteWriter(START_BYTES);
    this.plain.length = 0;
    this.rows = 0;
    this.count = 0;
  }

  none(): void {
    this.present[this.rows++] = 0;
  }

  /** A number; one that cannot be told becomes no value, except where the type has a word for it. */
  number(value: number): void {
    const { plain, type } = this;
    if (Number.isNaN(value) && (type === 'INT32' || type === 'INT64')) {
      this.none();
      return;
    }
    const at = this.open(this.width);
    const { view } = plain;
    if (type === 'INT32') view.setInt32(at, value, true);
    else if (type === 'DOUBLE') view.setFloat64(at, value, true);
    else if (type === 'FLOAT') view.setFloat32(at, value, true);
    else {
      const high = Math.floor(value / TWO_32);
      view.setUint32(at, value - high * TWO_32, true);
      view.setInt32(at + 4, high, true);
    }
  }

  text(value: string): void {
    const bytes = encoder.encode(value);
    this.part(bytes, 0, bytes.length);
  }

  part(bytes: Uint8Array, start: number, length: number): void {
    const at = this.open(LENGTH_BYTES + length);
    const { plain } = this;
    plain.view.setUint32(at, length, true);
    plain.length = at + LENGTH_BYTES;
    plain.part(bytes, start, length);
  }

  guid(row: BinaryRow, column: number): void {
    const at = this.open(LENGTH_BYTES + GUID_LENGTH);
    this.plain.view.setUint32(at, GUID_LENGTH, true);
    row.guid(column, this.plain.bytes, at + LENGTH_BYTES);
  }

  /** Makes room for the next row's value and gives where it begins. */
  private open(length: number): number {
    const { plain } = this;
    const at = plain.length;
    plain.reserve(length);
    plain.length = at + length;
    this.present[this.rows++] = 1;
    if (this.width === 0) this.starts[this.count] = at;
    this.count++;
    return at;
  }

  start(index: number): number {
    return this.width === 0 ? (this.starts[index] as number) : index * this.width;
  }

  end(index: number): number {
    return index + 1 < this.count ? this.start(index + 1) : this.plain.length;
  }

  /** The smallest and largest value as bounds are written; undefined where there are none, or no use in them. */
  bounds(): { min: Uint8Array; max: Uint8Array } | undefined {
    if (this.count === 0) return undefined;
    return this.width === 0 ? this.boundsOfTexts() : this.boundsOfNumbers();
  }

  private boundsOfNumbers(): { min: Uint8Array; max: Uint8Array } | undefined {
    let [least, most] = [0, 0];
    let [min, max] = [this.numberAt(0), this.numberAt(0)];
    for (let i = 0; i < this.count; i++) {
      const value = this.numberAt(i);
      // Readers pass over whole groups by the bounds: not where something has no order.
      if (Number.isNaN(value)) return undefined;
      if (value < min) [least, min] = [i, value];
      if (value > max) [most, max] = [i, value];
    }
    const bounds = { min: this.valueAt(least), max: this.valueAt(most) };
    if (this.type === 'FLOAT' || this.type === 'DOUBLE') {
      // Both zeros lie within the bounds, whichever came first.
      if (min === 0) bounds.min[this.width - 1] = 0x80;
      if (max === 0) bounds.max[this.width - 1] = 0;
    }
    return bounds;
  }

  private boundsOfTexts(): { min: Uint8Array; max: Uint8Array } | undefined {
    let [least, most] = [0, 0];
    for (let i = 1; i < this.count; i++) {
      if (this.compare(i, least) < 0) least = i;
      else if (this.compare(i, most) > 0) most = i;
    }
    const [min, max] = [this.valueAt(least), this.valueAt(most)];
    return min.length > LONGEST_BOUND || max.length > LONGEST_BOUND ? undefined : { min, max };
  }

  private numberAt(index: number): number {
    const { view } = this.plain;
    const at = index * this.width;
    if (this.type === 'INT32') return view.getInt32(at, true);
    if (this.type === 'DOUBLE') return view.getFloat64(at, true);
    if (this.type === 'FLOAT') return view.getFloat32(at, true);
    return view.getInt32(at + 4, true) * TWO_32 + view.getUint32(at, true);
  }

  /** A copy of the bytes of a value, without their length. */
  private valueAt(index: number): Uint8Array {
    return this.plain.bytes.slice(this.start(index) + (this.width === 0 ? LENGTH_BYTES : 0), this.end(index));
  }

  /** By bytes, which for UTF-8 is by characters. */
  private compare(one: number, other: number): number {
    const { bytes } = this.plain;
    const [a, b] = [this.start(one) + LENGTH_BYTES, this.start(other) + LENGTH_BYTES];
    const [lengthA, lengthB] = [this.end(one) - a, this.end(other) - b];
    for (let i = 0; i < lengthA && i < lengthB; i++) {
      const difference = (bytes[a + i] as number) - (bytes[b + i] as number);
      if (difference !== 0) return difference;
    }
    return lengthA - lengthB;
  }
}
