// Walks through the bytes of a WKB geometry: headers of either byte order, ISO and EWKB marks of z, m and srid.
import { GeometryError } from '../esri/geometry-error.ts';
import { sentence } from '../sentence.ts';

export const WKB_POINT = 1;
export const WKB_LINE = 2;
export const WKB_POLYGON = 3;
export const WKB_MULTIPOINT = 4;
export const WKB_MULTILINE = 5;
export const WKB_MULTIPOLYGON = 6;
export const WKB_COLLECTION = 7;
// Curves, which files may have; nothing that is stored does.
export const WKB_ARCS = 8;
export const WKB_COMPOUND = 9;
export const WKB_CURVE_POLYGON = 10;
export const WKB_MULTICURVE = 11;
export const WKB_MULTISURFACE = 12;
/** A polygon of three corners, in the same bytes. */
const WKB_TRIANGLE = 17;
/** Geometries that nothing here holds, by the names that people know. */
const UNHELD: Readonly<Record<number, string>> = { 13: 'CURVE', 14: 'SURFACE', 15: 'POLYHEDRALSURFACE', 16: 'TIN' };

const EWKB_Z = 0x80000000;
const EWKB_M = 0x40000000;
const EWKB_SRID = 0x20000000;

/** What is read before `open`. */
const NOTHING = new DataView(new ArrayBuffer(0));

/** Reads forward; after `header()` the byte order and dimensions are those of the geometry just begun. */
export class WkbCursor {
  view: DataView;
  offset = 0;
  /** Where the bytes of the geometry end. */
  end: number;
  little = true;
  hasZ = false;
  hasM = false;
  srid: number | undefined = undefined;
  /** Bytes of one position. */
  stride = 16;

  constructor(bytes?: Uint8Array) {
    this.view = bytes === undefined ? NOTHING : new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.end = this.view.byteLength;
  }

  /** Goes to a geometry inside larger bytes. */
  open(view: DataView, start: number, length: number): void {
    this.view = view;
    this.offset = start;
    this.end = start + length;
    this.srid = undefined;
  }

  /** Reads the start of a geometry and gives its type, 1 to 7 unless more are known to the caller. */
  header(most = WKB_COLLECTION): number {
    this.need(5);
    this.little = this.view.getUint8(this.offset) === 1;
    const raw = this.view.getUint32(this.offset + 1, this.little);
    this.offset += 5;
    if (raw >= WKB_POINT && raw <= WKB_COLLECTION) {
      this.hasZ = false;
      this.hasM = false;
      this.stride = 16;
      return raw;
    }
    const iso = raw & 0x0fffffff;
    const dimension = Math.floor(iso / 1000);
    this.hasZ = (raw & EWKB_Z) !== 0 || dimension === 1 || dimension === 3;
    this.hasM = (raw & EWKB_M) !== 0 || dimension === 2 || dimension === 3;
    this.stride = 16 + (this.hasZ ? 8 : 0) + (this.hasM ? 8 : 0);
    if ((raw & EWKB_SRID) !== 0) this.srid = this.uint();
    const type = iso % 1000;
    if (type === WKB_TRIANGLE && most > WKB_COLLECTION && dimension <= 3) return WKB_POLYGON;
    if (type < WKB_POINT || type > most || dimension > 3)
      throw new GeometryError(sentence('bytes-type', { type: dimension > 3 ? iso : (UNHELD[type] ?? iso) }));
    return type;
  }

  uint(): number {
    this.need(4);
    const value = this.view.getUint32(this.offset, this.little);
    this.offset += 4;
    return value;
  }

  double(): number {
    this.need(8);
    const value = this.view.getFloat64(this.offset, this.little);
    this.offset += 8;
    return value;
  }

  /** Reads a count of positions and makes sure that all their bytes are there. */
  positions(): number {
    const count = this.uint();
    this.need(count * this.stride);
    return count;
  }

  need(bytes: number): void {
    if (this.offset + bytes > this.end) throw new GeometryError(sentence('bytes-end'));
  }
}

/** Walks through a geometry: `visit` is told how many positions come next, one run after the other, and leaves the cursor behind them. */
export function eachRun(cursor: WkbCursor, visit: (cursor: WkbCursor, count: number) => void): void {
  const type = cursor.header();
  if (type === WKB_POINT) visit(cursor, 1);
  else if (type === WKB_LINE) visit(cursor, cursor.positions());
  else if (type === WKB_POLYGON) for (let rings = cursor.uint(); rings > 0; rings--) visit(cursor, cursor.positions());
  else for (let parts = cursor.uint(); parts > 0; parts--) eachRun(cursor, visit);
}
