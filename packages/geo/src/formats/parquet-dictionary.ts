// Which values of a column come again, so that each is written once and named by a number.
import { ByteWriter } from '../convert/byte-writer.ts';
import type { ParquetColumn } from './parquet-column.ts';

const FREE = -1;

/** Finds values that come again without making anything of them; its memory serves all columns of a file. */
export class Dictionary {
  /** The values that differ, in the order in which they came. */
  readonly values = new ByteWriter();
  /** How many they are. */
  size = 0;
  /** The number of each row's value. */
  readonly numbers: Int32Array;
  private readonly slots: Int32Array;
  /** Where a value of each number came first. */
  private readonly first: Int32Array;

  constructor(rowsOfGroup: number) {
    this.numbers = new Int32Array(rowsOfGroup);
    this.first = new Int32Array(rowsOfGroup);
    this.slots = new Int32Array(2 ** Math.ceil(Math.log2(rowsOfGroup * 2)));
  }

  /** Looks through a column; false as soon as more than half of its values are found to differ. */
  read(column: ParquetColumn): boolean {
    const { slots, first, numbers, values } = this;
    this.size = 0;
    values.length = 0;
    slots.fill(FREE);
    for (let i = 0; i < column.count; i++) {
      const [start, end] = [column.start(i), column.end(i)];
      let slot = hashOf(column.plain.bytes, start, end) & (slots.length - 1);
      while (slots[slot] !== FREE && !this.isSame(column, first[slots[slot] as number] as number, i)) {
        slot = (slot + 1) & (slots.length - 1);
      }
      if (slots[slot] === FREE) {
        if (this.size * 2 >= column.count) return false;
        values.part(column.plain.bytes, start, end - start);
        first[this.size] = i;
        slots[slot] = this.size++;
      }
      numbers[i] = slots[slot] as number;
    }
    return true;
  }

  private isSame(column: ParquetColumn, one: number, other: number): boolean {
    const { bytes } = column.plain;
    const [a, b] = [column.start(one), column.start(other)];
    const length = column.end(one) - a;
    if (column.end(other) - b !== length) return false;
    for (let i = 0; i < length; i++) if (bytes[a + i] !== bytes[b + i]) return false;
    return true;
  }
}

function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ (bytes[i] as number), 0x01000193);
  return hash ^ (hash >>> 15);
}
