// Boxes that hold more features than a page: are all of them found and put in order, or is the layer gone through in order until the page is full?
// The database takes the second way to be quick where it is not: it supposes that the features of a box are spread evenly over the order.
import type { DatabaseHandle } from '../../platform/db/database.ts';
import { qualified } from '../hosted-table.store.ts';
import { type HostedLayer, STORED_SRID } from '../layers.rules.ts';
import { type Box, boxOf, isByPlaceAlone, type LayerQuery } from './layer-query.rules.ts';
import { rowsOf } from './query.store.ts';

/** In smaller layers both ways are short. */
const LEAST_ROWS = 5_000;
/** Looking at a row costs the same either way; whether a line or a polygon meets a box costs more, and has to be asked of all in the box. */
const COST_OF_SHAPES = 9;

/** The box of a query for features in the order of their ids, where nothing but a condition is asked of those in it. */
function boxInOrder(layer: HostedLayer, query: LayerQuery): Box | undefined {
  const { spatial, order, limit } = query;
  if (spatial === null || limit === null || order.length > 0 || layer.view !== undefined || layer.onlyOf !== undefined) return undefined;
  if (!isByPlaceAlone(query)) return undefined;
  return spatial.relation === 'intersects' || spatial.relation === 'envelopeIntersects' ? boxOf(spatial) : undefined;
}

/** How many features the box of a query probably holds, from the statistics of the table; undefined where the query is no such one or nothing is known. */
export async function expectedInBox(database: DatabaseHandle, layer: HostedLayer, query: LayerQuery): Promise<number | undefined> {
  const box = boxInOrder(layer, query);
  if (box === undefined || layer.rowCount < LEAST_ROWS) return undefined;
  const text = `select _postgis_selectivity('${qualified(layer.table)}'::regclass, 'shape', ST_MakeEnvelope($1, $2, $3, $4, ${STORED_SRID}))`;
  // A table that was not analyzed yet has no statistics, and the function fails.
  const rows = await rowsOf(database, { text, values: [...box] }).catch(() => undefined);
  const share = rows?.[0]?.[0];
  return typeof share === 'number' ? share * layer.rowCount : undefined;
}

/**
 * Whether finding all features of a box and putting them in order is sooner done than going through a layer of `rowCount` features until `wanted` of them are found,
 * which passes `rowCount * wanted / inBox`.
 */
export function isSoonerSorted({ inBox, wanted, rowCount }: { inBox: number; wanted: number; rowCount: number }, cost = 1): boolean {
  return inBox * inBox * cost < rowCount * wanted;
}

/** The same for a query whose box holds about so many. */
export function sortsBox(layer: HostedLayer, query: LayerQuery, inBox: number): boolean {
  const cost = layer.geometryType === 'esriGeometryPoint' || query.spatial?.relation === 'envelopeIntersects' ? 1 : COST_OF_SHAPES;
  return isSoonerSorted({ inBox, wanted: query.offset + (query.limit ?? 0), rowCount: layer.rowCount }, cost);
}
