// The geometry of one feature while it is drawn or reshaped: vertices in parts, changed by copies.
import { latitudeOf, longitudeOf, mercatorX, mercatorY } from '@graticule/geo/project/web-mercator';

/** Longitude and latitude in degrees; longitudes go on beyond 180 where a shape crosses the date line. */
export type Place = readonly [longitude: number, latitude: number];

/** A vertex, and what the layer holds of it: the numbers of a vertex that stays where it is are sent back as they came. */
export interface Vertex {
  at: Place;
  /** x and y as the layer gave them; gone once the vertex was moved. */
  held?: readonly [number, number];
  /** Height; stays when the vertex is moved. */
  z?: number | null;
  /** Measure; stays when the vertex is moved. */
  m?: number | null;
}

/** Where a vertex goes: a place, and the numbers that a layer holds of a vertex that is there already. */
export type Spot = Pick<Vertex, 'at' | 'held'>;

export type ShapeKind = 'point' | 'multipoint' | 'line' | 'polygon';

/** Points are one part; the rings of polygons are not closed: the last vertex is not the first one again. */
export interface Shape {
  kind: ShapeKind;
  parts: readonly (readonly Vertex[])[];
}

/** Which vertex of a shape. */
export interface VertexRef {
  part: number;
  index: number;
}

const FEWEST: Readonly<Record<ShapeKind, number>> = { point: 1, multipoint: 1, line: 2, polygon: 3 };

/** A shape without a vertex. */
export function emptyShape(kind: ShapeKind): Shape {
  return { kind, parts: [[]] };
}

export function vertexCount({ parts }: Shape): number {
  return parts.reduce((sum, part) => sum + part.length, 0);
}

/** The vertex, if there is one. */
export function vertexAt({ parts }: Shape, { part, index }: VertexRef): Vertex | undefined {
  return parts[part]?.[index];
}

/** The vertex that lies `by` vertices further on, through all parts and round. */
export function vertexFrom(shape: Shape, from: VertexRef | undefined, by: number): VertexRef | undefined {
  const all = shape.parts.flatMap((vertices, part) => vertices.map((_, index) => ({ part, index })));
  if (all.length === 0) return undefined;
  const now = from ? all.findIndex(({ part, index }) => part === from.part && index === from.index) : -1;
  if (now < 0) return by > 0 ? all[0] : all.at(-1);
  return all[(now + by + all.length) % all.length];
}

/** The number of a vertex among all, from 1 on. */
export function vertexNumber({ parts }: Shape, { part, index }: VertexRef): number {
  return parts.slice(0, part).reduce((sum, each) => sum + each.length, 0) + index + 1;
}

/** Whether each part has the vertices that its kind needs. */
export function isComplete({ kind, parts }: Shape): boolean {
  return parts.length > 0 && parts.every((part) => part.length >= FEWEST[kind]);
}

function withPart(shape: Shape, part: number, vertices: readonly Vertex[]): Shape {
  return { ...shape, parts: shape.parts.map((each, i) => (i === part ? vertices : each)) };
}

/** The shape with one vertex more at its end; a point has one vertex only, which goes there. */
export function addVertex(shape: Shape, spot: Spot): Shape {
  const part = shape.parts.length - 1;
  const vertices = shape.parts[part] ?? [];
  const [only] = vertices;
  if (shape.kind === 'point') return withPart(shape, 0, [only ? movedVertex(only, spot) : spot]);
  return withPart(shape, part, [...vertices, spot]);
}

function movedVertex({ held: _, ...rest }: Vertex, { at, held }: Spot): Vertex {
  return { ...rest, at, ...(held ? { held } : {}) };
}

export function moveVertex(shape: Shape, { part, index }: VertexRef, spot: Spot): Shape {
  const vertices = shape.parts[part] ?? [];
  return withPart(
    shape,
    part,
    vertices.map((vertex, i) => (i === index ? movedVertex(vertex, spot) : vertex)),
  );
}

/** The shape with a vertex more behind another; its height and measure lie between those of its neighbours. */
export function insertVertex(shape: Shape, { part, index }: VertexRef, spot: Spot): Shape {
  const vertices = shape.parts[part] ?? [];
  const before = vertices[index];
  const after = vertices[index + 1] ?? (shape.kind === 'polygon' ? vertices[0] : undefined);
  const added = before && after ? { ...between(before, after, shareOf(before.at, after.at, spot.at)), ...spot } : spot;
  return withPart(shape, part, [...vertices.slice(0, index + 1), added, ...vertices.slice(index + 1)]);
}

/** How far along the way from `a` to `b` a place is, 0 to 1. */
function shareOf(a: Place, b: Place, at: Place): number {
  const [first, second] = [Math.hypot(at[0] - a[0], at[1] - a[1]), Math.hypot(at[0] - b[0], at[1] - b[1])];
  return first + second === 0 ? 0.5 : first / (first + second);
}

/** A vertex on the way from one to another, straight on the map; unknown heights and measures stay unknown. */
export function between(a: Vertex, b: Vertex, share: number): Vertex {
  const mix = (from: number, to: number): number => from + (to - from) * share;
  const known = (from: number | null | undefined, to: number | null | undefined): number | null =>
    typeof from === 'number' && typeof to === 'number' ? mix(from, to) : null;
  return {
    at: [mix(a.at[0], b.at[0]), latitudeOf(mix(mercatorY(a.at[1]), mercatorY(b.at[1])))],
    ...(a.z === undefined && b.z === undefined ? {} : { z: known(a.z, b.z) }),
    ...(a.m === undefined && b.m === undefined ? {} : { m: known(a.m, b.m) }),
  };
}

/** The shape without the vertex; a part that would have too few goes whole. Undefined where nothing would be left. */
export function removeVertex(shape: Shape, { part, index }: VertexRef): Shape | undefined {
  const vertices = (shape.parts[part] ?? []).filter((_, i) => i !== index);
  if (vertices.length >= FEWEST[shape.kind]) return withPart(shape, part, vertices);
  const parts = shape.parts.filter((_, i) => i !== part);
  return parts.length > 0 ? { ...shape, parts } : undefined;
}

/** The shape with a part more, which has no vertex yet. */
export function withNewPart(shape: Shape): Shape {
  return { ...shape, parts: [...shape.parts, []] };
}

/** The shape without parts that have no vertex, unless it has no other. */
export function withoutEmptyParts(shape: Shape): Shape {
  const parts = shape.parts.filter((part) => part.length > 0);
  return parts.length === 0 || parts.length === shape.parts.length ? shape : { ...shape, parts };
}

/** The whole shape moved so that what was at `from` is at `to`; it keeps its form on the map. */
export function moveShape(shape: Shape, from: Place, to: Place): Shape {
  const [east, north] = [mercatorX(to[0]) - mercatorX(from[0]), mercatorY(to[1]) - mercatorY(from[1])];
  const moved = ([longitude, latitude]: Place): Place => [
    longitudeOf(mercatorX(longitude) + east),
    latitudeOf(mercatorY(latitude) + north),
  ];
  return { ...shape, parts: shape.parts.map((part) => part.map((vertex) => movedVertex(vertex, { at: moved(vertex.at) }))) };
}

/** The shape so many turns of the earth further east. */
export function turned(shape: Shape, turns: number): Shape {
  if (turns === 0) return shape;
  return {
    ...shape,
    parts: shape.parts.map((part) => part.map((vertex) => ({ ...vertex, at: [vertex.at[0] + 360 * turns, vertex.at[1]] }))),
  };
}

/** West, south, east, north of the shape; undefined for an empty one. */
export function boxOf({ parts }: Shape): [number, number, number, number] | undefined {
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { at } of parts.flat()) {
    box[0] = Math.min(box[0], at[0]);
    box[1] = Math.min(box[1], at[1]);
    box[2] = Math.max(box[2], at[0]);
    box[3] = Math.max(box[3], at[1]);
  }
  return Number.isFinite(box[0]) ? box : undefined;
}
