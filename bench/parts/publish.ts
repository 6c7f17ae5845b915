// Publishing: how long 130,000 points take, and how much memory 200 MB take.
import { join } from 'node:path';
import { writeCsv, writeGeoJson } from '../data.ts';
import { record, watchMemory } from '../measure.ts';
import { type Bench, type PublishTimes, publishFile } from '../portal.ts';

const POINTS = 130_000;
const BIG_BYTES = 200 * 1024 * 1024;
const COLUMNS = { locationType: 'coordinates', latitudeFieldName: 'lat', longitudeFieldName: 'lon' };

/** Publishes the points; the layer is used by other parts. */
export async function measurePublishing(bench: Bench, dir: string): Promise<PublishTimes> {
  const path = join(dir, 'points.csv');
  await writeCsv(path, POINTS);
  const memory = watchMemory(bench.portal.pid);
  const times = await publishFile(bench, { path, name: 'points.csv', type: 'CSV', fileType: 'csv' }, { name: 'points', ...COLUMNS });
  const peak = memory.stop();
  const on = bench.engine;
  record({ part: 'publish', name: 'publishing 130,000 points', value: times.publishSeconds, unit: 's', limit: 20, on });
  record({ part: 'publish', name: 'server memory meanwhile', value: peak.server, unit: 'MB', on });
  return times;
}

/** Publishes files of 200 MB and watches the memory of the server process. */
export async function measureBigFiles(bench: Bench, dir: string): Promise<void> {
  const on = bench.engine;
  const csv = { path: join(dir, 'big.csv'), name: 'big.csv', type: 'CSV', fileType: 'csv' };
  const geojson = { path: join(dir, 'big.geojson'), name: 'big.geojson', type: 'GeoJson', fileType: 'geojson' };
  await writeCsv(csv.path, 5_000_000, BIG_BYTES);
  await writeGeoJson(geojson.path, 5_000_000, BIG_BYTES);
  for (const [file, parameters] of [
    [csv, { name: 'big_csv', ...COLUMNS }],
    [geojson, { name: 'big_geojson' }],
  ] as const) {
    const memory = watchMemory(bench.portal.pid);
    const times = await publishFile(bench, file, parameters);
    const peak = memory.stop();
    record({ part: 'big', name: `uploading ${file.name}, 200 MB`, value: times.uploadSeconds, unit: 's', on });
    record({ part: 'big', name: `publishing ${file.name}, 200 MB`, value: times.publishSeconds, unit: 's', on });
    record({ part: 'big', name: `server memory while publishing ${file.name}`, value: peak.server, unit: 'MB', limit: 300, on });
    record({ part: 'big', name: `loader memory while publishing ${file.name}`, value: peak.loader, unit: 'MB', on });
    if (peak.database > 0)
      record({ part: 'big', name: `database memory while publishing ${file.name}`, value: peak.database, unit: 'MB', on });
  }
}
