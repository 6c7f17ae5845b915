// Polygons that overlap one another as polygons that do not, joined on a grid, so that edges that nearly meet are no danger.
import { Clipper, Clipper64, ClipType, FillRule, type Path64, type Paths64, type PolyPath64, PolyTree64 } from 'clipper2-ts';
import type { Position } from '../esri/geometry.ts';

/** Polygons that are joined in one step at first, and results that are joined in each step after. */
const FIRST = 16;
const AT_ONCE = 2;

/** How polygons are joined. */
export interface Joining {
  /** Units of the coordinates to which corners are rounded. */
  grid: number;
  /** Waited for between two steps, each of which takes some hundredths of a second at most. */
  pause(): Promise<void>;
}

/**
 * What is in any of the polygons, which have no crossings of their own, or in any of the areas, which may: of those a place is inside that an odd number of rings
 * of one area surround. Rings of the result may touch themselves. Neighbours are joined first: pieces that follow one another should lie near to one another.
 */
export async function joinedPolygons(
  polygons: readonly Position[][][],
  areas: readonly Position[][][],
  joining: Joining,
): Promise<Position[][][]> {
  const { grid, pause } = joining;
  const pieces = polygons.map((rings) => rings.map((ring, at) => turnedTo(pathOf(ring, grid), at === 0)));
  const whole = areas.map((rings) => union(rings.map((ring) => pathOf(ring, grid)), FillRule.EvenOdd)); // biome-ignore format: one line
  let parts = [...whole, ...pieces];
  for (let together = FIRST; parts.length > AT_ONCE; together = AT_ONCE) {
    const next: Paths64[] = [];
    for (let at = 0; at < parts.length; at += together) {
      next.push(union(parts.slice(at, at + together).flat(), FillRule.NonZero));
      await pause();
    }
    parts = next;
  }
  const tree = new PolyTree64();
  unionOf(parts.flat()).execute(ClipType.Union, FillRule.NonZero, tree);
  return polygonsOf(tree, grid);
}

function pathOf(ring: readonly Position[], grid: number): Path64 {
  return ring.slice(0, -1).map(([x = 0, y = 0]) => ({ x: Math.round(x / grid), y: Math.round(y / grid) }));
}

/** Outer rings go one way around and holes the other. */
function turnedTo(path: Path64, isOuter: boolean): Path64 {
  return Clipper.isPositive(path) === isOuter ? path : path.reverse();
}

function unionOf(paths: Paths64): Clipper64 {
  const clipper = new Clipper64();
  // The library fails at rings without corners.
  clipper.addSubject(paths.filter((path) => path.length > 2));
  return clipper;
}

function union(paths: Paths64, rule: FillRule): Paths64 {
  const joined: Paths64 = [];
  unionOf(paths).execute(ClipType.Union, rule, joined);
  return joined;
}

/** Each outer ring with its holes; what lies within holes are polygons again. */
function polygonsOf(node: PolyTree64 | PolyPath64, grid: number): Position[][][] {
  return childrenOf(node).flatMap((outer) => {
    const holes = childrenOf(outer);
    const polygon = [outer, ...holes].map(({ polygon: path }) => ringOf(path ?? [], grid));
    return [polygon, ...holes.flatMap((hole) => polygonsOf(hole, grid))];
  });
}

function childrenOf(node: PolyTree64 | PolyPath64): PolyPath64[] {
  return Array.from({ length: node.count }, (_, at) => node.child(at));
}

function ringOf(path: Path64, grid: number): Position[] {
  const [first, ...others] = path.map(({ x, y }): Position => [x * grid, y * grid]);
  return first === undefined ? [] : [first, ...others, first];
}
