// Unpacks a zip of resources with limits, entry by entry.
import { fail } from '@graticule/contract/errors';
import { type Entry, openPromise, type ZipFile } from 'yauzl';

const MAX_ENTRIES = 1_000;
const MAX_ENTRY_BYTES = 50 * 1024 * 1024;
const MAX_TOTAL_BYTES = 200 * 1024 * 1024;

/** A file of the archive. */
export interface UnpackedFile {
  /** Path inside the archive; never absolute, never with `..`. */
  name: string;
  bytes: Uint8Array;
}

/**
 * Reads all files of an archive into memory.
 * @throws UNREADABLE_FILE for a damaged archive, one with dangerous names, or one that unpacks to too much
 */
export async function unpackResources(path: string): Promise<UnpackedFile[]> {
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
      const bytes = await readEntry(zip, entry, Math.min(MAX_ENTRY_BYTES, MAX_TOTAL_BYTES - total));
      total += bytes.byteLength;
      files.push({ name: entry.fileName, bytes });
    }
  } catch (error) {
    if (error instanceof Error && error.name === 'PortalError') throw error;
    throw fail('UNREADABLE_FILE', { values: ['the archive is damaged or holds a name that is not allowed.'], cause: error });
  } finally {
    zip.close();
  }
  return files;
}

/** The announced size is not trusted: bytes are counted as they come. */
async function readEntry(zip: ZipFile, entry: Entry, limit: number): Promise<Uint8Array> {
  if (entry.uncompressedSize > limit) throw tooMuch();
  const chunks: Buffer[] = [];
  let size = 0;
  const stream = await zip.openReadStreamPromise(entry);
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > limit) throw tooMuch();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooMuch(): Error {
  return fail('UNREADABLE_FILE', { values: ['the archive holds more than 1,000 files or unpacks to more than 200 MB.'] });
}
