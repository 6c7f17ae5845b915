// Layers as a File Geodatabase, written by GDAL from a GeoPackage that holds them.
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { FormatError } from '@graticule/geo/formats/format-reader';
import { writeGeoPackage } from '@graticule/geo/formats/geopackage-writer';
import { someOf } from '@graticule/geo/formats/some-of';
import { type Sentence, sentence } from '@graticule/geo/sentence';
import { ZipFile } from 'yazl';
import { ProgramFault, runProgram } from '../platform/geodatabase-program.ts';
import { exportFileName, freeName } from './export-names.ts';
import type { ExportTask } from './export-task.ts';

/** How often the room on the disk is looked at. */
const LOOK_MS = 1_000;

/** Every layer as a table of one geodatabase, in an archive. @throws FormatError when GDAL does not write it */
export async function writeFileGeodatabase(given: ExportTask): Promise<{ textsCut: number; warnings: Sentence[] }> {
  return whileRoom(given, async (task, packing) => {
    const { layers, scratchDir, srid, wkt } = task;
    await mkdir(scratchDir, { recursive: true });
    const from = join(scratchDir, 'layers.gpkg');
    const to = join(scratchDir, 'layers.gdb');
    // Plain names between the two: none of them can be taken for an option.
    const plain = layers.map((layer, at) => ({ ...layer, name: `layer_${at}` }));
    await writeGeoPackage(from, plain, { srid, wkt, wholeSeconds: true });
    const renamed = await convertAll(task, from, to);
    await rm(from);
    const warnings = renamed.size > 0 ? [sentence('names-changed', { names: someOf([...renamed]) })] : [];
    packing();
    await pack(task, to, warnings);
    return { textsCut: 0, warnings };
  });
}

/** Does work while the room on the disk is looked at, and, once it packs, tells that it goes on. */
async function whileRoom<T>(task: ExportTask, work: (task: ExportTask, packing: () => void) => Promise<T>): Promise<T> {
  const enough = new AbortController();
  let fault: unknown;
  let isPacking = false;
  const look = async (): Promise<void> => {
    await task.requireRoom?.();
    if (isPacking) await task.goesOn?.();
  };
  const timer = setInterval(() => {
    look().catch((error: unknown) => {
      fault ??= error;
      enough.abort();
    });
  }, LOOK_MS);
  const signal = AbortSignal.any([enough.signal, ...(task.signal === undefined ? [] : [task.signal])]);
  try {
    return await work({ ...task, signal }, () => {
      isPacking = true;
    });
  } catch (error) {
    throw fault ?? error;
  } finally {
    clearInterval(timer);
  }
}

/** Lets GDAL write layer after layer; gives the columns that it calls otherwise. */
async function convertAll(task: ExportTask, from: string, to: string): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  const renamed = new Set<string>();
  for (const [at, layer] of task.layers.entries()) {
    const columns = new Set(layer.fields.map(({ name }) => name.toLowerCase()));
    const free = (wanted: string): string => (columns.has(wanted.toLowerCase()) ? free(`${wanted}_`) : wanted);
    const own = [`FID=${free('OBJECTID')}`, `GEOMETRY_NAME=${free('SHAPE')}`, `LAYER_ALIAS=${layer.name}`];
    const name = freeName(layer.name.replaceAll('-', '_'), names);
    const args = [...(at === 0 ? [] : ['-update']), ...own.flatMap((one) => ['-lco', one]), '-nln', name, to, from, `layer_${at}`];
    for (const column of await convert(task, args)) renamed.add(column);
  }
  return renamed;
}

async function pack({ title, path, leftOut = [], say, signal }: ExportTask, from: string, warnings: readonly Sentence[]): Promise<void> {
  const zip = new ZipFile();
  const folder = exportFileName(title.slice(0, 100), { extension: 'gdb' });
  for (const file of await readdir(from)) zip.addFile(join(from, file), `${folder}/${file}`);
  const notes = [...warnings, ...leftOut].map(say);
  if (notes.length > 0) zip.addBuffer(Buffer.from(`${notes.join('\r\n')}\r\n`), 'README.txt');
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path, { flags: 'wx' }), signal === undefined ? {} : { signal });
}

/** Lets GDAL write a layer; gives the columns that it calls otherwise. Whole numbers of eight bytes are decimals there, which hold ours. */
async function convert({ geodatabaseProgram, signal, goesOn, scratchDir }: ExportTask, args: readonly string[]): Promise<string[]> {
  if (geodatabaseProgram === undefined) throw new Error('the format is written only where there is a program for it');
  const usual = ['-f', 'OpenFileGDB', '-preserve_fid', '-progress', '-mapFieldType', 'Integer64=Real'];
  const running = { ...(signal === undefined ? {} : { signal }), ...(goesOn === undefined ? {} : { heard: goesOn }) };
  try {
    const { warnings } = await runProgram(geodatabaseProgram, [...usual, ...args], running);
    return [...warnings.matchAll(/laundered field name: '([^\n]*)' to '/g)].map(([, name = '']) => name);
  } catch (error) {
    if (!(error instanceof ProgramFault)) throw error;
    // Where the portal keeps its files is its own business.
    throw new FormatError('geodatabase-not-written', { words: error.message.replaceAll(scratchDir, '') }, { cause: error });
  }
}
