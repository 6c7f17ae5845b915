import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keptEntries, leanBundle } from './lean-postgis.ts';

function entry(name: string, content: string, type = '0'): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124);
  header.write(type, 156);
  const body = Buffer.alloc(Math.ceil(content.length / 512) * 512);
  body.write(content);
  return Buffer.concat([header, body]);
}

const CODE = entry('lib/postgresql/postgis-3.so', 'code'.repeat(300));
const RASTER = entry('lib/postgresql/postgis_raster-3.so', 'raster'.repeat(300));
const PROJ = entry('share/proj/proj.db', 'places');
const CONTROL = entry('share/postgresql/extension/postgis.control', 'control');
const TOPOLOGY = entry('share/postgresql/extension/postgis_topology.control', 'control');
const SCRIPT = entry('share/postgresql/extension/postgis--3.6.2.sql', 'select 1');
const OLD = entry('share/postgresql/extension/postgis--3.1.0--ANY.sql', '', '2');
const LOOSE = entry('share/postgresql/extension/postgis--unpackaged--3.6.2.sql', 'select 2');
const END = Buffer.alloc(1024);
const WHOLE = Buffer.concat([RASTER, CODE, TOPOLOGY, CONTROL, LOOSE, SCRIPT, OLD, PROJ, END]);
const LEAN = Buffer.concat([CODE, CONTROL, SCRIPT, OLD, PROJ, END]);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'graticule-lean-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('keeps the code, the reference systems and the scripts of the extension, byte for byte', () => {
  expect(keptEntries(WHOLE).equals(LEAN)).toBe(true);
});

it('does not guess at kinds of entries that say something about the one after them', () => {
  expect(() => keptEntries(Buffer.concat([entry('long', 'name', 'L'), END]))).toThrow('entry of type L');
});

it('makes the bundle once, and lets those of other versions go', async () => {
  const whole = join(folder, 'whole.tar.gz');
  await writeFile(whole, gzipSync(WHOLE));
  const cache = join(folder, 'cache');
  const path = await leanBundle(pathToFileURL(whole), cache);
  const made = await readFile(path as URL);
  expect(gunzipSync(made).equals(LEAN)).toBe(true);
  await writeFile(join(cache, 'postgis-0.0.1-1.tar.gz'), '');
  await writeFile(whole, 'unreadable');
  expect(await leanBundle(pathToFileURL(whole), cache)).toEqual(path);
  await rm(path as URL);
  await writeFile(whole, gzipSync(WHOLE));
  await leanBundle(pathToFileURL(whole), cache);
  expect(await readdir(cache)).toEqual([expect.stringMatching(/^postgis-.*\.tar\.gz$/)]);
});

it('does without where nothing can be kept', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  expect(await leanBundle(pathToFileURL(file), join(file, 'cache'))).toBeUndefined();
});
