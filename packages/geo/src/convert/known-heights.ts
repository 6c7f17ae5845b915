// Heights that are not known are 0, as those that are not said at all: newer versions of PROJ find no place for a position without a height.
import { eachRun, WkbCursor } from './wkb-cursor.ts';

/** The geometry with all its heights known: a copy where it has heights, else the same bytes. @throws GeometryError on bytes that are no WKB */
export function withKnownHeights(wkb: Uint8Array): Uint8Array {
  const head = new WkbCursor(wkb);
  head.header();
  if (!head.hasZ) return wkb;
  const copy = new Uint8Array(wkb);
  settleHeights(new WkbCursor(copy));
  return copy;
}

/** The same for the geometry that a cursor was opened on, where it is. */
export function settleHeights(cursor: WkbCursor): void {
  eachRun(cursor, settlePositions);
}

function settlePositions(cursor: WkbCursor, count: number): void {
  const { view, little, stride, hasZ } = cursor;
  cursor.need(count * stride);
  // A part may be without heights though the whole has some: what follows it is behind its positions.
  for (let i = 0, at = cursor.offset; hasZ && i < count; i++, at += stride) {
    // An empty point has no position at all.
    if (Number.isNaN(view.getFloat64(at + 16, little)) && !Number.isNaN(view.getFloat64(at, little))) view.setFloat64(at + 16, 0, little);
  }
  cursor.offset += count * stride;
}
