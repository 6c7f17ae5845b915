// Publishing beside ogr2ogr: the same file into the same database, with an index.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writeCsv } from '../data.ts';
import { record, timed, watchMemory } from '../measure.ts';
import { writeCells } from '../peers/shapefile.ts';
import { type Bench, publishFile } from '../portal.ts';

/** Points of the layer. */
export const POINTS = Number(process.env.BENCH_POINTS ?? 1_000_000);
/** About 135,000 polygons with 129 vertices each. */
const GRID: [number, number] = process.env.BENCH_SMALL === '1' ? [130, 65] : [520, 260];
const run = promisify(execFile);

/** Host and name of a database. */
export function placeOf(databaseUrl: string): { host: string; database: string } {
  const url = new URL(databaseUrl.replace('@/', '@localhost/'));
  return { host: url.searchParams.get('host') ?? 'localhost', database: url.pathname.slice(1) };
}

/** Publishes the points, beside ogr2ogr. */
export async function importPoints(bench: Bench, dir: string, databaseUrl: string): Promise<{ itemId: string; url: string }> {
  const path = join(dir, 'many.csv');
  await writeCsv(path, POINTS);
  const memory = watchMemory(bench.portal.pid);
  const file = { path, name: 'many.csv', type: 'CSV', fileType: 'csv' };
  const times = await publishFile(bench, file, {
    name: 'many',
    locationType: 'coordinates',
    latitudeFieldName: 'lat',
    longitudeFieldName: 'lon',
  });
  record({ part: 'peers', name: `server memory while publishing ${POINTS} points`, value: memory.stop().server, unit: 'MB', limit: 300 });
  const geometry = [
    '-oo',
    'X_POSSIBLE_NAMES=lon',
    '-oo',
    'Y_POSSIBLE_NAMES=lat',
    '-oo',
    'KEEP_GEOM_COLUMNS=NO',
    '-oo',
    'AUTODETECT_TYPE=YES',
    '-a_srs',
    'EPSG:4326',
  ];
  await besideOgr(`publishing ${POINTS} points of a CSV`, times.publishSeconds, 1.2, {
    databaseUrl,
    args: [path, '-nln', 'ogr_points', ...geometry],
  });
  return times;
}

/** Publishes the polygons of a shapefile, beside ogr2ogr. */
export async function importCells(bench: Bench, dir: string, databaseUrl: string): Promise<{ itemId: string; url: string }> {
  const stem = join(dir, 'cells');
  const count = writeCells(stem, ...GRID);
  const zip = join(dir, 'cells.zip');
  await run('zip', ['-q', '-1', '-j', zip, ...['shp', 'shx', 'dbf', 'prj'].map((extension) => `${stem}.${extension}`)]);
  const times = await publishFile(bench, { path: zip, name: 'cells.zip', type: 'Shapefile', fileType: 'shapefile' }, { name: 'cells' });
  await besideOgr(`publishing ${count} polygons of a shapefile`, times.publishSeconds, 2, {
    databaseUrl,
    args: [`${stem}.shp`, '-nln', 'ogr_cells', '-nlt', 'PROMOTE_TO_MULTI'],
  });
  return times;
}

/** The same file with ogr2ogr into the same database, with an index. */
async function besideOgr(what: string, seconds: number, limit: number, ogr: { databaseUrl: string; args: string[] }): Promise<void> {
  const { host, database } = placeOf(ogr.databaseUrl);
  record({ part: 'peers', name: what, value: seconds, unit: 's' });
  const args = ['--config', 'PG_USE_COPY', 'YES', '-overwrite', '-f', 'PostgreSQL', `PG:host=${host} dbname=${database} user=postgres`];
  const layout = ['-lco', 'GEOMETRY_NAME=geom', '-lco', 'SPATIAL_INDEX=GIST'];
  const [input = '', ...rest] = ogr.args;
  const theirs = await timed(() => run('ogr2ogr', [...args, input, ...rest, ...layout])).catch((error: { code?: unknown }) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (theirs === undefined) return;
  record({ part: 'peers', name: `${what} with ogr2ogr`, value: theirs.seconds, unit: 's' });
  record({ part: 'peers', name: `${what}: ours to ogr2ogr`, value: seconds / theirs.seconds, unit: 'times', limit });
}
