// Writes a layer as FlatGeobuf: a header without count and index, then features one after another.
import type { Shape } from '../convert/shape.ts';
import { readWkb } from '../convert/wkb.ts';
import type { Position } from '../esri/geometry.ts';
import { type FlatFields, type FlatValue, sizePrefixed } from './flatbuffer-writer.ts';
import { textOf, type WrittenField, type WrittenLayer, type WrittenRow } from './format-writer.ts';

const MAGIC = Uint8Array.of(0x66, 0x67, 0x62, 3, 0x66, 0x67, 0x62, 1);
/** Numbers of the kinds of column. */
const COLUMNS: Readonly<Record<WrittenField['type'], number>> = {
  esriFieldTypeSmallInteger: 3,
  esriFieldTypeInteger: 5,
  esriFieldTypeBigInteger: 7,
  esriFieldTypeDouble: 10,
  esriFieldTypeString: 11,
  text: 11,
  esriFieldTypeDate: 13,
};
/** Numbers of the kinds of geometry; lines and polygons in their multiple form, so that one kind fits all. */
const GEOMETRIES = { esriGeometryPoint: 1, esriGeometryMultipoint: 4, esriGeometryPolyline: 5, esriGeometryPolygon: 6 } as const;
const POLYGON = 3;

/** The bytes of the file in pieces. */
export async function* writeFlatGeobuf(layer: WrittenLayer): AsyncGenerator<Uint8Array> {
  yield MAGIC;
  yield sizePrefixed(header(layer));
  for await (const rows of layer.rows()) {
    if (rows.length > 0) yield Buffer.concat(rows.map((row) => sizePrefixed(feature(layer, row))));
  }
}

function header(layer: WrittenLayer): FlatFields {
  const columns = layer.fields.map(
    ({ name, alias, type }): FlatFields => ({
      0: { kind: 'text', value: name },
      1: { kind: 'byte', value: COLUMNS[type] },
      ...(alias === undefined || alias === name ? {} : { 2: { kind: 'text', value: alias } }),
    }),
  );
  const srid = layer.srid ?? 4326;
  return {
    0: { kind: 'text', value: layer.name },
    ...(layer.geometryType === null ? {} : { 2: { kind: 'byte', value: GEOMETRIES[layer.geometryType] } }),
    ...(layer.hasZ ? { 3: { kind: 'byte', value: 1 } } : {}),
    ...(columns.length === 0 ? {} : { 7: { kind: 'tables', value: columns } }),
    // Neither count nor index: both would have to be known before the first feature.
    8: { kind: 'long', value: 0n },
    9: { kind: 'short', value: 0 },
    10: { kind: 'table', value: { 0: { kind: 'text', value: 'EPSG' }, 1: { kind: 'int', value: srid } } },
  };
}

function feature(layer: WrittenLayer, { wkb, values }: WrittenRow): FlatFields {
  const shape = wkb === null || layer.geometryType === null ? null : readWkb(wkb);
  const properties = propertiesOf(layer, values);
  return {
    ...(shape === null ? {} : { 0: { kind: 'table', value: geometry(shape, layer.hasZ) } as FlatValue }),
    ...(properties.length === 0 ? {} : { 1: { kind: 'bytes', value: properties } as FlatValue }),
  };
}

/** The values that there are, each behind the number of its column. */
function propertiesOf(layer: WrittenLayer, values: readonly unknown[]): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const [i, field] of layer.fields.entries()) {
    const value = values[i];
    if (value === null || value === undefined) continue;
    const bytes = valueBytes(value, field);
    if (bytes === null) continue;
    const number = new Uint8Array(2);
    new DataView(number.buffer).setUint16(0, i, true);
    parts.push(number, bytes);
  }
  return Buffer.concat(parts);
}

function valueBytes(value: unknown, field: WrittenField): Uint8Array | null {
  const view = (length: number, write: (view: DataView) => void): Uint8Array => {
    const bytes = new Uint8Array(length);
    write(new DataView(bytes.buffer));
    return bytes;
  };
  switch (field.type) {
    case 'esriFieldTypeSmallInteger':
      return view(2, (at) => at.setInt16(0, Number(value), true));
    case 'esriFieldTypeInteger':
      return view(4, (at) => at.setInt32(0, Number(value), true));
    case 'esriFieldTypeBigInteger':
      return view(8, (at) => at.setBigInt64(0, BigInt(Math.trunc(Number(value))), true));
    case 'esriFieldTypeDouble':
      return view(8, (at) => at.setFloat64(0, Number(value), true));
    default: {
      const text = textOf(value, field);
      if (text === null) return null;
      const bytes = new TextEncoder().encode(text);
      return Buffer.concat([view(4, (at) => at.setUint32(0, bytes.length, true)), bytes]);
    }
  }
}

function geometry(shape: Shape, hasZ: boolean): FlatFields {
  switch (shape.kind) {
    case 'point':
      return coordinates(shape.position === null ? [] : [shape.position], hasZ);
    case 'multipoint':
      return coordinates(shape.positions, hasZ);
    case 'polyline':
      return { ...coordinates(shape.paths.flat(), hasZ), 0: ends(shape.paths) };
    case 'polygon':
      return {
        7: {
          kind: 'tables',
          value: shape.polygons.map((rings) => ({
            ...coordinates(rings.flat(), hasZ),
            0: ends(rings),
            6: { kind: 'byte', value: POLYGON } as FlatValue,
          })),
        },
      };
  }
}

function coordinates(positions: readonly Position[], hasZ: boolean): FlatFields {
  const xy = new Float64Array(positions.length * 2);
  positions.forEach(([x = 0, y = 0], i) => {
    xy[i * 2] = x;
    xy[i * 2 + 1] = y;
  });
  const heights: FlatValue = { kind: 'doubles', value: positions.map((position) => position[2] ?? 0) };
  return { 1: { kind: 'doubles', value: xy }, ...(hasZ ? { 2: heights } : {}) };
}

/** Where the parts end, counted in positions. */
function ends(parts: readonly (readonly Position[])[]): FlatValue {
  let end = 0;
  return { kind: 'uints', value: parts.map((part) => (end += part.length)) };
}
