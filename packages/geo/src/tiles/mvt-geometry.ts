// Turns WKB in Web Mercator into the drawing commands of one vector tile: scale, round, clip, thin, wind.
import { ByteWriter } from '../convert/byte-writer.ts';
import { WKB_COLLECTION, WKB_LINE, WKB_MULTIPOINT, WKB_POINT, WKB_POLYGON, WkbCursor } from '../convert/wkb-cursor.ts';
import { tileBounds } from '../project/tile-grid.ts';
import { clipLine, clipRing } from './clip.ts';
import { PointThinner } from './point-thinner.ts';
import { VertexBuffer } from './vertex-buffer.ts';

export const MVT_POINT = 1;
export const MVT_LINE = 2;
export const MVT_POLYGON = 3;

const MOVE_TO = 1;
const LINE_TO = 2;
const CLOSE = 15;
/** Coordinates are held to this, far outside any tile, so that arithmetic stays finite and differences fit 32 bits after clipping. */
const FAR = 1e12;

/** Which tile, and how its grid is cut. */
export interface TileGeometryOptions {
  z: number;
  x: number;
  y: number;
  extent: number;
  buffer: number;
  /** At most one point per cell of this width; 0 keeps all. */
  thinCell: number;
}

/** Encodes one geometry at a time; `commands` holds the result until the next call. */
export class TileGeometry {
  readonly commands = new ByteWriter(1 << 14);
  private readonly low: number;
  private readonly high: number;
  private readonly originX: number;
  private readonly originY: number;
  private readonly scale: number;
  private readonly thinner: PointThinner | null;
  private readonly cursor = new WkbCursor();
  private source = new VertexBuffer();
  private clipped = new VertexBuffer();
  private penX = 0;
  private penY = 0;

  constructor(options: TileGeometryOptions) {
    const bounds = tileBounds(options.z, options.x, options.y);
    this.low = -options.buffer;
    this.high = options.extent + options.buffer;
    this.originX = bounds.xmin;
    this.originY = bounds.ymax;
    this.scale = options.extent / (bounds.xmax - bounds.xmin);
    this.thinner = options.thinCell > 1 ? new PointThinner(options.thinCell, this.low, this.high) : null;
  }

  /** Writes the commands of a geometry and gives its tile type; 0 when nothing of it falls on the tile. */
  encode(wkb: Uint8Array): number {
    return this.encodeAt(new DataView(wkb.buffer, wkb.byteOffset, wkb.byteLength), 0, wkb.byteLength);
  }

  /** The same for WKB inside larger bytes. */
  encodeAt(view: DataView, start: number, length: number): number {
    this.commands.length = 0;
    this.penX = 0;
    this.penY = 0;
    if (length === 21 && view.getUint8(start) === 1 && view.getUint8(start + 1) === WKB_POINT) {
      return this.encodePoint(view.getFloat64(start + 5, true), view.getFloat64(start + 13, true));
    }
    const { cursor } = this;
    cursor.open(view, start, length);
    const type = cursor.header();
    const drawn = type === WKB_POINT || type === WKB_MULTIPOINT ? this.points(cursor, type) : this.parts(cursor, type);
    return this.commands.length > 0 ? drawn : 0;
  }

  /** The same for one point by its metres. */
  encodePoint(metresX: number, metresY: number): number {
    this.commands.length = 0;
    this.penX = 0;
    this.penY = 0;
    const x = Math.round(this.column(metresX));
    const y = Math.round(this.row(metresY));
    if (!this.wanted(x, y)) return 0;
    this.command(MOVE_TO, 1);
    this.pen(x, y);
    return MVT_POINT;
  }

  /** Whether the point lies on the tile and, when points are thinned, is the first of its cell. */
  private wanted(x: number, y: number): boolean {
    const onTile = x >= this.low && x <= this.high && y >= this.low && y <= this.high;
    return onTile && this.thinner?.claims(x, y) !== false;
  }

  private points(cursor: WkbCursor, type: number): number {
    const { source } = this;
    source.length = 0;
    const count = type === WKB_POINT ? 1 : cursor.uint();
    for (let i = 0; i < count; i++) {
      if (type === WKB_MULTIPOINT) cursor.header();
      cursor.need(cursor.stride);
      const x = Math.round(this.column(cursor.view.getFloat64(cursor.offset, cursor.little)));
      const y = Math.round(this.row(cursor.view.getFloat64(cursor.offset + 8, cursor.little)));
      cursor.offset += cursor.stride;
      if (!this.wanted(x, y)) continue;
      source.reserve(source.length + 1);
      source.push(x, y);
    }
    if (source.length > 0) {
      this.command(MOVE_TO, source.length);
      for (let i = 0; i < source.length; i++) this.pen(source.x[i] as number, source.y[i] as number);
    }
    return MVT_POINT;
  }

  private parts(cursor: WkbCursor, type: number): number {
    if (type === WKB_LINE) {
      this.line(cursor);
      return MVT_LINE;
    }
    if (type === WKB_POLYGON) {
      this.polygon(cursor);
      return MVT_POLYGON;
    }
    if (type === WKB_COLLECTION) return 0;
    let drawn = 0;
    for (let left = cursor.uint(); left > 0; left--) drawn = this.parts(cursor, cursor.header());
    return drawn;
  }

  private line(cursor: WkbCursor): void {
    const box = this.read(cursor);
    if (!box.touches || this.source.length < 2) return;
    if (box.inside) this.path(this.source);
    else clipLine(this.source, this.clipped, this.low, this.high, () => this.path(this.clipped));
  }

  private path(line: VertexBuffer): void {
    this.command(MOVE_TO, 1);
    this.pen(line.x[0] as number, line.y[0] as number);
    this.command(LINE_TO, line.length - 1);
    for (let i = 1; i < line.length; i++) this.pen(line.x[i] as number, line.y[i] as number);
  }

  /** A polygon whose outer ring is not on the tile or has no area there loses its holes with it. */
  private polygon(cursor: WkbCursor): void {
    const rings = cursor.uint();
    let hasOuter = false;
    for (let i = 0; i < rings; i++) {
      const box = this.read(cursor);
      if (i > 0 && !hasOuter) continue;
      const drawn = box.touches && this.ring(i === 0, box.inside);
      if (i === 0) hasOuter = drawn;
    }
  }

  private ring(outer: boolean, inside: boolean): boolean {
    // Rings that were left open are closed; a closed one is not changed by this.
    this.source.reserve(this.source.length + 1);
    if (this.source.length > 0) this.source.push(this.source.x[0] as number, this.source.y[0] as number);
    if (!inside) {
      for (const axis of ['x', 'y'] as const) {
        clipRing(this.source, this.clipped, axis, this.low, this.high);
        [this.source, this.clipped] = [this.clipped, this.source];
      }
    }
    const { x, y, length } = this.source;
    if (length < 4) return false;
    let area = 0;
    for (let i = 0; i + 1 < length; i++) area += (x[i] as number) * (y[i + 1] as number) - (x[i + 1] as number) * (y[i] as number);
    if (area === 0) return false;
    // With rows counted downwards a positive sum runs clockwise on the screen: the way of outer rings.
    const forward = area > 0 === outer;
    const last = length - 2;
    this.command(MOVE_TO, 1);
    this.pen(x[0] as number, y[0] as number);
    this.command(LINE_TO, last);
    for (let i = 1; i <= last; i++) {
      const at = forward ? i : length - 1 - i;
      this.pen(x[at] as number, y[at] as number);
    }
    this.commands.varint(CLOSE);
    return true;
  }

  /** Reads a part into the scratch, rounded and without repeated vertices. */
  private read(cursor: WkbCursor): { touches: boolean; inside: boolean } {
    const count = cursor.positions();
    const { view, little, stride } = cursor;
    const { source, low, high } = this;
    source.length = 0;
    source.reserve(count);
    let [xmin, ymin, xmax, ymax] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let i = 0, o = cursor.offset; i < count; i++, o += stride) {
      const x = Math.round(this.column(view.getFloat64(o, little)));
      const y = Math.round(this.row(view.getFloat64(o + 8, little)));
      if (Number.isNaN(x) || Number.isNaN(y)) continue;
      source.push(x, y);
      if (x < xmin) xmin = x;
      if (x > xmax) xmax = x;
      if (y < ymin) ymin = y;
      if (y > ymax) ymax = y;
    }
    cursor.offset += count * stride;
    return {
      touches: xmax >= low && xmin <= high && ymax >= low && ymin <= high,
      inside: xmin >= low && xmax <= high && ymin >= low && ymax <= high,
    };
  }

  private column(x: number): number {
    return Math.max(-FAR, Math.min(FAR, (x - this.originX) * this.scale));
  }

  private row(y: number): number {
    return Math.max(-FAR, Math.min(FAR, (this.originY - y) * this.scale));
  }

  private command(id: number, count: number): void {
    this.commands.varint((count << 3) | id);
  }

  private pen(x: number, y: number): void {
    this.commands.zigzag(x - this.penX);
    this.commands.zigzag(y - this.penY);
    this.penX = x;
    this.penY = y;
  }
}
