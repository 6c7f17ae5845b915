// How exact the geometries of a reply are, and who brings them into its reference system.
import { MOST_DECIMALS } from '@graticule/geo/convert/json-bytes';
import { finestPerUnit, type Transform } from '@graticule/geo/convert/quantise';
import { WGS84 } from '@graticule/geo/project/spatial-reference';
import { fromWebMercator } from '@graticule/geo/project/web-mercator';
import { type HostedLayer, isInDegrees, STORED_SRID } from '../layers.rules.ts';
import { type Box, boxOf, type LayerQuery } from './layer-query.rules.ts';

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

/** The decimals of geometries in JSON: those asked for, else those that the layer speaks; undefined for all of them. */
export function decimalsOf(layer: HostedLayer, { geometryPrecision, outSrid }: LayerQuery): number | undefined {
  return geometryPrecision ?? spokenPrecision(layer, outSrid);
}

/** The same where features are written straight from their rows: nobody waits for more decimals than are written fast who did not ask for them. */
export function writtenDecimals(layer: HostedLayer, { geometryPrecision, outSrid }: LayerQuery): number {
  return geometryPrecision ?? Math.min(spokenPrecision(layer, outSrid) ?? MOST_DECIMALS, MOST_DECIMALS);
}

/** What was given in the layer's own system comes back as it was given: projecting there and back leaves traces far behind the point. */
function spokenPrecision(layer: HostedLayer, outSrid: number): number | undefined {
  if (layer.definition.srid === undefined || outSrid !== layer.definition.srid) return undefined;
  return isInDegrees(outSrid) ? 11 : 6;
}

/** Middles of boxes farther out are not counted from: nothing lies there, and numbers would lose decimals. */
const FARTHEST_METRES = 1e8;

/**
 * How protocol buffers write coordinates where fewer decimals are asked for than they have: cells as large as the last decimal, counted from the
 * middle of the box that is asked about, so that numbers are small. Centroids have all their decimals in every format.
 */
export function decimalsTransform({ geometryPrecision, outSrid, spatial, returnCentroid }: LayerQuery): Transform | undefined {
  if (geometryPrecision === undefined || returnCentroid) return undefined;
  const perUnit = 10 ** geometryPrecision;
  if (perUnit >= finestPerUnit(isInDegrees(outSrid) ? 'degrees' : 'metres')) return undefined;
  const box = spatial === null ? undefined : boxOf(spatial);
  const middle = box === undefined ? [0, 0] : middleOf(box, outSrid);
  const translate = middle.map((value) => Math.round(value * perUnit) / perUnit);
  return { originPosition: 'upperLeft', scale: [1 / perUnit, 1 / perUnit], translate };
}

/** The middle of a box, where it is known without asking the database. */
function middleOf([west, south, east, north]: Box, srid: number): [number, number] {
  const [x, y] = [(west + east) / 2, (south + north) / 2];
  if (!(Math.abs(x) < FARTHEST_METRES && Math.abs(y) < FARTHEST_METRES)) return [0, 0];
  return srid === STORED_SRID ? [x, y] : srid === WGS84 ? fromWebMercator(x, y) : [0, 0];
}
