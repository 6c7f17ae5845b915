// WKB straight to the text of a GeoJSON or Esri JSON geometry, without anything in between.
import { GeometryError } from '../esri/geometry-error.ts';
import { latitudeOf, longitudeOf } from '../project/web-mercator.ts';
import { sentence } from '../sentence.ts';
import { type JsonBytes, type Label, labelOf, MOST_DECIMALS, MOST_NUMBER_BYTES, putDecimal } from './json-bytes.ts';
import { FINEST_DECIMALS } from './reduce-positions.ts';
import { WKB_COLLECTION, WKB_LINE, WKB_MULTILINE, WKB_MULTIPOINT, WKB_POINT, WKB_POLYGON, WkbCursor } from './wkb-cursor.ts';

/** How geometries are written. */
export interface JsonGeometryOptions {
  form: 'geojson' | 'esri';
  /** Write heights where there are some. */
  z: boolean;
  /** Write measures where there are some; GeoJSON has no place for them. */
  m?: boolean;
  /** Places after the point, at most 15. The default is nine, a tenth of a millimetre in degrees: more are written slower. */
  decimals?: number;
  /** Turns metres of Web Mercator into degrees on the way. */
  toDegrees?: boolean;
}

const COMMA = 44;
const OPEN = 91;
const CLOSE = 93;
const DOUBLE = 8;
/** Positions that room is made for at a time. */
const BLOCK = 512;
const MOST_POSITION_BYTES = 4 * MOST_NUMBER_BYTES;

/** How geometries of a type begin. */
interface Heads {
  geoJson: Label;
  esri: Label;
  esriWithZ: Label;
  esriWithM: Label;
  esriWithBoth: Label;
}

const heads = (geoJsonType: string, esriMember: string): Heads => ({
  geoJson: labelOf(`{"type":"${geoJsonType}","coordinates":`),
  esri: labelOf(`{"${esriMember}":`),
  esriWithZ: labelOf(`{"hasZ":true,"${esriMember}":`),
  esriWithM: labelOf(`{"hasM":true,"${esriMember}":`),
  esriWithBoth: labelOf(`{"hasZ":true,"hasM":true,"${esriMember}":`),
});
const POINT = heads('Point', 'x');
const MULTIPOINT = heads('MultiPoint', 'points');
const LINE = heads('LineString', 'paths');
const MULTILINE = heads('MultiLineString', 'paths');
const POLYGON = heads('Polygon', 'rings');
const MULTIPOLYGON = heads('MultiPolygon', 'rings');
const X = POINT.esri;
const Y = labelOf(',"y":');
const Z = labelOf(',"z":');
const M = labelOf(',"m":');

/** Writes one geometry after the other to the same output. */
export class JsonGeometry {
  private readonly esri: boolean;
  private readonly wantsZ: boolean;
  private readonly wantsM: boolean;
  private readonly places: number;
  private readonly toDegrees: boolean;
  private readonly cursor = new WkbCursor();
  private readonly out: JsonBytes;

  constructor(out: JsonBytes, options: JsonGeometryOptions) {
    this.out = out;
    this.esri = options.form === 'esri';
    this.wantsZ = options.z;
    this.wantsM = options.m === true && this.esri;
    this.places = Math.max(0, Math.min(FINEST_DECIMALS, options.decimals ?? MOST_DECIMALS));
    this.toDegrees = options.toDegrees === true;
  }

  /** Writes the geometry whose WKB lies there; `null` for an empty one. @throws GeometryError for bytes that are no WKB */
  write(view: DataView, start: number, length: number): void {
    const { cursor, out } = this;
    cursor.open(view, start, length);
    const from = out.length;
    const type = cursor.header();
    const written = type === WKB_POINT ? this.point() : type === WKB_MULTIPOINT ? this.multipoint() : this.parts(type);
    if (written) return;
    out.length = from;
    out.ascii('null');
  }

  private head(heads: Heads): void {
    if (!this.esri) this.out.label(heads.geoJson);
    else {
      const [z, m] = [this.wantsZ && this.cursor.hasZ, this.wantsM && this.cursor.hasM];
      if (m) this.out.label(z ? heads.esriWithBoth : heads.esriWithM);
      else this.out.label(z ? heads.esriWithZ : heads.esri);
    }
  }

  private point(): boolean {
    const { cursor, out } = this;
    cursor.need(cursor.stride);
    const { view, offset, little, hasZ, hasM } = cursor;
    if (Number.isNaN(view.getFloat64(offset, little))) return false;
    if (!this.esri) {
      out.label(POINT.geoJson);
      this.position(offset);
    } else {
      out.label(X);
      this.x(view.getFloat64(offset, little));
      out.label(Y);
      this.y(view.getFloat64(offset + DOUBLE, little));
      if (hasZ && this.wantsZ) {
        out.label(Z);
        out.decimal(view.getFloat64(offset + 2 * DOUBLE, little), this.places);
      }
      if (hasM && this.wantsM) {
        out.label(M);
        out.decimal(view.getFloat64(offset + (hasZ ? 3 : 2) * DOUBLE, little), this.places);
      }
    }
    out.byte(125);
    return true;
  }

  private multipoint(): boolean {
    const { cursor, out } = this;
    this.head(MULTIPOINT);
    let written = 0;
    for (let left = cursor.uint(); left > 0; left--) {
      cursor.header();
      cursor.need(cursor.stride);
      const at = cursor.offset;
      cursor.offset += cursor.stride;
      // An empty point among others has no place.
      if (Number.isNaN(cursor.view.getFloat64(at, cursor.little))) continue;
      out.byte(written === 0 ? OPEN : COMMA);
      this.position(at);
      written++;
    }
    out.ascii(']}');
    return written > 0;
  }

  /** Lines and polygons, single or several. */
  private parts(type: number): boolean {
    if (type >= WKB_COLLECTION) throw new GeometryError(sentence('geometry-collection'));
    const { cursor, out } = this;
    const isLine = type === WKB_LINE || type === WKB_MULTILINE;
    const count = type === WKB_LINE || type === WKB_POLYGON ? 1 : cursor.uint();
    const isSingle = count === 1;
    if (isLine) this.head(isSingle ? LINE : MULTILINE);
    else this.head(isSingle ? POLYGON : MULTIPOLYGON);
    // Esri rings and paths lie in one list; GeoJSON has a list for each polygon, and none around a single line.
    const listed = this.esri || !isSingle;
    if (listed) out.byte(OPEN);
    let written = 0;
    for (let i = 0; i < count; i++) {
      if (type !== WKB_LINE && type !== WKB_POLYGON) cursor.header();
      const before = out.length;
      if (written > 0) out.byte(COMMA);
      if (isLine ? this.line() : this.polygon()) written++;
      else out.length = before;
    }
    if (listed) out.byte(CLOSE);
    out.byte(125);
    return written > 0;
  }

  private line(): boolean {
    const count = this.cursor.positions();
    if (count > 0) this.positions(count, false);
    return count > 0;
  }

  /** Outer rings run clockwise in Esri JSON and counter-clockwise in GeoJSON, holes the other way. */
  private polygon(): boolean {
    const { cursor, out } = this;
    const rings = cursor.uint();
    if (rings === 0) return false;
    if (!this.esri) out.byte(OPEN);
    for (let ring = 0; ring < rings; ring++) {
      if (ring > 0) out.byte(COMMA);
      const count = cursor.positions();
      const area = this.area(count);
      const counterClockwise = (ring === 0) !== this.esri;
      this.positions(count, area !== 0 && area > 0 !== counterClockwise);
    }
    if (!this.esri) out.byte(CLOSE);
    return true;
  }

  private positions(count: number, reversed: boolean): void {
    const { cursor, out } = this;
    const { stride } = cursor;
    const step = reversed ? -stride : stride;
    let at = reversed ? cursor.offset + (count - 1) * stride : cursor.offset;
    out.byte(OPEN);
    for (let left = count; left > 0; left -= BLOCK) {
      const some = Math.min(left, BLOCK);
      this.block(at, some, step);
      at += some * step;
      // A comma too many follows the last position.
      if (left <= BLOCK) out.length--;
    }
    out.byte(CLOSE);
    cursor.offset += count * stride;
  }

  /** Positions with a comma after each of them; room is made once for all. */
  private block(start: number, count: number, step: number): void {
    const { out, toDegrees, places } = this;
    if (places > MOST_DECIMALS) {
      this.fineBlock(start, count, step);
      return;
    }
    const { view, little, hasZ, hasM } = this.cursor;
    const withZ = hasZ && this.wantsZ;
    const withM = hasM && this.wantsM;
    const measureAt = (hasZ ? 3 : 2) * DOUBLE;
    out.reserve(count * MOST_POSITION_BYTES);
    const { bytes } = out;
    let to = out.length;
    for (let i = 0, at = start; i < count; i++, at += step) {
      const x = view.getFloat64(at, little);
      const y = view.getFloat64(at + DOUBLE, little);
      bytes[to] = OPEN;
      to = putDecimal(out, to + 1, toDegrees ? longitudeOf(x) : x, places);
      bytes[to] = COMMA;
      to = putDecimal(out, to + 1, toDegrees ? latitudeOf(y) : y, places);
      if (withZ) {
        bytes[to] = COMMA;
        to = putDecimal(out, to + 1, view.getFloat64(at + 2 * DOUBLE, little), places);
      }
      if (withM) {
        bytes[to] = COMMA;
        to = putDecimal(out, to + 1, view.getFloat64(at + measureAt, little), places);
      }
      bytes[to] = CLOSE;
      bytes[to + 1] = COMMA;
      to += 2;
    }
    out.length = to;
  }

  /** The same with more decimals than are written by hand. */
  private fineBlock(start: number, count: number, step: number): void {
    const { out, places } = this;
    const { view, little, hasZ, hasM } = this.cursor;
    const measureAt = (hasZ ? 3 : 2) * DOUBLE;
    for (let i = 0, at = start; i < count; i++, at += step) {
      out.byte(OPEN);
      this.x(view.getFloat64(at, little));
      out.byte(COMMA);
      this.y(view.getFloat64(at + DOUBLE, little));
      for (const [wanted, offset] of [
        [hasZ && this.wantsZ, 2 * DOUBLE],
        [hasM && this.wantsM, measureAt],
      ] as const) {
        if (!wanted) continue;
        out.byte(COMMA);
        out.decimal(view.getFloat64(at + offset, little), places);
      }
      out.ascii('],');
    }
  }

  private position(at: number): void {
    this.block(at, 1, 0);
    this.out.length--;
  }

  private x(value: number): void {
    this.out.decimal(this.toDegrees ? longitudeOf(value) : value, this.places);
  }

  private y(value: number): void {
    this.out.decimal(this.toDegrees ? latitudeOf(value) : value, this.places);
  }

  /** Twice the signed area of the ring at the cursor: positive when it runs counter-clockwise. */
  private area(count: number): number {
    const { view, little, stride, offset } = this.cursor;
    if (count === 0) return 0;
    const ox = view.getFloat64(offset, little);
    const oy = view.getFloat64(offset + DOUBLE, little);
    let sum = 0;
    let px = 0;
    let py = 0;
    for (let i = 1, at = offset + stride; i < count; i++, at += stride) {
      const x = view.getFloat64(at, little) - ox;
      const y = view.getFloat64(at + DOUBLE, little) - oy;
      sum += px * y - x * py;
      px = x;
      py = y;
    }
    return sum;
  }
}
