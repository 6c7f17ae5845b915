// SQL that mends polygons which cross themselves, with the heights and measures of their corners.
import { dimensionsOf } from './sql-text.rules.ts';

const parts = (shape: string): string => `ST_CollectionExtract(ST_MakeValid(${shape}), 3)`;
/** The measures as heights: mending knows heights, and gives new corners those between the old ones. */
const measuresAsHeights = (shape: string): string => `ST_Force3DZ(ST_SwapOrdinates(ST_Force4D(${shape}), 'zm'))`;

/** The polygon without crossings, in the dimensions of its layer; `shape` is SQL without side effects, which may stand there more than once. */
export function mendedPolygon(shape: string, layer: { hasZ: boolean; hasM: boolean }): string {
  if (!layer.hasM) return `${dimensionsOf(layer)}(${parts(shape)})`;
  const measured = parts(measuresAsHeights(shape));
  if (!layer.hasZ) return `ST_Force3DM(ST_SwapOrdinates(ST_Force4D(${measured}), 'zm'))`;
  // Mended once with the heights and once with the measures, the same corners come in the same order: they are put together.
  const corner = 'ST_MakePoint(ST_X(h.geom), ST_Y(h.geom), ST_Z(h.geom), coalesce(ST_Z(m.geom), 0))';
  const lines =
    `select h.path[1] as p, h.path[2] as r, ST_MakeLine(${corner} order by h.path[3]) as line ` +
    `from ST_DumpPoints(ST_Multi(${parts(`ST_Force3DZ(${shape})`)})) h join ST_DumpPoints(ST_Multi(${measured})) m on m.path = h.path group by 1, 2`;
  const polygons = `select p, ST_MakePolygon((array_agg(line order by r))[1], (array_agg(line order by r))[2:]) as polygon from (${lines}) rings group by p`;
  return `coalesce((select ST_Multi(ST_Collect(polygon order by p)) from (${polygons}) polygons), ST_Force4D(${parts(shape)}))`;
}
