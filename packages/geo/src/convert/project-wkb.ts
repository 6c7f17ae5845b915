// Degrees to Web Mercator inside WKB, without taking it apart.
import { mercatorX, mercatorY } from '../project/web-mercator.ts';
import { isPlainPoint, pointView, pointWkb } from './point-wkb.ts';
import { eachRun, WkbCursor } from './wkb-cursor.ts';

/** Whether the geometry is little-endian and carries no number of a reference system. */
export function isPlainWkb(wkb: Uint8Array): boolean {
  return wkb.length >= 9 && wkb[0] === 1 && ((wkb[4] as number) & 0x20) === 0;
}

/** A copy of the geometry with every position in metres of Web Mercator. @throws GeometryError on bytes that are no WKB */
export function wkbInMercator(wkb: Uint8Array): Uint8Array {
  if (isPlainPoint(wkb)) {
    const point = pointView(wkb);
    return pointWkb(mercatorX(point.getFloat64(5, true)), mercatorY(point.getFloat64(13, true)));
  }
  const copy = new Uint8Array(wkb);
  projectInPlace(new WkbCursor(copy));
  return copy;
}

/** Brings every position of the geometry that the cursor was opened on to metres of Web Mercator, where it is. */
export function projectInPlace(cursor: WkbCursor): void {
  eachRun(cursor, projectPositions);
}

function projectPositions(cursor: WkbCursor, count: number): void {
  const { view, little, stride } = cursor;
  cursor.need(count * stride);
  for (let i = 0, at = cursor.offset; i < count; i++, at += stride) {
    view.setFloat64(at, mercatorX(view.getFloat64(at, little)), little);
    view.setFloat64(at + 8, mercatorY(view.getFloat64(at + 8, little)), little);
  }
  cursor.offset += count * stride;
}
