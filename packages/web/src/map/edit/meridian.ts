// Shapes across the 180th meridian: drawn in one piece, kept in parts that end there, as clients of the interface expect.
import { between, boxOf, type Shape, type Vertex } from './shape.ts';

const EPSILON = 1e-9;

/** The shape with all longitudes from -180 to 180, cut where it crosses the date line. */
export function cutAtMeridian(shape: Shape): Shape {
  const box = boxOf(shape);
  if (!box || (box[0] >= -180 && box[2] <= 180)) return shape;
  if (shape.kind === 'point' || shape.kind === 'multipoint')
    return { ...shape, parts: shape.parts.map((part) => part.map((vertex) => atHome(vertex, worldOf(vertex.at[0])))) };
  const parts = shape.parts.flatMap((part) => (shape.kind === 'line' ? cutPath(part) : cutRing(part)));
  return { ...shape, parts };
}

/** How many turns a longitude is away from home. */
function worldOf(longitude: number): number {
  return Math.floor((longitude + 180) / 360);
}

/** The numbers that the layer holds belong to the place where it holds them. */
function atHome(vertex: Vertex, world: number): Vertex {
  if (world === 0) return vertex;
  const { held: _, ...rest } = vertex;
  return { ...rest, at: [vertex.at[0] - 360 * world, vertex.at[1]] };
}

function cutPath(path: readonly Vertex[]): Vertex[][] {
  const pieces: Vertex[][] = [];
  for (const [i, vertex] of path.entries()) {
    const before = path[i - 1];
    for (const edge of before ? edgesBetween(before.at[0], vertex.at[0]) : []) {
      const cut = before && onEdge(before, vertex, edge);
      if (!cut) continue;
      pieces.at(-1)?.push(cut);
      pieces.push([cut]);
    }
    if (pieces.length === 0) pieces.push([]);
    pieces.at(-1)?.push(vertex);
  }
  return pieces
    .filter((piece) => piece.length > 1 && piece.some(({ at }) => at[0] !== piece[0]?.at[0] || at[1] !== piece[0]?.at[1]))
    .map((piece) => {
      const middle = (Math.min(...piece.map(({ at }) => at[0])) + Math.max(...piece.map(({ at }) => at[0]))) / 2;
      return piece.map((vertex) => atHome(vertex, worldOf(middle)));
    });
}

/** The date lines strictly between two longitudes, in the order in which they are met. */
function edgesBetween(from: number, to: number): number[] {
  const [low, high] = [Math.min(from, to), Math.max(from, to)];
  const edges: number[] = [];
  for (let edge = Math.ceil((low - 180 + EPSILON) / 360) * 360 + 180; edge < high - EPSILON; edge += 360) edges.push(edge);
  return from <= to ? edges : edges.reverse();
}

function onEdge(a: Vertex, b: Vertex, edge: number): Vertex {
  const cut = between(a, b, (edge - a.at[0]) / (b.at[0] - a.at[0]));
  return { ...cut, at: [edge, cut.at[1]] };
}

/** What of the ring lies in each turn of the earth. */
function cutRing(ring: readonly Vertex[]): Vertex[][] {
  const longitudes = ring.map(({ at }) => at[0]);
  const first = Math.floor((Math.min(...longitudes) + 180 + EPSILON) / 360);
  const last = Math.ceil((Math.max(...longitudes) + 180 - EPSILON) / 360) - 1;
  const rings: Vertex[][] = [];
  for (let world = first; world <= last; world++) {
    const east = clip(ring, -180 + 360 * world, 1);
    const inside = clip(east, 180 + 360 * world, -1);
    if (inside.length >= 3) rings.push(inside.map((vertex) => atHome(vertex, world)));
  }
  return rings;
}

/** The part of the ring on one side of a meridian: `side` is 1 for east of it, -1 for west. */
function clip(ring: readonly Vertex[], edge: number, side: 1 | -1): Vertex[] {
  const isIn = ({ at }: Vertex): boolean => (at[0] - edge) * side >= 0;
  const kept: Vertex[] = [];
  for (const [i, vertex] of ring.entries()) {
    const before = ring[i === 0 ? ring.length - 1 : i - 1] ?? vertex;
    if (isIn(vertex) !== isIn(before)) kept.push(onEdge(before, vertex, edge));
    if (isIn(vertex)) kept.push(vertex);
  }
  return kept.filter((vertex, i) => {
    const next = kept[(i + 1) % kept.length];
    return kept.length < 2 || !next || vertex.at[0] !== next.at[0] || vertex.at[1] !== next.at[1];
  });
}
