// Large things: five million points as a layer and its tiles at every zoom, and a file of 2 GB on its way in.
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { places, writeCsv } from '../data.ts';
import { percentile, record, timed, watchMemory } from '../measure.ts';
import { ADMIN, type Bench, publishFile } from '../portal.ts';

const POINTS = Number(process.env.BENCH_LARGE_POINTS ?? 5_000_000);
const FILE_BYTES = 2 * 1024 ** 3;
/** As large as the parts that pages send. */
const PART_BYTES = 8 * 1024 ** 2;
const DEEPEST = 22;
const TILES_OF_ZOOM = 12;
const COLUMNS = { locationType: 'coordinates', latitudeFieldName: 'lat', longitudeFieldName: 'lon' };

/** `BENCH_ONLY=points` or `BENCH_ONLY=file` measures one half. */
export async function measureLarge(bench: Bench, dir: string): Promise<void> {
  const chosen = (process.env.BENCH_ONLY ?? 'points,file').split(',');
  const path = join(dir, 'large.csv');
  const bytes = await writeCsv(path, POINTS);
  if (chosen.includes('points')) await measureLayer(bench, path);
  if (chosen.includes('file')) await measureFile(bench, path, bytes);
  await rm(path);
}

async function measureLayer(bench: Bench, path: string): Promise<void> {
  const on = bench.engine;
  const memory = watchMemory(bench.portal.pid);
  const file = { path, name: 'large.csv', type: 'CSV', fileType: 'csv' };
  const times = await publishFile(bench, file, { name: 'large', ...COLUMNS });
  const peak = memory.stop();
  const what = `${POINTS / 1e6} million points`;
  record({ part: 'large', name: `publishing ${what}`, value: times.publishSeconds, unit: 's', on });
  record({ part: 'large', name: `server memory while publishing ${what}`, value: peak.server, unit: 'MB', limit: 300, on });
  record({ part: 'large', name: `loader memory while publishing ${what}`, value: peak.loader, unit: 'MB', on });
  for (let zoom = 0; zoom <= DEEPEST; zoom++) {
    const taken: number[] = [];
    let bytes = 0;
    for (const tile of tilesOf(zoom)) {
      const { seconds, result } = await timed(() => ask(bench, `${times.url}/0/tiles/${tile}.pbf`));
      taken.push(seconds * 1000);
      bytes = Math.max(bytes, result);
    }
    const size = `largest ${(bytes / 1024).toFixed(0)} kB`;
    record({ part: 'large', name: `tile of ${what}, zoom ${zoom}, median (${size})`, value: percentile(taken, 0.5), unit: 'ms', on });
    record({ part: 'large', name: `tile of ${what}, zoom ${zoom}, slowest`, value: Math.max(...taken), unit: 'ms', limit: 150, on });
  }
}

async function ask(bench: Bench, address: string): Promise<number> {
  const response = await fetch(address, { headers: { authorization: `Bearer ${bench.token}` } });
  const { byteLength } = await response.arrayBuffer();
  if (response.status !== 200 && response.status !== 204) throw new Error(`${address} answered ${response.status}`);
  return byteLength;
}

/** The tiles of a zoom level with the most points. */
function tilesOf(zoom: number): string[] {
  const counts = new Map<string, number>();
  const size = 2 ** zoom;
  for (const { lon, lat } of places(50_000)) {
    if (Math.abs(lat) > 84) continue;
    const radians = (lat * Math.PI) / 180;
    const x = Math.floor(((lon + 180) / 360) * size);
    const y = Math.floor(((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * size);
    if (x >= 0 && x < size) counts.set(`${zoom}/${x}/${y}`, (counts.get(`${zoom}/${x}/${y}`) ?? 0) + 1);
  }
  const byCount = [...counts].sort((a, b) => b[1] - a[1]);
  return byCount.slice(0, TILES_OF_ZOOM).map(([tile]) => tile);
}

/** The rows again and again, until the file is large enough; then it is uploaded and analyzed. */
async function measureFile(bench: Bench, path: string, bytes: number): Promise<void> {
  const on = bench.engine;
  const long = `${path}.long.csv`;
  const header = 'id,name,lon,lat,kind,value,note\n'.length;
  for (let size = 0; size < FILE_BYTES; size += bytes) {
    await pipeline(createReadStream(path, { start: size === 0 ? 0 : header }), createWriteStream(long, { flags: 'a' }));
  }
  const content = `sharing/rest/content/users/${ADMIN.username}`;
  const uploading = watchMemory(bench.portal.pid);
  const upload = await timed(() => bench.call(`${content}/addItem`, { title: 'long', type: 'CSV' }, { path: long, name: 'long.csv' }));
  record({ part: 'large', name: 'uploading 2 GB', value: upload.seconds, unit: 's', on });
  record({ part: 'large', name: 'server memory while 2 GB are uploaded', value: uploading.stop().server, unit: 'MB', limit: 300, on });
  await measureParts(bench, { path: long, name: 'long.csv' });
  await rm(long);
  const analyzing = watchMemory(bench.portal.pid);
  const analyze = await timed(() => bench.call('sharing/rest/content/features/analyze', { itemid: upload.result.id, filetype: 'csv' }));
  const peak = analyzing.stop();
  record({ part: 'large', name: 'analyzing 2 GB', value: analyze.seconds, unit: 's', on });
  record({ part: 'large', name: 'server memory while 2 GB are analyzed', value: peak.server, unit: 'MB', limit: 300, on });
}

/** The same file as the page sends large ones: part by part, which are joined then. */
async function measureParts(bench: Bench, file: { path: string; name: string }): Promise<void> {
  const on = bench.engine;
  const { size } = await stat(file.path);
  const content = `sharing/rest/content/users/${ADMIN.username}`;
  const memory = watchMemory(bench.portal.pid);
  const sent = await timed(async () => {
    const { id } = await bench.call(`${content}/addItem`, { title: 'long in parts', type: 'CSV', filename: 'parts.csv', multipart: true });
    for (let from = 0, partNum = 1; from < size; from += PART_BYTES, partNum++) {
      const part = { from, to: Math.min(size, from + PART_BYTES) };
      await bench.call(`${content}/items/${id}/addPart`, { partNum }, { ...file, part });
    }
    await bench.call(`${content}/items/${id}/commit`, { async: true });
    for (;;) {
      const { status } = await bench.call(`${content}/items/${id}/status`);
      if (status === 'completed') return id as string;
      if (status === 'failed') throw new Error('The parts were not joined.');
      await new Promise((done) => setTimeout(done, 200));
    }
  });
  record({ part: 'large', name: 'uploading 2 GB in parts', value: sent.seconds, unit: 's', on });
  record({
    part: 'large',
    name: 'server memory while 2 GB are uploaded in parts',
    value: memory.stop().server,
    unit: 'MB',
    limit: 300,
    on,
  });
  await bench.call(`${content}/items/${sent.result}/delete`, { permanentDelete: true });
}
