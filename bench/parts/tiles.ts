// Vector tiles of the layer with 130,000 points: first asked for, then from the cache.
import { places } from '../data.ts';
import { percentile, record } from '../measure.ts';
import type { Bench } from '../portal.ts';

const ZOOMS = 12;
const PER_ZOOM = 24;

/** Tiles that hold data, at every zoom. */
export async function measureTiles(bench: Bench, serviceUrl: string): Promise<void> {
  const uncached: number[] = [];
  const cached: number[] = [];
  const slowest = { ms: 0, tile: '' };
  const tiles = tilesWithData();
  for (const tile of tiles) {
    const ms = await ask(bench, `${serviceUrl}/0/tiles/${tile}.pbf`);
    if (ms > slowest.ms) Object.assign(slowest, { ms, tile });
    uncached.push(ms);
  }
  for (const tile of tiles.slice(-100)) cached.push(await ask(bench, `${serviceUrl}/0/tiles/${tile}.pbf`));
  const on = bench.engine;
  record({
    part: 'tiles',
    name: `vector tile not cached, median of ${tiles.length}`,
    value: percentile(uncached, 0.5),
    unit: 'ms',
    limit: 15,
    on,
  });
  record({ part: 'tiles', name: 'vector tile not cached, 95 of 100', value: percentile(uncached, 0.95), unit: 'ms', on });
  record({ part: 'tiles', name: `vector tile not cached, slowest (${slowest.tile})`, value: slowest.ms, unit: 'ms', on });
  record({ part: 'tiles', name: 'vector tile cached, median', value: percentile(cached, 0.5), unit: 'ms', on });
}

async function ask(bench: Bench, address: string): Promise<number> {
  const began = performance.now();
  const response = await fetch(address, { headers: { authorization: `Bearer ${bench.token}` } });
  await response.arrayBuffer();
  if (response.status !== 200 && response.status !== 204) throw new Error(`${address} answered ${response.status}`);
  return performance.now() - began;
}

function tilesWithData(): string[] {
  const found: string[] = [];
  for (let z = 0; z <= ZOOMS; z++) {
    const ofZoom = new Set<string>();
    for (const { lon, lat } of places(3_000)) {
      if (Math.abs(lat) > 84) continue;
      const size = 2 ** z;
      const x = Math.floor(((lon + 180) / 360) * size);
      const radians = (lat * Math.PI) / 180;
      const y = Math.floor(((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * size);
      if (x >= 0 && x < size) ofZoom.add(`${z}/${x}/${y}`);
      if (ofZoom.size >= PER_ZOOM) break;
    }
    found.push(...ofZoom);
  }
  return found;
}
