// Writes a layer as FlatGeobuf: a header without count and index, then features one after another.
import { type BinaryRow, type CellKind, GUID_LENGTH } from '../convert/binary-row.ts';
import { ByteWriter } from '../convert/byte-writer.ts';
import { isPlainPoint, pointView } from '../convert/point-wkb.ts';
import type { Shape } from '../convert/shape.ts';
import { readWkb } from '../convert/wkb.ts';
import type { Position } from '../esri/geometry.ts';
import { organisationOf, WGS84 } from '../project/spatial-reference.ts';
import { type FlatFields, type FlatValue, sizePrefixed } from './flatbuffer-writer.ts';
import type { EncodedLayer, RowEncoder, WrittenField } from './format-writer.ts';
import { isoMoment } from './geojson-writer.ts';
import { tellField } from './told-fields.ts';

const MAGIC = Uint8Array.of(0x66, 0x67, 0x62, 3, 0x66, 0x67, 0x62, 1);
/** Numbers of the kinds of column. */
const COLUMNS: Readonly<Record<WrittenField['type'], number>> = {
  esriFieldTypeSmallInteger: 3,
  esriFieldTypeInteger: 5,
  esriFieldTypeBigInteger: 7,
  esriFieldTypeSingle: 9,
  esriFieldTypeDouble: 10,
  esriFieldTypeString: 11,
  text: 11,
  esriFieldTypeTimeOnly: 11,
  esriFieldTypeGUID: 11,
  esriFieldTypeGlobalID: 11,
  esriFieldTypeDate: 13,
  esriFieldTypeDateOnly: 13,
  esriFieldTypeTimestampOffset: 13,
};
/** Numbers of the kinds of geometry; lines and polygons in their multiple form, so that one kind fits all. */
const GEOMETRIES = { esriGeometryPoint: 1, esriGeometryMultipoint: 4, esriGeometryPolyline: 5, esriGeometryPolygon: 6 } as const;
const POLYGON = 3;

/** The bytes of the file in pieces. */
export async function* writeFlatGeobuf(layer: EncodedLayer): AsyncGenerator<Uint8Array> {
  yield MAGIC;
  yield sizePrefixed(header(layer)).slice();
  yield* layer.encoded(new FlatRows(layer));
}

function header(layer: Omit<EncodedLayer, 'encoded'>): FlatFields {
  const columns = layer.fields.map(
    (field): FlatFields => ({
      0: { kind: 'text', value: field.name },
      1: { kind: 'byte', value: COLUMNS[field.type] },
      ...(field.alias === undefined || field.alias === field.name ? {} : { 2: { kind: 'text', value: field.alias } }),
      10: { kind: 'text', value: JSON.stringify(tellField(field)) },
    }),
  );
  const srid = layer.srid ?? WGS84;
  return {
    0: { kind: 'text', value: layer.name },
    ...(layer.geometryType === null ? {} : { 2: { kind: 'byte', value: GEOMETRIES[layer.geometryType] } }),
    ...(layer.hasZ ? { 3: { kind: 'byte', value: 1 } } : {}),
    ...(layer.hasM ? { 4: { kind: 'byte', value: 1 } } : {}),
    ...(columns.length === 0 ? {} : { 7: { kind: 'tables', value: columns } }),
    // Neither count nor index: both would have to be known before the first feature.
    8: { kind: 'long', value: 0n },
    9: { kind: 'short', value: 0 },
    10: { kind: 'table', value: { 0: { kind: 'text', value: organisationOf(srid) }, 1: { kind: 'int', value: srid } } },
  };
}

/** Features one after another: the geometry, and the values that there are, each behind the number of its column. */
class FlatRows implements RowEncoder {
  readonly srid: number;
  private readonly out = new ByteWriter(1 << 16);
  private readonly properties = new ByteWriter();
  private readonly layer: Omit<EncodedLayer, 'encoded'>;
  private readonly point: Uint8Array | undefined;
  private kinds: readonly CellKind[] = [];

  constructor(layer: Omit<EncodedLayer, 'encoded'>) {
    this.layer = layer;
    this.srid = layer.srid ?? WGS84;
    this.point = pointFeature(layer);
  }

  columns(kinds: readonly CellKind[]): void {
    this.kinds = kinds;
  }

  add(row: BinaryRow): void {
    const { layer, properties } = this;
    const { fields, geometryType } = layer;
    const at = fields.length + 1;
    properties.length = 0;
    fields.forEach((field, i) => {
      if (!row.isNull(i + 1)) this.property(row, i, field);
    });
    if (this.addPoint(row, at)) return;
    const shape = geometryType === null || row.isNull(at) ? null : readWkb(row.part(at));
    const feature: FlatFields = {
      ...(shape === null ? {} : { 0: { kind: 'table', value: geometry(shape, layer) } }),
      ...(properties.length === 0 ? {} : { 1: { kind: 'bytes', value: properties.written() } }),
    };
    this.out.raw(sizePrefixed(feature));
  }

  take(): Uint8Array {
    const bytes = this.out.written().slice();
    this.out.length = 0;
    return bytes;
  }

  /** Adds a row that has a point and values, of which layers have millions, without making anything of it; false for others. */
  private addPoint(row: BinaryRow, column: number): boolean {
    const { point, properties, out } = this;
    if (point === undefined || properties.length === 0 || row.isNull(column)) return false;
    const wkb = row.part(column);
    if (!isPlainPoint(wkb)) return false;
    const place = pointView(wkb);
    const x = place.getFloat64(5, true);
    if (Number.isNaN(x)) return false;
    const end = point.length + 4 + properties.length + 1;
    const total = end + ((8 - (end % 8)) % 8);
    out.reserve(total);
    const { length: at, view, bytes } = out;
    bytes.set(point, at);
    view.setUint32(at, total - 4, true);
    view.setFloat64(at + point.length - 16, x, true);
    view.setFloat64(at + point.length - 8, place.getFloat64(13, true), true);
    view.setUint32(at + point.length, properties.length, true);
    out.length = at + point.length + 4;
    out.part(properties.bytes, 0, properties.length);
    bytes.fill(0, out.length, at + total);
    out.length = at + total;
    return true;
  }

  private property(row: BinaryRow, index: number, { type }: WrittenField): void {
    const kind = this.kinds[index + 1];
    if (WIDTHS[type] === undefined) {
      this.text(row, index, kind);
      return;
    }
    const number = kind === 'integer' ? row.integer(index + 1) : kind === 'double' ? row.double(index + 1) : Number.NaN;
    const { properties } = this;
    properties.reserve(10);
    const at = properties.length;
    properties.view.setUint16(at, index, true);
    if (type === 'esriFieldTypeSmallInteger') properties.view.setInt16(at + 2, number, true);
    else if (type === 'esriFieldTypeInteger') properties.view.setInt32(at + 2, number, true);
    else if (type === 'esriFieldTypeSingle') properties.view.setFloat32(at + 2, number, true);
    else if (type === 'esriFieldTypeBigInteger') properties.view.setBigInt64(at + 2, BigInt(Math.trunc(number)), true);
    else properties.view.setFloat64(at + 2, number, true);
    properties.length = at + 2 + WIDTHS[type];
  }

  private text(row: BinaryRow, index: number, kind: CellKind | undefined): void {
    const { properties } = this;
    const moment = kind === 'timestamp' ? isoMoment(row.timestamp(index + 1)) : undefined;
    if (moment === null) return;
    const made = moment === undefined ? undefined : encoder.encode(moment);
    const length = kind === 'uuid' ? GUID_LENGTH : (made?.length ?? (row.lengths[index + 1] as number));
    properties.reserve(6 + length);
    properties.view.setUint16(properties.length, index, true);
    properties.view.setUint32(properties.length + 2, length, true);
    properties.length += 6;
    if (made !== undefined) properties.raw(made);
    else if (kind !== 'uuid') properties.part(row.bytes, row.starts[index + 1] as number, length);
    else {
      row.guid(index + 1, properties.bytes, properties.length);
      properties.length += length;
    }
  }
}

const encoder = new TextEncoder();
/** What stands before the values of a feature that has a point; its coordinates come last. Undefined where points have more of them. */
function pointFeature(layer: Omit<EncodedLayer, 'encoded'>): Uint8Array | undefined {
  if (layer.geometryType !== 'esriGeometryPoint' || layer.hasZ || layer.hasM) return undefined;
  const values = Uint8Array.of(1, 2, 3, 4);
  const shape: Shape = { kind: 'point', hasZ: false, hasM: false, position: [0, 0] };
  const feature = sizePrefixed({ 0: { kind: 'table', value: geometry(shape, layer) }, 1: { kind: 'bytes', value: values } });
  // Behind are length, values, a zero and what fills up the last eight bytes.
  return feature.slice(0, feature.length - 16);
}
/** Bytes of the numbers; everything else is text. */
const WIDTHS: Readonly<Partial<Record<WrittenField['type'], number>>> = {
  esriFieldTypeSmallInteger: 2,
  esriFieldTypeInteger: 4,
  esriFieldTypeBigInteger: 8,
  esriFieldTypeSingle: 4,
  esriFieldTypeDouble: 8,
};

type Ordinates = Pick<EncodedLayer, 'hasZ' | 'hasM'>;

function geometry(shape: Shape, has: Ordinates): FlatFields {
  switch (shape.kind) {
    case 'point':
      return coordinates(shape.position === null ? [] : [shape.position], has);
    case 'multipoint':
      return coordinates(shape.positions, has);
    case 'polyline':
      return { ...coordinates(shape.paths.flat(), has), 0: ends(shape.paths) };
    case 'polygon':
      return {
        7: {
          kind: 'tables',
          value: shape.polygons.map((rings) => ({
            ...coordinates(rings.flat(), has),
            0: ends(rings),
            6: { kind: 'byte', value: POLYGON } as FlatValue,
          })),
        },
      };
  }
}

function coordinates(positions: readonly Position[], { hasZ, hasM }: Ordinates): FlatFields {
  const xy = new Float64Array(positions.length * 2);
  positions.forEach(([x = 0, y = 0], i) => {
    xy[i * 2] = x;
    xy[i * 2 + 1] = y;
  });
  const ordinate = (at: number): FlatValue => ({ kind: 'doubles', value: positions.map((position) => position[at] ?? 0) });
  return {
    1: { kind: 'doubles', value: xy },
    ...(hasZ ? { 2: ordinate(2) } : {}),
    ...(hasM ? { 3: ordinate(hasZ ? 3 : 2) } : {}),
  };
}

/** Where the parts end, counted in positions. */
function ends(parts: readonly (readonly Position[])[]): FlatValue {
  let end = 0;
  return { kind: 'uints', value: parts.map((part) => (end += part.length)) };
}
