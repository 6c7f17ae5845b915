// Esri JSON geometries from and to WKB and the neutral shape.
import type { EsriGeometry, EsriPoint, Position } from '../esri/geometry.ts';
import { isEnvelope, isMultipoint, isPoint, isPolygon, isPolyline } from '../esri/geometry.ts';
import { GeometryError } from '../esri/geometry-error.ts';
import { groupRings } from './group-rings.ts';
import { reduced } from './reduce-positions.ts';
import { closedRing, oriented, type Shape } from './shape.ts';
import { readWkb, type WkbOptions, writeWkb } from './wkb.ts';

/** What of the ordinates is given out. */
export interface OrdinateOptions {
  /** Give z where there is one (default true). */
  z?: boolean;
  /** Give m where there is one (default true). */
  m?: boolean;
  /** Decimal places to keep. */
  decimals?: number;
}

/** WKB as Esri JSON without a spatial reference; null for empty geometries. */
export function wkbToEsri(wkb: Uint8Array, options: OrdinateOptions = {}): EsriGeometry | null {
  return shapeToEsri(readWkb(wkb), options);
}

/** Esri JSON as WKB. @throws GeometryError when the value is not a geometry */
export function esriToWkb(geometry: EsriGeometry, options: WkbOptions = {}): Uint8Array {
  return writeWkb(esriToShape(geometry), options);
}

/** The shape as Esri JSON: outer rings clockwise, holes counter-clockwise, each polygon's holes right after it. */
export function shapeToEsri(shape: Shape, options: OrdinateOptions = {}): EsriGeometry | null {
  const { shape: s, hasZ, hasM } = reduced(shape, options);
  const marks = { ...(hasZ && { hasZ: true as const }), ...(hasM && { hasM: true as const }) };
  switch (s.kind) {
    case 'point':
      return s.position && esriPoint(s.position, hasZ, hasM);
    case 'multipoint':
      return s.positions.length > 0 ? { ...marks, points: s.positions } : null;
    case 'polyline':
      return s.paths.length > 0 ? { ...marks, paths: s.paths } : null;
    case 'polygon':
      if (s.polygons.length === 0) return null;
      return { ...marks, rings: s.polygons.flatMap((rings) => rings.map((ring, i) => oriented(closedRing(ring), i > 0))) };
  }
}

function esriPoint(position: Position, hasZ: boolean, hasM: boolean): EsriPoint {
  const point: EsriPoint = { x: position[0] as number, y: position[1] as number };
  const [z, m] = [hasZ ? position[2] : undefined, hasM ? position[hasZ ? 3 : 2] : undefined];
  if (z !== undefined) point.z = z;
  if (m !== undefined) point.m = m;
  return point;
}

/** Esri JSON as a shape; envelopes become polygons, rings are sorted into polygons with holes. */
export function esriToShape(geometry: EsriGeometry): Shape {
  if (isPoint(geometry)) return pointShape(geometry);
  if (isMultipoint(geometry)) {
    const hasZ = geometry.hasZ === true;
    return { kind: 'multipoint', hasZ, hasM: geometry.hasM === true, positions: geometry.points };
  }
  if (isPolyline(geometry)) return { kind: 'polyline', hasZ: geometry.hasZ === true, hasM: geometry.hasM === true, paths: geometry.paths };
  if (isPolygon(geometry)) {
    const polygons = groupRings(geometry.rings.map(closedRing));
    return { kind: 'polygon', hasZ: geometry.hasZ === true, hasM: geometry.hasM === true, polygons };
  }
  if (!isEnvelope(geometry)) throw new GeometryError('the value is not a geometry');
  const { xmin, ymin, xmax, ymax } = geometry;
  const ring = [
    [xmin, ymin],
    [xmin, ymax],
    [xmax, ymax],
    [xmax, ymin],
    [xmin, ymin],
  ];
  return { kind: 'polygon', hasZ: false, hasM: false, polygons: [[ring]] };
}

function pointShape(point: EsriPoint): Shape {
  const position: Position = [point.x, point.y];
  if (point.z !== undefined) position.push(point.z);
  if (point.m !== undefined) position.push(point.m);
  return { kind: 'point', hasZ: point.z !== undefined, hasM: point.m !== undefined, position };
}
