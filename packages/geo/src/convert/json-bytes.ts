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

/** Room that a number needs, with what is written beyond it and overwritten by what follows. */
export const MOST_NUMBER_BYTES = 32;

const POWERS = Int32Array.from({ length: MOST_DECIMALS + 1 }, (_, places) => 10 ** places);
/** The digits of 0 to 999 in the bytes of a little-endian word: three of them, and without leading zeros. */
const THREE_DIGITS = Uint32Array.from({ length: 1000 }, (_, value) => wordOf(String(value).padStart(3, '0')));
const DIGITS = Uint32Array.from({ length: 1000 }, (_, value) => wordOf(String(value)));

function wordOf(digits: string): number {
  return [...digits].reduce((word, digit, at) => word + digit.charCodeAt(0) * 256 ** at, 0);
}

/** Appends to a buffer that doubles when it is full. */
export class JsonBytes {
  bytes: Uint8Array;
  view: DataView;
  length = 0;

  /** Takes a buffer to write into, or the size of a new one. */
  constructor(room: number | Uint8Array = 1 << 14) {
    this.bytes = typeof room === 'number' ? new Uint8Array(room) : room;
    this.view = viewOf(this.bytes);
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
    this.view = viewOf(grown);
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
    this.reserve(MOST_NUMBER_BYTES);
    this.length = putDecimal(this, this.length, value, places);
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

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/**
 * Writes a number as `JsonBytes.decimal` does, at a place with room for `MOST_NUMBER_BYTES`; gives the place after it.
 * Three digits at a time, because most of the bytes of a reply are digits.
 */
export function putDecimal({ bytes, view }: JsonBytes, start: number, value: number, places: number): number {
  const size = value < 0 ? -value : value;
  if (!(size < SMALL)) return putText(bytes, start, JSON.stringify(value));
  const power = POWERS[places] as number;
  let whole = Math.trunc(size);
  let fraction = Math.round((size - whole) * power);
  if (fraction >= power) {
    fraction = 0;
    whole++;
  }
  let at = start;
  if (value < 0 && (whole !== 0 || fraction !== 0)) bytes[at++] = MINUS;
  at = whole < 1000 ? putFirst(view, at, whole) : putWhole(view, at, whole);
  if (fraction === 0) return at;
  bytes[at++] = POINT;
  const nine = fraction * (POWERS[MOST_DECIMALS - places] as number);
  const thousands = (nine / 1000) | 0;
  const millions = (thousands / 1000) | 0;
  view.setUint32(at, THREE_DIGITS[millions] as number, true);
  view.setUint32(at + 3, THREE_DIGITS[thousands - millions * 1000] as number, true);
  view.setUint32(at + 6, THREE_DIGITS[nine - thousands * 1000] as number, true);
  at += places;
  while (bytes[at - 1] === ZERO) at--;
  return at;
}

/** A whole number below a thousand. */
function putFirst(view: DataView, at: number, value: number): number {
  view.setUint32(at, DIGITS[value] as number, true);
  return at + (value > 99 ? 3 : value > 9 ? 2 : 1);
}

function putWhole(view: DataView, start: number, value: number): number {
  const thousands = Math.trunc(value / 1000);
  const at = thousands < 1000 ? putFirst(view, start, thousands) : putWhole(view, start, thousands);
  view.setUint32(at, THREE_DIGITS[value - thousands * 1000] as number, true);
  return at + 3;
}

function putText(bytes: Uint8Array, at: number, text: string): number {
  for (let i = 0; i < text.length; i++) bytes[at + i] = text.charCodeAt(i);
  return at + text.length;
}
