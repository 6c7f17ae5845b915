// Unpacks a Parquet file in a process of its own: a damaged file can make that endless or large, and the process can be ended.
import { type FileHandle, open } from 'node:fs/promises';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { type AsyncBuffer, type Compressors, type FileMetaData, parquetMetadataAsync, parquetRead } from 'hyparquet';
import { decompressLz4, decompressLz4Raw } from 'hyparquet-compressors';
import { isDecoded, ROW_TOO_LARGE, stepsOfMoments } from './parquet-words.ts';

/** The file: where it lies, or its bytes. */
export interface ParquetInput {
  size: number;
  path?: string | undefined;
  bytes?: Uint8Array | undefined;
}

/** What is asked: the footer, or rows of some columns. Rows are answered from the first on, as many as one answer holds. */
export type ParquetQuestion = { kind: 'metadata' } | { kind: 'rows'; columns: string[]; rowStart: number; rowEnd: number };

/** What is answered. */
export type ParquetAnswer =
  | { kind: 'metadata'; metadata: FileMetaData }
  | { kind: 'rows'; rows: unknown[][]; bytes: number }
  | { kind: 'failed'; message: string };

let input: ParquetInput;
let file: AsyncBuffer;
let handle: FileHandle | undefined;
let known: FileMetaData | undefined;
/** The same as the rows are read with it. */
let plain: FileMetaData | undefined;

async function read(from: number, length: number): Promise<ArrayBuffer> {
  if (input.bytes !== undefined) return Uint8Array.from(input.bytes.subarray(from, from + length)).buffer;
  handle ??= await open(input.path ?? '', 'r');
  const bytes = new Uint8Array(length);
  const { bytesRead } = await handle.read(bytes, 0, length, from);
  return bytes.buffer.slice(0, bytesRead);
}

/** What lies outside of the file is a fault of the file. */
const fileOf = ({ size }: ParquetInput): AsyncBuffer => ({
  byteLength: size,
  slice: (start, end = size) => {
    const [from, to] = [start < 0 ? size + start : start, end < 0 ? size + end : end];
    if (!(from >= 0 && to >= from && to <= size)) throw new RangeError('outside the file');
    return read(from, to - from);
  },
});

type Unpack = (bytes: Uint8Array, options: { maxOutputLength: number }) => Uint8Array;

/** A page says how long it is: what unpacks to more is given up before it takes memory. */
const within =
  (unpack: Unpack) =>
  (bytes: Uint8Array, length: number): Uint8Array =>
    length === 0 ? new Uint8Array() : unpack(bytes, { maxOutputLength: length });

/** How pages may be packed, besides Snappy, which the library knows itself. */
const compressors: Compressors = {
  GZIP: within(gunzipSync),
  BROTLI: within(brotliDecompressSync),
  ZSTD: within(zstdDecompressSync),
  LZ4: decompressLz4,
  LZ4_RAW: decompressLz4Raw,
};

/** Geometries stay bytes, whatever their type is called. */
const asTheyAre = (bytes: Uint8Array): Uint8Array => bytes;
const decoder = new TextDecoder();
const parsers = {
  geometryFromBytes: asTheyAre,
  geographyFromBytes: asTheyAre,
  timestampFromMicroseconds: (micros: bigint): Date | string => momentOf(micros, 1_000n),
  timestampFromNanoseconds: (nanos: bigint): Date | string => momentOf(nanos, 1_000_000n),
  jsonFromBytes: (bytes: Uint8Array | undefined): string | undefined => bytes && jsonText(decoder.decode(bytes)),
};

/** Moments in columns of an old type, and within other values: texts where they have more digits than a date holds. */
function momentOf(steps: bigint, perMs: bigint): Date | string {
  const finer = ((steps % perMs) + perMs) % perMs;
  const date = new Date(Number((steps - finer) / perMs));
  if (finer === 0n || Number.isNaN(date.getTime())) return date;
  return `${date.toISOString().slice(0, -1)}${String(finer).padStart(String(perMs).length - 1, '0')}Z`;
}

/** JSON stays text, to the last digit and whatever it is worth; a text in it loses its quotes. */
function jsonText(text: string): string {
  if (!text.trimStart().startsWith('"')) return text;
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}

/** The library goes by the types of the first version of the format, which new files need not name beside those of today. */
function withTypesOfBefore(metadata: FileMetaData): FileMetaData {
  for (const element of metadata.schema) {
    const { logical_type: logical, converted_type: converted } = element;
    if (converted !== undefined) continue;
    if (logical?.type === 'DATE') element.converted_type = 'DATE';
    if (logical?.type === 'DECIMAL') {
      const { scale, precision } = logical;
      Object.assign(element, { converted_type: 'DECIMAL', scale, precision });
    }
  }
  return metadata;
}

/** Decimals and fine moments of the rows come as the whole numbers that the file has: the library would round them before anybody looks at their digits. */
function withWholeNumbers(metadata: FileMetaData): FileMetaData {
  const schema = [...metadata.schema];
  for (let at = 1, top = 1; at < schema.length; at++) {
    const element = schema[at] as (typeof schema)[number];
    const isTop = at === top;
    if (isTop) top = behind(schema, at);
    if (isDecoded(element)) {
      at = behind(schema, at) - 1;
      continue;
    }
    const { converted_type: converted, logical_type: _, ...rest } = element;
    // Moments within other values become text with them, and have all of their digits there.
    const isMoment = isTop && element.repetition_type !== 'REPEATED' && stepsOfMoments(element) !== undefined;
    if ((converted === 'DECIMAL' || isMoment) && element.num_children === undefined) schema[at] = rest;
  }
  return { ...metadata, schema };
}

/** The place behind an element and all that is in it. */
function behind(schema: FileMetaData['schema'], at: number): number {
  let next = at + 1;
  for (let left = schema[at]?.num_children ?? 0; left > 0 && next < schema.length; next++) left += (schema[next]?.num_children ?? 0) - 1;
  return next;
}

/** Bytes of an answer of several rows. Values that a file has once and names by numbers are copied for each row that is sent. */
const MOST_BYTES = 16 * 1024 * 1024;
const LONGEST_ROW = 64 * 1024 * 1024;
/** What a value takes beside its text or bytes. */
const VALUE = 8;

/** Bytes of a value that is sent; no more is looked at once they are more than a row may have. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return VALUE + value.length;
  if (typeof value !== 'object' || value === null || value instanceof Date) return VALUE;
  if (ArrayBuffer.isView(value)) return VALUE + value.byteLength;
  let bytes = VALUE;
  for (const one of Object.values(value)) {
    bytes += sizeOf(one);
    if (bytes > LONGEST_ROW) break;
  }
  return bytes;
}

/** The rows that were unpacked last, from which the next answers are given too. */
let unpacked: { start: number; columns: string; rows: unknown[][] } = { start: 0, columns: '', rows: [] };

async function rowsFrom(columns: string[], rowStart: number, rowEnd: number): Promise<unknown[][]> {
  const key = JSON.stringify(columns);
  const at = rowStart - unpacked.start;
  if (unpacked.columns === key && at >= 0 && at < unpacked.rows.length) return unpacked.rows.slice(at, rowEnd - unpacked.start);
  unpacked = { start: 0, columns: '', rows: [] };
  let rows: unknown[][] = [];
  const onComplete = (found: unknown[][]): void => {
    rows = found;
  };
  await parquetRead({ file, metadata: plain, columns, rowStart, rowEnd, geoparquet: false, utf8: false, compressors, parsers, onComplete });
  unpacked = { start: rowStart, columns: key, rows };
  return rows;
}

async function answer(question: ParquetQuestion): Promise<ParquetAnswer> {
  // What is in the geometries is read by the reader, not by the library.
  known ??= withTypesOfBefore(await parquetMetadataAsync(file, { geoparquet: false }));
  plain ??= withWholeNumbers(known);
  if (question.kind === 'metadata') return { kind: 'metadata', metadata: known };
  const { columns, rowStart, rowEnd } = question;
  const rows = await rowsFrom(columns, rowStart, rowEnd);
  let [count, bytes] = [0, 0];
  for (const row of rows) {
    const size = sizeOf(row);
    if (size > LONGEST_ROW) throw new Error(ROW_TOO_LARGE);
    if (count > 0 && bytes + size > MOST_BYTES) break;
    bytes += size;
    count++;
  }
  return { kind: 'rows', rows: count === rows.length ? rows : rows.slice(0, count), bytes };
}

process.once('message', (given: ParquetInput) => {
  input = given;
  file = fileOf(given);
  process.on('message', (question: ParquetQuestion) => {
    answer(question).then(
      (found) => process.send?.(found),
      (error: unknown) => process.send?.({ kind: 'failed', message: String(error) } satisfies ParquetAnswer),
    );
  });
});
process.once('disconnect', () => process.exit());
