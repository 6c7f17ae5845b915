// Exports that are archives: shapefiles and Excel workbooks.
import { createWriteStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type WritableFile, writeShapefile } from '@graticule/geo/formats/shapefile-writer';
import { notesSheet, sheetNames, workbookParts, writeSheet } from '@graticule/geo/formats/sheet-writer';
import { someOf } from '@graticule/geo/formats/some-of';
import { type Sentence, sentence } from '@graticule/geo/sentence';
import { ZipFile } from 'yazl';
import { freeName } from './export-names.ts';
import type { ExportTask } from './export-task.ts';

/** A workbook with a sheet for every layer, in pieces; what its cells could not hold is told on a last sheet. */
export function workbookPieces(task: ExportTask): AsyncIterable<Uint8Array> {
  return workbook(task, { text: 0, geometry: 0 }, true);
}

/** A workbook on the disk; what its cells could not hold is told by the caller. */
export async function writeWorkbook(task: ExportTask): Promise<{ textsCut: number }> {
  const cut = { text: 0, geometry: 0 };
  const pieces = workbook(task, cut, false);
  await pipeline(Readable.from(pieces, { highWaterMark: 1 }), createWriteStream(task.path, { flags: 'wx' }));
  return { textsCut: cut.text + cut.geometry };
}

async function* workbook({ layers, leftOut = [], say }: ExportTask, cut: CellsCut, withNotes: boolean): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const names = layers.map((layer) => layer.name);
  const sheets = layers.map((layer) =>
    Readable.from(
      writeSheet(layer, (what) => cut[what]++),
      { highWaterMark: 1 },
    ),
  );
  const output = zip.outputStream as Readable;
  // What was cut is known once all sheets are written: the list of the sheets comes behind them.
  const finish = (): void => {
    const notes = withNotes ? [...cellNotes(cut), ...leftOut].map(say) : [];
    const hasNotes = notes.length > 0;
    if (hasNotes) zip.addBuffer(Buffer.from(notesSheet(notes)), `xl/worksheets/sheet${sheets.length + 1}.xml`);
    for (const [name, text] of workbookParts(sheetNames(hasNotes ? [...names, say(sentence('sheet-of-notes'))] : names), { hasNotes }))
      zip.addBuffer(Buffer.from(text), name);
    zip.end();
  };
  let open = sheets.length;
  for (const [i, sheet] of sheets.entries()) {
    // The archive does not hear of faults in what it packs.
    sheet.once('error', (error) => output.destroy(error));
    sheet.once('end', () => {
      if (--open === 0) finish();
    });
    zip.addReadStream(sheet, `xl/worksheets/sheet${i + 1}.xml`);
  }
  try {
    for await (const piece of output) yield piece as Uint8Array;
  } finally {
    for (const sheet of sheets) sheet.destroy();
  }
}

/** What was too long for cells. */
interface CellsCut {
  text: number;
  geometry: number;
}

function cellNotes({ text, geometry }: CellsCut): Sentence[] {
  return [
    ...(geometry > 0 ? [sentence('cell-geometries-left', { count: geometry })] : []),
    ...(text > 0 ? [sentence('cell-texts-cut', { count: text })] : []),
  ];
}

/** Every layer as a shapefile in one archive. */
export async function writeShapefiles(task: ExportTask): Promise<{ textsCut: number; warnings: Sentence[] }> {
  await mkdir(task.scratchDir, { recursive: true });
  const zip = new ZipFile();
  const names = new Set<string>();
  let textsCut = 0;
  const [renamed, withoutTimes] = [new Set<string>(), new Set<string>()];
  for (const layer of task.layers) {
    const name = freeName(layer.name, names);
    const paths = { shp: '', shx: '', dbf: '' };
    const files = await Promise.all(
      (['shp', 'shx', 'dbf'] as const).map(async (extension) => {
        paths[extension] = join(task.scratchDir, `${names.size}.${extension}`);
        return openWritable(paths[extension]);
      }),
    );
    const [shp, shx, dbf] = files;
    if (!shp || !shx || !dbf) throw new Error('three files were opened');
    try {
      const written = await writeShapefile(layer, { shp, shx, dbf });
      textsCut += written.textsCut;
      for (const one of written.renamed) renamed.add(one);
      for (const one of written.withoutTimes) withoutTimes.add(one);
    } finally {
      await Promise.all(files.map((file) => file.close()));
    }
    const parts = layer.geometryType === null ? (['dbf'] as const) : (['shp', 'shx', 'dbf'] as const);
    for (const extension of parts) zip.addFile(paths[extension], `${name}.${extension}`);
    zip.addBuffer(Buffer.from('UTF-8'), `${name}.cpg`);
    if (layer.geometryType !== null && task.referenceText !== null) zip.addBuffer(Buffer.from(task.referenceText), `${name}.prj`);
  }
  const warnings = [
    ...(renamed.size > 0 ? [sentence('names-shortened', { names: someOf([...renamed]) })] : []),
    ...(withoutTimes.size > 0 ? [sentence('times-left', { columns: someOf([...withoutTimes]) })] : []),
  ];
  const cut = textsCut > 0 ? [sentence('texts-cut', { count: textsCut })] : [];
  const notes = [...cut, ...warnings, ...(task.leftOut ?? [])].map(task.say);
  if (notes.length > 0) zip.addBuffer(Buffer.from(`${notes.join('\r\n')}\r\n`), 'README.txt');
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(task.path, { flags: 'wx' }));
  return { textsCut, warnings };
}

async function openWritable(path: string): Promise<WritableFile & { close(): Promise<void> }> {
  const handle = await open(path, 'wx');
  return {
    append: (bytes) => handle.appendFile(bytes),
    rewrite: async (bytes) => {
      await handle.write(bytes, 0, bytes.length, 0);
    },
    close: () => handle.close(),
  };
}
