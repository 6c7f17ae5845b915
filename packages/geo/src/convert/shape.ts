// The neutral form between Esri JSON, GeoJSON, WKB and WKT, and the ring arithmetic that they need.
import type { Position } from '../esri/geometry.ts';

interface Dimensions {
  hasZ: boolean;
  hasM: boolean;
  /** Reference system number where the source carried one. */
  srid?: number;
  /** The source had curves, which became lines with many points. */
  hadCurves?: true;
  /** Numbers behind the heights were left out. */
  hadMore?: true;
}

/** One point, or none (an empty point). */
export interface PointShape extends Dimensions {
  kind: 'point';
  position: Position | null;
}

export interface MultipointShape extends Dimensions {
  kind: 'multipoint';
  positions: Position[];
}

export interface PolylineShape extends Dimensions {
  kind: 'polyline';
  paths: Position[][];
}

/** Polygons as lists of rings: the outer ring first, then its holes; rings are closed, orientation is free. */
export interface PolygonShape extends Dimensions {
  kind: 'polygon';
  polygons: Position[][][];
}

/** Any geometry that a feature may have. */
export type Shape = PointShape | MultipointShape | PolylineShape | PolygonShape;

/** Twice the signed area of a closed ring: positive when it runs counter-clockwise (y up). */
export function ringArea2(ring: readonly Position[]): number {
  const first = ring[0];
  if (!first) return 0;
  const [ox, oy] = [first[0] as number, first[1] as number];
  let sum = 0;
  let [px, py] = [0, 0];
  for (let i = 1; i < ring.length; i++) {
    const p = ring[i] as Position;
    const x = (p[0] as number) - ox;
    const y = (p[1] as number) - oy;
    sum += px * y - x * py;
    [px, py] = [x, y];
  }
  return sum;
}

/** The ring running the wanted way round; the same array when it does already. */
export function oriented(ring: Position[], counterClockwise: boolean): Position[] {
  const area = ringArea2(ring);
  return area === 0 || area > 0 === counterClockwise ? ring : [...ring].reverse();
}

/** All positions of a shape, one part after another. */
export function positionsOf(shape: Shape): readonly Position[] {
  if (shape.kind === 'point') return shape.position === null ? [] : [shape.position];
  if (shape.kind === 'multipoint') return shape.positions;
  return shape.kind === 'polyline' ? shape.paths.flat() : shape.polygons.flat(2);
}

/** A ring whose last position repeats its first. */
export function closedRing(ring: Position[]): Position[] {
  const [first, last] = [ring[0], ring[ring.length - 1]];
  return first && last && (first[0] !== last[0] || first[1] !== last[1]) ? [...ring, [...first]] : ring;
}

/** Whether the shape has no coordinates at all. */
export function isEmptyShape(shape: Shape): boolean {
  if (shape.kind === 'point') return shape.position === null;
  if (shape.kind === 'multipoint') return shape.positions.length === 0;
  return shape.kind === 'polyline' ? shape.paths.length === 0 : shape.polygons.length === 0;
}
