// Sorts a flat list of rings, as Esri JSON and shapefiles have it, into polygons with their holes.
import type { Position } from '../esri/geometry.ts';
import { ringArea2 } from './shape.ts';

/** Past this many rings of one orientation nesting is not looked for: every ring is then a polygon of its own. */
const MAX_NESTED_RINGS = 4000;

interface Ring {
  points: Position[];
  area: number;
  xmin: number;
  ymin: number;
  xmax: number;
  ymax: number;
}

/**
 * Polygons made of the rings. Orientation tells holes (counter-clockwise) from outer rings where both orientations
 * occur; where all rings run the same way, which some writers do, the nesting of the rings tells.
 * A hole that lies in no outer ring becomes a polygon.
 */
export function groupRings(rings: Position[][]): Position[][][] {
  if (rings.length <= 1) return rings.map((ring) => [ring]);
  const measured = rings.map(measure);
  const outers = measured.filter((ring) => ring.area < 0);
  const holes = measured.filter((ring) => ring.area >= 0);
  if (outers.length > 0 && holes.length > 0) return assign(outers, holes);
  return rings.length > MAX_NESTED_RINGS ? rings.map((ring) => [ring]) : nest(measured);
}

function measure(points: Position[]): Ring {
  const ring: Ring = { points, area: ringArea2(points), xmin: Infinity, ymin: Infinity, xmax: -Infinity, ymax: -Infinity };
  for (const p of points) {
    const [x, y] = [p[0] as number, p[1] as number];
    if (x < ring.xmin) ring.xmin = x;
    if (x > ring.xmax) ring.xmax = x;
    if (y < ring.ymin) ring.ymin = y;
    if (y > ring.ymax) ring.ymax = y;
  }
  return ring;
}

function assign(outers: Ring[], holes: Ring[]): Position[][][] {
  const bySize = [...outers].sort((a, b) => Math.abs(a.area) - Math.abs(b.area));
  const groups = new Map<Ring, Position[][]>(outers.map((outer) => [outer, [outer.points]]));
  for (const hole of holes) {
    const home = bySize.find((outer) => contains(outer, hole));
    if (home) groups.get(home)?.push(hole.points);
    else groups.set(hole, [hole.points]);
  }
  return [...groups.values()];
}

/** Rings at an even depth are outer, at an odd depth holes of the smallest ring around them. */
function nest(rings: Ring[]): Position[][][] {
  const bySize = [...rings].sort((a, b) => Math.abs(a.area) - Math.abs(b.area));
  const around = new Map<Ring, Ring[]>();
  for (const [i, ring] of bySize.entries()) {
    around.set(
      ring,
      bySize.slice(i + 1).filter((other) => contains(other, ring)),
    );
  }
  const isHole = (ring: Ring): boolean => (around.get(ring)?.length ?? 0) % 2 === 1;
  const groups = new Map<Ring, Position[][]>();
  for (const ring of rings) if (!isHole(ring)) groups.set(ring, [ring.points]);
  for (const ring of rings) {
    if (!isHole(ring)) continue;
    const home = around.get(ring)?.[0];
    if (home) groups.get(home)?.push(ring.points);
  }
  return [...groups.values()];
}

function contains(outer: Ring, inner: Ring): boolean {
  if (inner.xmin < outer.xmin || inner.xmax > outer.xmax || inner.ymin < outer.ymin || inner.ymax > outer.ymax) return false;
  if (Math.abs(outer.area) < Math.abs(inner.area)) return false;
  // A vertex may lie on the outer ring: the first that surely lies inside or outside decides.
  for (const p of inner.points) {
    const side = pointInRing(p[0] as number, p[1] as number, outer.points);
    if (side !== 0) return side > 0;
  }
  return true;
}

/** 1 inside, -1 outside, 0 on the ring itself. */
function pointInRing(x: number, y: number, ring: Position[]): number {
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [ax, ay] = ring[i] as [number, number];
    const [bx, by] = ring[j] as [number, number];
    if (ay > y === by > y) {
      if (ay === y && by === y && x >= Math.min(ax, bx) && x <= Math.max(ax, bx)) return 0;
      continue;
    }
    const cut = ax + ((y - ay) / (by - ay)) * (bx - ax);
    if (cut === x) return 0;
    if (cut > x) inside = !inside;
  }
  return inside ? 1 : -1;
}
