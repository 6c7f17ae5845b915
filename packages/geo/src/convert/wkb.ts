// WKB and EWKB to the neutral shape and back.
import type { Position } from '../esri/geometry.ts';
import { GeometryError } from '../esri/geometry-error.ts';
import { sentence } from '../sentence.ts';
import { joinedPath, pathOfArcs } from './arcs.ts';
import type { MultipointShape, PolygonShape, PolylineShape, Shape } from './shape.ts';
import {
  WKB_ARCS,
  WKB_COLLECTION,
  WKB_COMPOUND,
  WKB_CURVE_POLYGON,
  WKB_LINE,
  WKB_MULTICURVE,
  WKB_MULTILINE,
  WKB_MULTIPOINT,
  WKB_MULTIPOLYGON,
  WKB_MULTISURFACE,
  WKB_POINT,
  WKB_POLYGON,
  WkbCursor,
} from './wkb-cursor.ts';

/** How WKB is written. */
export interface WkbOptions {
  /** Written into the bytes (EWKB); the shape's own number when absent, none when null. */
  srid?: number | null;
  /** Always write the multi form of lines and polygons, as a column of one type wants it. */
  multi?: boolean;
  /** Say z and m in the numbers of the types, as the standard has it, instead of PostGIS's flags. */
  iso?: boolean;
}

/** Reads any WKB but collections of mixed kinds; curves become lines with many points. @throws GeometryError on bytes that are no such geometry */
export function readWkb(bytes: Uint8Array): Shape {
  const cursor = new WkbCursor(bytes);
  const shape = readShape(cursor);
  if (cursor.srid !== undefined && cursor.srid !== 0) shape.srid = cursor.srid;
  return shape;
}

/** Collections within collections are read so deep. */
const MAX_DEPTH = 8;

/** Reads any WKB, of collections their parts one by one. @throws GeometryError on bytes that are no geometry */
export function readWkbParts(bytes: Uint8Array): Shape[] {
  const parts: Shape[] = [];
  const cursor = new WkbCursor(bytes);
  collectParts(cursor, parts, 0);
  if (cursor.srid !== undefined && cursor.srid !== 0) for (const part of parts) part.srid = cursor.srid;
  return parts;
}

function collectParts(cursor: WkbCursor, parts: Shape[], depth: number): void {
  const type = cursor.header(WKB_MULTISURFACE);
  if (type !== WKB_COLLECTION || depth >= MAX_DEPTH) parts.push(readBody(cursor, type));
  else for (let left = cursor.uint(); left > 0; left--) collectParts(cursor, parts, depth + 1);
}

function readShape(cursor: WkbCursor): Shape {
  return readBody(cursor, cursor.header(WKB_MULTISURFACE));
}

function readBody(cursor: WkbCursor, type: number): Shape {
  const { hasZ, hasM } = cursor;
  if (type === WKB_POINT) {
    cursor.need(cursor.stride);
    const position = readPosition(cursor);
    return { kind: 'point', hasZ, hasM, position: Number.isNaN(position[0]) ? null : position };
  }
  if (type === WKB_LINE) {
    const path = readPositions(cursor);
    return { kind: 'polyline', hasZ, hasM, paths: path.length > 0 ? [path] : [] };
  }
  if (type === WKB_POLYGON) {
    const rings = readRings(cursor);
    return { kind: 'polygon', hasZ, hasM, polygons: rings.length > 0 ? [rings] : [] };
  }
  if (type === WKB_COLLECTION) throw new GeometryError(sentence('geometry-collection'));
  if (type > WKB_COLLECTION) return readCurves(cursor, type, { hasZ, hasM });
  return readParts(cursor, type, { hasZ, hasM });
}

function readParts(cursor: WkbCursor, type: number, dimensions: { hasZ: boolean; hasM: boolean }): Shape {
  const multipoint: MultipointShape = { kind: 'multipoint', ...dimensions, positions: [] };
  const polyline: PolylineShape = { kind: 'polyline', ...dimensions, paths: [] };
  const polygon: PolygonShape = { kind: 'polygon', ...dimensions, polygons: [] };
  for (let left = cursor.uint(); left > 0; left--) {
    const part = readShape(cursor);
    if (part.kind === 'point' && type === WKB_MULTIPOINT) {
      if (part.position) multipoint.positions.push(part.position);
    } else if (part.kind === 'polyline' && type === WKB_MULTILINE) polyline.paths.push(...part.paths);
    else if (part.kind === 'polygon' && type === WKB_MULTIPOLYGON) polygon.polygons.push(...part.polygons);
    else throw new GeometryError(sentence('bytes-mixed'));
  }
  if (type === WKB_MULTIPOINT) return multipoint;
  return type === WKB_MULTILINE ? polyline : polygon;
}

/** What may be inside curves of each type; none of them stands within itself. */
const WITHIN_CURVES: Readonly<Record<number, readonly number[]>> = {
  [WKB_COMPOUND]: [WKB_LINE, WKB_ARCS],
  [WKB_CURVE_POLYGON]: [WKB_LINE, WKB_ARCS, WKB_COMPOUND],
  [WKB_MULTICURVE]: [WKB_LINE, WKB_ARCS, WKB_COMPOUND],
  [WKB_MULTISURFACE]: [WKB_POLYGON, WKB_CURVE_POLYGON],
};

function readCurves(cursor: WkbCursor, type: number, dimensions: { hasZ: boolean; hasM: boolean }): Shape {
  const curved = { ...dimensions, hadCurves: true as const };
  if (type === WKB_ARCS) {
    const path = pathOfArcs(readPositions(cursor));
    return { kind: 'polyline', ...curved, paths: path.length > 0 ? [path] : [] };
  }
  const paths: Position[][] = [];
  const polygons: Position[][][] = [];
  for (let left = cursor.uint(); left > 0; left--) {
    const inner = cursor.header(WKB_MULTISURFACE);
    if (WITHIN_CURVES[type]?.includes(inner) !== true) throw new GeometryError(sentence('bytes-mixed'));
    const part = readBody(cursor, inner);
    if (part.kind === 'polyline') paths.push(...part.paths);
    else if (part.kind === 'polygon') polygons.push(...part.polygons);
  }
  if (type === WKB_MULTISURFACE) return { kind: 'polygon', ...curved, polygons };
  if (type === WKB_CURVE_POLYGON) return { kind: 'polygon', ...curved, polygons: paths.length > 0 ? [paths] : [] };
  if (type === WKB_MULTICURVE) return { kind: 'polyline', ...curved, paths };
  return { kind: 'polyline', ...curved, paths: paths.length > 0 ? [joinedPath(paths)] : [] };
}

function readPosition(cursor: WkbCursor): Position {
  const { view, little, stride } = cursor;
  const position: Position = [view.getFloat64(cursor.offset, little), view.getFloat64(cursor.offset + 8, little)];
  for (let at = 16; at < stride; at += 8) position.push(view.getFloat64(cursor.offset + at, little));
  cursor.offset += stride;
  return position;
}

function readPositions(cursor: WkbCursor): Position[] {
  const count = cursor.positions();
  const positions = new Array<Position>(count);
  for (let i = 0; i < count; i++) positions[i] = readPosition(cursor);
  return positions;
}

function readRings(cursor: WkbCursor): Position[][] {
  const rings: Position[][] = [];
  for (let left = cursor.uint(); left > 0; left--) {
    const ring = readPositions(cursor);
    if (ring.length > 0) rings.push(ring);
  }
  return rings;
}

/** Little-endian WKB; EWKB when it carries a srid, z or m. */
export function writeWkb(shape: Shape, options: WkbOptions = {}): Uint8Array {
  const srid = options.srid === undefined ? shape.srid : (options.srid ?? undefined);
  const writer = new WkbWriter(byteLength(shape, srid !== undefined, options.multi === true), shape, srid, options.iso === true);
  writer.write(shape, options.multi === true);
  return writer.bytes;
}

function strideOf(shape: Shape): number {
  return 16 + (shape.hasZ ? 8 : 0) + (shape.hasM ? 8 : 0);
}

function byteLength(shape: Shape, hasSrid: boolean, multi: boolean): number {
  const stride = strideOf(shape);
  const start = 5 + (hasSrid ? 4 : 0);
  if (shape.kind === 'point') return start + stride;
  if (shape.kind === 'multipoint') return start + 4 + shape.positions.length * (5 + stride);
  if (shape.kind === 'polyline') {
    const body = shape.paths.reduce((sum, path) => sum + 4 + path.length * stride, 0);
    return shape.paths.length === 1 && !multi ? start + body : start + 4 + shape.paths.length * 5 + body;
  }
  const body = shape.polygons.reduce((sum, rings) => rings.reduce((inner, ring) => inner + 4 + ring.length * stride, sum + 4), 0);
  return shape.polygons.length === 1 && !multi ? start + body : start + 4 + shape.polygons.length * 5 + body;
}

class WkbWriter {
  readonly bytes: Uint8Array;
  private readonly view: DataView;
  private readonly marks: number;
  private readonly ordinates: number;
  private srid: number | undefined;
  private offset = 0;

  constructor(size: number, shape: Shape, srid: number | undefined, iso: boolean) {
    this.bytes = new Uint8Array(size);
    this.view = new DataView(this.bytes.buffer);
    const [z, m] = iso ? [1000, 2000] : [0x80000000, 0x40000000];
    this.marks = (shape.hasZ ? z : 0) + (shape.hasM ? m : 0);
    this.ordinates = strideOf(shape) / 8;
    this.srid = srid;
  }

  write(shape: Shape, multi: boolean): void {
    if (shape.kind === 'point') {
      this.header(WKB_POINT);
      this.position(shape.position ?? []);
    } else if (shape.kind === 'multipoint') {
      this.header(WKB_MULTIPOINT);
      this.uint(shape.positions.length);
      for (const position of shape.positions) {
        this.header(WKB_POINT);
        this.position(position);
      }
    } else if (shape.kind === 'polyline') this.parts(shape.paths, WKB_LINE, multi, (path) => this.positions(path));
    else this.parts(shape.polygons, WKB_POLYGON, multi, (rings) => this.rings(rings));
  }

  private parts<T>(parts: T[], type: number, multi: boolean, body: (part: T) => void): void {
    if (parts.length !== 1 || multi) {
      this.header(type + 3);
      this.uint(parts.length);
    }
    for (const part of parts) {
      this.header(type);
      body(part);
    }
  }

  private header(type: number): void {
    const withSrid = this.srid !== undefined;
    this.view.setUint8(this.offset, 1);
    this.view.setUint32(this.offset + 1, type + this.marks + (withSrid ? 0x20000000 : 0), true);
    this.offset += 5;
    if (this.srid !== undefined) this.uint(this.srid);
    // Only the outermost geometry carries the number.
    this.srid = undefined;
  }

  private uint(value: number): void {
    this.view.setUint32(this.offset, value, true);
    this.offset += 4;
  }

  private position(position: Position): void {
    for (let i = 0; i < this.ordinates; i++) {
      this.view.setFloat64(this.offset, position[i] ?? Number.NaN, true);
      this.offset += 8;
    }
  }

  private positions(positions: Position[]): void {
    this.uint(positions.length);
    for (const position of positions) this.position(position);
  }

  private rings(rings: Position[][]): void {
    this.uint(rings.length);
    for (const ring of rings) this.positions(ring);
  }
}
