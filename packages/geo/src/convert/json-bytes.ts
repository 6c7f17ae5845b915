// Writes JSON as bytes: numbers digit by digit and text copied from UTF-8, without a string for each of them.

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

const MINUS = 45;
const POINT = 46;
const ZERO = 48;
const QUOTE = 34;
const BACKSLASH = 92;
/** Whole numbers below this are written by hand. */
const SMALL = 2 ** 31;
/** Places after the point that `decimal` can write: as many as fit 31 bits. */
export const MOST_DECIMALS = 9;

const POWERS = Array.from({ length: MOST_DECIMALS + 1 }, (_, places) => 10 ** places);

/** Appends to a buffer that doubles when it is full. */
export class JsonBytes {
  bytes: Uint8Array;
  length = 0;

  /** Takes a buffer to write into, or the size of a new one. */
  constructor(room: number | Uint8Array = 1 << 14) {
    this.bytes = typeof room === 'number' ? new Uint8Array(room) : room;
  }

  /** What was written; shares memory with the writer. */
  written(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(this.bytes.length * 2, this.length + count));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
  }

  /** One ASCII character by its code. */
  byte(code: number): void {
    this.reserve(1);
    this.bytes[this.length++] = code;
  }

  /** Bytes as they are; short ones are copied by hand, which is faster than a view of them. */
  raw(source: Uint8Array): void {
    const { length } = source;
    this.reserve(length);
    if (length > 48) this.bytes.set(source, this.length);
    else for (let i = 0; i < length; i++) this.bytes[this.length + i] = source[i] as number;
    this.length += length;
  }

  /** ASCII text as it is. */
  ascii(text: string): void {
    this.reserve(text.length);
    for (let i = 0; i < text.length; i++) this.bytes[this.length + i] = text.charCodeAt(i);
    this.length += text.length;
  }

  /** Any value by the language's own writer. */
  json(value: unknown): void {
    this.raw(encoder.encode(JSON.stringify(value) ?? 'null'));
  }

  /** A number in its shortest form that reads back the same; `null` for what JSON has no number for. NOTE: `String` would keep the texts. */
  number(value: number): void {
    if (Number.isInteger(value) && value < SMALL && value > -SMALL) this.decimal(value, 0);
    else this.ascii(JSON.stringify(value));
  }

  /** A number with at most so many places (0 to 9), rounded, without trailing zeros. */
  decimal(value: number, places: number): void {
    let rest = value;
    if (rest < 0) rest = -rest;
    const power = POWERS[places] as number;
    let whole = Math.floor(rest);
    if (!(whole < SMALL)) {
      this.ascii(JSON.stringify(value));
      return;
    }
    let fraction = Math.round((rest - whole) * power);
    if (fraction >= power) {
      fraction = 0;
      whole++;
    }
    this.reserve(24);
    if (value < 0 && (whole !== 0 || fraction !== 0)) this.bytes[this.length++] = MINUS;
    this.whole(whole);
    if (fraction === 0) return;
    let digits = places;
    while (fraction % 10 === 0) {
      fraction = (fraction / 10) | 0;
      digits--;
    }
    const { bytes } = this;
    bytes[this.length] = POINT;
    for (let at = this.length + digits; at > this.length; at--) {
      const next = (fraction / 10) | 0;
      bytes[at] = ZERO + (fraction - next * 10);
      fraction = next;
    }
    this.length += digits + 1;
  }

  /** A whole number from 0 to 2^31; room must be there. */
  private whole(value: number): void {
    const { bytes } = this;
    let digits = 1;
    for (let power = 10; value >= power; power *= 10) digits++;
    let rest = value;
    for (let at = this.length + digits - 1; at >= this.length; at--) {
      const next = Math.floor(rest / 10);
      bytes[at] = ZERO + (rest - next * 10);
      rest = next;
    }
    this.length += digits;
  }

  /** A JSON string from UTF-8 bytes. */
  utf8(source: Uint8Array, start: number, length: number): void {
    this.reserve(length + 2);
    const from = this.length;
    let { bytes } = this;
    bytes[this.length++] = QUOTE;
    const end = start + length;
    for (let i = start; i < end; i++) {
      const code = source[i] as number;
      if (code >= 32 && code !== QUOTE && code !== BACKSLASH) bytes[this.length++] = code;
      else {
        // Rare: begin again with the writer that knows every escape.
        this.length = from;
        this.json(decoder.decode(source.subarray(start, end)));
        return;
      }
    }
    ({ bytes } = this);
    bytes[this.length++] = QUOTE;
  }
}
