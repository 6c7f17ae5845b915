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

/** Encodes one geometry at a time; it has to be written before another one is encoded, by whichever encoder. */
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

  /** Encodes the geometry; false when nothing of it is left (empty or collapsed). */
  encode(wkb: Uint8Array): boolean {
    return this.encodeAt(new DataView(wkb.buffer, wkb.byteOffset, wkb.byteLength), 0, wkb.byteLength);
  }

  /** The same for WKB inside larger bytes. */
  encodeAt(view: DataView, start: number, length: number): boolean {
    clear();
    const { cursor } = this;
    cursor.open(view, start, length);
    const type = cursor.header();
    if (type === WKB_POINT) this.writePoint(cursor);
    else if (type === WKB_MULTIPOINT) this.writeMultipoint(cursor);
    else this.writeParts(cursor, type);
    return scratch.coords.length > 0;
  }

  /** Writes the Geometry message of the geometry encoded last. */
  write(out: ByteWriter, tag: number): void {
    const { lengths, coords } = scratch;
    const size = (lengths.length > 0 ? fieldBytes(lengths.length) : 0) + fieldBytes(coords.length);
    out.varint((tag << 3) | 2);
    out.varint(size);
    if (lengths.length > 0) out.writerField(2, lengths);
    out.writerField(3, coords);
  }

  /** Writes the Geometry message of a plain point. */
  writeCentroid(out: ByteWriter, tag: number, x: number, y: number): void {
    clear();
    scratch.coords.zigzag(this.grid.cell(0, x));
    scratch.coords.zigzag(this.grid.cell(1, y));
    this.write(out, tag);
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
    let to = coords.length;
    let before = -1;
    for (let i = 0, at = from * width; i < count; i++, at += step * width) {
      for (let axis = 0; axis < width; axis++) {
        const value = cells[at + axis] as number;
        to = putZigzag(bytes, to, before < 0 ? value : value - (cells[before + axis] as number));
      }
      before = at;
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
    let at = start * width;
    for (let i = 0, o = cursor.offset; i < count; i++, o += stride) {
      const rawX = view.getFloat64(o, little);
      if (Number.isNaN(rawX)) continue;
      const rawY = view.getFloat64(o + 8, little);
      const x = grid.cell(0, toDegrees ? longitudeOf(rawX) : rawX);
      const y = grid.cell(1, toDegrees ? latitudeOf(rawY) : rawY);
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

  /** Whether the ring in the scratch runs clockwise on the map. */
  private runsClockwise(count: number): boolean {
    const { width } = this;
    const { cells } = scratch;
    const x0 = cells[0] as number;
    const y0 = cells[1] as number;
    let sum = 0;
    for (let i = 1; i < count; i++) {
      const at = i * width;
      const ax = (cells[at - width] as number) - x0;
      const ay = (cells[at - width + 1] as number) - y0;
      sum += ax * ((cells[at + 1] as number) - y0) - ((cells[at] as number) - x0) * ay;
    }
    return sum > 0 === this.grid.downwards;
  }
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
