// Writes a layer as the files of a shapefile, record by record.
import { readWkb } from '../convert/wkb.ts';
import { dbfHeader, dbfLayout, dbfRecord, dbfRecordLength } from './dbf-writer.ts';
import { FormatError } from './format-reader.ts';
import type { WrittenField, WrittenLayer } from './format-writer.ts';
import { ShpExtent, shpCode, shpContent, shpHeader } from './shp-writer.ts';

/** Where a file is written; the beginning is written again at the end. */
export interface WritableFile {
  append(bytes: Uint8Array): Promise<void>;
  rewrite(bytes: Uint8Array): Promise<void>;
}

/** The files of a shapefile that grow with its rows. */
export interface ShapefileFiles {
  shp: WritableFile;
  shx: WritableFile;
  dbf: WritableFile;
}

/** Lengths are signed numbers in many programs. */
const MAX_BYTES = 2 ** 31 - 1;
const DAY_MS = 86_400_000;

/** What became of a layer. */
export interface WrittenShapefile {
  rows: number;
  /** Texts that were cut to 254 bytes. */
  textsCut: number;
  /** Fields with a name of more than ten bytes, as `name → short`. */
  renamed: string[];
  /** Fields whose days had times. */
  withoutTimes: string[];
}

/** How many rows with these fields a shapefile has room for, whatever their shapes. */
export function mostShapefileRows(fields: readonly WrittenField[]): number {
  return Math.floor(MAX_BYTES / dbfRecordLength(fields));
}

/**
 * Writes all rows. Tables have no .shp.
 * @throws FormatError when a shapefile cannot hold the layer
 */
export async function writeShapefile(layer: WrittenLayer, files: ShapefileFiles): Promise<WrittenShapefile> {
  const layout = dbfLayout(layer.fields);
  const extent = new ShpExtent();
  const code = layer.geometryType === null ? null : shpCode(layer.geometryType, layer);
  const now = new Date();
  const dates = layer.fields.flatMap(({ type }, i) => (type === 'esriFieldTypeDate' ? [i] : []));
  const timed = new Set<number>();
  let [rows, textsCut, shpBytes] = [0, 0, 100];
  await files.dbf.append(dbfHeader(layout, 0, now));
  if (code !== null) for (const file of [files.shp, files.shx]) await file.append(new Uint8Array(100));
  for await (const batch of layer.rows()) {
    const [shapes, index, table]: [Uint8Array[], Uint8Array[], Uint8Array[]] = [[], [], []];
    for (const { wkb, values } of batch) {
      rows++;
      for (const i of dates) if (Number(values[i] ?? 0) % DAY_MS !== 0) timed.add(i);
      table.push(dbfRecord(layout, layer.fields.length > 0 ? values : [rows], () => textsCut++));
      if (code === null) continue;
      const content = shpContent(wkb === null ? null : readWkb(wkb), code, extent);
      const start = twoNumbers(rows, content.length / 2);
      shapes.push(start, content);
      index.push(twoNumbers(shpBytes / 2, content.length / 2));
      shpBytes += 8 + content.length;
    }
    if (shpBytes > MAX_BYTES || layout.headerLength + rows * layout.recordLength > MAX_BYTES) {
      throw new FormatError('shapefile-large');
    }
    await files.dbf.append(Buffer.concat(table));
    if (code !== null) {
      await files.shp.append(Buffer.concat(shapes));
      await files.shx.append(Buffer.concat(index));
    }
  }
  await files.dbf.append(Uint8Array.of(0x1a));
  await files.dbf.rewrite(dbfHeader(layout, rows, now));
  if (code !== null) {
    await files.shp.rewrite(shpHeader(code, shpBytes, extent));
    await files.shx.rewrite(shpHeader(code, 100 + rows * 8, extent));
  }
  const renamed = layer.fields.flatMap(({ name }, i) => (layout.columns[i]?.name === name ? [] : [`${name} → ${layout.columns[i]?.name}`]));
  return { rows, textsCut, renamed, withoutTimes: [...timed].sort((a, b) => a - b).map((i) => layer.fields[i]?.name ?? '') };
}

function twoNumbers(first: number, second: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(8));
  view.setInt32(0, first);
  view.setInt32(4, second);
  return new Uint8Array(view.buffer);
}
