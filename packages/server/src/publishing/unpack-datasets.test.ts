// What of an archive comes onto the disk: the files of the datasets that are wanted, within limits and in turns.
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ZipEntry, zipArchive } from '../../testing/zip-archive.ts';
import { anonymous, type Caller } from '../platform/caller.ts';
import { requireDiskRoom } from '../platform/files/disk-room.ts';
import { withDatasets } from './open-datasets.ts';
import { readPublishParameters } from './publish-parameters.ts';
import { inReadingTurn } from './reading-turns.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'graticule-unpack-'));
});
afterAll(() => rm(dir, { recursive: true }));

const CSV = 'name,lat,lon\na,1,2\n';
const HOLDS: readonly ZipEntry[] = [
  { name: 'a.csv', bytes: CSV },
  { name: 'deep/b.csv', bytes: `${CSV}b,3,4\n` },
  { name: 'walk.gpx', bytes: '<gpx/>' },
  { name: 'report.pdf', bytes: 'a'.repeat(5000) },
];

/** Names of the datasets, and the sizes of the files that were unpacked for them. */
async function opened(
  entries: readonly ZipEntry[],
  how: { layerNames?: string[]; mostUnpacked?: number } = {},
): Promise<{ names: string[]; sizes: number[] }> {
  const path = join(dir, 'sent');
  await writeFile(path, zipArchive(entries));
  const scratchDir = join(dir, 'scratch');
  const parameters = readPublishParameters({ name: 'x' });
  const { mostUnpacked, layerNames } = how;
  return withDatasets(
    { path, fileName: 'sent.zip', layerNames },
    // No rows are looked up.
    { fileType: 'csv', scratchDir, db: {} as never, parameters, mostUnpacked },
    async (found) => {
      const files = await readdir(scratchDir);
      const sizes = await Promise.all(files.map(async (name) => (await stat(join(scratchDir, name))).size));
      return { names: found.map(({ description }) => description.name), sizes: sizes.sort((a, b) => a - b) };
    },
  );
}

it('unpacks the files of datasets of the wanted kind alone', async () => {
  expect(await opened(HOLDS)).toEqual({ names: ['a', 'b'], sizes: [CSV.length, CSV.length + 6] });
  expect(await opened(HOLDS, { layerNames: ['b'] })).toEqual({ names: ['b'], sizes: [CSV.length + 6] });
  expect((await readdir(dir)).sort()).toEqual(['sent']);
});

it('refuses what unpacks to more than the caller may, before anything is written', async () => {
  await expect(opened(HOLDS, { mostUnpacked: 5000 })).rejects.toMatchObject({ reasons: [{ code: 'zip-large', values: { limit: 5000 } }] });
  expect(await readdir(dir)).toEqual(['sent']);
});

it('refuses what the disk has no room for, as a full disk', async () => {
  await requireDiskRoom(dir, 1);
  await expect(requireDiskRoom(dir, 2 ** 60)).rejects.toMatchObject({ code: 'ENOSPC' });
});

it('lets visitors read one file at a time, and nobody wait for them who is signed in', async () => {
  const ends: (() => void)[] = [];
  const read = (caller: Caller) => inReadingTurn(caller, () => new Promise<void>((resolve) => ends.push(resolve)));
  const visitor = anonymous('192.0.2.1', '');
  const waiting = Array.from({ length: 5 }, () => read(visitor));
  await expect(read(visitor)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  expect(ends).toHaveLength(1);
  waiting.push(read(anonymous('192.0.2.2', '')), read(anonymous('192.0.2.3', '')));
  expect(ends).toHaveLength(2);
  waiting.push(...Array.from({ length: 4 }, () => read({ ...visitor, kind: 'user', username: 'petra' })));
  expect(ends).toHaveLength(5);
  while (ends.length > 0) {
    ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(waiting);
});
