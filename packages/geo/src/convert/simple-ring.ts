// Tells quickly of most polygons that they are valid: those of one ring whose sides surely meet at their ends alone.
import { WKB_MULTIPOLYGON, WKB_POLYGON, type WkbCursor } from './wkb-cursor.ts';

/** Sides whose box is looked at before they are. */
const BLOCK = 8;
/** Corners of a ring that is looked at, with its end: the pairs of blocks grow with the square. These have 125,000, a fifth of a millisecond. */
const MOST_CORNERS = 4_001;
/** The largest error of twice the area of a triangle, as a share of its two products: four roundings and their differences, with some room. */
const ROUNDING = 8 * Number.EPSILON;
/** Below this, products lose more than that. */
const SMALLEST = 1e-290;

/** Corners of the ring that is looked at, and the boxes of its blocks; one at a time. */
const xs = new Float64Array(MOST_CORNERS);
const ys = new Float64Array(MOST_CORNERS);
const MOST_BLOCKS = Math.ceil(MOST_CORNERS / BLOCK);
const boxes = new Float64Array(MOST_BLOCKS * 4);
/** In which of four directions all sides of a block go: a line that always goes east, say, cannot meet itself. */
const courses = new Uint8Array(MOST_BLOCKS);

/**
 * Whether the polygon that the cursor was opened on surely is valid: one ring, closed, that neither crosses nor touches itself. False says nothing: rings
 * of many corners, several rings, corners that stand twice and sides nearly in one line are left for somebody who looks closely.
 * @throws GeometryError on bytes that are no WKB
 */
export function isSurelyValid(cursor: WkbCursor): boolean {
  let type = cursor.header();
  if (type === WKB_MULTIPOLYGON) {
    if (cursor.uint() !== 1) return false;
    type = cursor.header();
  }
  if (type !== WKB_POLYGON || cursor.uint() !== 1) return false;
  const count = cursor.positions();
  if (count < 4 || count > MOST_CORNERS) return false;
  const { view, little, stride } = cursor;
  for (let i = 0, at = cursor.offset; i < count; i++, at += stride) {
    xs[i] = view.getFloat64(at, little);
    ys[i] = view.getFloat64(at + 8, little);
  }
  return isSimple(count);
}

/** Whether so many corners make a closed ring whose sides share nothing but their common ends. */
function isSimple(corners: number): boolean {
  const sides = corners - 1;
  if (xs[0] !== xs[sides] || ys[0] !== ys[sides]) return false;
  const blocks = Math.ceil(sides / BLOCK);
  let before = directionsTo(sides);
  for (let block = 0; block < blocks; block++) {
    if (!boundBlock(block, Math.min((block + 1) * BLOCK, sides))) return false;
    if ((before & (courses[block] as number)) === 0 && !goesOnWithin(block, sides)) return false;
    before = courses[block] as number;
  }
  for (let a = 0; a < blocks; a++) {
    const at = a * 4;
    const xmin = boxes[at] as number;
    const ymin = boxes[at + 1] as number;
    const xmax = boxes[at + 2] as number;
    const ymax = boxes[at + 3] as number;
    for (let b = a; b < blocks; b++) {
      const other = b * 4;
      const isApart =
        (boxes[other] as number) > xmax ||
        (boxes[other + 1] as number) > ymax ||
        (boxes[other + 2] as number) < xmin ||
        (boxes[other + 3] as number) < ymin;
      if (isApart || isOneCourse(a, b, blocks)) continue;
      if (!areApart(a, b, sides)) return false;
    }
  }
  return true;
}

/** Whether each side of a block goes on from the one before it. */
function goesOnWithin(block: number, sides: number): boolean {
  const end = Math.min((block + 1) * BLOCK, sides);
  for (let i = block * BLOCK; i < end; i++) if (!goesOn(i === 0 ? sides - 1 : i - 1, i, i + 1)) return false;
  return true;
}

/** Whether two sides that follow each other share their common corner alone: both have a length, and the second does not turn back onto the first. */
function goesOn(a: number, b: number, c: number): boolean {
  if (side(a, b, c) !== 0) return true;
  const along = ((xs[b] as number) - (xs[a] as number)) * ((xs[c] as number) - (xs[b] as number));
  const across = ((ys[b] as number) - (ys[a] as number)) * ((ys[c] as number) - (ys[b] as number));
  return along + across > 0;
}

/** On which side of the line through two corners a third one lies: 1, -1, or 0 where that is not sure. */
function side(a: number, b: number, c: number): number {
  const left = ((xs[a] as number) - (xs[c] as number)) * ((ys[b] as number) - (ys[c] as number));
  const right = ((ys[a] as number) - (ys[c] as number)) * ((xs[b] as number) - (xs[c] as number));
  const twice = left - right;
  const error = ROUNDING * (Math.abs(left) + Math.abs(right)) + SMALLEST;
  return twice > error ? 1 : twice < -error ? -1 : 0;
}

/** Puts down where the sides of a block lie and go; false where that is not finite. */
function boundBlock(block: number, end: number): boolean {
  const first = block * BLOCK;
  let xmin = xs[first] as number;
  let ymin = ys[first] as number;
  let xmax = xmin;
  let ymax = ymin;
  let course = 15;
  for (let i = first + 1; i <= end; i++) {
    const x = xs[i] as number;
    const y = ys[i] as number;
    course &= directionsTo(i);
    if (x < xmin) xmin = x;
    if (x > xmax) xmax = x;
    if (y < ymin) ymin = y;
    if (y > ymax) ymax = y;
  }
  boxes[block * 4] = xmin;
  boxes[block * 4 + 1] = ymin;
  boxes[block * 4 + 2] = xmax;
  boxes[block * 4 + 3] = ymax;
  courses[block] = course;
  return xmax - xmin < Number.POSITIVE_INFINITY && ymax - ymin < Number.POSITIVE_INFINITY;
}

/** East, west, north and south as bits, for the side that ends at a corner; none where it has no length that way. */
function directionsTo(corner: number): number {
  const x = xs[corner] as number;
  const y = ys[corner] as number;
  const beforeX = xs[corner - 1] as number;
  const beforeY = ys[corner - 1] as number;
  return (x > beforeX ? 1 : x < beforeX ? 2 : 0) | (y > beforeY ? 4 : y < beforeY ? 8 : 0);
}

/** Whether a block, or two that follow each other, are one line that always goes in one of the directions. */
function isOneCourse(a: number, b: number, blocks: number): boolean {
  const follow = b - a < 2 || (a === 0 && b === blocks - 1);
  return follow && ((courses[a] as number) & (courses[b] as number)) !== 0;
}

/** Whether the sides of two blocks surely share nothing, but for those that follow each other. */
function areApart(a: number, b: number, sides: number): boolean {
  const endA = Math.min((a + 1) * BLOCK, sides);
  const endB = Math.min((b + 1) * BLOCK, sides);
  for (let i = a * BLOCK; i < endA; i++) {
    const x = xs[i] as number;
    const nextX = xs[i + 1] as number;
    const xmin = Math.min(x, nextX);
    const xmax = Math.max(x, nextX);
    const y = ys[i] as number;
    const nextY = ys[i + 1] as number;
    const ymin = Math.min(y, nextY);
    const ymax = Math.max(y, nextY);
    for (let j = Math.max(b * BLOCK, i + 2); j < endB; j++) {
      const fromX = xs[j] as number;
      const toX = xs[j + 1] as number;
      if ((fromX > xmax && toX > xmax) || (fromX < xmin && toX < xmin)) continue;
      const fromY = ys[j] as number;
      const toY = ys[j + 1] as number;
      if ((fromY > ymax && toY > ymax) || (fromY < ymin && toY < ymin)) continue;
      const isNeighbour = i === 0 && j === sides - 1;
      if (!isNeighbour && !isBeside(i, j) && !isBeside(j, i)) return false;
    }
  }
  return true;
}

/** Whether the second of two sides surely lies on one side of the line through the first. */
function isBeside(first: number, second: number): boolean {
  const which = side(first, first + 1, second);
  return which !== 0 && which === side(first, first + 1, second + 1);
}
