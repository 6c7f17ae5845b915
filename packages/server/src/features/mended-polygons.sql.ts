// SQL that mends polygons which cross themselves, with the heights and measures of their corners.
import { inDimensions } from './sql-text.rules.ts';

/** What stands for a measure that is not known, while a polygon is mended: corners without a number are left out then. No measure is as large. */
const UNKNOWN = '1e300';
/** What comes between a measure and one that is not known is larger than this. */
const MOST_MEASURE = '1e250';

const parts = (shape: string): string => `ST_CollectionExtract(ST_MakeValid(${shape}), 3)`;
const measured = (shape: string): string => `replace(ST_AsEWKT(${shape}, 17), 'NaN', '${UNKNOWN}')::geometry`;
/** The measures as heights: mending knows heights, and gives new corners those between the old ones. */
const measuresAsHeights = (shape: string): string => `ST_Force3DZ(ST_SwapOrdinates(ST_Force4D(${measured(shape)}), 'zm'))`;

/** The polygon without crossings, in the dimensions of its layer; `shape` is SQL without side effects, which may stand there more than once. */
export function mendedPolygon(shape: string, layer: { hasZ: boolean; hasM: boolean }): string {
  if (!layer.hasM) return inDimensions(parts(shape), layer);
  const measures = `ST_DumpPoints(ST_Multi(${parts(measuresAsHeights(shape))})) m`;
  // Mended once with the heights and once with the measures, the same corners come in the same order: they are put together.
  const corners = layer.hasZ
    ? `${measures} join ST_DumpPoints(ST_Multi(${parts(`ST_Force3DZ(${shape})`)})) h on h.path = m.path`
    : measures;
  const measure = `case when abs(ST_Z(m.geom)) < ${MOST_MEASURE} then ST_Z(m.geom) else 'NaN' end`;
  const corner = `ST_MakePoint(ST_X(m.geom), ST_Y(m.geom), ${layer.hasZ ? 'ST_Z(h.geom)' : '0'}, ${measure})`;
  const lines = `select m.path[1] as p, m.path[2] as r, ST_MakeLine(${corner} order by m.path[3]) as line from ${corners} group by 1, 2`;
  const polygons = `select p, ST_MakePolygon((array_agg(line order by r))[1], (array_agg(line order by r))[2:]) as polygon from (${lines}) rings group by p`;
  const whole = `(select ST_Multi(ST_Collect(polygon order by p)) from (${polygons}) polygons)`;
  const made = inDimensions(`coalesce(${whole}, ${parts(`ST_Force2D(${shape})`)})`, layer);
  // New points are in no system.
  return `ST_SetSRID(${made}, ST_SRID(${shape}))`;
}
