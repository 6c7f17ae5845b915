import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDiskSource } from './disk-source.ts';

const BYTES = Uint8Array.from({ length: 1_500_001 }, (_, i) => (i * 31) >>> 3);
let dir: string;
let path: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'graticule-source-'));
  path = join(dir, 'file');
  await writeFile(path, BYTES);
});
afterAll(() => rm(dir, { recursive: true }));

it.each([0, 3, 262_144, 1_500_000, 1_500_001])('a stream gives every byte from %i on', async (offset) => {
  const source = await openDiskSource(path, 'file.csv');
  const copies: Buffer[] = [];
  for await (const piece of source.stream(offset)) {
    // What is read ahead must not come into the piece at hand.
    await new Promise((resolve) => setImmediate(resolve));
    copies.push(Buffer.from(piece));
  }
  expect(Buffer.compare(Buffer.concat(copies), BYTES.subarray(offset))).toBe(0);
  await source.close();
});

it('a stream takes no new memory for each piece', async () => {
  const source = await openDiskSource(path, 'file.csv');
  const memories = new Set<ArrayBufferLike>();
  for await (const piece of source.stream()) memories.add(piece.buffer);
  expect(memories.size).toBe(2);
});

it.runIf(process.platform === 'linux')('a stream that is left before its end lets go of the file', async () => {
  const source = await openDiskSource(path, 'file.csv');
  for await (const piece of source.stream()) {
    expect(piece.length).toBeGreaterThan(0);
    break;
  }
  const open = await Promise.all((await readdir('/proc/self/fd')).map((each) => readlink(`/proc/self/fd/${each}`).catch(() => '')));
  expect(open).not.toContain(path);
});

it('a file that went away meanwhile is told to whoever reads it', async () => {
  const gone = join(dir, 'gone');
  await writeFile(gone, 'abc');
  const source = await openDiskSource(gone, 'gone.csv');
  await rm(gone);
  await expect(source.stream()[Symbol.asyncIterator]().next()).rejects.toThrow('ENOENT');
});
