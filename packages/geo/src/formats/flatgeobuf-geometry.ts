// The geometries of FlatGeobuf.
import { joinedPath, pathOfArcs } from '../convert/arcs.ts';
import { type FileShape, joinedByKind } from '../convert/collections.ts';
import type { Shape } from '../convert/shape.ts';
import type { Position } from '../esri/geometry.ts';
import { type Sentence, sentence } from '../sentence.ts';
import type { FlatTable } from './flatbuffer.ts';
import type { FeatureGeometryType } from './geometry-family.ts';

/** Numbers of the kinds of geometry; 0 in the header says that each feature has its own. */
const POINT = 1;
const LINE = 2;
const POLYGON = 3;
const MULTIPOINT = 4;
const MULTILINE = 5;
const MULTIPOLYGON = 6;
const COLLECTION = 7;
const ARCS = 8;
const COMPOUND = 9;
const CURVE_POLYGON = 10;
const MULTICURVE = 11;
const MULTISURFACE = 12;
/** A polygon of three corners. */
const TRIANGLE = 17;

/** The kind of layer that the header speaks of; undefined where it leaves that to the features. */
export function flatGeometryType(type: number): FeatureGeometryType | undefined {
  if (type === POINT) return 'esriGeometryPoint';
  if (type === MULTIPOINT) return 'esriGeometryMultipoint';
  if ([LINE, MULTILINE, ARCS, COMPOUND, MULTICURVE].includes(type)) return 'esriGeometryPolyline';
  return [POLYGON, MULTIPOLYGON, CURVE_POLYGON, MULTISURFACE, TRIANGLE].includes(type) ? 'esriGeometryPolygon' : undefined;
}

/** The geometry of a feature. A collection gives a shape of each kind that is in it; collections within are not read. @throws RangeError */
export function readFlatGeometry(geometry: FlatTable, headerType: number): FileShape | Sentence | null {
  const type = headerType === 0 ? geometry.byte(6) : headerType;
  if (type !== COLLECTION) return readShape(geometry, type);
  const parts: Shape[] = [];
  for (const table of geometry.tables(7)) {
    const part = readShape(table, 0);
    if (part !== null && 'code' in part) return part;
    if (part !== null) parts.push(part);
  }
  return joinedByKind(parts);
}

function readShape(geometry: FlatTable, headerType: number): Shape | Sentence | null {
  const type = headerType === 0 ? geometry.byte(6) : headerType;
  const coordinates = new Coordinates(geometry);
  const { hasZ, hasM } = coordinates;
  const dimensions = { hasZ, hasM };
  switch (type) {
    case POINT: {
      const [position] = coordinates.positions();
      return { kind: 'point', ...dimensions, position: position?.slice(0, 2).every(Number.isFinite) ? position : null };
    }
    case MULTIPOINT:
      return { kind: 'multipoint', ...dimensions, positions: coordinates.positions() };
    case LINE:
    case MULTILINE:
      return { kind: 'polyline', ...dimensions, paths: coordinates.parts() };
    case POLYGON:
    case TRIANGLE:
      return { kind: 'polygon', ...dimensions, polygons: coordinates.count === 0 ? [] : [coordinates.parts()] };
    case MULTIPOLYGON:
      return polygonOf(partsOf(geometry, [POLYGON], POLYGON));
    case ARCS: {
      const path = pathOfArcs(coordinates.positions());
      return { kind: 'polyline', ...dimensions, hadCurves: true, paths: path.length > 0 ? [path] : [] };
    }
    case COMPOUND: {
      const { paths, hasZ: z, hasM: m } = partsOf(geometry, [LINE, ARCS]);
      return { kind: 'polyline', hasZ: z, hasM: m, hadCurves: true, paths: paths.length > 0 ? [joinedPath(paths)] : [] };
    }
    case MULTICURVE: {
      const { paths, hasZ: z, hasM: m } = partsOf(geometry, [LINE, ARCS, COMPOUND]);
      return { kind: 'polyline', hasZ: z, hasM: m, hadCurves: true, paths };
    }
    case CURVE_POLYGON: {
      const { paths, hasZ: z, hasM: m } = partsOf(geometry, [LINE, ARCS, COMPOUND]);
      return { kind: 'polygon', hasZ: z, hasM: m, hadCurves: true, polygons: paths.length > 0 ? [paths] : [] };
    }
    case MULTISURFACE:
      return { ...polygonOf(partsOf(geometry, [POLYGON, CURVE_POLYGON])), hadCurves: true };
    default:
      return sentence('geometry-unheld');
  }
}

function polygonOf({ hasZ, hasM, polygons }: ReturnType<typeof partsOf>): Shape {
  return { kind: 'polygon', hasZ, hasM, polygons };
}

/** Paths and polygons of the parts, which are of certain kinds; `type` where they do not say theirs. */
function partsOf(
  geometry: FlatTable,
  kinds: readonly number[],
  type = 0,
): { hasZ: boolean; hasM: boolean; paths: Position[][]; polygons: Position[][][] } {
  const found = { hasZ: false, hasM: false, paths: [] as Position[][], polygons: [] as Position[][][] };
  for (const table of geometry.tables(7)) {
    if (!kinds.includes(type || table.byte(6))) throw new RangeError('a part is of another kind than its geometry');
    const part = readShape(table, type);
    if (part === null || 'code' in part) continue;
    found.hasZ ||= part.hasZ;
    found.hasM ||= part.hasM;
    if (part.kind === 'polyline') for (const path of part.paths) found.paths.push(path);
    else if (part.kind === 'polygon') for (const rings of part.polygons) found.polygons.push(rings);
  }
  return found;
}

/** The coordinates of a geometry without parts of its own. */
class Coordinates {
  readonly hasZ: boolean;
  readonly hasM: boolean;
  readonly count: number;
  private readonly ends: readonly number[];
  private readonly xy: readonly number[];
  private readonly z: readonly number[];
  private readonly m: readonly number[];

  constructor(geometry: FlatTable) {
    this.ends = geometry.uints(0);
    this.xy = geometry.doubles(1);
    this.z = geometry.doubles(2);
    this.m = geometry.doubles(3);
    this.hasZ = this.z.length > 0;
    this.hasM = this.m.length > 0;
    this.count = this.xy.length / 2;
  }

  positions(from = 0, to = this.count): Position[] {
    const { xy, z, m, hasZ, hasM } = this;
    return Array.from({ length: to - from }, (_, i) => {
      const at = from + i;
      const [x, y] = [xy[at * 2] ?? Number.NaN, xy[at * 2 + 1] ?? Number.NaN];
      if (hasM) return hasZ ? [x, y, z[at] ?? 0, m[at] ?? 0] : [x, y, m[at] ?? 0];
      return hasZ ? [x, y, z[at] ?? 0] : [x, y];
    });
  }

  parts(): Position[][] {
    const { ends, count } = this;
    if (ends.length === 0) return count === 0 ? [] : [this.positions()];
    if (ends.some((end, i) => end > count || end < (ends[i - 1] ?? 0))) throw new RangeError('a part is longer than its shape');
    return ends.map((end, i) => this.positions(ends[i - 1] ?? 0, end));
  }
}
