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
  return cursorBeyond(new WkbCursor(wkb), mostX, mostY);
}

/** The same for the geometry that a cursor was opened on. */
export function cursorBeyond(cursor: WkbCursor, mostX: number, mostY: number): [number, number] | undefined {
  const type = cursor.header();
  if (type === WKB_POINT) return among(cursor, 1, [mostX, mostY], true);
  if (type === WKB_LINE) return among(cursor, cursor.positions(), [mostX, mostY], false);
  for (let left = cursor.uint(); left > 0; left--) {
    const found = type === WKB_POLYGON ? among(cursor, cursor.positions(), [mostX, mostY], false) : cursorBeyond(cursor, mostX, mostY);
    if (found !== undefined) return found;
  }
  return undefined;
}

function among(cursor: WkbCursor, count: number, [mostX, mostY]: [number, number], mayBeEmpty: boolean): [number, number] | undefined {
  const { view, little, stride } = cursor;
  cursor.need(count * stride);
  for (let i = 0, at = cursor.offset; i < count; i++, at += stride) {
    const x = view.getFloat64(at, little);
    const y = view.getFloat64(at + 8, little);
    if (Math.abs(x) <= mostX && Math.abs(y) <= mostY) continue;
    if (!(mayBeEmpty && Number.isNaN(x) && Number.isNaN(y))) return [x, y];
  }
  cursor.offset += count * stride;
  return undefined;
}
