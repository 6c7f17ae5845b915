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

/** Writes differences of cells and the like at a place with room for ten bytes, without looking for room; gives the place after it. */
export function putZigzag(bytes: Uint8Array, start: number, value: number): number {
  return putVarint(bytes, start, value < 0 ? -2 * value - 1 : 2 * value);
}

/** The same for a whole number from 0 to 2^53. */
function putVarint(bytes: Uint8Array, start: number, value: number): number {
  let at = start;
  let rest = value;
  while (rest > 0x7fffffff) {
    bytes[at++] = (rest % 128) | 128;
    rest = Math.floor(rest / 128);
  }
  while (rest > 127) {
    bytes[at++] = (rest & 127) | 128;
    rest >>>= 7;
  }
  bytes[at] = rest;
  return at + 1;
}
