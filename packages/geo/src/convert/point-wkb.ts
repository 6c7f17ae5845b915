// WKB of single points, of which files have millions. They are written and read in one place in memory: asking a small array for its buffer moves it
// out of the heap, which costs more than everything else that is done with the point.
import { WKB_POINT } from './wkb-cursor.ts';

const LENGTH = 21;
const bytes = new Uint8Array(LENGTH);
const view = new DataView(bytes.buffer);

/** WKB of one point without building a shape. */
export function pointWkb(x: number, y: number): Uint8Array {
  bytes.fill(0, 0, 5);
  bytes[0] = 1;
  bytes[1] = WKB_POINT;
  view.setFloat64(5, x, true);
  view.setFloat64(13, y, true);
  return bytes.slice();
}

/** Whether it is little-endian WKB of a point with nothing but x and y. */
export function isPlainPoint(wkb: Uint8Array): boolean {
  return wkb.length === LENGTH && wkb[0] === 1 && wkb[1] === WKB_POINT && wkb[2] === 0 && wkb[3] === 0 && wkb[4] === 0;
}

/** The bytes of a plain point to read from: x at 5, y at 13, little-endian. Valid until the next call of this file. */
export function pointView(wkb: Uint8Array): DataView {
  bytes.set(wkb);
  return view;
}
