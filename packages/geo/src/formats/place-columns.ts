// Which columns of a table that is written hold the places: those that readers of tables take, whatever the fields are called.
import { findLocation } from './csv-location.ts';
import { GEOMETRY, plainName } from './csv-place-names.ts';
import type { WrittenLayer } from './format-writer.ts';

/** The columns before those of the fields, and how a place stands in them. */
export interface PlaceColumns {
  kind: 'none' | 'points' | 'text';
  names: readonly string[];
}

const POINTS = [
  ['x', 'y'],
  ['longitude', 'latitude'],
] as const;
const TEXTS = ['WKT', 'wkt_geometry', 'geometry_wkt', 'geom_wkt', 'wkt_geom'];

/**
 * Points stand in two columns of numbers, unless a field would be taken for the place in their stead, or is called x or y as such a column of
 * an earlier export; all else is well-known text.
 */
export function placeColumns({ geometryType, hasZ, hasM, fields }: Omit<WrittenLayer, 'rows'>): PlaceColumns {
  if (geometryType === null) return { kind: 'none', names: [] };
  const names = fields.map(({ name }) => name);
  const taken = new Set(names.map((name) => name.toLowerCase()));
  const isPoint = geometryType === 'esriGeometryPoint' && !hasZ && !hasM && !taken.has('x') && !taken.has('y');
  if (isPoint && !names.some((name) => GEOMETRY.has(plainName(name)))) {
    const pair = POINTS.find((both) => !both.some((name) => taken.has(name)) && isFound([...both, ...names]));
    if (pair !== undefined) return { kind: 'points', names: pair };
  }
  return { kind: 'text', names: [TEXTS.find((name) => !taken.has(name.toLowerCase())) ?? 'WKT'] };
}

/** Whether readers take the first two columns. */
function isFound(names: readonly string[]): boolean {
  const found = findLocation(names, []);
  return found.kind === 'xy' && found.x === 0 && found.y === 1 && found.parts === undefined;
}
