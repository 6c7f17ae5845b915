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
// biome-ignore lint/suspicious/noControlCharactersInRegex: the characters that are one byte each
const NOT_ASCII = /[^\x00-\x7f]/;

/** Binds the values to the statement of that name and runs it; columns come as text. */
export function bindAndGo(name: string, values: readonly unknown[]): Buffer {
  const plain = plainValues(values);
  if (plain === undefined) return Buffer.concat([serialize.bind({ statement: name, values: values.map(wireValue) }), GO]);
  // No name of a portal; all columns as text.
  const message = `B\0\0\0\0\0${name}\0${formatsOf(values)}${short(values.length)}${plain}\0\0${GO_TEXT}`;
  const bytes = Buffer.from(message, 'latin1');
  bytes.writeInt32BE(bytes.length - GO.length - 1, 1);
  return bytes;
}

const short = (number: number): string => String.fromCharCode(number >> 8, number & 255);

const isBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array;

/** How values are written: all as text, or some as the bytes that they are. */
function formatsOf(values: readonly unknown[]): string {
  return values.some(isBytes) ? short(values.length) + values.map((value) => (isBytes(value) ? '\0\x01' : '\0\0')).join('') : '\0\0';
}

/** The values with their lengths, a character for each byte; undefined for those that are not plain. */
function plainValues(values: readonly unknown[]): string | undefined {
  let all = '';
  for (const value of values) {
    const one = isBytes(value) ? plainBytes(value) : plainText(value);
    if (one === undefined) return undefined;
    all += one;
  }
  return all;
}

/** NOTE: few bytes have no memory of their own until somebody asks for it, as a `Buffer` of them does. */
function plainBytes(value: Uint8Array): string | undefined {
  return value.length > LONGEST_PLAIN ? undefined : `\0\0${short(value.length)}${Buffer.prototype.latin1Slice.call(value)}`;
}

function plainText(value: unknown): string | undefined {
  const text = wireValue(value);
  if (text === null) return NOTHING;
  if (typeof text !== 'string' || text.length > LONGEST_PLAIN || NOT_ASCII.test(text)) return undefined;
  return `\0\0${short(text.length)}${text}`;
}
