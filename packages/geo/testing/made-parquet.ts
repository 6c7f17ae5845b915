// Parquet files made value by value, as programs write them that our own writer is not like: old types, other encodings, values within values.
import { ByteWriter } from '../src/convert/byte-writer.ts';
import { memorySource } from '../src/formats/byte-source.ts';
import type { ByteSource } from '../src/formats/format-reader.ts';
import { ThriftWriter } from '../src/formats/thrift-writer.ts';

const PHYSICAL = { BOOLEAN: 0, INT32: 1, INT64: 2, INT96: 3, FLOAT: 4, DOUBLE: 5, BYTE_ARRAY: 6, FIXED_LEN_BYTE_ARRAY: 7 } as const;
const REPETITION = { required: 0, optional: 1, repeated: 2 } as const;
export const ENCODING = { PLAIN: 0, RLE: 3, DELTA_BINARY_PACKED: 5, DELTA_LENGTH_BYTE_ARRAY: 6, RLE_DICTIONARY: 8 } as const;

/** A column or group of the schema, in the order in which the file lists them. */
export interface MadeElement {
  name: string;
  repetition?: keyof typeof REPETITION;
  type?: keyof typeof PHYSICAL;
  /** Bytes of a value of fixed length. */
  length?: number;
  converted?: number;
  /** Decimals: digits behind the point, and of all. */
  scale?: number;
  precision?: number;
  /** A group that says itself which type each value has. */
  isVariant?: boolean;
  children?: number;
}

/** A page of a column: its values in their encoding, and the levels that say which are there. */
interface MadePage {
  values: Uint8Array;
  /** Values with those that are missing. */
  count: number;
  encoding?: number;
  /** How deep each value is there, and where lists begin; all are there where they are left out. */
  definitions?: readonly number[];
  repetitions?: readonly number[];
}

/** A column of a group of rows. */
export interface MadeChunk {
  path: readonly string[];
  type: keyof typeof PHYSICAL;
  /** Values that the pages name by their numbers, and how many they are. */
  dictionary?: { values: Uint8Array; count: number };
  pages: readonly MadePage[];
}

/** The bytes of a file. */
export function madeParquet(
  name: string,
  schema: readonly MadeElement[],
  groups: readonly { rows: number; columns: readonly MadeChunk[] }[],
  words: Readonly<Record<string, string>> = {},
): ByteSource {
  const out = new ByteWriter();
  out.raw(Buffer.from('PAR1'));
  const noted = groups.map(({ rows, columns }) => ({ rows, columns: columns.map((chunk) => writeChunk(out, chunk)) }));
  const begin = out.length;
  writeFooter(out, { schema, noted, words });
  const length = Buffer.alloc(4);
  length.writeUInt32LE(out.length - begin);
  out.raw(length);
  out.raw(Buffer.from('PAR1'));
  return memorySource(name, out.written().slice());
}

/** Little-endian bytes of numbers, as `PLAIN` has them. */
export const plain = {
  int32: (...values: number[]): Buffer => joined(values, 4, (bytes, value) => bytes.writeInt32LE(value)),
  int64: (...values: (number | bigint)[]): Buffer => joined(values, 8, (bytes, value) => bytes.writeBigInt64LE(BigInt(value))),
  double: (...values: number[]): Buffer => joined(values, 8, (bytes, value) => bytes.writeDoubleLE(value)),
  texts: (...values: (string | Uint8Array)[]): Buffer =>
    Buffer.concat(
      values.flatMap((value) => {
        const bytes = Buffer.from(value as string);
        return [plain.int32(bytes.length), bytes];
      }),
    ),
  /** Nanoseconds since 1970 as a day and the time in it. */
  int96: (...nanos: bigint[]): Buffer =>
    joined(nanos, 12, (bytes, value) => {
      const day = 86_400_000_000_000n;
      const days = (value - (((value % day) + day) % day)) / day;
      bytes.writeBigInt64LE(value - days * day);
      bytes.writeInt32LE(Number(days) + 2_440_588, 8);
    }),
};

function joined<T>(values: readonly T[], size: number, write: (bytes: Buffer, value: T) => void): Buffer {
  return Buffer.concat(
    values.map((value) => {
      const bytes = Buffer.alloc(size);
      write(bytes, value);
      return bytes;
    }),
  );
}

/** Small numbers in runs of one, behind their number of bits, as pages name values of a dictionary. */
export const numbered = (numbers: readonly number[], bits = 8): Buffer => Buffer.concat([Buffer.of(bits), runs(numbers, bits)]);

function runs(numbers: readonly number[], bits: number): Buffer {
  // A run of one is its length, doubled, and the value in whole bytes.
  return Buffer.concat(numbers.map((one) => Buffer.of(2, ...(bits > 8 ? [one & 255, one >> 8] : [one]))));
}

const bitsFor = (most: number): number => (most === 0 ? 0 : 32 - Math.clz32(most));

function levels(given: readonly number[] | undefined): Buffer {
  if (given === undefined) return Buffer.alloc(0);
  const bytes = runs(given, bitsFor(Math.max(1, ...given)));
  return Buffer.concat([plain.int32(bytes.length), bytes]);
}

interface NotedChunk {
  chunk: MadeChunk;
  begin: number;
  data: number;
  size: number;
}

function writeChunk(out: ByteWriter, chunk: MadeChunk): NotedChunk {
  const begin = out.length;
  const page = (kind: number, body: Uint8Array, say: (header: ThriftWriter) => void): void => {
    const header = new ThriftWriter(out);
    header.begin();
    header.int(1, kind);
    header.int(2, body.length);
    header.int(3, body.length);
    say(header);
    header.end();
    out.raw(body);
  };
  if (chunk.dictionary !== undefined) {
    const { values, count } = chunk.dictionary;
    page(2, values, (header) => {
      header.struct(7);
      header.int(1, count);
      header.int(2, ENCODING.PLAIN);
      header.end();
    });
  }
  const data = out.length;
  for (const { values, count, encoding = ENCODING.PLAIN, definitions, repetitions } of chunk.pages) {
    page(0, Buffer.concat([levels(repetitions), levels(definitions), values]), (header) => {
      header.struct(5);
      header.int(1, count);
      header.int(2, encoding);
      header.int(3, ENCODING.RLE);
      header.int(4, ENCODING.RLE);
      header.end();
    });
  }
  return { chunk, begin, data, size: out.length - begin };
}

function writeFooter(
  out: ByteWriter,
  given: {
    schema: readonly MadeElement[];
    noted: readonly { rows: number; columns: readonly NotedChunk[] }[];
    words: Readonly<Record<string, string>>;
  },
): void {
  const { schema, noted, words } = given;
  const within = schema.reduce((sum, { children = 0 }) => sum + children, 0);
  const footer = new ThriftWriter(out);
  footer.begin();
  footer.int(1, 1);
  footer.structs(2, schema.length + 1);
  footer.begin();
  footer.text(4, 'schema');
  footer.int(5, schema.length - within);
  footer.end();
  for (const { name, repetition = 'optional', type, length, converted, scale, precision, isVariant, children } of schema) {
    footer.begin();
    if (type !== undefined) footer.int(1, PHYSICAL[type]);
    if (length !== undefined) footer.int(2, length);
    footer.int(3, REPETITION[repetition]);
    footer.text(4, name);
    if (children !== undefined) footer.int(5, children);
    if (converted !== undefined) footer.int(6, converted);
    if (scale !== undefined) footer.int(7, scale);
    if (precision !== undefined) footer.int(8, precision);
    if (isVariant === true) {
      footer.struct(10);
      footer.struct(16);
      footer.end();
      footer.end();
    }
    footer.end();
  }
  footer.long(
    3,
    noted.reduce((sum, { rows }) => sum + rows, 0),
  );
  footer.structs(4, noted.length);
  for (const { rows, columns } of noted) {
    const size = columns.reduce((sum, column) => sum + column.size, 0);
    footer.begin();
    footer.structs(1, columns.length);
    for (const column of columns) writeNotes(footer, column);
    footer.long(2, size);
    footer.long(3, rows);
    footer.end();
  }
  footer.structs(5, Object.keys(words).length);
  for (const [key, value] of Object.entries(words)) {
    footer.begin();
    footer.text(1, key);
    footer.text(2, value);
    footer.end();
  }
  footer.end();
}

function writeNotes(footer: ThriftWriter, { chunk, begin, data, size }: NotedChunk): void {
  footer.begin();
  footer.long(2, begin);
  footer.struct(3);
  footer.int(1, PHYSICAL[chunk.type]);
  footer.ints(2, [...new Set(chunk.pages.map(({ encoding = ENCODING.PLAIN }) => encoding))]);
  footer.texts(3, chunk.path);
  footer.int(4, 0);
  footer.long(
    5,
    chunk.pages.reduce((sum, { count }) => sum + count, 0),
  );
  footer.long(6, size);
  footer.long(7, size);
  footer.long(9, data);
  if (chunk.dictionary !== undefined) footer.long(11, begin);
  footer.end();
  footer.end();
}
