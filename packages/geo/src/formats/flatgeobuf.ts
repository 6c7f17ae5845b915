// FlatGeobuf: a header, a spatial index that is passed over, and features one after another.
import { canonicalWkid, type KnownReference, referenceOfWkt } from '../project/spatial-reference.ts';
import { isCompound } from '../project/wkt-parts.ts';
import { sentence } from '../sentence.ts';
import { ByteCursor } from './byte-source.ts';
import { formedText, isFormed } from './field-text.ts';
import { FlatTable } from './flatbuffer.ts';
import { flatGeometryType, readFlatGeometry } from './flatgeobuf-geometry.ts';
import { type ByteSource, baseName, type DatasetSource, type FieldType, FormatError, type FormatReader } from './format-reader.ts';
import { isFiner, TableLosses } from './losses.ts';
import { parseDate } from './parse-date.ts';
import { type RecordColumn, type RecordTable, recordReader, type SourceRecord } from './record-reader.ts';
import { asTold, readToldField, type ToldField } from './told-fields.ts';
import { wholeNumber } from './whole-number.ts';

/** Reads `.fgb`. */
export const flatGeobufReader: FormatReader = recordReader({ format: 'flatgeobuf', extensions: ['fgb'], open });

const MAGIC = [0x66, 0x67, 0x62, 3, 0x66, 0x67, 0x62];
const MAX_HEADER = 10 * 1024 * 1024;
const MAX_FEATURE = 256 * 1024 * 1024;
const INDEX_NODE = 40;
const BATCH = 500;

interface Column extends RecordColumn {
  kind: number;
}

interface Header {
  type: number;
  columns: Column[];
  reference: KnownReference | null;
  /** Where the features begin. */
  start: number;
}

/** Sizes of the values of a column by its kind; texts and bytes say their own. */
const SIZES = [1, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8];
const TYPES: readonly FieldType[] = [
  'esriFieldTypeSmallInteger',
  'esriFieldTypeSmallInteger',
  'esriFieldTypeSmallInteger',
  'esriFieldTypeSmallInteger',
  'esriFieldTypeInteger',
  'esriFieldTypeInteger',
  'esriFieldTypeBigInteger',
  'esriFieldTypeBigInteger',
  'esriFieldTypeBigInteger',
  'esriFieldTypeSingle',
  'esriFieldTypeDouble',
  'esriFieldTypeString',
  'esriFieldTypeString',
  'esriFieldTypeDate',
];
const DATE = 13;
const BINARY = 14;

async function open(source: DatasetSource): Promise<RecordTable> {
  const header = await readHeader(source.main);
  const kept = header.columns.filter((column) => column.kind !== BINARY);
  const losses = new TableLosses(header.columns);
  return {
    name: baseName(source.main.name),
    reference: header.reference,
    columns: kept.map(({ kind: _, ...column }) => column),
    mayBeTable: true,
    geometryType: flatGeometryType(header.type),
    records: () => {
      losses.begin();
      return records(source.main, header, losses);
    },
    warnings: () => [...(kept.length < header.columns.length ? [sentence('raw-bytes')] : []), ...losses.warnings()],
  };
}

async function readHeader(file: ByteSource): Promise<Header> {
  const start = await file.read(0, 12);
  if (start.length < 12 || MAGIC.some((byte, i) => start[i] !== byte)) throw new FormatError('fgb-not', { file: file.name });
  const size = new DataView(start.buffer, start.byteOffset).getUint32(8, true);
  if (size < 8 || size > MAX_HEADER || 12 + size > file.size) throw new FormatError('fgb-header', { file: file.name });
  return guarded({ file: file.name }, await file.read(12, size), (table) => {
    const count = table.long(8);
    const nodeSize = table.short(9, 16);
    return {
      type: table.byte(2),
      columns: table.tables(7).map(toColumn),
      reference: referenceOf(table.table(10)),
      start: 12 + size + indexSize(count, nodeSize),
    };
  });
}

/** Whatever a damaged buffer leads to becomes one clear error. */
function guarded<T>(where: { file: string; feature?: number }, bytes: Uint8Array, read: (table: FlatTable) => T): T {
  try {
    return read(FlatTable.root(bytes));
  } catch (cause) {
    const { file, feature } = where;
    throw feature === undefined
      ? new FormatError('fgb-header', { file }, { cause })
      : new FormatError('fgb-feature', { file, feature }, { cause });
  }
}

function toColumn(table: FlatTable): Column {
  const kind = table.byte(1);
  if (kind > BINARY) throw new RangeError('a column is of an unknown kind');
  const name = table.text(0) ?? '';
  const own = TYPES[kind] ?? 'esriFieldTypeString';
  const told = toldBy(table.text(10));
  // Days and moments with an offset are texts behind the word for moments.
  const asText = own === 'esriFieldTypeDate' && told.type !== undefined && isFormed(told.type) ? 'esriFieldTypeString' : own;
  return { name, alias: table.text(2)?.trim() || name, kind, ...asTold(asText, told) };
}

function toldBy(json: string | null): ToldField {
  if (json === null || json.length > MAX_HEADER) return {};
  try {
    return readToldField(JSON.parse(json));
  } catch {
    return {};
  }
}

function referenceOf(crs: FlatTable | null): KnownReference | null {
  if (crs === null) return null;
  const [code, wkt] = [crs.int(1), crs.text(4) ?? ''];
  // Numbers of systems with heights are often younger than the table of the database; the text says which places are meant.
  return code > 0 && !isCompound(wkt) ? { wkid: canonicalWkid(code) } : referenceOfWkt(wkt);
}

/** Length of the packed tree over so many features. */
function indexSize(count: number, nodeSize: number): number {
  if (count === 0 || nodeSize < 2) return 0;
  let nodes = count;
  let level = count;
  // A single feature has a node above it too.
  do {
    level = Math.ceil(level / nodeSize);
    nodes += level;
  } while (level > 1);
  return nodes * INDEX_NODE;
}

async function* records(file: ByteSource, header: Header, losses: TableLosses): AsyncGenerator<SourceRecord[]> {
  const cursor = new ByteCursor(file, header.start);
  let batch: SourceRecord[] = [];
  let row = 0;
  try {
    while (cursor.has(4) || (await cursor.fill(4))) {
      row++;
      losses.nextRow();
      const start = cursor.take(4);
      const size = new DataView(start.buffer, start.byteOffset).getUint32(0, true);
      if (size > MAX_FEATURE || cursor.position + size > file.size) {
        throw new FormatError('fgb-feature', { file: file.name, feature: row });
      }
      if (!cursor.has(size)) await cursor.fill(size);
      const table = guarded({ file: file.name, feature: row }, cursor.take(size), (feature) => readFeature(feature, header, losses));
      batch.push(table);
      if (batch.length >= BATCH) {
        yield batch;
        batch = [];
      }
    }
    if (cursor.position < file.size) throw new FormatError('fgb-cut-off', { file: file.name, feature: row });
    if (batch.length > 0) yield batch;
  } finally {
    await cursor.close();
  }
}

function readFeature(feature: FlatTable, header: Header, losses: TableLosses): SourceRecord {
  const own = feature.tables(2).map(toColumn);
  const values = readValues(feature.bytes(1), own.length > 0 ? own : header.columns, losses);
  const geometry = feature.table(0);
  return {
    shape: geometry === null ? null : readFlatGeometry(geometry, header.type),
    values: values.filter((_, i) => header.columns[i]?.kind !== BINARY).slice(0, header.columns.length),
  };
}

function readValues(bytes: Uint8Array | null, columns: readonly Column[], losses: TableLosses): unknown[] {
  const values: unknown[] = columns.map(() => null);
  if (bytes === null) return values;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at < bytes.length; ) {
    const index = view.getUint16(at, true);
    const column = columns[index];
    if (column === undefined) throw new RangeError('a value belongs to no column');
    at += 2;
    const size = SIZES[column.kind];
    if (size !== undefined) {
      values[index] = numberAt(view, at, column.kind);
      at += size;
      continue;
    }
    const length = view.getUint32(at, true);
    at += 4;
    if (at + length > bytes.length) throw new RangeError('a text is longer than its feature');
    const text = column.kind === BINARY ? '' : new TextDecoder().decode(bytes.subarray(at, at + length)).replaceAll('\0', '');
    if (column.kind === DATE && isFiner(text)) losses.of(index)?.moments.add();
    values[index] = isFormed(column.type) ? formedText(text, column.type) : column.kind === DATE ? parseDate(text, 'iso') : text;
    // GDAL writes times of day as moments without a day.
    if (column.kind === DATE && values[index] === null && text.trim() !== '') losses.addUnfit(index);
    at += length;
  }
  return values;
}

function numberAt(view: DataView, at: number, kind: number): number | bigint | null {
  const value = anyNumberAt(view, at, kind);
  return typeof value === 'bigint' || Number.isFinite(value) ? value : null;
}

function anyNumberAt(view: DataView, at: number, kind: number): number | bigint {
  switch (kind) {
    case 0:
      return view.getInt8(at);
    case 1:
      return view.getUint8(at);
    case 2:
      return view.getUint8(at) === 0 ? 0 : 1;
    case 3:
      return view.getInt16(at, true);
    case 4:
      return view.getUint16(at, true);
    case 5:
      return view.getInt32(at, true);
    case 6:
      return view.getUint32(at, true);
    case 7:
      return wholeNumber(view.getBigInt64(at, true));
    case 8:
      return wholeNumber(view.getBigUint64(at, true));
    case 9:
      return view.getFloat32(at, true);
    default:
      return view.getFloat64(at, true);
  }
}
