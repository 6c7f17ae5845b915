// Collections of geometries: a feature that has several kinds of them at once.
import type { Position } from '../esri/geometry.ts';
import { mapPositions } from './reduce-positions.ts';
import { isEmptyShape, type Shape } from './shape.ts';

/** The geometry of a feature: one shape, or one of each kind where the file gives the feature several. */
export type FileShape = Shape | readonly Shape[];

/** All shapes of a feature. */
export function shapesOf(shape: FileShape): readonly Shape[] {
  return 'kind' in shape ? [shape] : shape;
}

/** The parts of a collection joined: one shape of each kind that is among them; null for none. */
export function joinedByKind(parts: readonly Shape[]): FileShape | null {
  const filled = parts.filter((part) => !isEmptyShape(part));
  const [only, ...others] = filled;
  if (only === undefined || others.length === 0) return only ?? null;
  const curved = filled.some((part) => part.hadCurves) ? { hadCurves: true as const } : {};
  const more = filled.some((part) => part.hadMore) ? { hadMore: true as const } : {};
  const { srid } = only;
  const dimensions = {
    hasZ: filled.some((part) => part.hasZ),
    hasM: filled.some((part) => part.hasM),
    ...curved,
    ...more,
    ...(srid === undefined ? {} : { srid }),
  };
  const positions: Position[] = [];
  const paths: Position[][] = [];
  const polygons: Position[][][] = [];
  for (const part of filled) {
    const even = withDimensions(part, dimensions);
    if (even.kind === 'point') positions.push(even.position ?? []);
    // One by one: a hostile file may have more positions than a call takes arguments.
    else if (even.kind === 'multipoint') for (const position of even.positions) positions.push(position);
    else if (even.kind === 'polyline') for (const path of even.paths) paths.push(path);
    else for (const rings of even.polygons) polygons.push(rings);
  }
  const [single] = positions;
  const joined: Shape[] = [];
  if (positions.length > 1) joined.push({ kind: 'multipoint', ...dimensions, positions });
  else if (single !== undefined) joined.push({ kind: 'point', ...dimensions, position: single });
  if (paths.length > 0) joined.push({ kind: 'polyline', ...dimensions, paths });
  if (polygons.length > 0) joined.push({ kind: 'polygon', ...dimensions, polygons });
  const [first, ...rest] = joined;
  return first === undefined ? null : rest.length > 0 ? joined : first;
}

/** The shape with heights and measures as the others have them, unknown where it has none. */
function withDimensions(shape: Shape, { hasZ, hasM }: { hasZ: boolean; hasM: boolean }): Shape {
  if (shape.hasZ === hasZ && shape.hasM === hasM) return shape;
  return mapPositions(shape, ([x = Number.NaN, y = Number.NaN, ...rest]) => {
    const z = shape.hasZ ? (rest[0] ?? Number.NaN) : Number.NaN;
    const m = shape.hasM ? (rest[shape.hasZ ? 1 : 0] ?? Number.NaN) : Number.NaN;
    return [x, y, ...(hasZ ? [z] : []), ...(hasM ? [m] : [])];
  });
}
