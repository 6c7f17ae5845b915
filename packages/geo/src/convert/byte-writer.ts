// A growing buffer with the primitives of protocol buffers: varints, zigzag, doubles, text, nested messages.

const encoder = new TextEncoder();

/** Appends to a buffer that doubles when it is full; `length` may be set back to use it again. */
export class ByteWriter {
  bytes: Uint8Array;
  length = 0;
  view: DataView;

  /** Takes a buffer to write into, or the size of a new one. */
  constructor(room: number | Uint8Array = 1 << 12) {
    this.bytes = typeof room === 'number' ? new Uint8Array(room) : room;
    this.view = new DataView(this.bytes.buffer, this.bytes.byteOffset, this.bytes.byteLength);
  }

  /** What was written; shares memory with the writer until it is reused. */
  written(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(this.bytes.length * 2, this.length + count));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
    this.view = new DataView(grown.buffer);
  }

  /** A whole number from 0 to 2^53. */
  varint(value: number): void {
    if (value < 128 && this.length < this.bytes.length) {
      this.bytes[this.length++] = value;
      return;
    }
    this.reserve(10);
    this.length = putVarint(this.bytes, this.length, value);
  }

  /** A whole number of either sign, within 52 bits. */
  zigzag(value: number): void {
    this.varint(value < 0 ? -2 * value - 1 : 2 * value);
  }

  double(value: number): void {
    this.reserve(8);
    this.view.setFloat64(this.length, value, true);
    this.length += 8;
  }

  raw(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** A part of other bytes; short parts are copied by hand, which is faster than a view of them. */
  part(source: Uint8Array, start: number, length: number): void {
    this.reserve(length);
    if (length > 64) this.bytes.set(source.subarray(start, start + length), this.length);
    else {
      const { bytes } = this;
      const at = this.length - start;
      for (let i = start; i < start + length; i++) bytes[at + i] = source[i] as number;
    }
    this.length += length;
  }

  /** The same of bytes with a view, which short parts are copied through four at a time. */
  viewed(source: DataView, start: number, length: number): void {
    this.reserve(length);
    const { bytes, view } = this;
    let at = this.length;
    let from = start;
    const end = start + length;
    if (length > 256) bytes.set(new Uint8Array(source.buffer, source.byteOffset + start, length), at);
    else {
      for (; from + 4 <= end; from += 4, at += 4) view.setUint32(at, source.getUint32(from, true), true);
      for (; from < end; from++, at++) bytes[at] = source.getUint8(from);
    }
    this.length += length;
  }

  varintField(tag: number, value: number): void {
    this.varint(tag << 3);
    this.varint(value);
  }

  zigzagField(tag: number, value: number): void {
    this.varint(tag << 3);
    this.zigzag(value);
  }

  doubleField(tag: number, value: number): void {
    this.varint((tag << 3) | 1);
    this.double(value);
  }

  bytesField(tag: number, bytes: Uint8Array): void {
    this.varint((tag << 3) | 2);
    this.varint(bytes.length);
    this.raw(bytes);
  }

  /** What another writer holds, as bytes. */
  writerField(tag: number, other: ByteWriter): void {
    const { length } = other;
    this.varint((tag << 3) | 2);
    this.varint(length);
    this.part(other.bytes, 0, length);
  }

  /** Begins a message that is written in place; `lengthBytes` is how many its length will probably take. Gives where it begins. */
  open(tag: number, lengthBytes = 1): number {
    this.varint((tag << 3) | 2);
    this.reserve(lengthBytes);
    this.length += lengthBytes;
    return this.length;
  }

  /** Ends the message that begins there, writes its length and gives how many bytes that took. */
  close(begin: number, lengthBytes = 1): number {
    const length = this.length - begin;
    const needed = varintBytes(length);
    if (needed !== lengthBytes) {
      this.reserve(Math.max(0, needed - lengthBytes));
      this.bytes.copyWithin(begin + needed - lengthBytes, begin, begin + length);
    }
    this.length = begin - lengthBytes;
    this.varint(length);
    this.length += length;
    return needed;
  }

  stringField(tag: number, text: string): void {
    this.varint((tag << 3) | 2);
    this.text(text);
  }

  /** Length and bytes of a text in UTF-8. */
  text(text: string): void {
    const { length } = text;
    if (length < 128 && this.shortAscii(text)) return;
    const bytes = encoder.encode(text);
    this.varint(bytes.length);
    this.raw(bytes);
  }

  /** Most values are short and plain: written without a detour through an encoder. */
  private shortAscii(text: string): boolean {
    this.reserve(text.length + 1);
    const { bytes } = this;
    const at = this.length + 1;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code > 127) return false;
      bytes[at + i] = code;
    }
    bytes[this.length] = text.length;
    this.length = at + text.length;
    return true;
  }
}

/** How many bytes a varint takes, for numbers below 2^35. */
export function varintBytes(value: number): number {
  return value < 128 ? 1 : value < 16_384 ? 2 : value < 2_097_152 ? 3 : value < 268_435_456 ? 4 : 5;
}

/** Numbers of either sign below this are written with the operations of small whole numbers. */
const SMALL = 2 ** 30;
/** Four bytes of seven bits. */
const FOUR_BYTES = 2 ** 28;

/** Writes differences of cells and the like at a place with room for ten bytes, without looking for room; gives the place after it. */
export function putZigzag(bytes: Uint8Array, start: number, value: number): number {
  if (value < SMALL && value > -SMALL) {
    const small = value | 0;
    return putSmall(bytes, start, (small << 1) ^ (small >> 31));
  }
  return putVarint(bytes, start, value < 0 ? -2 * value - 1 : 2 * value);
}

/** The same for a whole number from 0 to 2^53 as it is. */
function putVarint(bytes: Uint8Array, start: number, value: number): number {
  if (value < SMALL) return putSmall(bytes, start, value);
  const high = Math.floor(value / FOUR_BYTES);
  const low = (value - high * FOUR_BYTES) | 0;
  bytes[start] = low | 128;
  bytes[start + 1] = (low >>> 7) | 128;
  bytes[start + 2] = (low >>> 14) | 128;
  bytes[start + 3] = (low >>> 21) | 128;
  return putSmall(bytes, start + 4, high);
}

/** The same for a whole number from 0 to 2^31 as it is. */
export function putSmall(bytes: Uint8Array, start: number, value: number): number {
  let at = start;
  let rest = value;
  while (rest > 127) {
    bytes[at++] = rest | 128;
    rest >>>= 7;
  }
  bytes[at] = rest;
  return at + 1;
}
