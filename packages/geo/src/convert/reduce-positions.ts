// Drops z, m or decimals that a reply was not asked for.
import type { Position } from '../esri/geometry.ts';
import type { Shape } from './shape.ts';

/** Decimals beyond these are never kept: degrees have no more. */
export const FINEST_DECIMALS = 15;

/** The shape with the ordinates asked for, and which of z and m are left. */
export function reduced(
  shape: Shape,
  options: { z?: boolean; m?: boolean; decimals?: number },
): { shape: Shape; hasZ: boolean; hasM: boolean } {
  const hasZ = shape.hasZ && options.z !== false;
  const hasM = shape.hasM && options.m !== false;
  const sameOrdinates = hasZ === shape.hasZ && hasM === shape.hasM;
  if (sameOrdinates && options.decimals === undefined) return { shape, hasZ, hasM };
  const factor = options.decimals === undefined ? undefined : 10 ** Math.max(0, Math.min(FINEST_DECIMALS, options.decimals));
  const pick = (position: Position): Position => {
    const kept: Position = [round(position[0] as number, factor), round(position[1] as number, factor)];
    if (hasZ) kept.push(round(position[2] as number, factor));
    if (hasM) kept.push(round(position[shape.hasZ ? 3 : 2] as number, factor));
    return kept;
  };
  return { shape: { ...mapPositions(shape, pick), hasZ, hasM }, hasZ, hasM };
}

function round(value: number, factor: number | undefined): number {
  return factor === undefined ? value : roundedTo(value, factor);
}

/** Numbers from here on are whole, so that nothing is left to round. */
const WHOLE = 2 ** 53;

/** A number rounded to so many parts of 1, a power of ten. One that has no smaller parts stays as it is: a product would change its last digit. */
export function roundedTo(value: number, factor: number): number {
  const parts = value * factor;
  return Math.abs(parts) < WHOLE ? Math.round(parts) / factor : value;
}

/** The shape with every position replaced. */
export function mapPositions(shape: Shape, change: (position: Position) => Position): Shape {
  switch (shape.kind) {
    case 'point':
      return { ...shape, position: shape.position && change(shape.position) };
    case 'multipoint':
      return { ...shape, positions: shape.positions.map(change) };
    case 'polyline':
      return { ...shape, paths: shape.paths.map((path) => path.map(change)) };
    case 'polygon':
      return { ...shape, polygons: shape.polygons.map((rings) => rings.map((ring) => ring.map(change))) };
  }
}
