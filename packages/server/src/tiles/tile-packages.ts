// Tiles and files of vector tile packages, read where they lie in the file of an item.
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { fail } from '@graticule/contract/errors';
import { refuse } from '@graticule/contract/refusals/refusal';
import { type ByteSource, FormatError } from '@graticule/geo/formats/format-reader';
import { sliceTile } from '@graticule/geo/tiles/slice-tile';
import { TilePackage } from '@graticule/geo/tiles/tile-package';
import type { Portal } from '../platform/context.ts';
import { perPortal } from '../platform/per-portal.ts';
import { etagOf } from './etag.ts';
import type { CachedTile } from './tile-cache.ts';
import { cacheOf, type TileAddress } from './tiles.ts';

const [unzipped, zipped] = [promisify(gunzip), promisify(gzip)];
/** Files of all packages that are kept open: each takes some two hundred bytes. */
const MOST_FILES = 250_000;
const LONGEST_TILE = 32 * 1024 * 1024;
/** Larger tiles are not cut into parts: that would keep everybody waiting. */
const LARGEST_CUT = 2 * 1024 * 1024;

/** Packages that were asked for lately; the one that was opened first leaves first. */
class OpenPackages {
  readonly #opened = new Map<string, Promise<TilePackage>>();
  readonly #counts = new Map<string, number>();

  async get(key: string, open: () => Promise<TilePackage>): Promise<TilePackage> {
    const known = this.#opened.get(key);
    if (known !== undefined) return known;
    const opening = open();
    this.#opened.set(key, opening);
    try {
      const found = await opening;
      this.#counts.set(key, found.count);
      this.#makeRoom();
      return found;
    } catch (error) {
      this.#forget(key);
      throw error;
    }
  }

  #makeRoom(): void {
    let sum = 0;
    for (const count of this.#counts.values()) sum += count;
    for (const [key, count] of this.#counts) {
      if (sum <= MOST_FILES || this.#counts.size === 1) return;
      this.#forget(key);
      sum -= count;
    }
  }

  #forget(key: string): void {
    this.#opened.delete(key);
    this.#counts.delete(key);
  }
}

const opened = perPortal(() => new OpenPackages());

/** A stored file with what messages call it. */
export interface PackageFile {
  key: string;
  name: string;
}

/** The package in a stored file. @throws UNREADABLE_FILE with what is wrong with it */
export async function openPackage(portal: Portal, { key, name }: PackageFile): Promise<TilePackage> {
  try {
    return await opened(portal).get(key, async () => TilePackage.open(await fileSource(portal.files.pathOf(key), name)));
  } catch (error) {
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
      return kept(bytes === undefined ? await partOfTileAbove(found, file, address) : await plain(bytes, file, address));
    } catch (error) {
      throw unreadable(error);
    }
  });
}

async function partOfTileAbove(found: TilePackage, file: PackageFile, { z, x, y }: TileAddress): Promise<Uint8Array> {
  for (let above = z - 1; above >= found.minZoom; above--) {
    const shift = 2 ** (z - above);
    const place = { z: above, x: Math.floor(x / shift), y: Math.floor(y / shift) };
    const bytes = await found.tile(place.z, place.x, place.y);
    if (bytes === undefined) continue;
    const whole = await plain(bytes, file, place);
    return whole.length > LARGEST_CUT ? new Uint8Array() : read(file, place, () => sliceTile(whole, place, { z, x, y }));
  }
  return new Uint8Array();
}

const isZipped = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** The bytes of a tile as they were before they were compressed, if they were. @throws FormatError */
async function plain(bytes: Uint8Array, file: PackageFile, address: TileAddress): Promise<Uint8Array> {
  return isZipped(bytes) ? read(file, address, () => unzipped(bytes, { maxOutputLength: LONGEST_TILE })) : bytes;
}

/** What is in a tile is read by libraries, which say in words of their own that it is none. @throws FormatError */
async function read<T>(file: PackageFile, { z, x, y }: TileAddress, act: () => T | Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (cause) {
    throw new FormatError('vtpk-tile', { file: file.name, tile: `${z}/${x}/${y}` }, { cause });
  }
}

async function kept(tile: Uint8Array): Promise<CachedTile> {
  const etag = etagOf(tile);
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
  if (contentType === undefined) throw refuse('tile-file', { path: path.slice(0, 200) });
  const found = await openPackage(portal, file);
  try {
    for (const one of fontsOf(path)) {
      const bytes = await found.file(one);
      if (bytes !== undefined) return { contentType, bytes, isZipped: isZipped(bytes) };
    }
  } catch (error) {
    throw unreadable(error);
  }
  throw refuse('tile-file', { path: path.slice(0, 200) });
}

/** Clients ask for a list of fonts at once: `fonts/One,Other/0-255.pbf`. */
function fontsOf(path: string): string[] {
  const [, fonts, range] = /^fonts\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
  return fonts === undefined ? [path] : fonts.split(',').map((font) => `fonts/${font.trim()}/${range}`);
}
