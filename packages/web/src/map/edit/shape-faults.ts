// What is wrong with a shape before it is saved: too few vertices, places that do not exist, no area, outlines that cross themselves.
import { mercatorX, mercatorY } from '@graticule/geo/project/web-mercator';
import { isComplete, type Place, type Shape } from './shape.ts';

/** Faults; the last one is mended by the portal, with the others the shape cannot be saved. */
export type ShapeFault = 'incomplete' | 'out-of-range' | 'no-area' | 'too-many' | 'crosses-itself';

/** More than the portal takes in one geometry. */
const MOST_VERTICES = 100_000;
/** Metres: a smaller area is a slip of the hand. */
const LEAST_AREA = 0.01;
/** Pairs of edges that are compared before the search is given up. */
const MOST_PAIRS = 3_000_000;

/** The first fault of a shape, the worse ones first. */
export function shapeFault(shape: Shape): ShapeFault | undefined {
  if (!isComplete(shape)) return 'incomplete';
  const vertices = shape.parts.flat();
  if (vertices.length >= MOST_VERTICES) return 'too-many';
  if (vertices.some(({ at: [longitude, latitude] }) => !(Math.abs(latitude) <= 90) || !Number.isFinite(longitude))) return 'out-of-range';
  if (shape.kind === 'line' && shape.parts.some((part) => part.every(({ at }) => isSame(at, part[0]?.at)))) return 'incomplete';
  if (shape.kind !== 'polygon') return undefined;
  if (shape.parts.some((ring) => Math.abs(areaOf(ring.map(({ at }) => planeOf(at)))) < LEAST_AREA) && !crossing(shape)) return 'no-area';
  return crossing(shape) ? 'crosses-itself' : undefined;
}

const isSame = (a: Place, b: Place | undefined): boolean => a[0] === b?.[0] && a[1] === b[1];

type Point = readonly [number, number];
const planeOf = ([longitude, latitude]: Place): Point => [mercatorX(longitude), mercatorY(latitude)];

function areaOf(ring: readonly Point[]): number {
  const [ox, oy] = ring[0] ?? [0, 0];
  return (
    ring.reduce((sum, [x, y], i) => {
      const [nextX, nextY] = ring[(i + 1) % ring.length] ?? [0, 0];
      return sum + (x - ox) * (nextY - oy) - (nextX - ox) * (y - oy);
    }, 0) / 2
  );
}

interface Edge {
  a: Point;
  b: Point;
  left: number;
  right: number;
  ring: number;
  index: number;
  count: number;
}

/** Where two edges of a polygon cross, in degrees of the first one's middle; undefined where none do, or too many would have to be compared. */
export function crossing(shape: Shape): Place | undefined {
  if (shape.kind !== 'polygon') return undefined;
  const edges = shape.parts.flatMap((part, ring) =>
    part.map(({ at }, index): Edge => {
      const [a, b] = [planeOf(at), planeOf((part[(index + 1) % part.length] ?? { at }).at)];
      return { a, b, left: Math.min(a[0], b[0]), right: Math.max(a[0], b[0]), ring, index, count: part.length };
    }),
  );
  edges.sort((one, other) => one.left - other.left);
  let pairs = 0;
  for (const [i, one] of edges.entries()) {
    for (let k = i + 1; k < edges.length; k++) {
      const other = edges[k];
      if (!other || other.left > one.right || ++pairs > MOST_PAIRS) break;
      if (!areNeighbours(one, other) && doCross(one, other)) return placeOf(shape, one);
    }
  }
  return undefined;
}

function placeOf({ parts }: Shape, { ring, index, count }: Edge): Place | undefined {
  const [from, to] = [parts[ring]?.[index]?.at, parts[ring]?.[(index + 1) % count]?.at];
  return from && to && [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
}

const areNeighbours = (one: Edge, other: Edge): boolean =>
  one.ring === other.ring && [1, one.count - 1].includes(Math.abs(one.index - other.index));

/** Touching is no crossing. */
function doCross({ a, b }: Edge, { a: c, b: d }: Edge): boolean {
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

function side([ax, ay]: Point, [bx, by]: Point, [px, py]: Point): number {
  return Math.sign((bx - ax) * (py - ay) - (by - ay) * (px - ax));
}
