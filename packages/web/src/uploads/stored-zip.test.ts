// @vitest-environment node
import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { unpackArchive } from '@graticule/geo/formats/archive';
import { memorySource } from '@graticule/geo/formats/byte-source';
import { expect, test } from 'vitest';
import { storedZip, TooMuchForZip } from './stored-zip.ts';

const WHEN = Date.UTC(2024, 4, 17, 13, 45, 30);
const fileOf = (text: string, name: string, lastModified = WHEN): File => new File([text], name, { lastModified });

/** What is in an archive by the words of those who unpack it on the server. */
async function unpacked(zip: File): Promise<[string, string][]> {
  const all: [string, string][] = [];
  await unpackArchive(memorySource(zip.name, Buffer.from(await zip.arrayBuffer())), async (name, bytes) => {
    const pieces: Uint8Array[] = [];
    for await (const piece of bytes) pieces.push(Uint8Array.from(piece));
    all.push([name, Buffer.concat(pieces).toString()]);
  });
  return all;
}

test('the server reads the archive, with names of every script and empty files', async () => {
  const zip = await storedZip('roads.shp.zip', [
    { path: 'roads.shp', file: fileOf('shapes', 'roads.shp') },
    { path: 'strassen/Größe 道路.dbf', file: fileOf('ä'.repeat(70_000), 'x.dbf') },
    { path: 'roads.cpg', file: fileOf('', 'roads.cpg', Date.UTC(1970, 0, 1)) },
  ]);
  expect([zip.name, zip.type, zip.lastModified]).toEqual(['roads.shp.zip', 'application/zip', WHEN]);
  expect(await unpacked(zip)).toEqual([
    ['roads.shp', 'shapes'],
    ['strassen/Größe 道路.dbf', 'ä'.repeat(70_000)],
    ['roads.cpg', ''],
  ]);
});

test('dates are those of the files, none before 1980', async () => {
  const dateOf = async (lastModified: number): Promise<number[]> => {
    const zip = await storedZip('a.zip', [{ path: 'a', file: fileOf('', 'a', lastModified) }]);
    const view = new DataView(await zip.arrayBuffer());
    const [time, date] = [view.getUint16(10, true), view.getUint16(12, true)];
    return [1980 + (date >> 9), (date >> 5) & 15, date & 31, time >> 11, (time >> 5) & 63, (time & 31) * 2];
  };
  expect(await dateOf(WHEN)).toEqual([2024, 5, 17, 13, 45, 30]);
  expect(await dateOf(0)).toEqual([1980, 1, 1, 0, 0, 0]);
});

test('the same files give the same bytes', async () => {
  const make = async () => new Uint8Array(await (await storedZip('a.zip', [{ path: 'a', file: fileOf('one', 'a') }])).arrayBuffer());
  expect(await make()).toEqual(await make());
});

test('the sum of a file that comes in several pieces is that of the whole', async () => {
  const own = readFileSync(import.meta.filename);
  const text = own.toString().repeat(200);
  const zip = await storedZip('a.zip', [{ path: 'a', file: fileOf(text, 'a') }]);
  expect(new DataView(await zip.arrayBuffer()).getUint32(14, true)).toBe(crc32(text));
});

test('more than 4 GB is refused before a byte is read', async () => {
  const huge = { path: 'a.shp', file: { size: 0xffff_ffff, name: 'a.shp' } as File };
  await expect(storedZip('a.zip', [huge])).rejects.toThrow(TooMuchForZip);
});
