// Writes query replies in the protocol-buffer form (f=pbf): features, counts, object ids and extents.
import type { EsriEnvelope, GeometryType, SpatialReference } from '../esri/geometry.ts';
import type { BinaryRow, CellKind } from './binary-row.ts';
import { ByteWriter, varintBytes } from './byte-writer.ts';
import { type CellColumn, cellWay, writeCell } from './feature-pbf-cells.ts';
import { PbfGeometry } from './feature-pbf-geometry.ts';
import { PlainPoints } from './feature-pbf-points.ts';
import { PBF_FIELD_TYPES, PBF_GEOMETRY_NONE, PBF_GEOMETRY_TYPES, PBF_SQL_OTHER, PBF_SQL_TYPES, writeValue } from './feature-pbf-values.ts';
import { finestPerUnit, fineTransform, type QuantisationMode, type Transform, withOrdinates } from './quantise.ts';

/** A field as the reply describes it. */
export interface PbfField {
  name: string;
  /** `esriFieldType…` */
  type: string;
  alias?: string;
  /** `sqlType…` */
  sqlType?: string;
  /** Written as JSON text. */
  domain?: unknown;
  defaultValue?: unknown;
}

/** What is known before the first feature. */
export interface FeatureResultHeader {
  objectIdFieldName: string;
  globalIdFieldName?: string;
  /** Null for tables. */
  geometryType: GeometryType | null;
  spatialReference?: SpatialReference;
  /** Whether z and m are written; geometries without them get 0. */
  hasZ?: boolean;
  hasM?: boolean;
  /** Without it coordinates are written as fine as any survey. */
  transform?: Transform;
  /** Without it, plain points that come as rows are written in the steps that they need, once all are known. */
  settlesPoints?: boolean;
  /** `view` drops vertices on the same cell; default `edit`. */
  mode?: QuantisationMode;
  /** Geometries come in metres of Web Mercator and go out in degrees. */
  toDegrees?: boolean;
  /** In the order of the values; must hold the object id field. */
  fields: PbfField[];
}

/** Builds a feature reply one feature at a time, straight from WKB and attribute values. */
export class FeaturePbfWriter {
  private readonly header: FeatureResultHeader;
  private readonly result: ByteWriter;
  private readonly geometry: PbfGeometry | null;
  private readonly types: string[];
  /** Points that wait for the others; the result then holds attributes alone. */
  private readonly points: PlainPoints | undefined;
  /** Bytes that the length of the feature before took: most are alike. */
  private lengthBytes = 1;
  /** What the rows hold, and how it is written. */
  private kinds: readonly CellKind[] = [];
  private columns: readonly CellColumn[] = [];

  /** Writes into the buffer, if one is given, as long as it is large enough. */
  constructor(header: FeatureResultHeader, room: Uint8Array | number = 1 << 14) {
    this.header = header;
    this.result = new ByteWriter(room);
    this.types = header.fields.map((field) => field.type);
    const units = unitsOf(header.spatialReference);
    const transform = header.transform ?? fineTransform(units);
    const isPlain = header.geometryType === 'esriGeometryPoint' && !header.hasZ && !header.hasM && !header.transform;
    this.points = header.settlesPoints && isPlain ? new PlainPoints(finestPerUnit(units)) : undefined;
    this.geometry = header.geometryType
      ? new PbfGeometry(transform, {
          hasZ: header.hasZ === true,
          hasM: header.hasM === true,
          dropRepeated: header.mode === 'view',
          toDegrees: header.toDegrees === true,
        })
      : null;
    if (this.points === undefined) this.writeHeader(this.result, transform);
  }

  /** Bytes written so far. */
  get size(): number {
    return this.result.length + (this.points?.size ?? 0);
  }

  /** The buffer that was written into, for another writer after `finish`. */
  get room(): Uint8Array {
    return this.result.bytes;
  }

  /** Adds a feature; `values` are in the order of the fields, `centroid` in map units. */
  add(values: readonly unknown[], wkb: Uint8Array | null, centroid?: readonly [number, number]): void {
    const { result, types } = this;
    const begin = result.open(15, this.lengthBytes);
    for (let i = 0; i < types.length; i++) {
      const value = result.open(1);
      writeValue(result, types[i] as string, values[i]);
      result.close(value);
    }
    if (wkb) this.geometry?.writeWkb(result, 2, wkb);
    if (centroid) this.geometry?.writeCentroid(result, 4, centroid[0], centroid[1]);
    this.lengthBytes = result.close(begin, this.lengthBytes);
  }

  /**
   * Adds a feature from a row: the fields from its second column on, then the geometry where there is one, then the
   * centroid's x and y where they were asked for.
   */
  addRow(row: BinaryRow, kinds: readonly CellKind[], parts: { hasGeometry: boolean; hasCentroid: boolean }): void {
    if (kinds !== this.kinds) this.readColumns(kinds);
    const { result, columns, geometry, points } = this;
    const begin = points === undefined ? result.open(15, this.lengthBytes) : 0;
    for (let i = 0; i < columns.length; i++) writeCell(result, columns[i] as CellColumn, row, i + 1);
    let column = columns.length + 1;
    if (points !== undefined) {
      const [start, length] = [row.starts[column] as number, parts.hasGeometry ? (row.lengths[column] as number) : 0];
      points.add(result.length, { view: row.view, start, length }, this.header.toDegrees === true);
      return;
    }
    if (parts.hasGeometry) {
      const length = row.lengths[column] as number;
      if (length > 0) geometry?.writeAt(result, 2, { view: row.view, start: row.starts[column] as number, length });
      column++;
    }
    if (parts.hasCentroid && !row.isNull(column)) geometry?.writeCentroid(result, 4, row.double(column), row.double(column + 1));
    this.lengthBytes = result.close(begin, this.lengthBytes);
  }

  private readColumns(kinds: readonly CellKind[]): void {
    this.kinds = kinds;
    this.columns = this.types.map((type, i) => {
      const kind = kinds[i + 1] as CellKind;
      return { type, kind, way: cellWay(type, kind) };
    });
  }

  /** Ends the reply; the writer is not used again. */
  finish(end: { exceededTransferLimit?: boolean } = {}): Uint8Array {
    if (this.points !== undefined) return this.finishPoints(this.points, end.exceededTransferLimit === true);
    if (end.exceededTransferLimit === true) this.result.varintField(9, 1);
    return queryResult(1, this.result.written());
  }

  private finishPoints(points: PlainPoints, exceeded: boolean): Uint8Array {
    const head = new ByteWriter(1 << 10);
    this.writeHeader(head, points.settle());
    if (exceeded) head.varintField(9, 1);
    const out = beginResult(1, head.length + points.bytesWith(this.result.length));
    out.raw(head.written());
    points.write(out, this.result);
    return out.written();
  }

  private writeHeader(result: ByteWriter, transform: Transform): void {
    const { header } = this;
    result.stringField(1, header.objectIdFieldName);
    const unique = result.open(2);
    result.stringField(1, header.objectIdFieldName);
    result.varintField(2, 1);
    result.close(unique);
    if (header.globalIdFieldName) result.stringField(3, header.globalIdFieldName);
    result.varintField(7, header.geometryType ? PBF_GEOMETRY_TYPES[header.geometryType] : PBF_GEOMETRY_NONE);
    if (header.spatialReference) writeSpatialReference(result, 8, header.spatialReference);
    if (header.geometryType) {
      if (header.hasZ) result.varintField(10, 1);
      if (header.hasM) result.varintField(11, 1);
      writeTransform(result, transform, header.hasZ === true || header.hasM === true);
    }
    for (const field of header.fields) writeField(result, field);
  }
}

/** The reply to `returnCountOnly`. */
export function encodeCountPbf(count: number): Uint8Array {
  const result = new ByteWriter(16);
  result.varintField(1, count);
  return queryResult(2, result.written());
}

/** The reply to `returnIdsOnly`. */
export function encodeIdsPbf(objectIdFieldName: string, objectIds: readonly number[]): Uint8Array {
  const result = new ByteWriter(1 << 12);
  const ids = new ByteWriter(1 << 12);
  result.stringField(1, objectIdFieldName);
  for (const id of objectIds) ids.varint(id);
  result.bytesField(3, ids.written());
  return queryResult(3, result.written());
}

/** The reply to `returnExtentOnly`; no match: the four numbers are NaN. */
export function encodeExtentPbf(extent: EsriEnvelope | null, sr: SpatialReference, count?: number): Uint8Array {
  const message = new ByteWriter(128);
  message.doubleField(1, extent?.xmin ?? Number.NaN);
  message.doubleField(2, extent?.ymin ?? Number.NaN);
  message.doubleField(3, extent?.xmax ?? Number.NaN);
  message.doubleField(4, extent?.ymax ?? Number.NaN);
  writeSpatialReference(message, 5, sr);
  const result = new ByteWriter(128);
  result.bytesField(1, message.written());
  if (count !== undefined) result.varintField(2, count);
  return queryResult(4, result.written());
}

/** A finished message in bytes of its own. */
function queryResult(kind: number, message: Uint8Array): Uint8Array {
  const outer = beginResult(kind, message.length);
  outer.raw(message);
  return outer.written();
}

/** FeatureCollectionPBuffer { queryResult { one of four } } around a message of that length, which is to follow. */
function beginResult(kind: number, length: number): ByteWriter {
  const inner = 1 + varintBytes(length) + length;
  const outer = new ByteWriter(1 + varintBytes(inner) + inner);
  outer.varint((2 << 3) | 2);
  outer.varint(inner);
  outer.varint((kind << 3) | 2);
  outer.varint(length);
  return outer;
}

/** Geographic systems among the numbers that are otherwise of projected ones. */
const GEOGRAPHIC_EXCEPTIONS = new Set([3819, 3821, 3824, 3889, 3906]);

/** Degrees unless the number is surely of a projected system: too fine a scale does no harm, too coarse a one does. */
function unitsOf(sr: SpatialReference | undefined): 'degrees' | 'metres' {
  const wkid = sr?.latestWkid ?? sr?.wkid ?? 0;
  const projected = (wkid >= 2000 && wkid < 4000) || (wkid >= 20000 && wkid < 32768) || wkid >= 102000;
  return projected && !GEOGRAPHIC_EXCEPTIONS.has(wkid) ? 'metres' : 'degrees';
}

function writeSpatialReference(out: ByteWriter, tag: number, sr: SpatialReference): void {
  const begin = out.open(tag);
  if (sr.wkid !== undefined) out.varintField(1, sr.wkid);
  if (sr.latestWkid !== undefined) out.varintField(2, sr.latestWkid);
  if (sr.wkt !== undefined) out.stringField(5, sr.wkt);
  out.close(begin);
}

function writeTransform(out: ByteWriter, transform: Transform, ordinates: boolean): void {
  const { scale, translate } = ordinates ? withOrdinates(transform) : transform;
  const begin = out.open(12);
  out.varintField(1, transform.originPosition === 'upperLeft' ? 0 : 1);
  for (const [tag, numbers] of [
    [2, scale],
    [3, translate],
  ] as const) {
    const [x = 0, y = 0, z, m] = numbers;
    const part = out.open(tag);
    out.doubleField(1, x);
    out.doubleField(2, y);
    if (m !== undefined) out.doubleField(3, m);
    if (z !== undefined) out.doubleField(4, z);
    out.close(part);
  }
  out.close(begin);
}

function writeField(out: ByteWriter, field: PbfField): void {
  const begin = out.open(13);
  out.stringField(1, field.name);
  out.varintField(2, PBF_FIELD_TYPES[field.type] ?? PBF_FIELD_TYPES.esriFieldTypeString ?? 4);
  out.stringField(3, field.alias ?? field.name);
  const sqlType = PBF_SQL_TYPES.indexOf(field.sqlType ?? '');
  out.varintField(4, sqlType >= 0 ? sqlType : PBF_SQL_OTHER);
  out.stringField(5, field.domain ? JSON.stringify(field.domain) : '');
  if (field.defaultValue !== undefined && field.defaultValue !== null) out.stringField(6, String(field.defaultValue));
  out.close(begin);
}
