// GeoPackage: an SQLite database with tables of features. Needs Node and a file on a disk.
import { setImmediate } from 'node:timers/promises';
import { joinedByKind } from '../convert/collections.ts';
import { readWkbParts } from '../convert/wkb.ts';
import { GeometryError } from '../esri/geometry-error.ts';
import { type Sentence, sentence } from '../sentence.ts';
import { formedText, isFormed } from './field-text.ts';
import { type ByteSource, baseName, type DatasetSource, type FieldType, FormatError, type FormatReader } from './format-reader.ts';
import { GeoPackageProcess } from './geopackage-process.ts';
import {
  type GeoPackageColumn,
  type GeoPackageFile,
  type GeoPackageRow,
  type GeoPackageTable,
  GeoPackageTables,
} from './geopackage-tables.ts';
import { changesBeside } from './geopackage-wal.ts';
import { isFiner, TableLosses } from './losses.ts';
import { parseDate } from './parse-date.ts';
import { type RecordTable, recordReader, type SourceRecord } from './record-reader.ts';
import { someOf } from './some-of.ts';
import { wholeNumber } from './whole-number.ts';

/** Reads `.gpkg`; `parts` are its tables of features and of attributes. What the file lets be worked out may take so long. */
export function geoPackageReaderWithin(limitMs: number): FormatReader {
  return recordReader({ format: 'geopackage', extensions: ['gpkg'], parts, open: (source) => open(source, limitMs) });
}

/** The reader of GeoPackages. */
export const geoPackageReader: FormatReader = geoPackageReaderWithin(60_000);

/** Longest value that is read. */
const MAX_VALUE = 256 * 1024 * 1024;

/** Where the tables are read: here, or where reading them can be ended. */
interface OpenTables {
  table(wanted: string | undefined): GeoPackageTable | Promise<GeoPackageTable>;
  rows(table: string, list: readonly string[]): Iterable<GeoPackageRow[]> | AsyncIterable<GeoPackageRow[]>;
  close(): void | Promise<void>;
}

async function parts(source: DatasetSource): Promise<string[]> {
  const tables = new GeoPackageTables(await fileOf(source.main));
  try {
    return tables.names();
  } finally {
    tables.close();
  }
}

/** @throws FormatError */
async function fileOf(file: ByteSource): Promise<GeoPackageFile> {
  const mark = new TextDecoder('latin1').decode(await file.read(0, 16));
  if (mark !== 'SQLite format 3\0') throw new FormatError('gpkg-not', { file: file.name });
  if (file.path === undefined) throw new FormatError('server-only', { file: file.name });
  return { name: file.name, path: file.path, size: file.size };
}

/** Formulas of a file may take for ever: then it is read in a process of its own. */
async function openTables(source: ByteSource, limitMs: number): Promise<OpenTables> {
  const file = await fileOf(source);
  const tables = new GeoPackageTables(file);
  try {
    if (!tables.isReckoned) return tables;
  } catch (error) {
    tables.close();
    throw error;
  }
  tables.close();
  return new GeoPackageProcess(file, limitMs);
}

async function open(source: DatasetSource, limitMs: number): Promise<RecordTable> {
  const tables = await openTables(source.main, limitMs);
  try {
    const table = await tables.table(source.part);
    const { isFirst, geometry, columns, leftOut, left, longLists, others } = table;
    const losses = new TableLosses(columns);
    const wal = source.companions?.wal;
    const areChangesLeft = isFirst && wal !== undefined && (await changesBeside(wal, source.main));
    return {
      name: source.part ?? baseName(source.main.name),
      reference: geometry?.reference ?? null,
      columns,
      mayBeTable: geometry === null,
      geometryType: geometry?.type,
      records: () => {
        losses.begin();
        return records(tables, table, losses);
      },
      warnings: () => [
        ...others,
        ...(areChangesLeft ? [sentence('changes-left', { file: source.main.name })] : []),
        ...(leftOut > 0 ? [sentence('raw-bytes')] : []),
        ...(longLists.length > 0 ? [sentence('lists-long', { names: someOf(longLists) })] : []),
        ...reckonedWarning(left),
        ...losses.warnings(),
      ],
      close: () => tables.close(),
    };
  } catch (error) {
    await tables.close();
    throw error;
  }
}

function reckonedWarning(left: readonly string[]): Sentence[] {
  return left.length > 0 ? [sentence('columns-reckoned', { columns: someOf(left) })] : [];
}

async function* records(
  tables: OpenTables,
  { name, geometry, columns }: GeoPackageTable,
  losses: TableLosses,
): AsyncGenerator<SourceRecord[]> {
  const list = [...(geometry === null ? [] : [geometry.column]), ...columns.map((column) => column.name)];
  for await (const rows of tables.rows(name, list)) {
    yield rows.map((row) => recordOf(row, columns, { isPlaced: geometry !== null, losses }));
    // The database is read without a pause otherwise: others have their turn in between.
    await setImmediate();
  }
}

function recordOf(
  row: GeoPackageRow,
  columns: readonly GeoPackageColumn[],
  { isPlaced, losses }: { isPlaced: boolean; losses: TableLosses },
): SourceRecord {
  losses.nextRow();
  const first = isPlaced ? 1 : 0;
  const values = columns.map(({ type }, i) => {
    const given = row[i + first];
    const value = fieldValue(given, type);
    if (type === 'esriFieldTypeDate' && typeof given === 'string' && isFiner(given)) losses.of(i)?.moments.add();
    // Columns of SQLite take any value: what their type does not hold is told of.
    if (value === null && given !== null && given !== '') losses.addUnfit(i);
    return value;
  });
  return { shape: isPlaced ? readGeometry(row[0]) : null, values };
}

/** Columns of SQLite may hold values of any type, whatever they declare. */
function fieldValue(value: unknown, type: FieldType): unknown {
  if (value === null || value === undefined || value instanceof Uint8Array) return null;
  if (type === 'esriFieldTypeString') return String(value).replaceAll('\0', '');
  if (isFormed(type)) return typeof value === 'string' ? formedText(value, type) : null;
  if (type === 'esriFieldTypeDate') return typeof value === 'string' ? parseDate(value, 'iso') : null;
  if (typeof value === 'bigint' && /Integer$/.test(type)) return wholeNumber(value);
  const number = typeof value === 'bigint' ? Number(value) : typeof value === 'number' ? value : Number(String(value).trim() || Number.NaN);
  return Number.isFinite(number) ? number : null;
}

const ENVELOPE_BYTES = [0, 32, 48, 48, 64];

/** The shape behind the header that GeoPackages put before WKB. */
function readGeometry(blob: unknown): SourceRecord['shape'] {
  if (blob === null) return null;
  if (!(blob instanceof Uint8Array) || blob.length < 8 || blob[0] !== 0x47 || blob[1] !== 0x50) return sentence('geometry-damaged');
  const flags = blob[3] ?? 0;
  const envelope = ENVELOPE_BYTES[(flags >> 1) & 7];
  if (envelope === undefined || blob.length > MAX_VALUE) return sentence('geometry-damaged');
  if ((flags & 0x10) !== 0) return null;
  try {
    return joinedByKind(readWkbParts(blob.subarray(8 + envelope)));
  } catch (error) {
    if (error instanceof GeometryError) return error.sentence;
    throw error;
  }
}
