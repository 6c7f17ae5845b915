// Writes query replies in the protocol-buffer form (f=pbf): features, counts, object ids and extents.
import type { EsriEnvelope, SpatialReference } from '../esri/geometry.ts';
import type { BinaryRow, CellKind } from './binary-row.ts';
import { ByteWriter, varintBytes } from './byte-writer.ts';
import { type CellColumns, columnsOf } from './feature-pbf-cells.ts';
import { PbfGeometry } from './feature-pbf-geometry.ts';
import { type FeatureResultHeader, writeHead, writeSpatialReference } from './feature-pbf-head.ts';
import { PlainPoints } from './feature-pbf-points.ts';
import { writeValue } from './feature-pbf-values.ts';
import { finestPerUnit, fineTransform, type Transform } from './quantise.ts';

/** Builds a feature reply one feature at a time, straight from WKB and attribute values. */
export class FeaturePbfWriter {
  private readonly header: FeatureResultHeader;
  /** The features, without what stands before them. */
  private readonly result: ByteWriter;
  private readonly transform: Transform;
  private readonly geometry: PbfGeometry | null;
  /** Points that wait for the others; the result then holds attributes alone. */
  private readonly points: PlainPoints | undefined;
  /** Bytes that the length of the feature before took: most are alike. */
  private lengthBytes = 1;
  /** What the rows hold, and how it is written. */
  private kinds: readonly CellKind[] | undefined;
  private columns: CellColumns | undefined;

  /** Writes into the buffer, if one is given, as long as it is large enough. */
  constructor(header: FeatureResultHeader, room: Uint8Array | number = 1 << 14) {
    this.header = header;
    this.result = new ByteWriter(room);
    const units = unitsOf(header.spatialReference);
    this.transform = header.transform ?? fineTransform(units);
    const isPlain = header.geometryType === 'esriGeometryPoint' && !header.hasZ && !header.hasM && !header.transform;
    this.points = header.settlesPoints && isPlain ? new PlainPoints(finestPerUnit(units)) : undefined;
    this.geometry = header.geometryType
      ? new PbfGeometry(this.transform, {
          hasZ: header.hasZ === true,
          hasM: header.hasM === true,
          dropRepeated: header.mode === 'view',
          toDegrees: header.toDegrees === true,
        })
      : null;
  }

  /** Bytes of the features so far. */
  get size(): number {
    return this.result.length + (this.points?.size ?? 0);
  }

  /** The buffer that was written into, for another writer after `finish`. */
  get room(): Uint8Array {
    return this.result.bytes;
  }

  /** Adds a feature; `values` are in the order of the fields, `centroid` in map units. */
  add(values: readonly unknown[], wkb: Uint8Array | null, centroid?: readonly [number, number]): void {
    const { result } = this;
    const begin = result.open(15, this.lengthBytes);
    for (const [at, { type }] of this.header.fields.entries()) {
      const value = result.open(1);
      writeValue(result, type, values[at]);
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
    if (kinds !== this.kinds) this.columns = columnsOf(this.header.fields, kinds);
    this.kinds = kinds;
    const { result, geometry, points } = this;
    const begin = points === undefined ? result.open(15, this.lengthBytes) : 0;
    this.columns?.write(result, row);
    let column = this.header.fields.length + 1;
    if (points !== undefined) {
      points.add(result.length, row, parts.hasGeometry ? column : undefined, this.header.toDegrees === true);
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

  /** Ends the reply, in bytes of its own, which `make` may give; the writer is not used again. */
  finish(end: { exceededTransferLimit?: boolean } = {}, make?: (length: number) => Uint8Array): Uint8Array {
    const { points, result } = this;
    const features = result.length;
    const transform = points?.settle() ?? this.transform;
    // Put together behind the features, which it stands before in the reply.
    writeHead(result, this.header, transform, end.exceededTransferLimit === true);
    const head = result.bytes.subarray(features, result.length);
    result.length = features;
    const out = beginResult(1, head.length + (points?.bytesWith(features) ?? features), make);
    out.raw(head);
    if (points === undefined) out.raw(result.written());
    else points.write(out, result);
    return out.written();
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

function newBytes(length: number): Uint8Array {
  return new Uint8Array(length);
}

/** FeatureCollectionPBuffer { queryResult { one of four } } around a message of that length, which is to follow. */
function beginResult(kind: number, length: number, make: (size: number) => Uint8Array = newBytes): ByteWriter {
  const inner = 1 + varintBytes(length) + length;
  const outer = new ByteWriter(make(1 + varintBytes(inner) + inner));
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
