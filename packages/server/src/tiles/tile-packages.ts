// Tiles and files of vector tile packages, read where they lie in the file of an item.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { fail } from '@graticule/contract/errors';
import { type ByteSource, FormatError } from '@graticule/geo/formats/format-reader';
import { sliceTile } from '@graticule/geo/tiles/slice-tile';
import { TilePackage } from '@graticule/geo/tiles/tile-package';
import { BoundedMap } from '../platform/bounded-map.ts';
import type { Portal } from '../platform/context.ts';
import { perPortal } from '../platform/per-portal.ts';
import type { CachedTile } from './tile-cache.ts';
import { cacheOf, type TileAddress } from './tiles.ts';

const [unzipped, zipped] = [promisify(gunzip), promisify(gzip)];
/** The list of a package's files takes some hundred kilobytes. */
const MOST_OPEN = 20;
const LONGEST_TILE = 32 * 1024 * 1024;
/** Larger tiles are not cut into parts: that would keep everybody waiting. */
const LARGEST_CUT = 2 * 1024 * 1024;

const opened = perPortal(() => new BoundedMap<string, Promise<TilePackage>>(MOST_OPEN));

/** A stored file with what messages call it. */
export interface PackageFile {
  key: string;
  name: string;
}

/** The package in a stored file. @throws UNREADABLE_FILE with what is wrong with it */
export async function openPackage(portal: Portal, { key, name }: PackageFile): Promise<TilePackage> {
  const known = opened(portal).get(key);
  const opening = known ?? fileSource(portal.files.pathOf(key), name).then((source) => TilePackage.open(source));
  if (known === undefined) opened(portal).set(key, opening);
  try {
    return await opening;
  } catch (error) {
    opened(portal).delete(key);
    throw unreadable(error);
  }
}

/** A file that is opened for each read: services nobody looks at keep none open. */
async function fileSource(path: string, name: string): Promise<ByteSource> {
  const { size } = await stat(path);
  return {
    name,
    size,
    path,
    read: async (offset, length) => {
      const handle = await open(path, 'r');
      try {
        const bytes = new Uint8Array(Math.max(0, Math.min(length, size - offset)));
        const { bytesRead } = await handle.read(bytes, 0, bytes.length, offset);
        return bytes.subarray(0, bytesRead);
      } finally {
        await handle.close();
      }
    },
    stream: (offset = 0) => createReadStream(path, { start: offset }),
  };
}

function unreadable(error: unknown): unknown {
  return error instanceof FormatError ? fail('UNREADABLE_FILE', { reasons: [error.sentence], cause: error }) : error;
}

/**
 * A tile of a package, gzipped; empty when nothing lies on it. Packages leave out what would show no more than the tile above it: there the part
 * of that tile is given.
 * @throws UNREADABLE_FILE
 */
export function packageTile(portal: Portal, file: PackageFile, address: TileAddress): Promise<CachedTile> {
  const { z, x, y } = address;
  return cacheOf(portal).get(`package/${file.key}/${z}/${x}/${y}`, async () => {
    const found = await openPackage(portal, file);
    try {
      const bytes = await found.tile(z, x, y);
      return kept(bytes === undefined ? await partOfTileAbove(found, address) : await plain(bytes));
    } catch (error) {
      throw unreadable(error);
    }
  });
}

async function partOfTileAbove(found: TilePackage, { z, x, y }: TileAddress): Promise<Uint8Array> {
  for (let above = z - 1; above >= found.minZoom; above--) {
    const shift = 2 ** (z - above);
    const place = { z: above, x: Math.floor(x / shift), y: Math.floor(y / shift) };
    const bytes = await found.tile(place.z, place.x, place.y);
    if (bytes === undefined) continue;
    const whole = await plain(bytes);
    return whole.length > LARGEST_CUT ? new Uint8Array() : sliceTile(whole, place, { z, x, y });
  }
  return new Uint8Array();
}

const isZipped = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** The bytes of a tile as they were before they were compressed, if they were. */
async function plain(bytes: Uint8Array): Promise<Uint8Array> {
  return isZipped(bytes) ? unzipped(bytes, { maxOutputLength: LONGEST_TILE }) : bytes;
}

async function kept(tile: Uint8Array): Promise<CachedTile> {
  const etag = createHash('sha256').update(tile).digest('base64url').slice(0, 22);
  return { etag, bytes: tile.length === 0 ? tile : await zipped(tile) };
}

/** What files of a package are sent as; no others are sent. */
const TYPES: Readonly<Record<string, string>> = {
  json: 'application/json; charset=utf-8',
  png: 'image/png',
  pbf: 'application/x-protobuf',
};

/** A file below `resources`: letters or pictures. Of several fonts the first that is there. @throws FILE_NOT_FOUND, UNREADABLE_FILE */
export async function packageFile(
  portal: Portal,
  file: PackageFile,
  path: string,
): Promise<{ contentType: string; bytes: Uint8Array; isZipped: boolean }> {
  const contentType = TYPES[/\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? ''];
  if (contentType === undefined) throw fail('FILE_NOT_FOUND');
  const found = await openPackage(portal, file);
  try {
    for (const one of fontsOf(path)) {
      const bytes = await found.file(one);
      if (bytes !== undefined) return { contentType, bytes, isZipped: isZipped(bytes) };
    }
  } catch (error) {
    throw unreadable(error);
  }
  throw fail('FILE_NOT_FOUND');
}

/** Clients ask for a list of fonts at once: `fonts/One,Other/0-255.pbf`. */
function fontsOf(path: string): string[] {
  const [, fonts, range] = /^fonts\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
  return fonts === undefined ? [path] : fonts.split(',').map((font) => `fonts/${font.trim()}/${range}`);
}
