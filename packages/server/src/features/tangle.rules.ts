// Says whether the rings of a polygon cross each other so often that mending them would hold up the database.
import { isSurelyValid } from '@graticule/geo/convert/simple-ring';
import { readWkb } from '@graticule/geo/convert/wkb';
import { WkbCursor } from '@graticule/geo/convert/wkb-cursor';

/** A hand-drawn lasso crosses itself a few times; mending takes time that grows with the square of the crossings. */
const MAX_CROSSINGS = 200;
/** Polygons that stay are mended once: half a second at most. With 15,000 crossings it takes minutes, and then all memory. */
export const MAX_STORED_CROSSINGS = 1_000;
/** Below so many bytes of WKB there are not sides enough: 45 of them have fewer pairs than that. */
const MAX_PLAIN_BYTES = 46 * 16;
/** Pairs of sides that are looked at; a tenth of a second at most. */
const MAX_PAIRS = 30_000_000;
/** The same for shapes of files, where whole countries with a million corners come: those of Russia have a hundred million pairs and cross nowhere. */
const MAX_STORED_PAIRS = 1_000_000_000;

/** True when there are too many crossings, or too many sides beside each other to tell. */
export function isTangled(
  rings: readonly (readonly (readonly number[])[])[],
  most: number = MAX_CROSSINGS,
  mostPairs: number = MAX_PAIRS,
): boolean {
  const corners = rings.reduce((sum, ring) => sum + ring.length, 0);
  if ((corners * corners) / 2 <= most) return false;
  const sides = sortedSides(rings);
  const count = sides.length / 4;
  const side = (index: number, part: number): number => sides[index * 4 + part] ?? 0;
  let crossings = 0;
  let pairs = 0;
  for (let i = 0; i < count; i++) {
    const [ax, ay, bx, by] = [side(i, 0), side(i, 1), side(i, 2), side(i, 3)];
    const [low, high] = ay < by ? [ay, by] : [by, ay];
    for (let j = i + 1; j < count && side(j, 0) < bx; j++) {
      if (++pairs > mostPairs) return true;
      const [cy, dy] = [side(j, 1), side(j, 3)];
      if ((cy < low && dy < low) || (cy > high && dy > high)) continue;
      const [cx, dx] = [side(j, 0), side(j, 2)];
      const apart =
        turn(bx - ax, by - ay, cx - ax, cy - ay) * turn(bx - ax, by - ay, dx - ax, dy - ay) >= 0 ||
        turn(dx - cx, dy - cy, ax - cx, ay - cy) * turn(dx - cx, dy - cy, bx - cx, by - cy) >= 0;
      if (!apart && ++crossings > most) return true;
    }
  }
  return false;
}

/** The same for a geometry on its way into a layer; only polygons can be. */
export function isTangledWkb(wkb: Uint8Array): boolean {
  // Most shapes surely cross themselves nowhere, which is seen in a tenth of the time.
  if (wkb.length <= MAX_PLAIN_BYTES || isSurelyValid(new WkbCursor(wkb))) return false;
  const shape = readWkb(wkb);
  return shape.kind === 'polygon' && isTangled(shape.polygons.flat(), MAX_STORED_CROSSINGS, MAX_STORED_PAIRS);
}

/** To which side the second direction points, seen along the first. */
function turn(x1: number, y1: number, x2: number, y2: number): number {
  return Math.sign(x1 * y2 - y1 * x2);
}

/** All sides as x, y, x, y from left to right, by their left end. */
function sortedSides(rings: readonly (readonly (readonly number[])[])[]): Float64Array {
  const sides: [number, number, number, number][] = [];
  for (const ring of rings) {
    for (let i = 1; i < ring.length; i++) {
      const [[ax = 0, ay = 0], [bx = 0, by = 0]] = [ring[i - 1] ?? [], ring[i] ?? []];
      sides.push(ax < bx ? [ax, ay, bx, by] : [bx, by, ax, ay]);
    }
  }
  return Float64Array.from(sides.sort((a, b) => a[0] - b[0]).flat());
}
