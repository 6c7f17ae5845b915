// A large made-up shapefile of polygons: cells of a grid whose shared edges wander, as boundaries of municipalities do.
import { closeSync, openSync, writeSync } from 'node:fs';

const DEPTH = 5;
const PRJ =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';
const WIDTHS = [10, 20, 10] as const;
const ROW_BYTES = 1 + WIDTHS[0] + WIDTHS[1] + WIDTHS[2];

/** The same number between -0.5 and 0.5 for the same place, so that both neighbours of an edge see it bend alike. */
function bend(x: number, y: number): number {
  let hash = Math.imul(Math.round(x * 1e6) | 0, 0x9e3779b1) ^ Math.imul(Math.round(y * 1e6) | 0, 0x85ebca6b);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  hash ^= hash >>> 12;
  return (hash >>> 0) / 4294967296 - 0.5;
}

function wander(a: readonly number[], b: readonly number[], depth: number, out: number[]): void {
  const [ax = 0, ay = 0] = a;
  const [bx = 0, by = 0] = b;
  if (depth === 0) {
    out.push(bx, by);
    return;
  }
  const shift = bend((ax + bx) / 2, (ay + by) / 2) * 0.3;
  const middle = [(ax + bx) / 2 - (by - ay) * shift, (ay + by) / 2 + (bx - ax) * shift];
  wander(a, middle, depth - 1, out);
  wander(middle, b, depth - 1, out);
}

/** An edge from `a` to `b` without its first point; computed in one direction for both neighbours. */
function edge(a: readonly number[], b: readonly number[]): number[] {
  const forward = (a[0] as number) < (b[0] as number) || (a[0] === b[0] && (a[1] as number) < (b[1] as number));
  const out: number[] = [];
  if (forward) {
    wander(a, b, DEPTH, out);
    return out;
  }
  wander(b, a, DEPTH, out);
  const whole = [b[0] as number, b[1] as number, ...out];
  const reversed: number[] = [];
  for (let i = whole.length - 4; i >= 0; i -= 2) reversed.push(whole[i] as number, whole[i + 1] as number);
  return reversed;
}

function ringOf(column: number, row: number, [columns, rows]: readonly [number, number]): number[] {
  const at = (c: number, r: number): [number, number] => [-170 + (340 / columns) * c, -70 + (140 / rows) * r];
  const corners = [at(column, row), at(column, row + 1), at(column + 1, row + 1), at(column + 1, row)] as const;
  const ring: number[] = [...corners[0]];
  for (let i = 0; i < 4; i++) ring.push(...edge(corners[i] as number[], corners[(i + 1) % 4] as number[]));
  return ring;
}

/** Writes `.shp`, `.shx`, `.dbf` and `.prj`; gives the number of polygons. */
export function writeCells(stem: string, columns: number, rows: number): number {
  const [shp, shx, dbf] = ['shp', 'shx', 'dbf'].map((extension) => openSync(`${stem}.${extension}`, 'w')) as [number, number, number];
  const count = columns * rows;
  writeSync(shp, Buffer.alloc(100));
  writeSync(shx, Buffer.alloc(100));
  writeSync(dbf, dbfHeader(count));
  let words = 50;
  let id = 0;
  for (let row = 0; row < rows; row++) {
    const parts: Buffer[] = [];
    const index: Buffer[] = [];
    const table: Buffer[] = [];
    for (let column = 0; column < columns; column++) {
      const record = polygon(++id, ringOf(column, row, [columns, rows]));
      const entry = Buffer.alloc(8);
      entry.writeInt32BE(words, 0);
      entry.writeInt32BE((record.length - 8) / 2, 4);
      words += record.length / 2;
      parts.push(record);
      index.push(entry);
      table.push(
        Buffer.from(
          ` ${String(id).padStart(WIDTHS[0])}${`cell ${id}`.padEnd(WIDTHS[1])}${String((id * 7919) % 100_000).padStart(WIDTHS[2])}`,
        ),
      );
    }
    writeSync(shp, Buffer.concat(parts));
    writeSync(shx, Buffer.concat(index));
    writeSync(dbf, Buffer.concat(table));
  }
  writeSync(shp, header(words), 0, 100, 0);
  writeSync(shx, header(50 + count * 4), 0, 100, 0);
  for (const file of [shp, shx, dbf]) closeSync(file);
  const prj = openSync(`${stem}.prj`, 'w');
  writeSync(prj, PRJ);
  closeSync(prj);
  return count;
}

function polygon(id: number, ring: readonly number[]): Buffer {
  const record = Buffer.alloc(8 + 48 + ring.length * 8);
  record.writeInt32BE(id, 0);
  record.writeInt32BE((record.length - 8) / 2, 4);
  record.writeInt32LE(5, 8);
  let box = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < ring.length; i += 2) {
    const [x, y] = [ring[i] as number, ring[i + 1] as number];
    record.writeDoubleLE(x, 56 + i * 8);
    record.writeDoubleLE(y, 64 + i * 8);
    box = [Math.min(box[0] as number, x), Math.min(box[1] as number, y), Math.max(box[2] as number, x), Math.max(box[3] as number, y)];
  }
  for (const [i, side] of box.entries()) record.writeDoubleLE(side, 12 + i * 8);
  record.writeInt32LE(1, 44);
  record.writeInt32LE(ring.length / 2, 48);
  return record;
}

function header(words: number): Buffer {
  const bytes = Buffer.alloc(100);
  bytes.writeInt32BE(9994, 0);
  bytes.writeInt32BE(words, 24);
  bytes.writeInt32LE(1000, 28);
  bytes.writeInt32LE(5, 32);
  for (const [i, side] of [-171, -71, 171, 71].entries()) bytes.writeDoubleLE(side, 36 + i * 8);
  return bytes;
}

function dbfHeader(count: number): Buffer {
  const names = ['id', 'name', 'value'] as const;
  const bytes = Buffer.alloc(32 + names.length * 32 + 1);
  bytes[0] = 3;
  bytes.writeUInt32LE(count, 4);
  bytes.writeUInt16LE(bytes.length, 8);
  bytes.writeUInt16LE(ROW_BYTES, 10);
  for (const [i, name] of names.entries()) {
    bytes.write(name, 32 + i * 32, 'latin1');
    bytes.write(name === 'name' ? 'C' : 'N', 32 + i * 32 + 11, 'latin1');
    bytes[32 + i * 32 + 16] = WIDTHS[i] as number;
  }
  bytes[bytes.length - 1] = 13;
  return bytes;
}
