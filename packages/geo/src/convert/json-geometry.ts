// WKB straight to the text of a GeoJSON or Esri JSON geometry, without anything in between.
import { GeometryError } from '../esri/geometry-error.ts';
import { latitudeOf, longitudeOf } from '../project/web-mercator.ts';
import { sentence } from '../sentence.ts';
import { type JsonBytes, MOST_DECIMALS } from './json-bytes.ts';
import { WKB_COLLECTION, WKB_LINE, WKB_MULTILINE, WKB_MULTIPOINT, WKB_POINT, WKB_POLYGON, WkbCursor } from './wkb-cursor.ts';

/** How geometries are written. */
export interface JsonGeometryOptions {
  form: 'geojson' | 'esri';
  /** Write heights where there are some. */
  z: boolean;
  /** Places after the point; at most nine, which is also the default: a tenth of a millimetre in degrees. */
  decimals?: number;
  /** Turns metres of Web Mercator into degrees on the way. */
  toDegrees?: boolean;
}

const COMMA = 44;
const OPEN = 91;
const CLOSE = 93;
const DOUBLE = 8;

/** Writes one geometry after the other to the same output. */
export class JsonGeometry {
  private readonly esri: boolean;
  private readonly wantsZ: boolean;
  private readonly places: number;
  private readonly toDegrees: boolean;
  private readonly cursor = new WkbCursor();
  private readonly out: JsonBytes;

  constructor(out: JsonBytes, options: JsonGeometryOptions) {
    this.out = out;
    this.esri = options.form === 'esri';
    this.wantsZ = options.z;
    this.places = Math.max(0, Math.min(MOST_DECIMALS, options.decimals ?? MOST_DECIMALS));
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

  private head(geoJsonType: string, esriMember: string): void {
    if (!this.esri) this.out.ascii(`{"type":"${geoJsonType}","coordinates":`);
    else this.out.ascii(this.wantsZ && this.cursor.hasZ ? `{"hasZ":true,"${esriMember}":` : `{"${esriMember}":`);
  }

  private point(): boolean {
    const { cursor, out } = this;
    cursor.need(cursor.stride);
    const { view, offset, little, hasZ } = cursor;
    if (Number.isNaN(view.getFloat64(offset, little))) return false;
    if (!this.esri) {
      this.head('Point', '');
      this.position(offset);
    } else {
      out.ascii('{"x":');
      this.x(view.getFloat64(offset, little));
      out.ascii(',"y":');
      this.y(view.getFloat64(offset + DOUBLE, little));
      if (hasZ && this.wantsZ) {
        out.ascii(',"z":');
        out.decimal(view.getFloat64(offset + 2 * DOUBLE, little), this.places);
      }
    }
    out.byte(125);
    return true;
  }

  private multipoint(): boolean {
    const { cursor, out } = this;
    this.head('MultiPoint', 'points');
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
    if (isLine) this.head(isSingle ? 'LineString' : 'MultiLineString', 'paths');
    else this.head(isSingle ? 'Polygon' : 'MultiPolygon', 'rings');
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
    const last = cursor.offset + (count - 1) * stride;
    out.byte(OPEN);
    if (reversed) {
      for (let at = last; at >= cursor.offset; at -= stride) {
        if (at !== last) out.byte(COMMA);
        this.position(at);
      }
    } else {
      for (let at = cursor.offset; at <= last; at += stride) {
        if (at !== cursor.offset) out.byte(COMMA);
        this.position(at);
      }
    }
    out.byte(CLOSE);
    cursor.offset += count * stride;
  }

  private position(at: number): void {
    const { view, little, hasZ } = this.cursor;
    const { out } = this;
    out.byte(OPEN);
    this.x(view.getFloat64(at, little));
    out.byte(COMMA);
    this.y(view.getFloat64(at + DOUBLE, little));
    if (hasZ && this.wantsZ) {
      out.byte(COMMA);
      out.decimal(view.getFloat64(at + 2 * DOUBLE, little), this.places);
    }
    out.byte(CLOSE);
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
