// Writes the records of .shp and .shx files.
import { oriented, type Shape } from '../convert/shape.ts';
import type { Position } from '../esri/geometry.ts';
import type { FeatureGeometryType } from './geometry-family.ts';

const CODES: Readonly<Record<FeatureGeometryType, number>> = {
  esriGeometryPoint: 1,
  esriGeometryPolyline: 3,
  esriGeometryPolygon: 5,
  esriGeometryMultipoint: 8,
};
/** Stands for "no measure". */
const NO_MEASURE = -1e39;

/** What is known of the shapes when all were written. */
export class ShpExtent {
  min = [Infinity, Infinity, Infinity];
  max = [-Infinity, -Infinity, -Infinity];

  add(positions: readonly Position[]): void {
    for (const position of positions) {
      for (let i = 0; i < 3; i++) {
        const value = position[i] ?? 0;
        if (value < (this.min[i] ?? 0)) this.min[i] = value;
        if (value > (this.max[i] ?? 0)) this.max[i] = value;
      }
    }
  }
}

/** The type code of a layer's file. */
export function shpCode(type: FeatureGeometryType, hasZ: boolean): number {
  return CODES[type] + (hasZ ? 10 : 0);
}

/** The hundred bytes before the records of a .shp or .shx file of a length in bytes. */
export function shpHeader(code: number, length: number, { min, max }: ShpExtent): Uint8Array {
  const view = new DataView(new ArrayBuffer(100));
  view.setInt32(0, 9994);
  view.setInt32(24, length / 2);
  view.setInt32(28, 1000, true);
  view.setInt32(32, code, true);
  const finite = (value: number | undefined): number => (value !== undefined && Number.isFinite(value) ? value : 0);
  const box = [min[0], min[1], max[0], max[1], ...(code > 10 ? [min[2], max[2]] : [])];
  for (const [i, value] of box.entries()) view.setFloat64(36 + i * 8, finite(value), true);
  return new Uint8Array(view.buffer);
}

/** The content of one record; rows without a shape have an empty one. */
export function shpContent(shape: Shape | null, code: number, extent: ShpExtent): Uint8Array {
  const parts = shape === null ? [] : partsOf(shape);
  const positions = parts.flat();
  if (positions.length === 0) return new Uint8Array(4);
  extent.add(positions);
  const hasZ = code > 10;
  if (code % 10 === 1) return pointContent(code, positions[0] ?? [0, 0], hasZ);
  const isMultipoint = code % 10 === 8;
  const own = new ShpExtent();
  own.add(positions);
  const head = isMultipoint ? 40 : 44 + parts.length * 4;
  const view = new DataView(new ArrayBuffer(head + positions.length * 16 + (hasZ ? 16 + positions.length * 8 : 0)));
  view.setInt32(0, code, true);
  for (const [i, value] of [own.min[0], own.min[1], own.max[0], own.max[1]].entries()) view.setFloat64(4 + i * 8, value ?? 0, true);
  if (!isMultipoint) {
    view.setInt32(36, parts.length, true);
    let start = 0;
    for (const [i, part] of parts.entries()) {
      view.setInt32(44 + i * 4, start, true);
      start += part.length;
    }
  }
  view.setInt32(isMultipoint ? 36 : 40, positions.length, true);
  let at = head;
  for (const [x = 0, y = 0] of positions) {
    view.setFloat64(at, x, true);
    view.setFloat64(at + 8, y, true);
    at += 16;
  }
  if (hasZ) {
    for (const value of [own.min[2] ?? 0, own.max[2] ?? 0, ...positions.map((position) => position[2] ?? 0)]) {
      view.setFloat64(at, value, true);
      at += 8;
    }
  }
  return new Uint8Array(view.buffer);
}

function pointContent(code: number, [x = 0, y = 0, z = 0]: Position, hasZ: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(hasZ ? 36 : 20));
  view.setInt32(0, code, true);
  for (const [i, value] of (hasZ ? [x, y, z, NO_MEASURE] : [x, y]).entries()) view.setFloat64(4 + i * 8, value, true);
  return new Uint8Array(view.buffer);
}

/** Outer rings run clockwise, holes the other way. */
function partsOf(shape: Shape): Position[][] {
  if (shape.kind === 'point') return shape.position === null ? [] : [[shape.position]];
  if (shape.kind === 'multipoint') return [shape.positions];
  if (shape.kind === 'polyline') return shape.paths;
  return shape.polygons.flatMap((rings) => rings.map((ring, i) => oriented(ring, i > 0)));
}
