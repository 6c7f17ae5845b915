// Unpacks a Parquet file in a thread of its own: a damaged file can make that endless or large, and the thread can be ended.
import { type FileHandle, open } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { type AsyncBuffer, type Compressors, type FileMetaData, parquetMetadataAsync, parquetRead } from 'hyparquet';
import { decompressLz4, decompressLz4Raw } from 'hyparquet-compressors';

/** The file: where it lies, or its bytes. */
export interface ParquetInput {
  size: number;
  path?: string | undefined;
  bytes?: Uint8Array | undefined;
}

/** What is asked: the footer, or rows of some columns. */
export type ParquetQuestion = { kind: 'metadata' } | { kind: 'rows'; columns: string[]; rowStart: number; rowEnd: number };

/** What is answered. */
export type ParquetAnswer =
  | { kind: 'metadata'; metadata: FileMetaData }
  | { kind: 'rows'; rows: unknown[][] }
  | { kind: 'failed'; message: string };

const input = workerData as ParquetInput;
let handle: FileHandle | undefined;
let known: FileMetaData | undefined;

async function read(from: number, length: number): Promise<ArrayBuffer> {
  if (input.bytes !== undefined) return Uint8Array.from(input.bytes.subarray(from, from + length)).buffer;
  handle ??= await open(input.path ?? '', 'r');
  const bytes = new Uint8Array(length);
  const { bytesRead } = await handle.read(bytes, 0, length, from);
  return bytes.buffer.slice(0, bytesRead);
}

/** What lies outside of the file is a fault of the file. */
const file: AsyncBuffer = {
  byteLength: input.size,
  slice: (start, end = input.size) => {
    const [from, to] = [start < 0 ? input.size + start : start, end < 0 ? input.size + end : end];
    if (!(from >= 0 && to >= from && to <= input.size)) throw new RangeError('outside the file');
    return read(from, to - from);
  },
};

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
  jsonFromBytes: (bytes: Uint8Array | undefined): string | undefined => bytes && jsonText(decoder.decode(bytes)),
};

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

async function answer(question: ParquetQuestion): Promise<ParquetAnswer> {
  // What is in the geometries is read by the reader, not by the library.
  known ??= withTypesOfBefore(await parquetMetadataAsync(file, { geoparquet: false }));
  if (question.kind === 'metadata') return { kind: 'metadata', metadata: known };
  const { columns, rowStart, rowEnd } = question;
  let rows: unknown[][] = [];
  const onComplete = (found: unknown[][]): void => {
    rows = found;
  };
  await parquetRead({ file, metadata: known, columns, rowStart, rowEnd, geoparquet: false, utf8: false, compressors, parsers, onComplete });
  return { kind: 'rows', rows };
}

parentPort?.on('message', (question: ParquetQuestion) => {
  answer(question).then(
    (found) => parentPort?.postMessage(found),
    (error: unknown) => parentPort?.postMessage({ kind: 'failed', message: String(error) } satisfies ParquetAnswer),
  );
});
