// Which rings of an area are outlines and which are holes, told by how they lie in each other.
import { mercatorX, mercatorY } from '@graticule/geo/project/web-mercator';
import type { Shape, Vertex } from './shape.ts';

type Point = readonly [number, number];
type Ring = readonly Vertex[];

/** Vertices that are looked at to tell whether a ring lies in another. */
const SAMPLES = 12;

/** A ring on the plane of the map, with its box. */
interface Outline {
  points: readonly Point[];
  west: number;
  south: number;
  east: number;
  north: number;
}

function outlineOf(ring: Ring): Outline {
  const outline = { points: ring.map(({ at }): Point => [mercatorX(at[0]), mercatorY(at[1])]), ...EMPTY };
  for (const [x, y] of outline.points) {
    outline.west = Math.min(outline.west, x);
    outline.south = Math.min(outline.south, y);
    outline.east = Math.max(outline.east, x);
    outline.north = Math.max(outline.north, y);
  }
  return outline;
}

const EMPTY = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };

/** Twice the area; positive for rings that run counter-clockwise. */
function area2({ points }: Outline): number {
  const [ox, oy] = points[0] ?? [0, 0];
  return points.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = points[(i + 1) % points.length] ?? [0, 0];
    return sum + (x - ox) * (nextY - oy) - (nextX - ox) * (y - oy);
  }, 0);
}

/** Whether the even and odd rule puts a point inside; undefined on the line itself, where it tells nothing. */
function doesHold({ points }: Outline, [x, y]: Point): boolean | undefined {
  let isIn = false;
  for (let i = 0, k = points.length - 1; i < points.length; k = i++) {
    const [[ax, ay], [bx, by]] = [points[i] ?? [0, 0], points[k] ?? [0, 0]];
    const cross = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
    const length = Math.hypot(bx - ax, by - ay);
    const isBeside = (x - ax) * (x - bx) + (y - ay) * (y - by) > 0;
    // a millimetre
    if ((x === ax && y === ay) || (!isBeside && Math.abs(cross) <= length * 0.001)) return undefined;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isIn = !isIn;
  }
  return isIn;
}

/** Whether most of a ring lies in another: holes may touch the outline around them. */
function isWithin(inner: Outline, outer: Outline): boolean {
  if (inner.west < outer.west || inner.east > outer.east || inner.south < outer.south || inner.north > outer.north) return false;
  const { points } = inner;
  const step = Math.max(1, Math.floor(points.length / SAMPLES));
  let votes = 0;
  for (let i = 0; i < points.length; i += step) {
    const [here, next]: [Point, Point] = [points[i] ?? [0, 0], points[(i + 1) % points.length] ?? [0, 0]];
    const middle: Point = [(here[0] + next[0]) / 2, (here[1] + next[1]) / 2];
    for (const at of [here, middle]) {
      const held = doesHold(outer, at);
      if (held !== undefined) votes += held ? 1 : -1;
    }
  }
  return votes > 0;
}

/** In how many others a ring lies; what lies in an odd number of them is a hole. */
const depthOf = (ring: Outline, all: readonly Outline[]): number =>
  all.filter((other) => other !== ring && other.points.length > 2 && isWithin(ring, other)).length;

/** Whether a part of an area is a hole. */
export function isHole({ kind, parts }: Shape, part: number): boolean {
  if (kind !== 'polygon' || parts.length < 2) return false;
  const outlines = parts.map(outlineOf);
  const ring = outlines[part];
  return ring !== undefined && ring.points.length > 0 && depthOf(ring, outlines) % 2 === 1;
}

/** An area whose outlines run clockwise and whose holes run the other way; other shapes stay as they are. */
export function directed(shape: Shape): Shape {
  if (shape.kind !== 'polygon') return shape;
  const outlines = shape.parts.map(outlineOf);
  const parts = shape.parts.map((ring, i) => {
    const outline = outlines[i];
    if (!outline) return ring;
    const runsBack = area2(outline) > 0;
    const isInner = outlines.length > 1 && depthOf(outline, outlines) % 2 === 1;
    return runsBack === isInner ? ring : ring.toReversed();
  });
  return parts.every((part, i) => part === shape.parts[i]) ? shape : { ...shape, parts };
}

/** The shape without a part; the holes of an outline go with it. Undefined where nothing would be left. */
export function removePart(shape: Shape, part: number): Shape | undefined {
  const outlines = shape.kind === 'polygon' ? shape.parts.map(outlineOf) : [];
  const gone = outlines[part];
  const depth = gone ? depthOf(gone, outlines) : 0;
  const goesToo = (ring: Outline | undefined): boolean =>
    gone !== undefined && ring !== undefined && depth % 2 === 0 && isWithin(ring, gone) && depthOf(ring, outlines) === depth + 1;
  const parts = shape.parts.filter((_, i) => i !== part && !goesToo(outlines[i]));
  return parts.length > 0 ? { ...shape, parts } : undefined;
}
