// The geometries of File Geodatabases.
import { groupRings } from '../convert/group-rings.ts';
import { closedRing, type Shape } from '../convert/shape.ts';
import type { Position } from '../esri/geometry.ts';
import { type Sentence, sentence } from '../sentence.ts';
import { GdbCursor } from './gdb-cells.ts';
import { type Curve, readCurve } from './gdb-curves.ts';
import type { GdbGrid } from './gdb-header.ts';

const POINTS = new Set([1, 9, 11, 21, 52]);
const MULTIPOINTS = new Set([8, 18, 20, 28, 53]);
const LINES = new Set([3, 10, 13, 23, 50]);
const POLYGONS = new Set([5, 15, 19, 25, 51]);
/** Kinds that have heights, or measures, without saying so in a flag. */
const WITH_Z = new Set([9, 11, 18, 20, 10, 13, 15, 19]);
const WITH_M = new Set([21, 11, 28, 18, 23, 13, 25, 15]);
const FLAG_Z = 0x80000000;
const FLAG_M = 0x40000000;
const FLAG_CURVES = 0x20000000;

/** A geometry, and whether curves of it became lines. */
export interface GdbShape {
  shape: Shape | Sentence | null;
  curved: boolean;
}

/** Reads the bytes of a geometry; a sentence where they cannot be read or are of a kind that layers do not hold. */
export function readGdbShape(bytes: Uint8Array, grid: GdbGrid): GdbShape {
  try {
    return shapeOf(new GdbCursor(bytes), grid);
  } catch (error) {
    if (error instanceof RangeError) return { shape: sentence('geometry-damaged'), curved: false };
    throw error;
  }
}

function shapeOf(cursor: GdbCursor, grid: GdbGrid): GdbShape {
  const word = cursor.count();
  const kind = word & 0xff;
  const has = { z: WITH_Z.has(kind) || flag(word, FLAG_Z), m: WITH_M.has(kind) || flag(word, FLAG_M) };
  if (kind === 0) return { shape: null, curved: false };
  if (POINTS.has(kind)) return { shape: pointOf(cursor, grid, has), curved: false };
  if (MULTIPOINTS.has(kind)) {
    const count = cursor.count();
    if (count > 0) skipBox(cursor);
    const positions = readPositions(cursor, grid, count, has);
    return { shape: { kind: 'multipoint', hasZ: has.z, hasM: has.m, positions }, curved: false };
  }
  if (!LINES.has(kind) && !POLYGONS.has(kind)) return { shape: sentence('geometry-unheld'), curved: false };
  const { parts, curved } = readParts(cursor, grid, { ...has, curves: flag(word, FLAG_CURVES) });
  const dimensions = { hasZ: has.z, hasM: has.m };
  if (LINES.has(kind)) return { shape: { kind: 'polyline', ...dimensions, paths: parts.filter((part) => part.length > 1) }, curved };
  const rings = parts.map(closedRing).filter((ring) => ring.length > 3);
  return { shape: { kind: 'polygon', ...dimensions, polygons: groupRings(rings) }, curved };
}

/** The flags stand in bits that signed numbers cannot ask for. */
const flag = (word: number, bit: number): boolean => Math.floor(word / bit) % 2 === 1;

function pointOf(cursor: GdbCursor, grid: GdbGrid, has: Ordinates): Shape {
  const [x, y] = [cursor.count(), cursor.count()];
  const dimensions = { hasZ: has.z, hasM: has.m };
  if (x === 0 || y === 0) return { kind: 'point', ...dimensions, position: null };
  const position: Position = [(x - 1) / grid.scale + grid.x, (y - 1) / grid.scale + grid.y];
  if (has.z) position.push(Math.max(0, cursor.count() - 1) / axis(grid.z).scale + axis(grid.z).origin);
  const [place] = finite([position]);
  // 0 stands for a measure that is not known.
  const m = has.m && cursor.left > 0 ? cursor.count() : 0;
  if (has.m) place?.push(m === 0 ? Number.NaN : (m - 1) / axis(grid.m).scale + axis(grid.m).origin);
  return { kind: 'point', ...dimensions, position: place ?? null };
}

function axis(found: GdbGrid['z']): { origin: number; scale: number } {
  if (found === null) throw new RangeError('heights without a scale');
  return found;
}

function skipBox(cursor: GdbCursor): void {
  for (let i = 0; i < 4; i++) cursor.count();
}

interface Ordinates {
  z: boolean;
  m: boolean;
}

/** All x and y as differences, then all z, then all m. */
function readPositions(cursor: GdbCursor, grid: GdbGrid, count: number, has: Ordinates): Position[] {
  // Every number takes a byte at least.
  if (count * 2 > cursor.left) throw new RangeError('more points than bytes');
  const positions = new Array<Position>(count);
  let [x, y, z] = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    x += cursor.difference();
    y += cursor.difference();
    positions[i] = [x / grid.scale + grid.x, y / grid.scale + grid.y];
  }
  if (has.z) {
    const { origin, scale } = axis(grid.z);
    for (const position of positions) {
      z += cursor.difference();
      position.push(z / scale + origin);
    }
  }
  finite(positions);
  if (has.m) readMeasures(cursor, grid, positions);
  return positions;
}

function finite(positions: Position[]): Position[] {
  for (const position of positions) if (!position.every(Number.isFinite)) throw new RangeError('no number');
  return positions;
}

function readParts(cursor: GdbCursor, grid: GdbGrid, has: Ordinates & { curves: boolean }) {
  const count = cursor.count();
  if (count === 0) return { parts: [], curved: false };
  const partCount = cursor.count();
  const curveCount = has.curves ? cursor.count() : 0;
  if (partCount < 1 || partCount > count || curveCount * 2 > cursor.left) throw new RangeError('more parts than points');
  skipBox(cursor);
  const ends: number[] = [];
  let end = 0;
  for (let i = 1; i < partCount; i++) {
    end += cursor.count();
    ends.push(end);
  }
  if (end > count) throw new RangeError('a part is longer than its shape');
  ends.push(count);
  const positions = readPositions(cursor, grid, count, has);
  const curves = new Map<number, Curve>();
  for (let i = 0; i < curveCount; i++) curves.set(cursor.count(), readCurve(cursor));
  const parts = ends.map((to, i) => withCurves(positions, { from: ends[i - 1] ?? 0, to }, curves));
  return { parts, curved: curves.size > 0 };
}

/** One byte stands for measures none of which is known. */
function readMeasures(cursor: GdbCursor, grid: GdbGrid, positions: readonly Position[]): void {
  const isKnown = cursor.left >= positions.length && positions.length > 0;
  if (!isKnown && cursor.left > 0) cursor.skip(1);
  let m = 0;
  for (const position of positions) {
    if (isKnown) m += cursor.difference();
    position.push(isKnown ? m / axis(grid.m).scale + axis(grid.m).origin : Number.NaN);
  }
}

function withCurves(positions: Position[], { from, to }: { from: number; to: number }, curves: ReadonlyMap<number, Curve>): Position[] {
  if (curves.size === 0) return positions.slice(from, to);
  const part: Position[] = [];
  for (let i = from; i < to; i++) {
    const position = positions[i] as Position;
    part.push(position);
    const next = i + 1 < to ? positions[i + 1] : undefined;
    const curve = curves.get(i);
    // A flat() of its own would spread a hostile number of positions over the stack.
    if (curve && next) for (const each of finite(curve(position, next))) part.push(each);
  }
  return part;
}
