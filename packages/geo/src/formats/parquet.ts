// GeoParquet: columns of typed values, and geometries as WKB or as separate coordinates in groups of rows.
import { type FileMetaData, parquetSchema, type SchemaTree } from 'hyparquet';
import { sentence } from '../sentence.ts';
import { dayOf, formedText, isFormed } from './field-text.ts';
import { type ByteSource, baseName, type DatasetSource, type FieldType, FormatError, type FormatReader } from './format-reader.ts';
import { jsonText } from './json-numbers.ts';
import { type Losses, TableLosses } from './losses.ts';
import { decimalInText, decimalOf, decimalsWithin } from './parquet-decimals.ts';
import { isGeometry, keyed, mayBeGeometry, type ParquetGeometry, parquetGeometry, parsed, plainGeometry } from './parquet-geometry.ts';
import { ParquetProcess } from './parquet-process.ts';
import { ROW_TOO_LARGE, stepsOfMoments } from './parquet-words.ts';
import { TOLD_FIELDS } from './parquet-writer.ts';
import { type RecordColumn, type RecordTable, recordReader, type SourceRecord } from './record-reader.ts';
import { asTold, readToldField, type ToldField } from './told-fields.ts';
import { wholeNumber } from './whole-number.ts';

/** Reads `.parquet` and `.geoparquet`; a part of the file may take so long to unpack. */
export function parquetReaderWithin(limitMs: number): FormatReader {
  return recordReader({ format: 'parquet', extensions: ['parquet', 'geoparquet'], open: (source) => open(source, limitMs) });
}

/** The reader of GeoParquet. */
export const parquetReader: FormatReader = parquetReaderWithin(60_000);

const BATCH = 1000;
const PART = 20_000;
/** Longest footer, and longest unpacked column of a group of rows, that is read. */
const MAX_FOOTER = 64 * 1024 * 1024;
const MAX_CHUNK = 512 * 1024 * 1024;
/** Bytes of all rows over those of the file, looked at past so many: a value that the file has once may stand in every row. */
const MAX_RATIO = 200;
const RATIO_FROM = 1024 ** 3;

interface Column extends RecordColumn {
  name: string;
  /** Of times of day. */
  perSecond?: number;
  /** Of moments, where a millisecond has several. */
  perMs?: bigint | undefined;
  /** Digits of decimals behind the point. */
  scale?: number;
  /** Puts the decimals within its values in the place of whole numbers. */
  withDecimals?: (value: unknown) => unknown;
  /** The values are the bytes of GUIDs. */
  isUuid?: boolean;
}

const PER_SECOND = { MILLIS: 1e3, MICROS: 1e6, NANOS: 1e9 } as const;

async function open(source: DatasetSource, limitMs: number): Promise<RecordTable> {
  const file = source.main;
  await checkEnds(file);
  const unpacker = await ParquetProcess.open(file, limitMs);
  try {
    return await describeTable(file, unpacker);
  } catch (error) {
    await unpacker.close();
    throw error;
  }
}

async function describeTable(file: ByteSource, unpacker: ParquetProcess): Promise<RecordTable> {
  const metadata = await readMetadata(file, unpacker);
  const geometry = parquetGeometry(metadata, file.name) ?? (await unsaidGeometry({ file, unpacker, metadata }));
  const tops = parquetSchema(metadata).children.filter((child) => child.element.name !== geometry?.column && !isCovering(child));
  const told = toldFields(metadata);
  const columns = tops.map((top) => toColumn(top, told)).filter((column) => column !== null);
  const leftOut = columns.length < tops.length;
  const losses = new TableLosses(columns);
  return {
    name: baseName(file.name),
    reference: geometry?.reference ?? null,
    columns,
    mayBeTable: true,
    records: () => {
      losses.begin();
      return records({ file, unpacker, metadata }, { columns, losses }, geometry);
    },
    warnings: () => [...(leftOut ? [sentence('raw-bytes')] : []), ...losses.warnings()],
    close: () => unpacker.close(),
  };
}

/** The marks at both ends, and the length of the footer. @throws FormatError */
async function checkEnds(file: ByteSource): Promise<void> {
  const [start, end] = [await file.read(0, 4), await file.read(Math.max(0, file.size - 8), 8)];
  const mark = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes);
  if (mark(start) !== 'PAR1') throw new FormatError('parquet-not', { file: file.name });
  const footer = end.length < 8 ? Number.POSITIVE_INFINITY : new DataView(end.buffer, end.byteOffset).getUint32(0, true);
  if (mark(end.subarray(4)) !== 'PAR1' || footer + 12 > file.size || footer > MAX_FOOTER) throw damaged(file);
}

async function readMetadata(file: ByteSource, unpacker: ParquetProcess): Promise<FileMetaData> {
  const found = await unpacker.ask({ kind: 'metadata' }).catch((error: unknown) => {
    throw damaged(file, error);
  });
  if (found.kind !== 'metadata') throw damaged(file);
  const { metadata } = found;
  const isTooLarge = metadata.row_groups.some((group) =>
    group.columns.some(({ meta_data }) => Number(meta_data?.total_uncompressed_size ?? 0) > MAX_CHUNK),
  );
  if (isTooLarge) throw new FormatError('parquet-large', { file: file.name });
  return metadata;
}

function damaged(file: ByteSource, cause?: unknown): FormatError {
  return new FormatError('parquet-damaged', { file: file.name }, { cause });
}

/** Boxes beside geometries, which only speed queries up; they may have heights. */
function isCovering({ element, children }: SchemaTree): boolean {
  const isBox = children.length === 4 || children.length === 6;
  return isBox && /bbox$/i.test(element.name) && children.every((child) => /^[xyz](min|max)$/.test(child.element.name));
}

/** Rows, and their bytes, that are asked whether a column has geometries of which the file does not tell; the first ones mostly do. */
const FIRST_ASKED = 1000;
const MOST_ASKED = 200_000;
const MOST_BYTES_ASKED = 64 * 1024 * 1024;

/** Geometries in a column that is called so, where no word of the file tells of them, as programs write them that know nothing of places. */
async function unsaidGeometry(open: OpenFile): Promise<ParquetGeometry | null> {
  for (const { element } of parquetSchema(open.metadata).children.filter(mayBeGeometry)) {
    if (isGeometry(await firstValue(open, element.name))) return plainGeometry(element.name);
  }
  return null;
}

/** The first value of a column that is one, as far as is looked for it. */
async function firstValue(open: OpenFile, column: string): Promise<unknown> {
  let [start, asked, bytes] = [0, 0, 0];
  for (const group of open.metadata.row_groups) {
    const end = start + Number(group.num_rows);
    for (let at = start; at < end; ) {
      if (asked >= MOST_ASKED || bytes >= MOST_BYTES_ASKED) return undefined;
      const found = await read(open, [column], at, Math.min(end, at + (asked === 0 ? FIRST_ASKED : PART)));
      const value = found.rows.find(([one]) => one !== null && one !== undefined)?.[0];
      if (value !== undefined) return value;
      at += found.rows.length;
      asked += found.rows.length;
      bytes += found.bytes;
    }
    start = end;
  }
  return undefined;
}

/** What the footer tells of fields beyond the types of the format. */
function toldFields(metadata: FileMetaData): ReadonlyMap<string, ToldField> {
  const text = keyed(metadata, TOLD_FIELDS);
  const told = text === undefined ? null : parsed(text);
  if (typeof told !== 'object' || told === null) return new Map();
  return new Map(Object.entries(told).map(([name, field]) => [name, readToldField(field)]));
}

function toColumn(tree: SchemaTree, told: ReadonlyMap<string, ToldField>): Column | null {
  const { element, children } = tree;
  // Values within one another, and lists, become text.
  const isWithin = children.length > 0 || element.repetition_type === 'REPEATED';
  const type = isWithin ? 'esriFieldTypeString' : typeOf(element.type, element.converted_type, element.logical_type?.type);
  if (type === null) return null;
  const withDecimals = isWithin ? decimalsWithin(tree, decimalInText) : null;
  const said = told.get(element.name) ?? {};
  const { logical_type: logical } = element;
  const perSecond = logical?.type === 'TIME' ? PER_SECOND[logical.unit] : element.converted_type === 'TIME_MICROS' ? 1e6 : 1e3;
  return {
    name: element.name,
    alias: said.alias ?? element.name,
    ...(isWithin ? { type } : asTold(type, said)),
    ...(type === 'esriFieldTypeTimeOnly' ? { perSecond } : {}),
    ...(type === 'esriFieldTypeDate' ? { perMs: stepsOfMoments(element) } : {}),
    ...(logical?.type === 'UUID' && !isWithin ? { isUuid: true } : {}),
    ...(withDecimals === null ? {} : { withDecimals }),
    ...(element.converted_type === 'DECIMAL' && !isWithin ? { scale: element.scale ?? 0 } : {}),
  };
}

function typeOf(type: string | undefined, converted: string | undefined, logical: string | undefined): FieldType | null {
  if (logical === 'TIMESTAMP' || converted === 'TIMESTAMP_MILLIS' || converted === 'TIMESTAMP_MICROS' || type === 'INT96')
    return 'esriFieldTypeDate';
  if (logical === 'DATE' || converted === 'DATE') return 'esriFieldTypeDateOnly';
  if (logical === 'DECIMAL' || converted === 'DECIMAL') return 'esriFieldTypeDouble';
  if (logical === 'TIME' || /^TIME_/.test(converted ?? '')) return 'esriFieldTypeTimeOnly';
  if (logical === 'UUID') return 'esriFieldTypeGUID';
  if (type === 'BOOLEAN' || /^U?INT_8$|^INT_16$/.test(converted ?? '')) return 'esriFieldTypeSmallInteger';
  if (type === 'INT32') return converted === 'UINT_32' ? 'esriFieldTypeBigInteger' : 'esriFieldTypeInteger';
  if (type === 'INT64') return 'esriFieldTypeBigInteger';
  if (type === 'FLOAT' || logical === 'FLOAT16') return 'esriFieldTypeSingle';
  if (type === 'DOUBLE') return 'esriFieldTypeDouble';
  const isText = /^(UTF8|ENUM|JSON)$/.test(converted ?? '') || /^(STRING|ENUM|JSON)$/.test(logical ?? '');
  return isText ? 'esriFieldTypeString' : null;
}

/** A file that is being read. */
interface OpenFile {
  file: ByteSource;
  unpacker: ParquetProcess;
  metadata: FileMetaData;
}

/** The columns of a table, and what is found out about them while the rows are read. */
interface ReadColumns {
  columns: readonly Column[];
  losses: TableLosses;
}

async function* records(
  open: OpenFile,
  { columns, losses }: ReadColumns,
  geometry: ParquetGeometry | null,
): AsyncGenerator<SourceRecord[]> {
  const names = [...columns.map((column) => column.name), ...(geometry === null ? [] : [geometry.column])];
  let start = 0;
  let bytes = 0;
  for (const group of open.metadata.row_groups) {
    const end = start + Number(group.num_rows);
    // Every part unpacks its group once more: few large parts, and no more rows at a time than memory takes.
    for (let at = start; at < end; ) {
      const found = await read(open, names, at, Math.min(end, at + PART));
      const { rows } = found;
      at += rows.length;
      bytes += found.bytes;
      if (bytes > RATIO_FROM && bytes > open.file.size * MAX_RATIO) throw new FormatError('parquet-large', { file: open.file.name });
      for (let from = 0; from < rows.length; from += BATCH) {
        yield rows.slice(from, from + BATCH).map((row) => {
          losses.nextRow();
          return {
            shape: geometry === null ? null : geometry.shape(row[columns.length]),
            values: columns.map((column, i) => fieldValue(row[i], column, losses.of(i))),
          };
        });
      }
    }
    start = end;
  }
}

/** Rows from the first on, some at least, and their bytes. */
async function read(
  { file, unpacker }: OpenFile,
  columns: string[],
  rowStart: number,
  rowEnd: number,
): Promise<{ rows: unknown[][]; bytes: number }> {
  const found = await unpacker.ask({ kind: 'rows', columns, rowStart, rowEnd }).catch((error: unknown) => {
    if (String(error).includes(ROW_TOO_LARGE)) throw new FormatError('parquet-large', { file: file.name }, { cause: error });
    throw /unsupported compression|not supported|no decompressor/i.test(String(error))
      ? new FormatError('parquet-codec', { file: file.name }, { cause: error })
      : damaged(file, error);
  });
  if (found.kind !== 'rows' || found.rows.length === 0 || found.rows.length > rowEnd - rowStart) throw damaged(file);
  return found;
}

function fieldValue(value: unknown, { type, perSecond, perMs, isUuid, scale, withDecimals }: Column, losses: Losses | undefined): unknown {
  if (value === null || value === undefined) return null;
  if (type === 'esriFieldTypeDateOnly') return dayOf(value instanceof Date ? value.getTime() : Number.NaN);
  if (perSecond !== undefined) {
    if ((Number(value) * 1000) % perSecond !== 0) losses?.moments.add();
    return timeText(Number(value) / perSecond);
  }
  if (isUuid) return typeof value === 'string' ? `{${value.toUpperCase()}}` : null;
  if (perMs !== undefined && typeof value === 'bigint') {
    const finer = ((value % perMs) + perMs) % perMs;
    if (finer !== 0n) losses?.moments.add();
    return Number((value - finer) / perMs);
  }
  if (type === 'esriFieldTypeDate') {
    const ms = value instanceof Date ? value.getTime() : typeof value === 'string' ? cutMoment(value, losses) : Number(value);
    return Number.isFinite(ms) ? ms : null;
  }
  if (type === 'esriFieldTypeString' || isFormed(type)) {
    const text =
      typeof value === 'string'
        ? value
        : value instanceof Uint8Array
          ? new TextDecoder().decode(value)
          : plain(withDecimals === undefined ? value : withDecimals(value));
    return isFormed(type) ? formedText(text, type) : text.replaceAll('\0', '');
  }
  if (typeof value === 'bigint' && type === 'esriFieldTypeBigInteger') return wholeNumber(value);
  if (scale !== undefined) return decimalOf(value, scale, losses);
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** The milliseconds of a moment that has more digits. */
function cutMoment(text: string, losses: Losses | undefined): number {
  losses?.moments.add();
  return Date.parse(text.replace(/(\.\d{3})\d+Z$/, '$1Z'));
}

/** Seconds of a day as a time of day, with the fraction that there is. */
function timeText(seconds: number): string | null {
  if (!(seconds >= 0 && seconds < 86_400)) return null;
  const text = new Date(Math.floor(seconds * 1000 + 1e-3)).toISOString().slice(11, 23);
  return text.replace(/\.000$/, '');
}

function plain(value: unknown): string {
  if (typeof value !== 'object') return String(value);
  return jsonText(value, (part) => (part instanceof Uint8Array ? new TextDecoder().decode(part) : part));
}
