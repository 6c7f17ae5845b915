// Coordinates that no place on earth has: refused, or cut in boxes, before they become infinite in a projection.
import type { EsriEnvelope, EsriGeometry } from '@graticule/geo/esri/geometry';
import { isEnvelope, isMultipoint, isPoint, isPolygon } from '@graticule/geo/esri/geometry';

/** Farther from the origin than any place in any unit of any projected system. */
const FARTHEST = 1e12;

/** Whether a coordinate of the geometry is out of every range. */
export function isOutOfRange(geometry: EsriGeometry): boolean {
  const far = (value: number | null | undefined): boolean => typeof value === 'number' && !(Math.abs(value) <= FARTHEST);
  const anyFar = (positions: readonly (readonly number[])[]): boolean => positions.some((position) => far(position[0]) || far(position[1]));
  if (isPoint(geometry)) return far(geometry.x) || far(geometry.y);
  if (isEnvelope(geometry)) return [geometry.xmin, geometry.ymin, geometry.xmax, geometry.ymax].some(far);
  if (isMultipoint(geometry)) return anyFar(geometry.points);
  return isPolygon(geometry) ? geometry.rings.some(anyFar) : geometry.paths.some(anyFar);
}

/** The box cut to what can be computed with: clients send the largest number for "everything". */
export function withinRange(box: EsriEnvelope): EsriEnvelope {
  const cut = (value: number): number => Math.max(-FARTHEST, Math.min(FARTHEST, value));
  return { ...box, xmin: cut(box.xmin), ymin: cut(box.ymin), xmax: cut(box.xmax), ymax: cut(box.ymax) };
}
