// The message that gives a prepared statement its values: made in one piece where they are short and plain, as those of nearly all statements
// that come often. The driver writes value by value, with three calls for each, which costs as much as all else that is done to ask.
import { serialize } from 'pg-protocol/dist/serializer.js';

/** What follows the values: the statement runs, and what it did counts. */
const GO = Buffer.concat([serialize.execute({}), serialize.sync()]);
const GO_TEXT = GO.toString('latin1');
/** Values longer than this are written as bytes. */
const LONGEST_PLAIN = 4_000;
const NOTHING = '\xff\xff\xff\xff';
// biome-ignore lint/suspicious/noControlCharactersInRegex: the characters that are one byte each
const NOT_ASCII = /[^\x00-\x7f]/;

/** Binds the values to the statement of that name and runs it; columns come as text. */
export function bindAndGo(name: string, values: readonly (string | Buffer | null)[]): Buffer {
  const plain = plainValues(values);
  if (plain === undefined) return Buffer.concat([serialize.bind({ statement: name, values: [...values] }), GO]);
  // No name of a portal; all values and all columns as text.
  const message = `B\0\0\0\0\0${name}\0\0\0${short(values.length)}${plain}\0\0${GO_TEXT}`;
  const bytes = Buffer.from(message, 'latin1');
  bytes.writeInt32BE(bytes.length - GO.length - 1, 1);
  return bytes;
}

const short = (number: number): string => String.fromCharCode(number >> 8, number & 255);

/** The values with their lengths, a character for each byte; undefined for those that are not plain. */
function plainValues(values: readonly (string | Buffer | null)[]): string | undefined {
  let text = '';
  for (const value of values) {
    if (value === null) text += NOTHING;
    else if (typeof value !== 'string' || value.length > LONGEST_PLAIN || NOT_ASCII.test(value)) return undefined;
    else text += `\0\0${short(value.length)}${value}`;
  }
  return text;
}
