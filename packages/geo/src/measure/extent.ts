// Extents of geometries: growing, joining, comparing.
import type { EsriEnvelope, EsriGeometry, Position } from '../esri/geometry.ts';
import { isEnvelope, isMultipoint, isPoint, isPolyline } from '../esri/geometry.ts';

/** A box in the units of its coordinates; empty while xmin > xmax. */
export interface Extent {
  xmin: number;
  ymin: number;
  xmax: number;
  ymax: number;
}

/** A box that holds nothing, to be grown. */
export function emptyExtent(): Extent {
  return { xmin: Infinity, ymin: Infinity, xmax: -Infinity, ymax: -Infinity };
}

/** Whether the box holds nothing. */
export function isEmptyExtent(extent: Extent): boolean {
  return !(extent.xmin <= extent.xmax && extent.ymin <= extent.ymax);
}

/** Grows the box to hold a place. */
export function growExtent(extent: Extent, x: number, y: number): void {
  if (x < extent.xmin) extent.xmin = x;
  if (x > extent.xmax) extent.xmax = x;
  if (y < extent.ymin) extent.ymin = y;
  if (y > extent.ymax) extent.ymax = y;
}

/** The box around both. */
export function unionExtent(a: Extent, b: Extent): Extent {
  return { xmin: Math.min(a.xmin, b.xmin), ymin: Math.min(a.ymin, b.ymin), xmax: Math.max(a.xmax, b.xmax), ymax: Math.max(a.ymax, b.ymax) };
}

/** Whether the boxes share a place; edges count. */
export function extentsIntersect(a: Extent, b: Extent): boolean {
  return a.xmin <= b.xmax && a.xmax >= b.xmin && a.ymin <= b.ymax && a.ymax >= b.ymin;
}

/** The box around a geometry; empty for a geometry without coordinates. */
export function extentOf(geometry: EsriGeometry): Extent {
  const extent = emptyExtent();
  const grow = (positions: readonly Position[]): void => {
    for (const position of positions) growExtent(extent, position[0] as number, position[1] as number);
  };
  if (isPoint(geometry)) growExtent(extent, geometry.x, geometry.y);
  else if (isMultipoint(geometry)) grow(geometry.points);
  else if (isPolyline(geometry)) geometry.paths.forEach(grow);
  else if (!isEnvelope(geometry)) geometry.rings.forEach(grow);
  else return pick(geometry);
  return extent;
}

function pick({ xmin, ymin, xmax, ymax }: EsriEnvelope): Extent {
  return { xmin, ymin, xmax, ymax };
}
