// Made-up data, the same on every run: points in clusters, as places are.
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { seededRandom } from '../packages/server/testing/crash/seeded-random.ts';

const KINDS = ['school', 'clinic', 'market', 'well', 'station', 'harbour', 'museum', 'library'] as const;

interface Place {
  id: number;
  name: string;
  lon: number;
  lat: number;
  kind: string;
  value: number;
  note: string;
}

/** Places around a few hundred centres. */
export function* places(count: number, seed = 1): Generator<Place> {
  const random = seededRandom(seed);
  const centres = Array.from({ length: 400 }, () => ({ lon: random.next() * 340 - 170, lat: random.next() * 130 - 60 }));
  for (let id = 1; id <= count; id++) {
    const centre = random.pick(centres);
    const spread = random.next() ** 3 * 8;
    const angle = random.next() * 2 * Math.PI;
    const kind = random.pick(KINDS);
    yield {
      id,
      name: `${kind} ${id}`,
      lon: round(centre.lon + spread * Math.cos(angle)),
      lat: round(centre.lat + spread * Math.sin(angle) * 0.7),
      kind,
      value: random.integer(0, 100_000),
      note: `Visited ${random.integer(1, 28)} May by team ${random.integer(1, 99)}, state ${random.integer(1, 5)}`,
    };
  }
}

function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

/** Writes a table; gives the size in bytes. Stops after `maxBytes` if that comes first. */
export function writeCsv(path: string, count: number, maxBytes = Number.POSITIVE_INFINITY): Promise<number> {
  return write(
    path,
    maxBytes,
    'id,name,lon,lat,kind,value,note\n',
    places(count),
    '',
    (place) => `${Object.values(place).map(cell).join(',')}\n`,
  );
}

/** Corners of the areas. */
const CORNERS = 12;

/** Writes the same table with an area around each place instead of its coordinates, in a column of well-known text. */
export function writeAreasCsv(path: string, count: number): Promise<number> {
  return write(path, Number.POSITIVE_INFINITY, 'id,name,wkt,kind,value,note\n', places(count), '', ({ lon, lat, ...place }) => {
    const corners = Array.from({ length: CORNERS + 1 }, (_, at) => {
      const angle = ((at % CORNERS) / CORNERS) * 2 * Math.PI;
      return `${round(lon + 0.01 * Math.cos(angle))} ${round(lat + 0.01 * Math.sin(angle))}`;
    });
    const { id, name, ...others } = place;
    return `${[id, name, `POLYGON((${corners.join(', ')}))`, ...Object.values(others)].map(cell).join(',')}\n`;
  });
}

/** Writes a GeoJSON collection. */
export function writeGeoJson(path: string, count: number, maxBytes = Number.POSITIVE_INFINITY): Promise<number> {
  let isFirst = true;
  return write(path, maxBytes, '{"type":"FeatureCollection","features":[\n', places(count), '\n]}\n', ({ lon, lat, ...properties }) => {
    const text = JSON.stringify({ type: 'Feature', geometry: { type: 'Point', coordinates: [lon, lat] }, properties });
    const separator = isFirst ? '' : ',\n';
    isFirst = false;
    return separator + text;
  });
}

function cell(value: string | number): string {
  return typeof value === 'string' && value.includes(',') ? `"${value}"` : String(value);
}

async function write(
  path: string,
  maxBytes: number,
  head: string,
  rows: Iterable<Place>,
  ...[tail, text]: [string, (place: Place) => string]
): Promise<number> {
  const stream = createWriteStream(path);
  let bytes = head.length;
  let portion = head;
  for (const place of rows) {
    portion += text(place);
    if (portion.length < 1 << 20) continue;
    bytes += portion.length;
    if (!stream.write(portion)) await once(stream, 'drain');
    portion = '';
    if (bytes >= maxBytes) break;
  }
  stream.end(portion + tail);
  await once(stream, 'close');
  return bytes;
}
