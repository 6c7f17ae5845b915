// Bytes of items, resources and thumbnails on disk, under random keys.
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, opendir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { fail } from '@graticule/contract/errors';

/** A file that lies in the store. */
export interface StoredFile {
  key: string;
  sizeBytes: number;
  sha256: string;
}

/** A part of a file, both ends included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Where bytes are kept. Rows in `stored_file` say which keys are in use; `sweep` removes the others. */
export interface FileStore {
  /** A new path in the receiving area, on the same disk as the store. */
  receivingPath(): string;
  /** Takes a received file into the store by renaming it; nothing is copied. */
  take(receivedPath: string, sizeBytes: number, sha256: string): Promise<StoredFile>;
  /** Stores small content that is in memory. */
  put(bytes: Uint8Array): Promise<StoredFile>;
  read(key: string, range?: ByteRange): Readable;
  /** Path on disk for readers that seek; read only. */
  pathOf(key: string): string;
  sizeOf(key: string): Promise<number>;
  remove(key: string): Promise<void>;
  /** Removes received files older than the age, and stored files older than it that `isUsed` does not know. */
  sweep(ageMs: number, usedAmong: (keys: string[]) => Promise<Set<string>>): Promise<number>;
}

/** Whether an error is that a row names a file which the store does not have, as after a back-up was restored. */
export function isMissingFile(error: unknown): boolean {
  const { code, path } = (error ?? {}) as { code?: string; path?: string };
  return code === 'ENOENT' && path !== undefined && STORED.test(path);
}

const STORED = /[/\\]stored[/\\][0-9a-f]{2}[/\\][0-9a-f]{32}$/;
const KEY = /^[0-9a-f]{32}$/;

/** Where the store of a data folder lies. */
export function filesDirOf(dataDir: string): string {
  return join(dataDir, 'files');
}

/** Opens the store in a folder, made if missing. */
export async function openFileStore(dir: string): Promise<FileStore> {
  const receiving = join(dir, 'receiving');
  const stored = join(dir, 'stored');
  await mkdir(receiving, { recursive: true });
  await mkdir(stored, { recursive: true });
  const pathOf = (key: string): string => {
    // Keys come from our own rows; the check keeps a wrong caller from naming another file.
    if (!KEY.test(key)) throw fail('FILE_NOT_FOUND');
    return join(stored, key.slice(0, 2), key);
  };
  const take = async (receivedPath: string, sizeBytes: number, sha256: string): Promise<StoredFile> => {
    const key = randomBytes(16).toString('hex');
    const target = pathOf(key);
    await mkdir(dirname(target), { recursive: true });
    await flush(receivedPath);
    await rename(receivedPath, target);
    await flush(dirname(target));
    return { key, sizeBytes, sha256 };
  };
  return {
    receivingPath: () => join(receiving, randomBytes(16).toString('hex')),
    take,
    put: async (bytes) => {
      const path = join(receiving, randomBytes(16).toString('hex'));
      try {
        await writeFile(path, bytes, { flag: 'wx' });
        return await take(path, bytes.byteLength, createHash('sha256').update(bytes).digest('hex'));
      } catch (error) {
        // On a full disk the half of it would take the room that is left.
        await rm(path, { force: true });
        throw error;
      }
    },
    read: (key, range) => createReadStream(pathOf(key), range === undefined ? {} : { start: range.start, end: range.end }),
    pathOf,
    sizeOf: async (key) => (await stat(pathOf(key))).size,
    remove: (key) => rm(pathOf(key), { force: true }),
    sweep: async (ageMs, usedAmong) => (await sweepReceiving(receiving, ageMs)) + (await sweepStored(stored, ageMs, usedAmong)),
  };
}

/** An acknowledged upload has to survive a power cut: its bytes and its name go to the disk first. */
async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function isOlder(path: string, ageMs: number): Promise<boolean> {
  const facts = await stat(path).catch(() => undefined);
  return facts !== undefined && Date.now() - facts.mtimeMs >= ageMs;
}

async function sweepReceiving(dir: string, ageMs: number): Promise<number> {
  let removed = 0;
  for await (const entry of await opendir(dir)) {
    const path = join(dir, entry.name);
    if (!(await isOlder(path, ageMs))) continue;
    await rm(path, { force: true, recursive: true });
    removed++;
  }
  return removed;
}

/** Looks at the store in small portions, so that memory does not grow with the number of files. */
async function sweepStored(dir: string, ageMs: number, usedAmong: (keys: string[]) => Promise<Set<string>>): Promise<number> {
  let removed = 0;
  for await (const shard of await opendir(dir)) {
    const keys: string[] = [];
    for await (const entry of await opendir(join(dir, shard.name))) {
      if (KEY.test(entry.name) && (await isOlder(join(dir, shard.name, entry.name), ageMs))) keys.push(entry.name);
    }
    if (keys.length === 0) continue;
    const used = await usedAmong(keys);
    for (const key of keys.filter((candidate) => !used.has(candidate))) {
      await rm(join(dir, shard.name, key), { force: true });
      removed++;
    }
  }
  return removed;
}
