// GeoJSON geometries from and to WKB and the neutral shape.
import type { Position } from '../esri/geometry.ts';
import { GeometryError } from '../esri/geometry-error.ts';
import { sentence } from '../sentence.ts';
import type { OrdinateOptions } from './esri-json.ts';
import { reduced } from './reduce-positions.ts';
import { closedRing, oriented, type Shape } from './shape.ts';
import { readWkb, type WkbOptions, writeWkb } from './wkb.ts';

/** A GeoJSON geometry of one kind (collections are not features of a layer). */
export type GeoJsonGeometry =
  | { type: 'Point'; coordinates: Position }
  | { type: 'MultiPoint' | 'LineString'; coordinates: Position[] }
  | { type: 'MultiLineString' | 'Polygon'; coordinates: Position[][] }
  | { type: 'MultiPolygon'; coordinates: Position[][][] };

/** WKB as GeoJSON; null for empty geometries. M is left out, which GeoJSON has no place for. */
export function wkbToGeoJson(wkb: Uint8Array, options: OrdinateOptions = {}): GeoJsonGeometry | null {
  return shapeToGeoJson(readWkb(wkb), options);
}

/** GeoJSON as WKB. @throws GeometryError when the value is not a geometry of one kind */
export function geoJsonToWkb(geometry: unknown, options: WkbOptions = {}): Uint8Array {
  return writeWkb(geoJsonToShape(geometry), options);
}

/** The shape as GeoJSON: outer rings counter-clockwise, single forms where there is one part. */
export function shapeToGeoJson(shape: Shape, options: OrdinateOptions = {}): GeoJsonGeometry | null {
  const { shape: s } = reduced(shape, { ...options, m: false });
  switch (s.kind) {
    case 'point':
      return s.position && { type: 'Point', coordinates: s.position };
    case 'multipoint':
      return s.positions.length > 0 ? { type: 'MultiPoint', coordinates: s.positions } : null;
    case 'polyline': {
      const [first, ...more] = s.paths;
      if (!first) return null;
      return more.length > 0 ? { type: 'MultiLineString', coordinates: s.paths } : { type: 'LineString', coordinates: first };
    }
    case 'polygon': {
      const polygons = s.polygons.map((rings) => rings.map((ring, i) => oriented(closedRing(ring), i === 0)));
      const [first, ...more] = polygons;
      if (!first) return null;
      return more.length > 0 ? { type: 'MultiPolygon', coordinates: polygons } : { type: 'Polygon', coordinates: first };
    }
  }
}

/**
 * GeoJSON as a shape. Rings are closed; parts with too few positions to be a line or a ring are refused.
 * @throws GeometryError when the value is not a geometry of one kind
 */
export function geoJsonToShape(geometry: unknown): Shape {
  if (typeof geometry !== 'object' || geometry === null) throw new GeometryError(sentence('geometry-not'));
  const { type, coordinates } = geometry as { type?: unknown; coordinates?: unknown };
  const z: Ordinates = { seen: false, more: false };
  const shape = shapeOf(String(type), coordinates, z);
  // Mixed dimensions: positions without a height get an unknown one when they are written.
  shape.hasZ = z.seen;
  if (z.more) shape.hadMore = true;
  return shape;
}

/** What positions have beside x and y. */
interface Ordinates {
  seen: boolean;
  more: boolean;
}

/** Collections within collections are read so deep. */
const MAX_DEPTH = 8;

/** The geometry, or those of a collection, one by one. @throws GeometryError when one of them is none */
export function geoJsonToShapes(geometry: unknown, depth = 0): Shape[] {
  const { type, geometries } = (geometry ?? {}) as { type?: unknown; geometries?: unknown };
  if (type !== 'GeometryCollection') return [geoJsonToShape(geometry)];
  if (depth >= MAX_DEPTH) throw new GeometryError(sentence('geometry-collection'));
  return list(geometries).flatMap((part) => geoJsonToShapes(part, depth + 1));
}

function shapeOf(type: string, coordinates: unknown, z: Ordinates): Shape {
  const plain = { hasZ: false, hasM: false };
  switch (type) {
    case 'Point': {
      const empty = Array.isArray(coordinates) && coordinates.length === 0;
      return { kind: 'point', ...plain, position: empty ? null : readPosition(coordinates, z) };
    }
    case 'MultiPoint':
      return { kind: 'multipoint', ...plain, positions: readPositions(coordinates, z) };
    case 'LineString':
      return { kind: 'polyline', ...plain, paths: list(coordinates).length > 0 ? [readLine(coordinates, z)] : [] };
    case 'MultiLineString':
      return { kind: 'polyline', ...plain, paths: list(coordinates).map((line) => readLine(line, z)) };
    case 'Polygon':
      return { kind: 'polygon', ...plain, polygons: list(coordinates).length > 0 ? [readRings(coordinates, z)] : [] };
    case 'MultiPolygon':
      return { kind: 'polygon', ...plain, polygons: list(coordinates).map((rings) => readRings(rings, z)) };
    case 'GeometryCollection':
      throw new GeometryError(sentence('geometry-collection'));
    default:
      throw new GeometryError(sentence('geometry-kind', { type: type.slice(0, 40) }));
  }
}

function list(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new GeometryError(sentence('coordinates-list'));
  return value;
}

function readPosition(value: unknown, z: Ordinates): Position {
  const [x, y, height, more] = list(value);
  if (more !== undefined && more !== null) z.more = true;
  if (typeof x !== 'number' || typeof y !== 'number' || !Number.isFinite(x) || !Number.isFinite(y)) {
    throw new GeometryError(sentence('position-numbers'));
  }
  if (typeof height !== 'number') return [x, y];
  z.seen = true;
  return [x, y, height];
}

function readPositions(value: unknown, z: Ordinates): Position[] {
  return list(value).map((position) => readPosition(position, z));
}

function readLine(value: unknown, z: Ordinates): Position[] {
  const line = readPositions(value, z);
  if (line.length < 2) throw new GeometryError(sentence('line-short'));
  return line;
}

function readRings(value: unknown, z: Ordinates): Position[][] {
  return list(value).map((positions) => {
    const ring = closedRing(readPositions(positions, z));
    if (ring.length < 4) throw new GeometryError(sentence('ring-short'));
    return ring;
  });
}
