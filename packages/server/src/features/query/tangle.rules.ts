// Says whether the rings of a query geometry cross each other so often that mending them would hold up the database.

/** A hand-drawn lasso crosses itself a few times; mending takes time that grows with the square of the crossings. */
const MAX_CROSSINGS = 200;
/** Pairs of sides that are looked at; a tenth of a second at most. */
const MAX_PAIRS = 30_000_000;

/** True when there are too many crossings, or too many sides beside each other to tell. */
export function isTangled(rings: readonly (readonly (readonly number[])[])[]): boolean {
  const sides = sortedSides(rings);
  const count = sides.length / 4;
  const side = (index: number, part: number): number => sides[index * 4 + part] ?? 0;
  let crossings = 0;
  let pairs = 0;
  for (let i = 0; i < count; i++) {
    const [ax, ay, bx, by] = [side(i, 0), side(i, 1), side(i, 2), side(i, 3)];
    const [low, high] = ay < by ? [ay, by] : [by, ay];
    for (let j = i + 1; j < count && side(j, 0) < bx; j++) {
      if (++pairs > MAX_PAIRS) return true;
      const [cy, dy] = [side(j, 1), side(j, 3)];
      if ((cy < low && dy < low) || (cy > high && dy > high)) continue;
      const [cx, dx] = [side(j, 0), side(j, 2)];
      const apart =
        turn(bx - ax, by - ay, cx - ax, cy - ay) * turn(bx - ax, by - ay, dx - ax, dy - ay) >= 0 ||
        turn(dx - cx, dy - cy, ax - cx, ay - cy) * turn(dx - cx, dy - cy, bx - cx, by - cy) >= 0;
      if (!apart && ++crossings > MAX_CROSSINGS) return true;
    }
  }
  return false;
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
