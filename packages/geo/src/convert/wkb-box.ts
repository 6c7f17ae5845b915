// Whether a geometry meets an upright box, told from its WKB.
import type { WkbCursor } from './wkb-cursor.ts';
import { WKB_LINE, WKB_POINT, WKB_POLYGON } from './wkb-cursor.ts';

/** West, south, east and north of a box that has a width and a height. */
export type UprightBox = readonly [number, number, number, number];

const DOUBLE = 8;
/** More than what rounding can make of the area on one side of a line, for each unit of its two parts. */
const ROUNDING = 2 ** -50;

/** Whether the geometry that the cursor was opened on has a place in common with the box or its border. @throws GeometryError on bytes that are no WKB */
export function meetsBox(cursor: WkbCursor, box: UprightBox): boolean {
  const type = cursor.header();
  if (type === WKB_POINT) return holdsPoint(cursor, box);
  if (type === WKB_LINE) return lineMeets(cursor, cursor.positions(), box) === MEETS;
  if (type === WKB_POLYGON) return polygonMeets(cursor, box);
  for (let parts = cursor.uint(); parts > 0; parts--) if (meetsBox(cursor, box)) return true;
  return false;
}

function holdsPoint(cursor: WkbCursor, [west, south, east, north]: UprightBox): boolean {
  cursor.need(cursor.stride);
  const x = cursor.view.getFloat64(cursor.offset, cursor.little);
  const y = cursor.view.getFloat64(cursor.offset + DOUBLE, cursor.little);
  cursor.offset += cursor.stride;
  // An empty point has no place.
  return x >= west && x <= east && y >= south && y <= north;
}

/** A ring around the box has no line in it: then all of the box is inside, or outside. */
function polygonMeets(cursor: WkbCursor, box: UprightBox): boolean {
  let isInside = false;
  for (let rings = cursor.uint(); rings > 0; rings--) {
    const found = lineMeets(cursor, cursor.positions(), box);
    if (found === MEETS) return true;
    if (found === AROUND) isInside = !isInside;
  }
  return isInside;
}

const NOT = 0;
/** The line goes through the box or touches it. */
const MEETS = 1;
/** It does not, and crosses the way from the box to the east an odd number of times. */
const AROUND = 2;

/** Goes along the positions at the cursor, and past them unless they meet the box. */
function lineMeets(cursor: WkbCursor, count: number, box: UprightBox): typeof NOT | typeof MEETS | typeof AROUND {
  const [west, south, east, north] = box;
  const { view, little, stride, offset } = cursor;
  let isAround = false;
  let px = 0;
  let py = 0;
  for (let i = 0, at = offset; i < count; i++, at += stride) {
    const x = view.getFloat64(at, little);
    const y = view.getFloat64(at + DOUBLE, little);
    if (x >= west && x <= east && y >= south && y <= north) return MEETS;
    if (i > 0) {
      if (!isBeside(px, py, x, y, box) && crosses(px, py, x, y, box)) return MEETS;
      if (py < south !== y < south && isEastOf(px, py, x, y, box)) isAround = !isAround;
    }
    px = x;
    py = y;
  }
  cursor.offset += count * stride;
  return isAround ? AROUND : NOT;
}

/** Whether both ends lie on the same side of the box. */
function isBeside(px: number, py: number, x: number, y: number, [west, south, east, north]: UprightBox): boolean {
  return (px < west && x < west) || (px > east && x > east) || (py < south && y < south) || (py > north && y > north);
}

/** Whether a segment that is not beside the box goes through it: corners of the box lie on either side of it, or on it. */
function crosses(px: number, py: number, x: number, y: number, [west, south, east, north]: UprightBox): boolean {
  const rises = x > px === y > py;
  const first = side(px, py, x, y, [west, rises ? north : south]);
  const second = side(px, py, x, y, [east, rises ? south : north]);
  return first === 0 || second === 0 || first !== second;
}

/** On which side of a segment a place lies: 1 or -1, and 0 on it as far as can be told. */
function side(px: number, py: number, x: number, y: number, [cx, cy]: readonly [number, number]): number {
  const left = (x - px) * (cy - py);
  const right = (y - py) * (cx - px);
  const doubt = ROUNDING * (Math.abs(left) + Math.abs(right));
  const area = left - right;
  return area > doubt ? 1 : area < -doubt ? -1 : 0;
}

/** Whether a segment that misses the box crosses the line through its south in the east of it. */
function isEastOf(px: number, py: number, x: number, y: number, [west, south, east]: UprightBox): boolean {
  if (px > east && x > east) return true;
  if (px < west && x < west) return false;
  const isLeft = side(px, py, x, y, [east, south]);
  return y > py ? isLeft > 0 : isLeft < 0;
}
