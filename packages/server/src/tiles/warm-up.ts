// Makes tiles that nobody asked for, so that the first one that somebody asks for does not wait until the database has loaded its geometry functions
// and the engine has compiled what encodes: together five times the work of the tile itself.
import { PortalError } from '@graticule/contract/errors';
import type { TileTable } from '../features/index.ts';
import { anonymous } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import { findTileSource } from './tile-source.ts';
import { compressed, encodeRows } from './tiles.ts';

/** As many as a tile from far away holds, so that all of it is worth compiling. */
const POINTS = 8_000;
const POLYGONS = 2_000;

const WORLD = { z: 0, x: 0, y: 0 };
/** No service can have this name. */
const NOBODYS = ' ';

const points = `select n as objectid, ST_SetSRID(ST_MakePoint(n * 2000 - 8000000, n % 97 * 100000), 3857) as shape, 'place ' || n as name, n::float8 as size
  from generate_series(1, ${POINTS}) n`;
const polygons = `select objectid, ST_Buffer(shape, 300000, 2) as shape, name, size from (${points}) p limit ${POLYGONS}`;

const tableOf = (rows: string): TileTable => ({
  table: `(${rows}) t`,
  fields: [],
  values: ['"name"', '"size"'],
  shape: '"shape"',
  condition: '',
  order: '',
  rarelyTooMany: false,
  limit: POINTS,
  thinCell: 0,
});

/** Uses once what tiles are made with: the question who may see a service, a connection, the encoder. It changes and remembers nothing; gives the number of features drawn. */
export async function warmUpTiles(portal: Portal): Promise<number> {
  await findTileSource(portal, anonymous('', ''), NOBODYS).catch((error: unknown) => {
    if (!(error instanceof PortalError) || error.code !== 'SERVICE_NOT_FOUND') throw error;
  });
  let drawn = 0;
  for (const rows of [points, polygons, points]) {
    const { layer, rows: count } = await encodeRows(portal, { part: { name: 'warm' }, address: WORLD }, tableOf(rows));
    await compressed(layer);
    if (layer.length > 0) drawn += count;
  }
  return drawn;
}
