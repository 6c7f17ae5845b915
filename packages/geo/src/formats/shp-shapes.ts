// The geometry records of .shp files, as WKB.
import type { ByteWriter } from '../convert/byte-writer.ts';
import { groupRings } from '../convert/group-rings.ts';
import { pointWkb } from '../convert/point-wkb.ts';
import type { Shape } from '../convert/shape.ts';
import { writeWkb } from '../convert/wkb.ts';
import { WKB_LINE, WKB_POLYGON } from '../convert/wkb-cursor.ts';
import type { Position } from '../esri/geometry.ts';
import { type Sentence, sentence } from '../sentence.ts';
import type { BoundingBox } from './bounding-box.ts';
import { FormatError } from './format-reader.ts';
import type { FeatureGeometryType } from './geometry-family.ts';

const NULL_SHAPE = 0;
/** Numbers below this stand for "no value" of m. */
const NO_DATA = -1e38;

interface ShapeKind {
  type: FeatureGeometryType;
  hasZ: boolean;
  /** Whether the type carries m; types with z may, but need not. */
  hasM: boolean;
}

const KINDS: Readonly<Record<number, ShapeKind>> = {
  1: { type: 'esriGeometryPoint', hasZ: false, hasM: false },
  3: { type: 'esriGeometryPolyline', hasZ: false, hasM: false },
  5: { type: 'esriGeometryPolygon', hasZ: false, hasM: false },
  8: { type: 'esriGeometryMultipoint', hasZ: false, hasM: false },
  11: { type: 'esriGeometryPoint', hasZ: true, hasM: false },
  13: { type: 'esriGeometryPolyline', hasZ: true, hasM: false },
  15: { type: 'esriGeometryPolygon', hasZ: true, hasM: false },
  18: { type: 'esriGeometryMultipoint', hasZ: true, hasM: false },
  21: { type: 'esriGeometryPoint', hasZ: false, hasM: true },
  23: { type: 'esriGeometryPolyline', hasZ: false, hasM: true },
  25: { type: 'esriGeometryPolygon', hasZ: false, hasM: true },
  28: { type: 'esriGeometryMultipoint', hasZ: false, hasM: true },
};

/** What the header of a .shp file says. */
export interface ShpHeader {
  type: FeatureGeometryType;
  hasZ: boolean;
  hasM: boolean;
  /** Length of the file in bytes as the header has it. */
  length: number;
  bounds: { xmin: number; ymin: number; xmax: number; ymax: number };
}

/** Reads the first 100 bytes. @throws FormatError when they are no header, or of a type that is not read */
export function readShpHeader(bytes: Uint8Array, name: string): ShpHeader {
  if (bytes.length < 100) throw new FormatError('shp-header', { file: name, size: bytes.length });
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getInt32(0) !== 9994) throw new FormatError('shp-not', { file: name });
  const code = view.getInt32(32, true);
  if (code === 31) throw new FormatError('shp-multipatch', { file: name });
  // A file without any shape has type 0: read as points, none of which has a place.
  const kind = KINDS[code === NULL_SHAPE ? 1 : code];
  if (!kind) throw new FormatError('shp-kind', { file: name, type: code });
  const [mMin, mMax] = [view.getFloat64(84, true), view.getFloat64(92, true)];
  const measured = kind.hasZ && mMin > NO_DATA && mMax > NO_DATA && (mMin !== 0 || mMax !== 0) && mMin <= mMax;
  const at = (offset: number): number => view.getFloat64(offset, true);
  return {
    type: kind.type,
    hasZ: kind.hasZ,
    hasM: kind.hasM || measured,
    length: view.getInt32(24) * 2,
    bounds: { xmin: at(36), ymin: at(44), xmax: at(52), ymax: at(60) },
  };
}

/** Writes the WKB of a record's content, nothing for a null shape; gives a sentence when it cannot be read. */
export function writeShpRecord(content: Uint8Array, header: ShpHeader, out: ByteWriter): Sentence | undefined {
  const wkb = recordWkb(content, header, out);
  if (wkb === null || wkb === WRITTEN) return undefined;
  if ('code' in wkb) return wkb;
  out.raw(wkb);
  return undefined;
}

/** Adds the places of a record's content to a box, of shapes of the kind of the file. */
export function addShpPlaces(content: Uint8Array, { type }: ShpHeader, box: BoundingBox): void {
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  const kind = content.length < 4 ? undefined : KINDS[view.getInt32(0, true)];
  if (kind?.type !== type) return;
  const isPoint = type === 'esriGeometryPoint';
  if (content.length < (isPoint ? 20 : 44)) return;
  const isSet = type === 'esriGeometryMultipoint';
  const count = isPoint ? 1 : view.getInt32(isSet ? 36 : 40, true);
  const start = isPoint ? 4 : isSet ? 40 : 44 + view.getInt32(36, true) * 4;
  // What cannot be read is told of with its row.
  if (start < 4 || start + count * 16 > content.length) return;
  for (let i = 0; i < count; i++) {
    const [x, y] = [view.getFloat64(start + i * 16, true), view.getFloat64(start + i * 16 + 8, true)];
    if (isPlace(x, y)) box.add(x, y);
  }
}

/** Says that the geometry was written already. */
const WRITTEN = new Uint8Array(0);

function recordWkb(content: Uint8Array, header: ShpHeader, out: ByteWriter): Uint8Array | Sentence | null {
  if (content.length < 4) return sentence('shape-empty');
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  const code = view.getInt32(0, true);
  if (code === NULL_SHAPE) return null;
  const kind = KINDS[code];
  if (!kind) return sentence('shape-kind', { type: code });
  if (kind.type !== header.type) return sentence('shape-other');
  try {
    if (kind.type === 'esriGeometryPoint') return pointOf(view, kind, header);
    if (!kind.hasZ && !header.hasM && writeOnePart(content, view, kind, out)) return WRITTEN;
    const shape = kind.type === 'esriGeometryMultipoint' ? multipointOf(view, kind, header) : partsOf(view, kind, header);
    return shape && writeWkb(shape);
  } catch (error) {
    if (error instanceof RangeError) return sentence('shape-short');
    throw error;
  }
}

function pointOf(view: DataView, kind: ShapeKind, header: ShpHeader): Uint8Array | Sentence | null {
  const [x, y] = [view.getFloat64(4, true), view.getFloat64(12, true)];
  if (!isPlace(x, y)) return sentence('point-invalid');
  if (!kind.hasZ && !kind.hasM) return pointWkb(x, y);
  const position: Position = [x, y];
  if (kind.hasZ) position.push(view.getFloat64(20, true));
  const mOffset = kind.hasZ ? 28 : 20;
  if (header.hasM) position.push(view.byteLength >= mOffset + 8 ? measure(view.getFloat64(mOffset, true)) : Number.NaN);
  return writeWkb({ kind: 'point', hasZ: kind.hasZ, hasM: header.hasM, position });
}

const isPlace = (x: number, y: number): boolean => Number.isFinite(x) && Number.isFinite(y) && x > NO_DATA && y > NO_DATA;

const measure = (m: number): number => (m > NO_DATA ? m : Number.NaN);

function multipointOf(view: DataView, kind: ShapeKind, header: ShpHeader): Shape | null {
  const count = view.getInt32(36, true);
  const positions = readPositions(view, 40, count, kind, header);
  return count > 0 ? { kind: 'multipoint', hasZ: kind.hasZ, hasM: header.hasM, positions } : null;
}

/** Writes a line or polygon of one part, whose positions stand in the record as they stand in WKB; false for any other. */
function writeOnePart(content: Uint8Array, view: DataView, { type }: ShapeKind, out: ByteWriter): boolean {
  if (type === 'esriGeometryMultipoint' || view.getInt32(36, true) !== 1 || view.getInt32(44, true) !== 0) return false;
  const isPolygon = type === 'esriGeometryPolygon';
  const count = view.getInt32(40, true);
  if (count < (isPolygon ? 4 : 2) || 48 + count * 16 > content.length) return false;
  out.reserve(13);
  const at = out.length;
  out.bytes[at] = 1;
  out.view.setUint32(at + 1, isPolygon ? WKB_POLYGON : WKB_LINE, true);
  if (isPolygon) out.view.setUint32(at + 5, 1, true);
  out.length += isPolygon ? 13 : 9;
  out.view.setUint32(out.length - 4, count, true);
  out.part(content, 48, count * 16);
  return true;
}

function partsOf(view: DataView, kind: ShapeKind, header: ShpHeader): Shape | null {
  const partCount = view.getInt32(36, true);
  const pointCount = view.getInt32(40, true);
  if (partCount < 0 || partCount > pointCount) throw new RangeError('parts');
  const positions = readPositions(view, 44 + partCount * 4, pointCount, kind, header);
  const isPolygon = kind.type === 'esriGeometryPolygon';
  const parts: Position[][] = [];
  for (let i = 0; i < partCount; i++) {
    const start = view.getInt32(44 + i * 4, true);
    const end = i + 1 < partCount ? view.getInt32(48 + i * 4, true) : pointCount;
    if (start < 0 || end < start || end > pointCount) throw new RangeError('part');
    const part = positions.slice(start, end);
    if (part.length >= (isPolygon ? 4 : 2)) parts.push(part);
  }
  if (parts.length === 0) return null;
  if (isPolygon) return { kind: 'polygon', hasZ: kind.hasZ, hasM: header.hasM, polygons: groupRings(parts) };
  return { kind: 'polyline', hasZ: kind.hasZ, hasM: header.hasM, paths: parts };
}

/** X and y of all points stand together, then two bounds and all z, then two bounds and all m. */
function readPositions(view: DataView, offset: number, count: number, kind: ShapeKind, header: ShpHeader): Position[] {
  if (count < 0 || offset + count * 16 > view.byteLength) throw new RangeError('points');
  const zOffset = offset + count * 16 + 16;
  const mOffset = kind.hasZ ? zOffset + count * 8 + 16 : zOffset;
  if (kind.hasZ && zOffset + count * 8 > view.byteLength) throw new RangeError('z');
  const hasMeasures = header.hasM && mOffset + count * 8 <= view.byteLength;
  const positions = new Array<Position>(count);
  for (let i = 0; i < count; i++) {
    const position: Position = [view.getFloat64(offset + i * 16, true), view.getFloat64(offset + i * 16 + 8, true)];
    if (kind.hasZ) position.push(view.getFloat64(zOffset + i * 8, true));
    if (header.hasM) position.push(hasMeasures ? measure(view.getFloat64(mOffset + i * 8, true)) : Number.NaN);
    positions[i] = position;
  }
  return positions;
}
