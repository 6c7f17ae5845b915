import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FileStore, openFileStore } from './file-store.ts';

let dir: string;
let store: FileStore;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'graticule-store-'));
  store = await openFileStore(dir);
});
afterAll(() => rm(dir, { recursive: true }));

describe('the file store', () => {
  it('keeps bytes under a key and reads them whole or in part', async () => {
    const file = await store.put(new TextEncoder().encode('0123456789'));
    expect(file).toMatchObject({ sizeBytes: 10, key: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(await text(store.read(file.key))).toBe('0123456789');
    expect(await text(store.read(file.key, { start: 2, end: 4 }))).toBe('234');
  });

  it('takes a received file by moving it', async () => {
    const path = store.receivingPath();
    await writeFile(path, 'abc');
    const file = await store.take(path, 3, 'hash');
    await expect(stat(path)).rejects.toThrow('ENOENT');
    expect(await store.sizeOf(file.key)).toBe(3);
  });

  it('leaves nothing of bytes that it could not keep', async () => {
    const broken = await mkdtemp(join(tmpdir(), 'graticule-store-'));
    const other = await openFileStore(broken);
    await rm(join(broken, 'stored'), { recursive: true });
    await writeFile(join(broken, 'stored'), 'no folder');
    await expect(other.put(new TextEncoder().encode('abc'))).rejects.toThrow();
    expect(await readdir(join(broken, 'receiving'))).toEqual([]);
    await rm(broken, { recursive: true });
  });

  it('refuses keys that could name another file', () => {
    expect(() => store.read('../../../etc/passwd')).toThrow('File does not exist');
  });

  it('sweeps old files that nobody refers to, and keeps the others', async () => {
    const [used, orphan, young] = await Promise.all(['a', 'b', 'c'].map((word) => store.put(new TextEncoder().encode(word))));
    const received = store.receivingPath();
    await writeFile(received, 'left over');
    const old = new Date(Date.now() - 7_200_000);
    for (const path of [store.pathOf(used?.key ?? ''), store.pathOf(orphan?.key ?? ''), received]) await utimes(path, old, old);
    const removed = await store.sweep(3_600_000, async (keys) => new Set(keys.filter((key) => key === used?.key)));
    expect(removed).toBe(2);
    expect(await text(store.read(used?.key ?? ''))).toBe('a');
    expect(await text(store.read(young?.key ?? ''))).toBe('c');
    await expect(store.sizeOf(orphan?.key ?? '')).rejects.toThrow('ENOENT');
  });
});
