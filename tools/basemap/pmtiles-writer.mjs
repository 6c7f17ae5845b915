// Writes a PMTiles (version 3) archive: gzip tiles, clustered, equal tiles stored once.
import crypto from 'node:crypto';
import fs from 'node:fs';
import zlib from 'node:zlib';
import { zxyToTileId } from 'pmtiles';

const HEADER_BYTES = 127;
/** Header and root directory must lie in the first 16 KiB, so that a reader needs one request for both. */
const FIRST_READ_BYTES = 16_384;

const gzip = (bytes) => zlib.gzipSync(bytes, { level: 9 });

function varint(out, value) {
  let rest = value;
  while (rest >= 0x80) {
    out.push((rest % 128) | 0x80);
    rest = Math.floor(rest / 128);
  }
  out.push(rest);
}

/** Entries as columns (delta id, run, length, offset), as the format asks. */
function directory(entries) {
  const out = [];
  varint(out, entries.length);
  let last = 0;
  for (const entry of entries) {
    varint(out, entry.id - last);
    last = entry.id;
  }
  for (const entry of entries) varint(out, entry.run);
  for (const entry of entries) varint(out, entry.length);
  entries.forEach((entry, i) => {
    const before = entries[i - 1];
    varint(out, before && entry.offset === before.offset + before.length ? 0 : entry.offset + 1);
  });
  return gzip(Buffer.from(out));
}

function layOut(tiles) {
  const sorted = tiles.map((tile) => ({ id: zxyToTileId(tile.z, tile.x, tile.y), data: tile.data })).sort((a, b) => a.id - b.id);
  const known = new Map();
  const blobs = [];
  const entries = [];
  let offset = 0;
  for (const tile of sorted) {
    const hash = crypto.createHash('sha256').update(tile.data).digest('base64');
    let place = known.get(hash);
    if (!place) {
      const bytes = gzip(tile.data);
      place = { offset, length: bytes.length };
      offset += bytes.length;
      blobs.push(bytes);
      known.set(hash, place);
    }
    const last = entries.at(-1);
    if (last && last.offset === place.offset && last.id + last.run === tile.id) last.run++;
    else entries.push({ id: tile.id, run: 1, ...place });
  }
  return { blobs, entries, dataBytes: offset };
}

/** One root directory, or a root of leaves when one would not fit the first read. */
function directories(entries) {
  let root = directory(entries);
  let leaves = Buffer.alloc(0);
  let leafSize = 4096;
  while (root.length > FIRST_READ_BYTES - HEADER_BYTES) {
    const rootEntries = [];
    const parts = [];
    let offset = 0;
    for (let i = 0; i < entries.length; i += leafSize) {
      const leaf = directory(entries.slice(i, i + leafSize));
      rootEntries.push({ id: entries[i].id, run: 0, offset, length: leaf.length });
      offset += leaf.length;
      parts.push(leaf);
    }
    root = directory(rootEntries);
    leaves = Buffer.concat(parts);
    leafSize = Math.ceil(leafSize * 1.3);
  }
  return { root, leaves };
}

/**
 * Writes the archive.
 * @shape tiles as `{ z, x, y, data }` with raw vector tile bytes; bounds as `[west, south, east, north]` in degrees
 */
export function writePmtiles(
  file,
  tiles,
  { minZoom, maxZoom, bounds = [-180, -85.0511, 180, 85.0511], center = [0, 20, 1], metadata = {} },
) {
  const { blobs, entries, dataBytes } = layOut(tiles);
  const { root, leaves } = directories(entries);
  const meta = gzip(Buffer.from(JSON.stringify(metadata)));
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('PMTiles', 0, 'ascii');
  header[7] = 3;
  let at = 8;
  const u64 = (value) => {
    header.writeBigUInt64LE(BigInt(value), at);
    at += 8;
  };
  const metaAt = HEADER_BYTES + root.length;
  const leavesAt = metaAt + meta.length;
  const dataAt = leavesAt + leaves.length;
  for (const value of [HEADER_BYTES, root.length, metaAt, meta.length, leavesAt, leaves.length, dataAt, dataBytes]) u64(value);
  for (const value of [tiles.length, entries.length, blobs.length]) u64(value);
  // clustered, gzip directories, gzip tiles, vector tiles
  for (const value of [1, 2, 2, 1, minZoom, maxZoom]) header[at++] = value;
  const degrees = (value) => {
    header.writeInt32LE(Math.round(value * 1e7), at);
    at += 4;
  };
  bounds.forEach(degrees);
  header[at++] = center[2];
  degrees(center[0]);
  degrees(center[1]);
  fs.writeFileSync(file, Buffer.concat([header, root, meta, leaves, ...blobs]));
  return { bytes: dataAt + dataBytes, tiles: tiles.length, distinct: blobs.length };
}
