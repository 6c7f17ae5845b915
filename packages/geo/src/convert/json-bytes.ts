// Writes JSON as bytes: numbers digit by digit and text copied from UTF-8, without a string for each of them.
import { roundedTo } from './reduce-positions.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

const MINUS = 45;
const POINT = 46;
const ZERO = 48;
const QUOTE = 34;
const BACKSLASH = 92;
/** Whole numbers below this are written by hand. */
const SMALL = 2 ** 31;
/** Places after the point that `putDecimal` can write: as many as fit 31 bits. */
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
    if ((value | 0) !== value || value <= -SMALL) {
      this.ascii(JSON.stringify(value));
      return;
    }
    this.reserve(MOST_NUMBER_BYTES);
    this.length = putInteger(this, this.length, value | 0);
  }

  /** A number with at most so many places (0 to 15), rounded, without trailing zeros. */
  decimal(value: number, places: number): void {
    this.reserve(MOST_NUMBER_BYTES);
    this.length = (places > MOST_DECIMALS ? putFine : putDecimal)(this, this.length, value, places);
  }

  /** A label as it is, with what is written beyond it and overwritten by what follows. */
  label({ words, length }: Label): void {
    this.reserve(words.length * WORD);
    const { view } = this;
    let at = this.length;
    for (let i = 0; i < words.length; i++, at += WORD) view.setUint32(at, words[i] as number, true);
    this.length += length;
  }

  /** A JSON string from UTF-8 bytes. */
  utf8(source: DataView, start: number, length: number): void {
    this.reserve(length + 2);
    const { bytes, view } = this;
    let at = this.length;
    bytes[at++] = QUOTE;
    let from = start;
    const end = start + length;
    let isPlain = true;
    for (; from + WORD <= end && isPlain; from += WORD, at += WORD) {
      const word = source.getUint32(from, true);
      view.setUint32(at, word, true);
      isPlain = isPlainWord(word);
    }
    for (; from < end && isPlain; from++) {
      const code = source.getUint8(from);
      bytes[at++] = code;
      isPlain = code >= 32 && code !== QUOTE && code !== BACKSLASH;
    }
    if (!isPlain) {
      // Rare: begin again with the writer that knows every escape.
      this.json(decoder.decode(new Uint8Array(source.buffer, source.byteOffset + start, length)));
      return;
    }
    bytes[at] = QUOTE;
    this.length = at + 1;
  }
}

/** ASCII text that is written again and again, in the words of a little-endian machine. */
export interface Label {
  words: Uint32Array;
  length: number;
}

/** Makes a label of any text. */
export function labelOf(text: string): Label {
  const bytes = encoder.encode(text);
  const view = new DataView(new ArrayBuffer(Math.ceil(bytes.length / WORD) * WORD));
  bytes.forEach((byte, at) => {
    view.setUint8(at, byte);
  });
  const words = Uint32Array.from({ length: view.byteLength / WORD }, (_, at) => view.getUint32(at * WORD, true));
  return { words, length: bytes.length };
}

const WORD = 4;
const LOW_BITS = 0x01010101;
const HIGH_BITS = 0x80808080;
const BLANKS = 0x20202020;
const QUOTES = 0x22222222;
const BACKSLASHES = 0x5c5c5c5c;

/** Whether none of four bytes has to be escaped: a byte below the subtrahend takes from its high bit, unless that was set. */
function isPlainWord(word: number): boolean {
  const quotes = word ^ QUOTES;
  const slashes = word ^ BACKSLASHES;
  const odd = ((word - BLANKS) & ~word) | ((quotes - LOW_BITS) & ~quotes) | ((slashes - LOW_BITS) & ~slashes);
  return (odd & HIGH_BITS) === 0;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/**
 * Writes a number as `JsonBytes.decimal` does, with at most `MOST_DECIMALS` places, where there is room for `MOST_NUMBER_BYTES`; gives the place after it.
 * Three digits at a time and with the operations of small whole numbers, because most of the bytes of a reply are digits.
 */
export function putDecimal({ bytes, view }: JsonBytes, start: number, value: number, places: number): number {
  const size = value < 0 ? -value : value;
  if (!(size < SMALL)) return putText(bytes, start, JSON.stringify(value));
  const power = POWERS[places] as number;
  let whole = size | 0;
  let fraction = ((size - whole) * power + 0.5) | 0;
  if (fraction >= power) {
    fraction = 0;
    if (++whole >= SMALL) return putText(bytes, start, JSON.stringify(Math.round(value)));
  }
  let at = start;
  if (value < 0 && (whole | fraction) !== 0) bytes[at++] = MINUS;
  at = whole < 1000 ? putFirst(view, at, whole) : putWhole(view, at, whole);
  if (fraction === 0) return at;
  bytes[at] = POINT;
  const nine = Math.imul(fraction, POWERS[MOST_DECIMALS - places] as number);
  const thousands = (nine / 1000) | 0;
  const millions = (thousands / 1000) | 0;
  view.setUint32(at + 1, THREE_DIGITS[millions] as number, true);
  view.setUint32(at + 4, THREE_DIGITS[thousands - Math.imul(millions, 1000)] as number, true);
  view.setUint32(at + 7, THREE_DIGITS[nine - Math.imul(thousands, 1000)] as number, true);
  at += 1 + places;
  while (bytes[at - 1] === ZERO) at--;
  return at;
}

/** The same for more than `MOST_DECIMALS` places, by way of a text. */
function putFine({ bytes }: JsonBytes, start: number, value: number, places: number): number {
  return putText(bytes, start, JSON.stringify(roundedTo(value, 10 ** places)));
}

/** A whole number within 31 bits, at a place with room for it; gives the place after it. */
function putInteger({ bytes, view }: JsonBytes, start: number, value: number): number {
  let at = start;
  if (value < 0) bytes[at++] = MINUS;
  const size = value < 0 ? -value : value;
  return size < 1000 ? putFirst(view, at, size) : putWhole(view, at, size);
}

/** A whole number below a thousand. */
function putFirst(view: DataView, at: number, value: number): number {
  view.setUint32(at, DIGITS[value] as number, true);
  return at + (value > 99 ? 3 : value > 9 ? 2 : 1);
}

function putWhole(view: DataView, start: number, value: number): number {
  const thousands = (value / 1000) | 0;
  const at = thousands < 1000 ? putFirst(view, start, thousands) : putWhole(view, start, thousands);
  view.setUint32(at, THREE_DIGITS[value - Math.imul(thousands, 1000)] as number, true);
  return at + 3;
}

function putText(bytes: Uint8Array, at: number, text: string): number {
  for (let i = 0; i < text.length; i++) bytes[at + i] = text.charCodeAt(i);
  return at + text.length;
}
