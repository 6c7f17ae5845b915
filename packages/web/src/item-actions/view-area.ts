// The area that a view shows rows of: as the portal keeps it, and as a box of degrees that somebody draws.
import { useState } from 'react';
import { type Box, type Edges, readBox, wholeBox } from './area-box.ts';

/** What rows have to do with a geometry. */
export interface ViewArea {
  operator: string;
  geometry: Readonly<Record<string, unknown>>;
}

const DEGREES = 4326;

/** Rows that lie in the box, or reach into it. */
function areaOfBox([xmin, ymin, xmax, ymax]: Box): ViewArea {
  return { operator: 'esriSpatialRelIntersects', geometry: { xmin, ymin, xmax, ymax, spatialReference: { wkid: DEGREES } } };
}

/** The box that an area is; undefined for those of another shape, in other coordinates, or of other rows than those inside. */
export function boxOfArea({ operator, geometry }: ViewArea): Box | undefined {
  const { xmin, ymin, xmax, ymax, spatialReference } = geometry;
  const { wkid } = (spatialReference ?? {}) as { wkid?: unknown };
  if (operator !== 'esriSpatialRelIntersects' || wkid !== DEGREES) return undefined;
  return readBox([xmin, ymin, xmax, ymax].map((side) => (typeof side === 'number' ? side : Number.NaN)).join(','));
}

/** How definitions of views say it; null for no area. */
export function filterOf(area: ViewArea | null): object | null {
  if (area === null) return null;
  return { operator: area.operator, value: { geometryType: 'esriGeometryEnvelope', geometry: area.geometry } };
}

/** The area of a view while it is chosen. */
export interface AreaChoice {
  isOn: boolean;
  /** Of the box that is drawn or typed. */
  edges: Edges;
  /** The view has an area that cannot be drawn here; it stays until a box takes its place. */
  isOther: boolean;
  /** Null for none; undefined while the box is not finished. */
  area: ViewArea | null | undefined;
  turn: (isOn: boolean) => void;
  draw: (edges: Edges) => void;
}

/** Begins with the area that the view has. */
export function useViewArea(before: ViewArea | null = null): AreaChoice {
  const [isOn, turn] = useState(before !== null);
  const [edges, draw] = useState<Edges>(() => (before && boxOfArea(before)) ?? []);
  const isEmpty = edges.every((edge) => edge === undefined);
  const isOther = before !== null && boxOfArea(before) === undefined && isEmpty;
  const box = wholeBox(edges);
  const drawn = box && areaOfBox(box);
  return { isOn, edges, isOther, area: isOn ? (drawn ?? (isOther ? before : undefined)) : null, turn, draw };
}
