// Turns WKB into the Geometry message of pbf replies: cells of a grid, differences, counts per part.
import { latitudeOf, longitudeOf } from '../project/web-mercator.ts';
import { ByteWriter, putZigzag, varintBytes } from './byte-writer.ts';
import { Grid, type Transform } from './quantise.ts';
import { WKB_COLLECTION, WKB_LINE, WKB_MULTIPOINT, WKB_POINT, WKB_POLYGON, WkbCursor } from './wkb-cursor.ts';

interface Wanted {
  hasZ: boolean;
  hasM: boolean;
  /** Turn metres of Web Mercator into degrees on the way. */
  toDegrees?: boolean;
  /** Drop vertices on the cell before them, and parts that collapse. */
  dropRepeated: boolean;
}

/** What geometries are put together in; shared, because none is left half done. */
const scratch = { lengths: new ByteWriter(256), coords: new ByteWriter(1 << 12), cells: new Float64Array(1 << 10) };
const LARGEST_KEPT = 1 << 18;
const MOST_VARINT_BYTES = 10;
/** Tag of the coordinates of a geometry. */
const COORDS = (3 << 3) | 2;

/** Writes one geometry after the other. */
export class PbfGeometry {
  private readonly grid: Grid;
  private readonly wanted: Wanted;
  /** Numbers per vertex in the output. */
  private readonly width: number;
  private readonly cursor = new WkbCursor();

  constructor(transform: Transform, wanted: Wanted) {
    this.grid = new Grid(transform);
    this.wanted = wanted;
    this.width = 2 + (wanted.hasZ ? 1 : 0) + (wanted.hasM ? 1 : 0);
  }

  /** Writes the Geometry message of a geometry, unless nothing of it is left (empty or collapsed). */
  writeWkb(out: ByteWriter, tag: number, wkb: Uint8Array): void {
    this.writeAt(out, tag, { view: new DataView(wkb.buffer, wkb.byteOffset, wkb.byteLength), start: 0, length: wkb.byteLength });
  }

  /** The same for WKB inside larger bytes. */
  writeAt(out: ByteWriter, tag: number, { view, start, length }: { view: DataView; start: number; length: number }): void {
    const { cursor } = this;
    cursor.open(view, start, length);
    const type = cursor.header();
    if (type === WKB_POINT && this.width === 2) {
      this.writePlainPoint(out, tag);
      return;
    }
    clear();
    if (type === WKB_POINT) this.writePoint(cursor);
    else if (type === WKB_MULTIPOINT) this.writeMultipoint(cursor);
    else this.writeParts(cursor, type);
    if (scratch.coords.length > 0) this.write(out, tag);
  }

  /** A message of two cells, in its place. */
  private writePlainPoint(out: ByteWriter, tag: number): void {
    const { cursor, grid } = this;
    cursor.need(cursor.stride);
    const { view, little, offset } = cursor;
    const x = view.getFloat64(offset, little);
    if (Number.isNaN(x)) return;
    const y = view.getFloat64(offset + 8, little);
    const toDegrees = this.wanted.toDegrees === true;
    this.writeCell(out, tag, grid.x(toDegrees ? longitudeOf(x) : x), grid.y(toDegrees ? latitudeOf(y) : y));
  }

  /** Writes a Geometry message of one position. */
  private writeCell(out: ByteWriter, tag: number, column: number, row: number): void {
    out.varint((tag << 3) | 2);
    out.reserve(3 + 2 * MOST_VARINT_BYTES);
    const { bytes, length: at } = out;
    const from = at + 3;
    const end = putZigzag(bytes, putZigzag(bytes, from, column), row);
    bytes[at] = end - from + 2;
    bytes[at + 1] = COORDS;
    bytes[at + 2] = end - from;
    out.length = end;
  }

  /** Writes the Geometry message of what is in the scratch. */
  private write(out: ByteWriter, tag: number): void {
    const { lengths, coords } = scratch;
    const size = (lengths.length > 0 ? fieldBytes(lengths.length) : 0) + fieldBytes(coords.length);
    out.varint((tag << 3) | 2);
    out.varint(size);
    if (lengths.length > 0) out.writerField(2, lengths);
    out.writerField(3, coords);
  }

  /** Writes the Geometry message of a plain point. */
  writeCentroid(out: ByteWriter, tag: number, x: number, y: number): void {
    this.writeCell(out, tag, this.grid.x(x), this.grid.y(y));
  }

  private writePoint(cursor: WkbCursor): void {
    if (this.readVertices(cursor, 1, 0) === 1) this.writeCells(1, 0, 1);
  }

  private writeMultipoint(cursor: WkbCursor): void {
    let count = 0;
    for (let left = cursor.uint(); left > 0; left--) {
      cursor.header();
      count += this.readVertices(cursor, 1, count);
    }
    if (count === 0) return;
    scratch.lengths.varint(count);
    this.writeCells(count, 0, 1);
  }

  private writeParts(cursor: WkbCursor, type: number): void {
    if (type === WKB_LINE) {
      const count = this.readVertices(cursor, cursor.positions(), 0);
      if (count >= 2) this.writePart(count, false);
    } else if (type === WKB_POLYGON) this.writeRings(cursor);
    else if (type < WKB_COLLECTION) for (let left = cursor.uint(); left > 0; left--) this.writeParts(cursor, cursor.header());
  }

  /** Outer ring clockwise, then its holes counter-clockwise: decoders tell them apart by that. */
  private writeRings(cursor: WkbCursor): void {
    const rings = cursor.uint();
    let outerGone = false;
    for (let ring = 0; ring < rings; ring++) {
      const count = this.readVertices(cursor, cursor.positions(), 0);
      if (count < 4 || outerGone) {
        outerGone ||= ring === 0;
        continue;
      }
      this.writePart(count, this.runsClockwise(count) !== (ring === 0));
    }
  }

  private writePart(count: number, reversed: boolean): void {
    scratch.lengths.varint(count);
    this.writeCells(count, reversed ? count - 1 : 0, reversed ? -1 : 1);
  }

  private writeCells(count: number, from: number, step: number): void {
    const { width } = this;
    const { cells, coords } = scratch;
    coords.reserve(count * width * MOST_VARINT_BYTES);
    const { bytes } = coords;
    const stride = step * width;
    let at = from * width;
    let to = coords.length;
    for (let axis = 0; axis < width; axis++) to = putZigzag(bytes, to, cells[at + axis] as number);
    if (width === 2) to = putDifferences(bytes, to, { cells, from: at, stride, count });
    else
      for (let left = count - 1; left > 0; left--) {
        at += stride;
        for (let axis = 0; axis < width; axis++) {
          to = putZigzag(bytes, to, (cells[at + axis] as number) - (cells[at - stride + axis] as number));
        }
      }
    coords.length = to;
  }

  /** Reads positions as cells into the scratch from vertex `start` on; gives how many were kept. */
  private readVertices(cursor: WkbCursor, count: number, start: number): number {
    cursor.need(count * cursor.stride);
    const { view, little, stride, hasZ, hasM } = cursor;
    const { grid, width, wanted } = this;
    grow((start + count) * width);
    const { cells } = scratch;
    const toDegrees = wanted.toDegrees === true;
    const dropRepeated = wanted.dropRepeated && start === 0 && count > 1;
    if (width === 2 && !dropRepeated && count > 1) return this.readPlain(cursor, count);
    let at = start * width;
    for (let i = 0, o = cursor.offset; i < count; i++, o += stride) {
      const rawX = view.getFloat64(o, little);
      if (Number.isNaN(rawX)) continue;
      const rawY = view.getFloat64(o + 8, little);
      const x = grid.x(toDegrees ? longitudeOf(rawX) : rawX);
      const y = grid.y(toDegrees ? latitudeOf(rawY) : rawY);
      if (dropRepeated && at > 0 && cells[at - width] === x && cells[at - width + 1] === y) continue;
      cells[at] = x;
      cells[at + 1] = y;
      if (wanted.hasZ) cells[at + 2] = hasZ ? grid.cell(2, view.getFloat64(o + 16, little)) : 0;
      if (wanted.hasM) cells[at + width - 1] = hasM ? grid.cell(3, view.getFloat64(o + (hasZ ? 24 : 16), little)) : 0;
      at += width;
    }
    cursor.offset += count * stride;
    return at / width - start;
  }

  /** As `readVertices` where there is nothing but x and y, and all of them are kept. */
  private readPlain(cursor: WkbCursor, count: number): number {
    const { view, little, stride } = cursor;
    const { grid } = this;
    const { cells } = scratch;
    const toDegrees = this.wanted.toDegrees === true;
    let at = 0;
    for (let left = count, o = cursor.offset; left > 0; left--, o += stride) {
      const x = view.getFloat64(o, little);
      const y = view.getFloat64(o + 8, little);
      if (Number.isNaN(x)) continue;
      cells[at] = grid.x(toDegrees ? longitudeOf(x) : x);
      cells[at + 1] = grid.y(toDegrees ? latitudeOf(y) : y);
      at += 2;
    }
    cursor.offset += count * stride;
    return at / 2;
  }

  /** Whether the ring in the scratch runs clockwise on the map. */
  private runsClockwise(count: number): boolean {
    const { width } = this;
    const { cells } = scratch;
    const x0 = cells[0] as number;
    const y0 = cells[1] as number;
    let sum = 0;
    let ax = 0;
    let ay = 0;
    for (let i = 1, at = width; i < count; i++, at += width) {
      const bx = (cells[at] as number) - x0;
      const by = (cells[at + 1] as number) - y0;
      sum += ax * by - bx * ay;
      ax = bx;
      ay = by;
    }
    return sum > 0 === this.grid.downwards;
  }
}

/** Writes each position but the first of a part as its distance from the one before; most take one to three bytes for an axis. */
function putDifferences(
  bytes: Uint8Array,
  start: number,
  { cells, from, stride, count }: { cells: Float64Array; from: number; stride: number; count: number },
): number {
  let to = start;
  let x = cells[from] as number;
  let y = cells[from + 1] as number;
  for (let left = count - 1, at = from + stride; left > 0; left--, at += stride) {
    const nextX = cells[at] as number;
    const nextY = cells[at + 1] as number;
    to = putZigzag(bytes, to, nextX - x);
    to = putZigzag(bytes, to, nextY - y);
    x = nextX;
    y = nextY;
  }
  return to;
}

function clear(): void {
  // A huge geometry leaves nothing huge behind.
  if (scratch.coords.bytes.length > LARGEST_KEPT) scratch.coords = new ByteWriter(1 << 12);
  if (scratch.lengths.bytes.length > LARGEST_KEPT) scratch.lengths = new ByteWriter(256);
  if (scratch.cells.length > LARGEST_KEPT) scratch.cells = new Float64Array(1 << 10);
  scratch.lengths.length = 0;
  scratch.coords.length = 0;
}

function grow(size: number): void {
  if (size <= scratch.cells.length) return;
  const grown = new Float64Array(Math.max(size, scratch.cells.length * 2));
  grown.set(scratch.cells);
  scratch.cells = grown;
}

/** Bytes of a field with a small tag and so many bytes in it. */
function fieldBytes(length: number): number {
  return 1 + varintBytes(length) + length;
}
