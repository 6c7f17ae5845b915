// The tables of the floor server and the peers: the same rows as our hosted layers, in degrees.
import { openDatabase, UNHURRIED } from '../../packages/server/src/platform/db/database.ts';

type Client = Pick<ReturnType<typeof openDatabase>['handle']['pool'], 'query'>;

interface Layer {
  /** Name of the table to make. */
  name: 'points' | 'cells';
  itemId: string;
}

/**
 * Copies hosted layers to plain tables with a key and an index on the geometry. Their rows lie in the order of the file, as `ogr2ogr` and `copy` write them; ours put near ones
 * together, which is part of what is compared. `points_placed` holds the points in our order, to tell how much that is.
 */
export async function makeFloorTables(databaseUrl: string, layers: readonly Layer[]): Promise<void> {
  const { handle } = openDatabase({ connectionString: databaseUrl }, 'postgres', 1, UNHURRIED);
  const client = handle.pool;
  await client.query('create schema if not exists floor');
  for (const { name, itemId } of layers) {
    const { rows } = await client.query('select table_name, fields from feature_layer where item_id = $1', [itemId]);
    const { table_name: table, fields } = rows[0] as { table_name: string; fields: { name: string; column: string; editable: boolean }[] };
    const columns = fields
      .filter((field) => field.editable && !['lat', 'lon'].includes(field.name))
      .map((field) => `"${field.column}" as "${field.name}"`);
    const geometry =
      name === 'points'
        ? 'st_transform(shape, 4326)::geometry(Point, 4326)'
        : 'st_multi(st_transform(shape, 4326))::geometry(MultiPolygon, 4326)';
    const copied = `select objectid::int as fid, ${columns.join(', ')}, ${geometry} as geom from hosted."${table}"`;
    await makeTable(client, name, `${copied} order by objectid`);
    if (name === 'points') await makeTable(client, 'points_placed', copied);
  }
  await handle.close();
}

async function makeTable(client: Client, name: string, rows: string): Promise<void> {
  await client.query(`create table floor.${name} as ${rows}`);
  await client.query(`alter table floor.${name} add primary key (fid)`);
  await client.query(`create index on floor.${name} using gist (geom)`);
  await client.query(`vacuum analyze floor.${name}`);
}
