// Douglas-Peucker: lines and rings with fewer vertices that stay within a tolerance of the original.
import type { Shape } from '../convert/shape.ts';
import type { Position } from '../esri/geometry.ts';

/** Fewest positions of a closed ring. */
const MIN_RING = 4;

/**
 * The positions that matter, the first and last among them. Every position left out lies within the tolerance
 * of the line that is left. `work` counts the positions that may be looked at, some again and again; beyond them the line stays as it is.
 */
export function simplifyLine(positions: Position[], tolerance: number, work = { left: Number.POSITIVE_INFINITY }): Position[] {
  if (positions.length <= 2 || !(tolerance > 0)) return positions;
  const keep = new Uint8Array(positions.length);
  keep[0] = 1;
  keep[positions.length - 1] = 1;
  // A list instead of recursion: lines of a million vertices must not exhaust the stack.
  const open: [number, number][] = [[0, positions.length - 1]];
  for (let range = open.pop(); range; range = open.pop()) {
    const [first, last] = range;
    work.left -= last - first;
    if (work.left < 0) return positions;
    const far = farthest(positions, first, last, tolerance * tolerance);
    if (far < 0) continue;
    keep[far] = 1;
    open.push([first, far], [far, last]);
  }
  return positions.filter((_, i) => keep[i] === 1);
}

/** The ring with fewer vertices, or null when it shrinks to a line. */
export function simplifyRing(ring: Position[], tolerance: number): Position[] | null {
  if (ring.length <= MIN_RING) return ring;
  // The position farthest from the start is kept, or a ring would be measured against a single place.
  const far = farthest(ring, 0, 0, 0, ring.length - 1);
  if (far < 0) return null;
  const simple = [...simplifyLine(ring.slice(0, far + 1), tolerance), ...simplifyLine(ring.slice(far), tolerance).slice(1)];
  return simple.length >= MIN_RING ? simple : null;
}

/** The shape with fewer vertices; rings that vanish are left out, with their holes where they are outer rings. */
export function simplifyShape(shape: Shape, tolerance: number): Shape {
  if (shape.kind === 'polyline') return { ...shape, paths: shape.paths.map((path) => simplifyLine(path, tolerance)) };
  if (shape.kind !== 'polygon') return shape;
  const polygons = shape.polygons.flatMap(([outer = [], ...holes]) => {
    const simpleOuter = simplifyRing(outer, tolerance);
    if (!simpleOuter) return [];
    return [[simpleOuter, ...holes.map((hole) => simplifyRing(hole, tolerance)).filter((hole) => hole !== null)]];
  });
  return { ...shape, polygons };
}

/** Index of the position farthest from the segment first-last, or -1 when none is farther than the square root given. */
function farthest(positions: Position[], first: number, last: number, squared: number, end = last): number {
  const [ax = 0, ay = 0] = positions[first] ?? [];
  const [bx = 0, by = 0] = positions[last] ?? [];
  const [dx, dy] = [bx - ax, by - ay];
  const length2 = dx * dx + dy * dy;
  let [best, bestDistance] = [-1, squared];
  for (let i = first + 1; i < end; i++) {
    const position = positions[i] as Position;
    const [px, py] = [(position[0] as number) - ax, (position[1] as number) - ay];
    const along = length2 === 0 ? 0 : Math.max(0, Math.min(1, (px * dx + py * dy) / length2));
    const [ex, ey] = [px - along * dx, py - along * dy];
    const distance = ex * ex + ey * ey;
    if (distance > bestDistance) [best, bestDistance] = [i, distance];
  }
  return best;
}
