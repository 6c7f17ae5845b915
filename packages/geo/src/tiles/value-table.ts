// The values of a tile layer, each once: found again by their bytes, so that no text has to be made of them.
import { ByteWriter } from '../convert/byte-writer.ts';

/** Tag of a value in a layer. */
const VALUE_TAG = (4 << 3) | 2;
const FIRST_SLOTS = 1 << 10;

/** A hash table over the bytes that it writes. */
export class ValueTable {
  private readonly table = new ByteWriter(1 << 12);
  /** Slot → number of the value plus one; 0 is free. */
  private slots = new Int32Array(FIRST_SLOTS);
  private starts = new Int32Array(FIRST_SLOTS);
  private lengths = new Int32Array(FIRST_SLOTS);
  private hashes = new Int32Array(FIRST_SLOTS);
  private count = 0;

  /** The number of a value, given the bytes of its message. */
  idOf(bytes: Uint8Array, start: number, length: number): number {
    let hash = 0x811c9dc5 ^ length;
    for (let i = start; i < start + length; i++) hash = Math.imul(hash ^ (bytes[i] as number), 0x01000193);
    hash ^= hash >>> 15;
    const mask = this.slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const id = (this.slots[slot] as number) - 1;
      if (id < 0) return this.add(bytes, start, { length, hash, slot });
      if (this.hashes[id] === hash && this.lengths[id] === length && this.equals(id, bytes, start)) return id;
    }
  }

  /** Bytes that it holds. */
  get size(): number {
    return this.table.bytes.length + 4 * this.slots.byteLength;
  }

  /** Forgets all values and keeps the room that they took. */
  clear(): void {
    this.table.length = 0;
    this.count = 0;
    this.slots.fill(0);
  }

  /** The messages of all values, as they stand in the layer. */
  written(): Uint8Array {
    return this.table.written();
  }

  private equals(id: number, bytes: Uint8Array, start: number): boolean {
    const own = this.table.bytes;
    const from = this.starts[id] as number;
    const length = this.lengths[id] as number;
    for (let i = 0; i < length; i++) if (own[from + i] !== bytes[start + i]) return false;
    return true;
  }

  private add(bytes: Uint8Array, start: number, at: { length: number; hash: number; slot: number }): number {
    const id = this.count++;
    this.slots[at.slot] = id + 1;
    this.table.varint(VALUE_TAG);
    this.table.varint(at.length);
    this.starts[id] = this.table.length;
    this.lengths[id] = at.length;
    this.hashes[id] = at.hash;
    this.table.part(bytes, start, at.length);
    if (this.count * 2 > this.slots.length) this.grow();
    return id;
  }

  private grow(): void {
    const size = this.slots.length * 2;
    const copy = (old: Int32Array): Int32Array<ArrayBuffer> => {
      const grown = new Int32Array(size);
      grown.set(old);
      return grown;
    };
    this.starts = copy(this.starts);
    this.lengths = copy(this.lengths);
    this.hashes = copy(this.hashes);
    this.slots = new Int32Array(size);
    for (let id = 0; id < this.count; id++) {
      let slot = (this.hashes[id] as number) & (size - 1);
      while (this.slots[slot] !== 0) slot = (slot + 1) & (size - 1);
      this.slots[slot] = id + 1;
    }
  }
}
