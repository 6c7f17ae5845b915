// The part of PostGIS that the portal uses, as a bundle of its own: the whole one also compiles rasters and topology at each start of the embedded database.
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createGunzip, gzipSync } from 'node:zlib';
import type { Extension } from '@electric-sql/pglite';
import { postgis } from '@electric-sql/pglite-postgis';
import { CACHE_DIR } from '../cache-dir.ts';
import { exists } from '../files/exists.ts';

/** Half-made ones too: who loses one while making it does without. */
const NAME = /^postgis-.*\.tar\.gz/;
/** Counts up when other files are kept, so that a bundle of an older release is not taken. */
const EDITION = 1;

/** Code, tables of reference systems, and the scripts that make the extension or bring it up to date. */
const KEPT = /^(lib\/postgresql\/postgis-\d+\.so|share\/proj\/|share\/postgresql\/extension\/postgis(\.control|--(?!unpackaged).*\.sql))/;

/** The extension, with the smaller bundle where one can be kept. */
export const leanPostgis: Extension = {
  ...postgis,
  setup: async (database, options) => {
    const whole = await postgis.setup(database, options);
    const bundle = whole.bundlePath;
    return bundle === undefined ? whole : { ...whole, bundlePath: (await leanBundle(bundle, CACHE_DIR)) ?? bundle };
  },
};

/** The bundle that was made before, or makes it; undefined where the folder cannot be written, which only costs time. */
export async function leanBundle(whole: URL, cacheDir: string): Promise<URL | undefined> {
  const name = `postgis-${await version()}-${EDITION}.tar.gz`;
  const path = join(cacheDir, name);
  if (!(await exists(path))) {
    try {
      await mkdir(cacheDir, { recursive: true });
      const making = `${path}.${process.pid}`;
      // Hardly compressed, because it is read at every start; on the disk before it has its name, because nobody looks again whether it is whole.
      await writeFile(making, gzipSync(keptEntries(await unzipped(whole)), { level: 1 }), { flush: true });
      await rename(making, path);
      for (const other of await readdir(cacheDir)) if (NAME.test(other) && other !== name) await rm(join(cacheDir, other), { force: true });
    } catch {
      return undefined;
    }
  }
  return pathToFileURL(path);
}

async function version(): Promise<string> {
  const beside = createRequire(import.meta.url).resolve('@electric-sql/pglite-postgis');
  return JSON.parse(await readFile(join(beside, '../../package.json'), 'utf8')).version;
}

async function unzipped(file: URL): Promise<Buffer> {
  return Buffer.concat(await createReadStream(file).pipe(createGunzip()).toArray());
}

const BLOCK = 512;

/** The entries of a tar archive that are kept, byte for byte. */
export function keptEntries(tar: Buffer): Buffer {
  const kept: Buffer[] = [];
  for (let at = 0; at + BLOCK <= tar.length && tar[at] !== 0; ) {
    const size = Number.parseInt(textAt(tar, at + 124, 12), 8);
    const end = at + BLOCK + Math.ceil(size / BLOCK) * BLOCK;
    // Files, links and folders: any other kind says something about the entry after it.
    const type = textAt(tar, at + 156, 1);
    if (!/^[0125]?$/.test(type)) throw new Error(`The bundle holds an entry of type ${type}.`);
    if (KEPT.test(textAt(tar, at, 100).replace(/^\.\//, ''))) kept.push(tar.subarray(at, end));
    at = end;
  }
  // Two empty blocks end an archive.
  return Buffer.concat([...kept, Buffer.alloc(2 * BLOCK)]);
}

function textAt(tar: Buffer, at: number, length: number): string {
  const text = tar.subarray(at, at + length).toString('latin1');
  return text.split('\0', 1)[0] ?? '';
}
