// The values of a tile layer, each once: found again by their bytes, so that no text has to be made of them.
import { ByteWriter } from '../convert/byte-writer.ts';

/** Tag of a value in a layer. */
const VALUE_TAG = (4 << 3) | 2;
const FIRST_SLOTS = 1 << 10;

/** A hash table over the bytes that it writes. */
export class ValueTable {
  private readonly table = new ByteWriter(1 << 12);
  /** Slot → entry plus one; 0 is free. */
  private slots = new Int32Array(FIRST_SLOTS);
  /** Of each entry: where its message stands, how long it is, its hash, and the number of the value. */
  private starts = new Int32Array(FIRST_SLOTS);
  private lengths = new Int32Array(FIRST_SLOTS);
  private hashes = new Int32Array(FIRST_SLOTS);
  private ids = new Int32Array(FIRST_SLOTS);
  private entries = 0;
  /** Values written so far, those without an entry too. */
  private count = 0;

  /** The number that the next new value gets. */
  get next(): number {
    return this.count;
  }

  /** Adds a value without looking whether it is there, and gives its number; it is not found again. */
  append(bytes: Uint8Array, start: number, length: number): number {
    this.table.varint(VALUE_TAG);
    this.table.varint(length);
    this.table.part(bytes, start, length);
    return this.count++;
  }

  /** The number of a value, given the bytes of its message. */
  idOf(bytes: Uint8Array, start: number, length: number): number {
    let hash = 0x811c9dc5 ^ length;
    for (let i = start; i < start + length; i++) hash = Math.imul(hash ^ (bytes[i] as number), 0x01000193);
    hash ^= hash >>> 15;
    const mask = this.slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const entry = (this.slots[slot] as number) - 1;
      if (entry < 0) return this.add(bytes, start, { length, hash, slot });
      if (this.hashes[entry] === hash && this.lengths[entry] === length && this.equals(entry, bytes, start))
        return this.ids[entry] as number;
    }
  }

  /** Bytes that it holds. */
  get size(): number {
    return this.table.bytes.length + 5 * this.slots.byteLength;
  }

  /** Forgets all values and keeps the room that they took. */
  clear(): void {
    this.table.length = 0;
    this.count = 0;
    this.entries = 0;
    this.slots.fill(0);
  }

  /** The messages of all values, as they stand in the layer. */
  written(): Uint8Array {
    return this.table.written();
  }

  private equals(entry: number, bytes: Uint8Array, start: number): boolean {
    const own = this.table.bytes;
    const from = this.starts[entry] as number;
    const length = this.lengths[entry] as number;
    for (let i = 0; i < length; i++) if (own[from + i] !== bytes[start + i]) return false;
    return true;
  }

  private add(bytes: Uint8Array, start: number, at: { length: number; hash: number; slot: number }): number {
    const entry = this.entries++;
    this.slots[at.slot] = entry + 1;
    const id = this.append(bytes, start, at.length);
    this.starts[entry] = this.table.length - at.length;
    this.lengths[entry] = at.length;
    this.hashes[entry] = at.hash;
    this.ids[entry] = id;
    if (this.entries * 2 > this.slots.length) this.grow();
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
    this.ids = copy(this.ids);
    this.slots = new Int32Array(size);
    for (let entry = 0; entry < this.entries; entry++) {
      let slot = (this.hashes[entry] as number) & (size - 1);
      while (this.slots[slot] !== 0) slot = (slot + 1) & (size - 1);
      this.slots[slot] = entry + 1;
    }
  }
}
