// Coordinates that no place on earth has: refused, or cut in boxes, before they become infinite in a projection.
import type { EsriEnvelope, EsriGeometry } from '@graticule/geo/esri/geometry';
import { isEnvelope, isMultipoint, isPoint, isPolygon } from '@graticule/geo/esri/geometry';
import { WEB_MERCATOR, WGS84 } from '@graticule/geo/project/spatial-reference';
import { WEB_MERCATOR_LIMIT } from '@graticule/geo/project/web-mercator';

/** Farther from the origin than any place in any unit of any projected system. */
const FARTHEST = 1e12;

/** A place may be written with a longitude of the next turn, as lines across the date line are. */
const MOST_LONGITUDE = 540;

/** How far x and y may be from the origin of a reference system. Metres of Web Mercator run several times around the earth. */
export function farthestOf(srid: number): [number, number] {
  if (srid === WGS84) return [MOST_LONGITUDE, 90];
  return srid === WEB_MERCATOR ? [10 * WEB_MERCATOR_LIMIT, 10 * WEB_MERCATOR_LIMIT] : [FARTHEST, FARTHEST];
}

/** Whether a coordinate of the geometry is out of every range, or out of that of a reference system where one is given. */
export function isOutOfRange(geometry: EsriGeometry, [mostX, mostY]: [number, number] = [FARTHEST, FARTHEST]): boolean {
  const far = (x: number | null | undefined, y: number | null | undefined): boolean =>
    (typeof x === 'number' && !(Math.abs(x) <= mostX)) || (typeof y === 'number' && !(Math.abs(y) <= mostY));
  const anyFar = (positions: readonly (readonly number[])[]): boolean => positions.some((position) => far(position[0], position[1]));
  if (isPoint(geometry)) return far(geometry.x, geometry.y);
  if (isEnvelope(geometry)) return far(geometry.xmin, geometry.ymin) || far(geometry.xmax, geometry.ymax);
  if (isMultipoint(geometry)) return anyFar(geometry.points);
  return isPolygon(geometry) ? geometry.rings.some(anyFar) : geometry.paths.some(anyFar);
}

/** The box cut to what can be computed with: clients send the largest number for "everything". */
export function withinRange(box: EsriEnvelope): EsriEnvelope {
  const cut = (value: number): number => Math.max(-FARTHEST, Math.min(FARTHEST, value));
  return { ...box, xmin: cut(box.xmin), ymin: cut(box.ymin), xmax: cut(box.xmax), ymax: cut(box.ymax) };
}
