// Writes a layer as GeoParquet in longitude and latitude, one group of rows after another.
import type { SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { BinaryRow, CellKind } from '../convert/binary-row.ts';
import { isPlainPoint, pointView, pointWkb } from '../convert/point-wkb.ts';
import type { Shape } from '../convert/shape.ts';
import { positionsOf } from '../convert/shape.ts';
import { readWkb, writeWkb } from '../convert/wkb.ts';
import { WGS84 } from '../project/spatial-reference.ts';
import { type EncodedLayer, type RowEncoder, textOf, type WrittenField } from './format-writer.ts';
import { tellField } from './told-fields.ts';

/** A group of rows is written, and let go of, at so many rows or bytes; larger groups take more memory and make hardly smaller files. */
const GROUP_ROWS = 8_000;
const GROUP_BYTES = 16 * 1024 * 1024;
const DAY_MS = 86_400_000;

const TYPES: Readonly<Record<WrittenField['type'], Omit<SchemaElement, 'name'>>> = {
  esriFieldTypeSmallInteger: { type: 'INT32', converted_type: 'INT_16' },
  esriFieldTypeInteger: { type: 'INT32' },
  esriFieldTypeBigInteger: { type: 'INT64' },
  esriFieldTypeSingle: { type: 'FLOAT' },
  esriFieldTypeDouble: { type: 'DOUBLE' },
  esriFieldTypeDate: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
  esriFieldTypeDateOnly: { type: 'INT32', converted_type: 'DATE' },
  esriFieldTypeTimeOnly: { type: 'INT32', logical_type: { type: 'TIME', isAdjustedToUTC: false, unit: 'MILLIS' } },
  esriFieldTypeTimestampOffset: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  esriFieldTypeGUID: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  esriFieldTypeGlobalID: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  esriFieldTypeString: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
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
  const columns = [
    ...layer.fields.map((field) => ({ name: field.name, ...TYPES[field.type] })),
    ...(geometry ? [{ name: geometry, type: 'BYTE_ARRAY' as const }] : []),
  ];
  // A table needs a column.
  if (columns.length === 0) columns.push({ name: 'row', type: 'INT32' });
  const schema: SchemaElement[] = [
    { name: 'schema', num_children: columns.length },
    ...columns.map((column) => ({ ...column, repetition_type: 'OPTIONAL' as const })),
  ];
  const bytes = new ByteWriter();
  const kvMetadata: { key: string; value: string }[] = [];
  const writer = new ParquetWriter({ writer: bytes, schema, kvMetadata, createdBy: 'Graticule' });
  const rows = new ParquetRows(layer.fields, { writer, bytes, columns, geometry });
  for await (const piece of layer.encoded(rows)) if (piece.length > 0) yield piece;
  rows.flush();
  if (geometry !== null) kvMetadata.push({ key: 'geo', value: rows.facts.metadata(geometry) });
  if (layer.fields.length > 0) {
    const told = Object.fromEntries(layer.fields.map((field) => [field.name, tellField(field)]));
    kvMetadata.push({ key: TOLD_FIELDS, value: JSON.stringify(told) });
  }
  await writer.finish();
  yield rows.written();
}

/** Where the rows of a file go. */
interface ParquetFile {
  writer: ParquetWriter;
  bytes: ByteWriter;
  columns: readonly { name: string }[];
  geometry: string | null;
}

/** Collects rows, column by column, until there are enough for a group. */
class ParquetRows implements RowEncoder {
  readonly srid = WGS84;
  readonly facts = new GeometryFacts();
  private readonly fields: readonly WrittenField[];
  private readonly file: ParquetFile;
  private kinds: readonly CellKind[] = [];
  private columnsOfGroup: unknown[][];
  private count = 0;
  private size = 0;

  constructor(fields: readonly WrittenField[], file: ParquetFile) {
    this.fields = fields;
    this.file = file;
    this.columnsOfGroup = file.columns.map(() => []);
  }

  columns(kinds: readonly CellKind[]): void {
    this.kinds = kinds;
  }

  add(row: BinaryRow): void {
    const { fields, columnsOfGroup, kinds } = this;
    for (const [i, field] of fields.entries()) {
      columnsOfGroup[i]?.push(row.isNull(i + 1) ? null : cell(valueIn(row, i + 1, kinds[i + 1]), field));
    }
    if (this.file.geometry !== null) columnsOfGroup[fields.length]?.push(this.geometryIn(row, fields.length + 1));
    else if (fields.length === 0) columnsOfGroup[0]?.push(this.count);
    this.count++;
    this.size += row.size;
    // Rows are as large as their geometries: a page of them may be more than a group.
    if (this.count >= GROUP_ROWS || this.size >= GROUP_BYTES) this.flush();
  }

  take(): Uint8Array {
    return this.written();
  }

  /** Writes the rows that were collected. */
  flush(): void {
    const { count, columnsOfGroup, file } = this;
    if (count === 0) return;
    const columnData = file.columns.map(({ name }, i) => {
      const column = { name, data: columnsOfGroup[i] ?? [], offsetIndex: false };
      const type = this.fields[i]?.type;
      const isId = type === 'esriFieldTypeGUID' || type === 'esriFieldTypeGlobalID';
      // Geometries and ids hardly come twice and have no order: looking for either would take several times their memory.
      return name === file.geometry || isId ? { ...column, encoding: 'PLAIN' as const, statistics: false } : column;
    });
    // Into memory, at once: it waits for nobody.
    void file.writer.write({ columnData, rowGroupSize: count });
    // There are none to write at the end, and each would keep its column's notes.
    file.writer.pendingIndexes = [];
    this.columnsOfGroup = file.columns.map(() => []);
    this.count = 0;
    this.size = 0;
  }

  /** The bytes since the last call. */
  written(): Uint8Array {
    const { bytes } = this.file;
    const piece = bytes.getBytes().slice();
    bytes.index = 0;
    return piece;
  }

  private geometryIn(row: BinaryRow, column: number): Uint8Array | null {
    if (row.isNull(column)) return null;
    const wkb = row.part(column);
    if (isPlainPoint(wkb)) {
      const place = pointView(wkb);
      const [x, y] = [place.getFloat64(5, true), place.getFloat64(13, true)];
      this.facts.addPoint(x, y);
      // A copy: what is received next comes into the same memory.
      return pointWkb(x, y);
    }
    const shape = readWkb(wkb);
    this.facts.add(shape);
    return writeWkb(shape, { srid: null, iso: true });
  }
}

const utf8 = new TextDecoder();
/** The text of a global id, written anew for each. */
const GUID = new Uint8Array(38);

/** A value as rows of objects have it: dates as epoch milliseconds, everything else that is no number as text. */
function valueIn(row: BinaryRow, column: number, kind: CellKind | undefined): unknown {
  if (kind === 'integer') return row.integer(column);
  if (kind === 'double') return row.double(column);
  if (kind === 'boolean') return row.boolean(column);
  if (kind === 'timestamp') {
    const ms = row.timestamp(column);
    return Number.isNaN(ms) ? null : ms;
  }
  if (kind === 'uuid') {
    row.guid(column, GUID, 0);
    return utf8.decode(GUID);
  }
  return utf8.decode(row.part(column));
}

function cell(value: unknown, field: WrittenField): unknown {
  if (value === null || value === undefined) return null;
  switch (field.type) {
    case 'esriFieldTypeBigInteger':
      return BigInt(Math.trunc(Number(value)));
    case 'esriFieldTypeDate':
      return BigInt(Math.round(Number(value)));
    case 'esriFieldTypeDateOnly':
      return Math.floor(Date.parse(`${String(value).slice(0, 10)}T00:00:00Z`) / DAY_MS);
    case 'esriFieldTypeTimeOnly':
      return Date.parse(`1970-01-01T${String(value).slice(0, 12)}Z`);
    case 'esriFieldTypeString':
    case 'esriFieldTypeTimestampOffset':
    case 'esriFieldTypeGUID':
    case 'esriFieldTypeGlobalID':
    case 'text':
      return textOf(value, field);
    default:
      return Number(value);
  }
}
