// Writes a layer as GeoParquet in longitude and latitude, one group of rows after another.
import type { SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { Shape } from '../convert/shape.ts';
import { positionsOf } from '../convert/shape.ts';
import { readWkb, writeWkb } from '../convert/wkb.ts';
import { textOf, type WrittenField, type WrittenLayer, type WrittenRow } from './format-writer.ts';

/** A group of rows is written, and let go of, at so many rows or bytes. */
const GROUP_ROWS = 20_000;
const GROUP_BYTES = 16 * 1024 * 1024;

const TYPES: Readonly<Record<WrittenField['type'], Omit<SchemaElement, 'name'>>> = {
  esriFieldTypeSmallInteger: { type: 'INT32', converted_type: 'INT_16' },
  esriFieldTypeInteger: { type: 'INT32' },
  esriFieldTypeBigInteger: { type: 'INT64' },
  esriFieldTypeDouble: { type: 'DOUBLE' },
  esriFieldTypeDate: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
  esriFieldTypeString: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
};

const KINDS = { point: 'Point', multipoint: 'MultiPoint', polyline: 'LineString', polygon: 'Polygon' } as const;

/** What the footer says about the geometries, known when all were written. */
class GeometryFacts {
  private readonly types = new Set<string>();
  private hasM = false;
  private readonly box = [Infinity, Infinity, -Infinity, -Infinity];

  add(shape: Shape): void {
    const count = shape.kind === 'polyline' ? shape.paths.length : shape.kind === 'polygon' ? shape.polygons.length : 1;
    if (shape.hasM) this.hasM = true;
    this.types.add(`${count > 1 ? 'Multi' : ''}${KINDS[shape.kind]}${shape.hasZ ? ' Z' : ''}`);
    const { box } = this;
    for (const [x = 0, y = 0] of positionsOf(shape)) {
      box[0] = Math.min(box[0] ?? x, x);
      box[1] = Math.min(box[1] ?? y, y);
      box[2] = Math.max(box[2] ?? x, x);
      box[3] = Math.max(box[3] ?? y, y);
    }
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
export async function* writeParquet(layer: WrittenLayer): AsyncGenerator<Uint8Array> {
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
  const facts = new GeometryFacts();
  let group: WrittenRow[] = [];
  let size = 0;
  const flush = async (): Promise<Uint8Array> => {
    if (group.length > 0) await writer.write({ columnData: groupData(group, layer, columns, geometry), rowGroupSize: group.length });
    group = [];
    size = 0;
    const piece = bytes.getBytes().slice();
    bytes.index = 0;
    return piece;
  };
  for await (const rows of layer.rows()) {
    for (const row of rows) {
      const shape = row.wkb === null || geometry === null ? null : readWkb(row.wkb);
      if (shape) facts.add(shape);
      group.push({ wkb: shape && writeWkb(shape, { srid: null, iso: true }), values: row.values });
      size += (row.wkb?.length ?? 0) + row.values.length * 16;
    }
    if (group.length >= GROUP_ROWS || size >= GROUP_BYTES) yield await flush();
  }
  yield await flush();
  if (geometry !== null) kvMetadata.push({ key: 'geo', value: facts.metadata(geometry) });
  await writer.finish();
  yield await flush();
}

type ColumnData = Parameters<ParquetWriter['write']>[0]['columnData'];

function groupData(
  rows: readonly WrittenRow[],
  layer: WrittenLayer,
  columns: readonly { name: string }[],
  geometry: string | null,
): ColumnData {
  return columns.map(({ name }, i) => {
    const field = layer.fields[i];
    if (field !== undefined) return { name, data: rows.map((row) => cell(row.values[i], field)), offsetIndex: false };
    return { name, data: rows.map((row, n) => (geometry === null ? n : row.wkb)), offsetIndex: false };
  });
}

function cell(value: unknown, field: WrittenField): unknown {
  if (value === null || value === undefined) return null;
  switch (field.type) {
    case 'esriFieldTypeBigInteger':
      return BigInt(Math.trunc(Number(value)));
    case 'esriFieldTypeDate':
      return BigInt(Math.round(Number(value)));
    case 'esriFieldTypeString':
    case 'text':
      return textOf(value, field);
    default:
      return Number(value);
  }
}
