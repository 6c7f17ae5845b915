// Unpacks a zip of resources with limits, entry by entry, to files on disk.
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fail } from '@graticule/contract/errors';
import type { ReceivedFile } from '@graticule/contract/param';
import { type Entry, openPromise, type ZipFile } from 'yauzl';

const MAX_ENTRIES = 1_000;
const MAX_ENTRY_BYTES = 50 * 1024 * 1024;
const MAX_TOTAL_BYTES = 200 * 1024 * 1024;

/** A file of the archive on disk; `fileName` is its path inside the archive, never absolute, never with `..`. */
export type UnpackedFile = ReceivedFile;

/**
 * Writes all files of an archive to paths that `newPath` gives. Who calls removes what it does not take; after a failure
 * nothing is left.
 * @throws UNREADABLE_FILE for a damaged archive, one with dangerous names, or one that unpacks to too much
 */
export async function unpackResources(path: string, newPath: () => string): Promise<UnpackedFile[]> {
  let zip: ZipFile;
  try {
    zip = await openPromise(path, { lazyEntries: true, strictFileNames: true });
  } catch (error) {
    throw fail('UNREADABLE_FILE', { values: ['it is not a zip archive.'], cause: error });
  }
  const files: UnpackedFile[] = [];
  let total = 0;
  try {
    if (zip.entryCount > MAX_ENTRIES) throw tooMuch();
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue;
      const file = await writeEntry(zip, entry, { path: newPath(), limit: Math.min(MAX_ENTRY_BYTES, MAX_TOTAL_BYTES - total) });
      total += file.sizeBytes;
      files.push(file);
    }
  } catch (error) {
    await removeUnpacked(files);
    if (error instanceof Error && error.name === 'PortalError') throw error;
    throw fail('UNREADABLE_FILE', { values: ['the archive is damaged or holds a name that is not allowed.'], cause: error });
  } finally {
    zip.close();
  }
  return files;
}

/** Removes unpacked files that nobody took. */
export async function removeUnpacked(files: readonly UnpackedFile[]): Promise<void> {
  for (const { path } of files) await rm(path, { force: true });
}

/** The announced size is not trusted: bytes are counted as they come. */
async function writeEntry(zip: ZipFile, entry: Entry, to: { path: string; limit: number }): Promise<UnpackedFile> {
  if (entry.uncompressedSize > to.limit) throw tooMuch();
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sizeBytes += chunk.byteLength;
      hash.update(chunk);
      done(sizeBytes > to.limit ? tooMuch() : null, chunk);
    },
  });
  try {
    await pipeline(await zip.openReadStreamPromise(entry), meter, createWriteStream(to.path, { flags: 'wx' }));
  } catch (error) {
    await rm(to.path, { force: true });
    throw error;
  }
  return { fileName: entry.fileName, contentType: '', path: to.path, sizeBytes, sha256: hash.digest('hex') };
}

function tooMuch(): Error {
  return fail('UNREADABLE_FILE', { values: ['the archive holds more than 1,000 files or unpacks to more than 200 MB.'] });
}
