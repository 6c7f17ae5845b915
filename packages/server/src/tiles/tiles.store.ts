// The statement that gives the features of a tile.
import { tileBounds } from '@graticule/geo/project/tile-grid';
import { receiveRows } from '../platform/db/binary-rows.ts';
import type { DatabaseHandle } from '../platform/db/database.ts';
import { translateDatabaseError } from '../platform/db/errors.ts';
import type { RowReceiver } from '../platform/db/rows-query.ts';

/** How a layer's table is read, as the features domain says it. */
export interface TileSource {
  /** Quoted name. */
  table: string;
  values: readonly string[];
  shape: string;
  condition: string;
  order: string;
  /** The most features of one tile. */
  limit: number;
  /** Only features with this name in the quoted column. */
  onlyOf?: { column: string; username: string };
}

/** Share of the tile's width that features beyond its edge are read, for symbols and outlines that reach over it. */
const BUFFER = 1 / 64;
export const ANSWER_TIMEOUT_MS = 32_000;

/** Values $1 to $4 of a statement: what is read for a tile, in Web Mercator. $5 is whose features alone it shows. */
export function boxValues({ onlyOf }: TileSource, { z, x, y }: { z: number; x: number; y: number }): (number | string)[] {
  const { xmin, ymin, xmax, ymax } = tileBounds(z, x, y, BUFFER);
  return [xmin, ymin, xmax, ymax, ...(onlyOf === undefined ? [] : [onlyOf.username])];
}

/** Hands over the rows of a tile: object id, WKB, values. */
export async function receiveTileRows(
  database: DatabaseHandle,
  source: TileSource,
  address: { z: number; x: number; y: number },
  receiver: RowReceiver,
): Promise<void> {
  const columns = ['"objectid"', `ST_AsBinary(${source.shape}, 'NDR')`, ...source.values].map((column, index) => `${column} as c${index}`);
  const own = source.onlyOf === undefined ? '' : ` and ${source.onlyOf.column} = $5::text`;
  const text =
    `select ${columns.join(', ')} from ${source.table} ` +
    `where "shape" && ST_MakeEnvelope($1::float8, $2::float8, $3::float8, $4::float8, 3857)${own}${source.condition}${source.order} limit ${source.limit}`;
  await receiveRows(database, { text, values: boxValues(source, address), timeoutMs: ANSWER_TIMEOUT_MS }, receiver).catch(
    translateDatabaseError,
  );
}
