// Exports: how fast ten million rows leave the portal in the formats that are sent while they are written, and at what memory.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { record, watchMemory } from '../measure.ts';
import { type Bench, publishFile } from '../portal.ts';

const ROWS = Number(process.env.BENCH_EXPORT_ROWS ?? 10_000_000);
const FORMATS = (process.env.BENCH_ONLY ?? 'CSV,GeoJson,FlatGeobuf,Parquet').split(',');

/** Needs PostgreSQL, whose tables can be filled from outside. */
export async function measureExport(bench: Bench, dir: string): Promise<void> {
  if (bench.databaseUrl === undefined) return;
  const path = join(dir, 'one.csv');
  await writeFile(path, 'name,number,size,lat,lon\nplace,1,1.5,47.5,7.5\n');
  const { itemId } = await publishFile(bench, { path, name: 'one.csv', type: 'CSV', fileType: 'csv' }, { name: 'many' });
  await fill(bench.databaseUrl, itemId);
  const before = watchMemory(bench.portal.pid);
  await new Promise((resolve) => setTimeout(resolve, 200));
  record({ part: 'export', name: 'server memory before', value: before.stop().server, unit: 'MB', on: bench.engine });
  for (const format of FORMATS) {
    const memory = watchMemory(bench.portal.pid);
    const begun = performance.now();
    const bytes = await download(bench, itemId, format);
    const seconds = (performance.now() - begun) / 1000;
    const { server } = memory.stop();
    const on = bench.engine;
    record({ part: 'export', name: `rows a second as ${format}`, value: ROWS / seconds, unit: '', on });
    record({ part: 'export', name: `bytes of ${format}`, value: bytes / 1024 / 1024, unit: 'MB', on });
    record({
      part: 'export',
      name: `server memory while ${ROWS / 1e6} million rows leave as ${format}`,
      value: server,
      unit: 'MB',
      limit: 200,
      on,
    });
  }
}

/** Copies the one row of the layer until there are enough. */
async function fill(databaseUrl: string, itemId: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const found = await client.query<{ table_name: string }>('select table_name from feature_layer where item_id = $1', [itemId]);
    const table = `hosted.${client.escapeIdentifier(found.rows[0]?.table_name ?? '')}`;
    const columns = await client.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
         and attname not in ('objectid', 'globalid', 'shape') order by attnum`,
      [table],
    );
    const names = columns.rows.map(({ name }) => client.escapeIdentifier(name)).join(', ');
    await client.query(
      `insert into ${table} (${names}, shape) select ${names}, ST_SetSRID(ST_MakePoint(n % 20000000, n % 9000000), 3857)
       from ${table}, generate_series(2, ${ROWS}) as n`,
    );
    await client.query('update feature_layer set row_count = $2 where item_id = $1', [itemId, ROWS]);
  } finally {
    await client.end();
  }
}

async function download(bench: Bench, itemId: string, exportFormat: string): Promise<number> {
  const query = new URLSearchParams({ exportFormat, token: bench.token });
  const response = await fetch(`${bench.portal.url}/sharing/rest/content/items/${itemId}/export?${query}`);
  if (!response.ok || response.body === null) throw new Error(await response.text());
  let bytes = 0;
  for await (const piece of response.body) bytes += piece.length;
  return bytes;
}
