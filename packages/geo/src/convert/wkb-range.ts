// Looks for positions that no place has.
import { isPlainPoint, pointView } from './point-wkb.ts';
import { WKB_LINE, WKB_POINT, WKB_POLYGON, WkbCursor } from './wkb-cursor.ts';

/**
 * The first position of the geometry that is not finite or farther from the origin than that, as `[x, y]`; undefined when all
 * are within. An empty point has no position.
 * @throws GeometryError on bytes that are no WKB
 */
export function positionBeyond(wkb: Uint8Array, mostX: number, mostY: number): [number, number] | undefined {
  if (isPlainPoint(wkb)) {
    const point = pointView(wkb);
    if (Math.abs(point.getFloat64(5, true)) <= mostX && Math.abs(point.getFloat64(13, true)) <= mostY) return undefined;
  }
  return cursorBeyond(new WkbCursor(wkb), new PositionRange(mostX, mostY));
}

/** Which positions there may be, and where those that were seen lie. */
export class PositionRange {
  readonly mostX: number;
  readonly mostY: number;
  xmin = Number.POSITIVE_INFINITY;
  ymin = Number.POSITIVE_INFINITY;
  xmax = Number.NEGATIVE_INFINITY;
  ymax = Number.NEGATIVE_INFINITY;

  constructor(mostX: number, mostY: number) {
    this.mostX = mostX;
    this.mostY = mostY;
  }

  /** Takes in what another one has seen. */
  add({ xmin, ymin, xmax, ymax }: PositionRange): void {
    this.xmin = Math.min(this.xmin, xmin);
    this.ymin = Math.min(this.ymin, ymin);
    this.xmax = Math.max(this.xmax, xmax);
    this.ymax = Math.max(this.ymax, ymax);
  }
}

/** The same for the geometry that a cursor was opened on; the range is widened by what it saw, which is too much where a position is beyond it. */
export function cursorBeyond(cursor: WkbCursor, range: PositionRange): [number, number] | undefined {
  const type = cursor.header();
  if (type === WKB_POINT) return among(cursor, 1, range, true);
  if (type === WKB_LINE) return among(cursor, cursor.positions(), range, false);
  for (let left = cursor.uint(); left > 0; left--) {
    const found = type === WKB_POLYGON ? among(cursor, cursor.positions(), range, false) : cursorBeyond(cursor, range);
    if (found !== undefined) return found;
  }
  return undefined;
}

function among(cursor: WkbCursor, count: number, range: PositionRange, mayBeEmpty: boolean): [number, number] | undefined {
  const { view, little, stride } = cursor;
  const { mostX, mostY } = range;
  let { xmin, ymin, xmax, ymax } = range;
  cursor.need(count * stride);
  for (let i = 0, at = cursor.offset; i < count; i++, at += stride) {
    const x = view.getFloat64(at, little);
    const y = view.getFloat64(at + 8, little);
    if (Math.abs(x) <= mostX && Math.abs(y) <= mostY) {
      if (x < xmin) xmin = x;
      if (x > xmax) xmax = x;
      if (y < ymin) ymin = y;
      if (y > ymax) ymax = y;
    } else if (!(mayBeEmpty && Number.isNaN(x) && Number.isNaN(y))) return [x, y];
  }
  range.xmin = xmin;
  range.ymin = ymin;
  range.xmax = xmax;
  range.ymax = ymax;
  cursor.offset += count * stride;
  return undefined;
}
