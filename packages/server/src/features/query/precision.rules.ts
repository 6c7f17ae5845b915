// How exact the geometries of a reply are, and who brings them into its reference system.
import { WGS84 } from '@graticule/geo/project/spatial-reference';
import { type HostedLayer, STORED_SRID } from '../layers.rules.ts';
import type { LayerQuery } from './layer-query.rules.ts';

/** Whether degrees are made of the stored metres while the reply is written, which costs less than asking the database for them. */
export function projectsWhileWriting(layer: HostedLayer, query: LayerQuery): boolean {
  return query.outSrid === WGS84 && toleranceOf(layer, query) === 0;
}

/** Whether the rows for the encoders hold the geometries as they are stored. */
export function givesStored(layer: HostedLayer, query: LayerQuery): boolean {
  return query.returnGeometry && (query.outSrid === STORED_SRID || query.outSrid === WGS84) && toleranceOf(layer, query) === 0;
}

/** How far a generalised geometry may lie from its own, in units of the reply; 0 leaves it as it is. */
export function toleranceOf(layer: HostedLayer, query: LayerQuery): number {
  if (layer.geometryType === 'esriGeometryPoint' || layer.geometryType === 'esriGeometryMultipoint') return 0;
  const cells = query.quantisation?.mode === 'view' ? query.quantisation.tolerance : 0;
  return Math.max(query.maxAllowableOffset, cells);
}
