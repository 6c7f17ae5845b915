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
  /** x, y, z and m. */
  min: [number, number, number, number] = [Infinity, Infinity, Infinity, Infinity];
  max: [number, number, number, number] = [-Infinity, -Infinity, -Infinity, -Infinity];

  add(positions: readonly Position[], { hasZ, hasM }: Ordinates): void {
    for (const position of positions) {
      this.take(0, position[0] ?? 0);
      this.take(1, position[1] ?? 0);
      this.take(2, hasZ ? (position[2] ?? 0) : 0);
      if (hasM) this.take(3, position[hasZ ? 3 : 2] ?? Number.NaN);
    }
  }

  private take(axis: 0 | 1 | 2 | 3, value: number): void {
    if (value < this.min[axis]) this.min[axis] = value;
    if (value > this.max[axis]) this.max[axis] = value;
  }
}

type Ordinates = Pick<Shape, 'hasZ' | 'hasM'>;

/** The type code of a layer's file; types with heights have measures too. */
export function shpCode(type: FeatureGeometryType, { hasZ, hasM }: { hasZ: boolean; hasM?: boolean | undefined }): number {
  return CODES[type] + (hasZ ? 10 : hasM ? 20 : 0);
}

const hasHeights = (code: number): boolean => code > 10 && code < 20;

/** The hundred bytes before the records of a .shp or .shx file of a length in bytes. */
export function shpHeader(code: number, length: number, { min, max }: ShpExtent): Uint8Array {
  const view = new DataView(new ArrayBuffer(100));
  view.setInt32(0, 9994);
  view.setInt32(24, length / 2);
  view.setInt32(28, 1000, true);
  view.setInt32(32, code, true);
  const finite = (value: number | undefined): number => (value !== undefined && Number.isFinite(value) ? value : 0);
  const box = [min[0], min[1], max[0], max[1], ...(hasHeights(code) ? [min[2], max[2]] : [])];
  for (const [i, value] of box.entries()) view.setFloat64(36 + i * 8, finite(value), true);
  for (const [i, value] of [min[3], max[3]].entries()) view.setFloat64(84 + i * 8, finite(value), true);
  return new Uint8Array(view.buffer);
}

/** The content of one record; rows without a shape have an empty one. */
export function shpContent(shape: Shape | null, code: number, extent: ShpExtent): Uint8Array {
  const parts = shape === null ? [] : partsOf(shape);
  const positions = parts.flat();
  if (positions.length === 0) return new Uint8Array(4);
  const has = { hasZ: shape?.hasZ === true, hasM: shape?.hasM === true };
  extent.add(positions, has);
  const zs = hasHeights(code) ? positions.map((position) => (has.hasZ ? (position[2] ?? 0) : 0)) : null;
  const ms = code > 20 || has.hasM ? positions.map((position) => measureOf(position, has)) : null;
  if (code % 10 === 1) return pointContent(code, positions[0] ?? [0, 0], { z: zs?.[0], m: ms?.[0] });
  const isMultipoint = code % 10 === 8;
  const own = new ShpExtent();
  own.add(positions, has);
  const head = isMultipoint ? 40 : 44 + parts.length * 4;
  const view = new DataView(new ArrayBuffer(head + positions.length * 16 + listBytes(zs) + listBytes(ms)));
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
  for (const [axis, list] of [[2, zs] as const, [3, ms] as const]) {
    if (list === null) continue;
    const [least, most] = [own.min[axis], own.max[axis]];
    view.setFloat64(at, Number.isFinite(least) ? least : 0, true);
    view.setFloat64(at + 8, Number.isFinite(most) ? most : 0, true);
    for (const [i, value] of list.entries()) view.setFloat64(at + 16 + i * 8, value, true);
    at += listBytes(list);
  }
  return new Uint8Array(view.buffer);
}

/** Two bounds and a number for each position. */
const listBytes = (list: readonly number[] | null): number => (list === null ? 0 : 16 + list.length * 8);

function measureOf(position: Position, { hasZ, hasM }: Ordinates): number {
  const m = hasM ? position[hasZ ? 3 : 2] : undefined;
  return m === undefined || !Number.isFinite(m) ? NO_MEASURE : m;
}

function pointContent(code: number, [x = 0, y = 0]: Position, { z, m }: { z: number | undefined; m: number | undefined }): Uint8Array {
  const values = [x, y, ...(z === undefined ? [] : [z]), ...(z === undefined && m === undefined ? [] : [m ?? NO_MEASURE])];
  const view = new DataView(new ArrayBuffer(4 + values.length * 8));
  view.setInt32(0, code, true);
  for (const [i, value] of values.entries()) view.setFloat64(4 + i * 8, value, true);
  return new Uint8Array(view.buffer);
}

/** Outer rings run clockwise, holes the other way. */
function partsOf(shape: Shape): Position[][] {
  if (shape.kind === 'point') return shape.position === null ? [] : [[shape.position]];
  if (shape.kind === 'multipoint') return [shape.positions];
  if (shape.kind === 'polyline') return shape.paths;
  return shape.polygons.flatMap((rings) => rings.map((ring, i) => oriented(ring, i > 0)));
}
