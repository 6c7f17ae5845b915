// Layers as a File Geodatabase, written by GDAL from a GeoPackage that holds them.
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { FormatError } from '@graticule/geo/formats/format-reader';
import { writeGeoPackage } from '@graticule/geo/formats/geopackage-writer';
import { type Sentence, sentence } from '@graticule/geo/sentence';
import { ZipFile } from 'yazl';
import { safeFileName } from '../content/index.ts';
import { ProgramFault, runProgram } from '../platform/geodatabase-program.ts';
import { freeName, listed } from './export-archives.ts';
import type { ExportTask } from './export-task.ts';

/** Every layer as a table of one geodatabase, in an archive. @throws FormatError when GDAL does not write it */
export async function writeFileGeodatabase(task: ExportTask): Promise<{ textsCut: number; warnings: Sentence[] }> {
  const { layers, scratchDir, srid, wkt, signal } = task;
  await mkdir(scratchDir, { recursive: true });
  const from = join(scratchDir, 'layers.gpkg');
  const to = join(scratchDir, 'layers.gdb');
  // Plain names between the two: none of them can be taken for an option.
  const plain = layers.map((layer, at) => ({ ...layer, name: `layer_${at}` }));
  await writeGeoPackage(from, plain, { srid, wkt, wholeSeconds: true });
  const names = new Set<string>();
  const renamed = new Set<string>();
  for (const [at, layer] of layers.entries()) {
    const columns = new Set(layer.fields.map(({ name }) => name.toLowerCase()));
    const free = (wanted: string): string => (columns.has(wanted.toLowerCase()) ? free(`${wanted}_`) : wanted);
    const named = [`FID=${free('OBJECTID')}`, `GEOMETRY_NAME=${free('SHAPE')}`, `LAYER_ALIAS=${layer.name}`].flatMap((one) => [
      '-lco',
      one,
    ]);
    const name = freeName(layer.name.replaceAll('-', '_'), names);
    for (const column of await convert(task, [...(at === 0 ? [] : ['-update']), ...named, '-nln', name, to, from, `layer_${at}`]))
      renamed.add(column);
  }
  await rm(from);
  const zip = new ZipFile();
  const folder = `${safeFileName(task.title.replace(/[/\\]/g, '_')).slice(0, 100)}.gdb`;
  for (const file of await readdir(to)) zip.addFile(join(to, file), `${folder}/${file}`);
  const warnings = renamed.size > 0 ? [sentence('names-changed', { names: listed(renamed) })] : [];
  const notes = [...warnings, ...(task.leftOut ?? [])].map(({ text }) => text);
  if (notes.length > 0) zip.addBuffer(Buffer.from(`${notes.join('\r\n')}\r\n`), 'README.txt');
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(task.path, { flags: 'wx' }), signal === undefined ? {} : { signal });
  return { textsCut: 0, warnings };
}

/** Lets GDAL write a layer; gives the columns that it calls otherwise. Whole numbers of eight bytes are decimals there, which hold ours. */
async function convert({ geodatabaseProgram, signal, goesOn }: ExportTask, args: readonly string[]): Promise<string[]> {
  const usual = ['-f', 'OpenFileGDB', '-preserve_fid', '-progress', '-mapFieldType', 'Integer64=Real'];
  const running = { ...(signal === undefined ? {} : { signal }), ...(goesOn === undefined ? {} : { heard: goesOn }) };
  try {
    const { warnings } = await runProgram(geodatabaseProgram ?? 'ogr2ogr', [...usual, ...args], running);
    return [...warnings.matchAll(/laundered field name: '([^\n]*)' to '/g)].map(([, name = '']) => name);
  } catch (error) {
    if (!(error instanceof ProgramFault)) throw error;
    throw new FormatError('geodatabase-not-written', { words: error.message }, { cause: error });
  }
}
