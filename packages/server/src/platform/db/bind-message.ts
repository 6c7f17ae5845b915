// The message that gives a prepared statement its values: made in one piece where they are short and plain, as those of nearly all statements
// that come often. The driver writes value by value, with three calls for each, which costs as much as all else that is done to ask.
import { serialize } from 'pg-protocol/dist/serializer.js';
import { wireValue } from './wire-values.ts';

/** What follows the values: the statement runs, and what it did counts. */
const GO = Buffer.concat([serialize.execute({}), serialize.sync()]);
const GO_TEXT = GO.toString('latin1');
/** Longer values are written one by one. */
const LONGEST_PLAIN = 4_000;
const NOTHING = '\xff\xff\xff\xff';
const AS_TEXT = '\0\0';
const AS_BYTES = '\0\x01';
// biome-ignore lint/suspicious/noControlCharactersInRegex: the characters that are one byte each
const NOT_ASCII = /[^\x00-\x7f]/;

const short = (number: number): string => String.fromCharCode(number >> 8, number & 255);
/** Lengths of most values in the four bytes that come before each. */
const LENGTHS = Array.from({ length: 256 }, (_, length) => `\0\0${short(length)}`);
const lengthText = (length: number): string => LENGTHS[length] ?? `\0\0${short(length)}`;

/** Values as they are sent, a character for each byte, and how each is meant. */
interface Plain {
  text: string;
  formats: string;
}

/** Lists that come again and again; written when they come for the first time. */
const kept = new WeakMap<readonly unknown[], Plain | null>();

/** Has a list of values, which nobody changes any more, written once for all the statements that it comes with. */
export function writtenOnce<List extends readonly unknown[]>(values: List): List {
  kept.set(values, null);
  return values;
}

/** Where messages go. */
export interface Wire {
  write(message: string, encoding: 'latin1'): boolean;
  write(message: Uint8Array): boolean;
}

/** Binds the values of the lists, one after the other, to the statement of that name and runs it; columns come as text. */
export function bindAndGo(stream: Wire, name: string, lists: readonly (readonly unknown[])[]): void {
  const message = plainMessage(name, lists);
  if (message !== undefined) stream.write(message, 'latin1');
  else stream.write(Buffer.concat([serialize.bind({ statement: name, values: lists.flat().map(wireValue) }), GO]));
}

function plainMessage(name: string, lists: readonly (readonly unknown[])[]): string | undefined {
  let [all, formats, count, hasBytes] = ['', '', 0, false];
  for (const list of lists) {
    const plain = plainList(list);
    if (plain === undefined) return undefined;
    all += plain.text;
    formats += plain.formats;
    count += list.length;
    hasBytes ||= plain.formats.includes('\x01');
  }
  // No name of a portal; all columns as text.
  const number = short(count);
  const body = `\0${name}\0${hasBytes ? `${number}${formats}` : AS_TEXT}${number}${all}\0\0`;
  const length = body.length + 4;
  return `B${short(length >> 16)}${short(length & 65_535)}${body}${GO_TEXT}`;
}

/** Undefined for values that are not plain. */
function plainList(list: readonly unknown[]): Plain | undefined {
  const known = kept.get(list);
  if (known) return known;
  let [text, formats] = ['', ''];
  for (const value of list) {
    const isBytes = value instanceof Uint8Array;
    const one = isBytes ? plainBytes(value) : plainText(value);
    if (one === undefined) return undefined;
    text += one;
    formats += isBytes ? AS_BYTES : AS_TEXT;
  }
  const plain = { text, formats };
  if (known === null) kept.set(list, plain);
  return plain;
}

/** NOTE: few bytes have no memory of their own until somebody asks for it, as a `Buffer` of them does. */
function plainBytes(value: Uint8Array): string | undefined {
  return value.length > LONGEST_PLAIN ? undefined : lengthText(value.length) + Buffer.prototype.latin1Slice.call(value);
}

function plainText(value: unknown): string | undefined {
  // A regular expression costs more than all else that a number needs.
  if (typeof value === 'number') return withLength(String(value));
  const text = wireValue(value);
  if (text === null) return NOTHING;
  if (typeof text !== 'string' || text.length > LONGEST_PLAIN || NOT_ASCII.test(text)) return undefined;
  return withLength(text);
}

const withLength = (text: string): string => lengthText(text.length) + text;
