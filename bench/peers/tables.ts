// The tables of the floor server and the peers: the same rows as our hosted layers, in degrees.
import { openDatabase, UNHURRIED } from '../../packages/server/src/platform/db/database.ts';

interface Layer {
  /** Name of the table to make. */
  name: 'points' | 'cells';
  itemId: string;
}

/** Copies hosted layers to plain tables with a key and an index on the geometry. */
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
    await client.query(`create table floor.${name} as select objectid::int as fid, ${columns.join(', ')},
      ${name === 'points' ? 'st_transform(shape, 4326)::geometry(Point, 4326)' : 'st_multi(st_transform(shape, 4326))::geometry(MultiPolygon, 4326)'} as geom from hosted."${table}"`);
    await client.query(`alter table floor.${name} add primary key (fid)`);
    await client.query(`create index on floor.${name} using gist (geom)`);
    await client.query(`vacuum analyze floor.${name}`);
  }
  await handle.close();
}
