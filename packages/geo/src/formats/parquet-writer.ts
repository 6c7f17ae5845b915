// Writes a layer as GeoParquet in longitude and latitude, one group of rows after another.
import type { BinaryRow, CellKind } from '../convert/binary-row.ts';
import { isPlainPoint, pointView } from '../convert/point-wkb.ts';
import type { Shape } from '../convert/shape.ts';
import { positionsOf } from '../convert/shape.ts';
import { readWkb, writeWkb } from '../convert/wkb.ts';
import { WGS84 } from '../project/spatial-reference.ts';
import { type EncodedLayer, type RowEncoder, textOf, type WrittenField } from './format-writer.ts';
import { ParquetColumn } from './parquet-column.ts';
import { type ParquetField, ParquetFile } from './parquet-file.ts';
import { tellField } from './told-fields.ts';

/** A group of rows is written, and let go of, at so many rows or bytes; larger groups take more memory and make hardly smaller files. */
const GROUP_ROWS = 8_000;
const GROUP_BYTES = 4 * 1024 * 1024;
const DAY_MS = 86_400_000;

const TEXT = { type: 'BYTE_ARRAY', converted: 'UTF8' } as const;
const TYPES: Readonly<Record<WrittenField['type'], Omit<ParquetField, 'name'>>> = {
  esriFieldTypeSmallInteger: { type: 'INT32', converted: 'INT_16' },
  esriFieldTypeInteger: { type: 'INT32' },
  esriFieldTypeBigInteger: { type: 'INT64' },
  esriFieldTypeSingle: { type: 'FLOAT' },
  esriFieldTypeDouble: { type: 'DOUBLE' },
  esriFieldTypeDate: { type: 'INT64', converted: 'TIMESTAMP_MILLIS' },
  esriFieldTypeDateOnly: { type: 'INT32', converted: 'DATE' },
  esriFieldTypeTimeOnly: { type: 'INT32', isTime: true },
  esriFieldTypeTimestampOffset: TEXT,
  esriFieldTypeGUID: { ...TEXT, isUnique: true },
  esriFieldTypeGlobalID: { ...TEXT, isUnique: true },
  esriFieldTypeString: TEXT,
  text: TEXT,
};

const KINDS = { point: 'Point', multipoint: 'MultiPoint', polyline: 'LineString', polygon: 'Polygon' } as const;

/** The key behind which the footer tells what the types of the format do not. */
export const TOLD_FIELDS = 'graticule:fields';

/** What the footer says about the geometries, known when all were written. */
class GeometryFacts {
  private readonly types = new Set<string>();
  private hasM = false;
  private readonly box = [Infinity, Infinity, -Infinity, -Infinity];

  /** A point without height and measure; one without a place has no numbers. */
  addPoint(x: number, y: number): void {
    this.types.add(KINDS.point);
    if (!Number.isNaN(x)) this.reach(x, y);
  }

  add(shape: Shape): void {
    const count = shape.kind === 'polyline' ? shape.paths.length : shape.kind === 'polygon' ? shape.polygons.length : 1;
    if (shape.hasM) this.hasM = true;
    this.types.add(`${count > 1 ? 'Multi' : ''}${KINDS[shape.kind]}${shape.hasZ ? ' Z' : ''}`);
    for (const [x = 0, y = 0] of positionsOf(shape)) this.reach(x, y);
  }

  private reach(x: number, y: number): void {
    const { box } = this;
    box[0] = Math.min(box[0] ?? x, x);
    box[1] = Math.min(box[1] ?? y, y);
    box[2] = Math.max(box[2] ?? x, x);
    box[3] = Math.max(box[3] ?? y, y);
  }

  /**
   * The text behind the key `geo`, of version 1.1 of GeoParquet; no system means longitude and latitude. Types with measures have no
   * names there, and no names mean that the geometries must be looked at.
   */
  metadata(column: string): string {
    const bbox = Number.isFinite(this.box[0]) ? { bbox: this.box } : {};
    const columns = { [column]: { encoding: 'WKB', geometry_types: this.hasM ? [] : [...this.types].sort(), ...bbox } };
    return JSON.stringify({ version: '1.1.0', primary_column: column, columns });
  }
}

/** The bytes of the file in pieces. */
export async function* writeParquet(layer: EncodedLayer): AsyncGenerator<Uint8Array> {
  const taken = new Set(layer.fields.map((field) => field.name.toLowerCase()));
  const geometry = layer.geometryType === null ? null : taken.has('geometry') ? 'geometry_shape' : 'geometry';
  const columns: ParquetField[] = layer.fields.map((field) => ({ name: field.name, ...TYPES[field.type] }));
  if (geometry !== null) columns.push({ name: geometry, type: 'BYTE_ARRAY', isUnique: true });
  // A table needs a column.
  if (columns.length === 0) columns.push({ name: 'row', type: 'INT32' });
  const file = new ParquetFile(columns, GROUP_ROWS);
  const rows = new ParquetRows(layer, { file, columns });
  for await (const piece of layer.encoded(rows)) if (piece.length > 0) yield piece;
  rows.flush();
  const words: { key: string; value: string }[] = [];
  if (geometry !== null) words.push({ key: 'geo', value: rows.facts.metadata(geometry) });
  if (layer.fields.length > 0) {
    const told = Object.fromEntries(layer.fields.map((field) => [field.name, tellField(field)]));
    words.push({ key: TOLD_FIELDS, value: JSON.stringify(told) });
  }
  file.finish(words);
  yield file.take();
}

/** Collects rows, column by column, until there are enough for a group. */
class ParquetRows implements RowEncoder {
  readonly srid = WGS84;
  readonly facts = new GeometryFacts();
  private readonly fields: readonly WrittenField[];
  private readonly hasGeometry: boolean;
  private readonly file: ParquetFile;
  /** As the columns of the file. */
  private readonly values: readonly ParquetColumn[];
  private kinds: readonly CellKind[] = [];
  private count = 0;
  private size = 0;

  constructor(layer: Omit<EncodedLayer, 'encoded'>, { file, columns }: { file: ParquetFile; columns: readonly ParquetField[] }) {
    this.fields = layer.fields;
    this.hasGeometry = layer.geometryType !== null;
    this.file = file;
    this.values = columns.map(({ type }) => new ParquetColumn(type, GROUP_ROWS));
  }

  columns(kinds: readonly CellKind[]): void {
    this.kinds = kinds;
  }

  add(row: BinaryRow): void {
    const { fields, kinds, values } = this;
    for (let i = 0; i < fields.length; i++)
      addCell(values[i] as ParquetColumn, row, i + 1, { kind: kinds[i + 1], field: fields[i] as WrittenField });
    if (this.hasGeometry) this.addGeometry(values[fields.length] as ParquetColumn, row, fields.length + 1);
    else if (fields.length === 0) values[0]?.number(this.count);
    this.count++;
    this.size += row.size;
    // Rows are as large as their geometries: a page of them may be more than a group.
    if (this.count >= GROUP_ROWS || this.size >= GROUP_BYTES) this.flush();
  }

  take(): Uint8Array {
    return this.file.take();
  }

  /** Writes the rows that were collected. */
  flush(): void {
    if (this.count === 0) return;
    this.file.group(this.values);
    for (const column of this.values) column.clear();
    this.count = 0;
    this.size = 0;
  }

  private addGeometry(column: ParquetColumn, row: BinaryRow, at: number): void {
    if (row.isNull(at)) {
      column.none();
      return;
    }
    const wkb = row.part(at);
    if (isPlainPoint(wkb)) {
      const place = pointView(wkb);
      this.facts.addPoint(place.getFloat64(5, true), place.getFloat64(13, true));
      column.part(row.bytes, row.starts[at] as number, wkb.length);
      return;
    }
    const shape = readWkb(wkb);
    this.facts.add(shape);
    const written = writeWkb(shape, { srid: null, iso: true });
    column.part(written, 0, written.length);
  }
}

const utf8 = new TextDecoder();

/** Adds a value; texts and ids go from the bytes of the row to those of the column without becoming anything between. */
function addCell(
  column: ParquetColumn,
  row: BinaryRow,
  at: number,
  { kind, field }: { kind: CellKind | undefined; field: WrittenField },
): void {
  if (row.isNull(at)) column.none();
  else if (column.type !== 'BYTE_ARRAY') column.number(numberIn(row, at, kind, field));
  else if (kind === 'text') column.part(row.bytes, row.starts[at] as number, row.lengths[at] as number);
  else if (kind === 'uuid') column.guid(row, at);
  else {
    const text = textOf(valueIn(row, at, kind), field);
    if (text === null) column.none();
    else column.text(text);
  }
}

/** A value as rows of objects have it: dates as epoch milliseconds, everything else that is no number as text. */
function valueIn(row: BinaryRow, at: number, kind: CellKind | undefined): unknown {
  if (kind === 'integer') return row.integer(at);
  if (kind === 'double') return row.double(at);
  if (kind === 'boolean') return row.boolean(at);
  if (kind !== 'timestamp') return utf8.decode(row.part(at));
  const ms = row.timestamp(at);
  return Number.isNaN(ms) ? null : ms;
}

/** The number that a column of numbers holds for a value. */
function numberIn(row: BinaryRow, at: number, kind: CellKind | undefined, { type }: WrittenField): number {
  if (kind === 'timestamp') return row.timestamp(at);
  if (kind === 'integer') return row.integer(at);
  // A single is the same number however many digits are made of it.
  if (kind === 'double')
    return type === 'esriFieldTypeSingle' && row.lengths[at] === 4 ? row.view.getFloat32(row.starts[at] as number) : row.double(at);
  const value = valueIn(row, at, kind);
  if (type === 'esriFieldTypeDateOnly') return Math.floor(Date.parse(`${String(value).slice(0, 10)}T00:00:00Z`) / DAY_MS);
  if (type === 'esriFieldTypeTimeOnly') return Date.parse(`1970-01-01T${String(value).slice(0, 12)}Z`);
  return Number(value);
}
