// Whether polygons hold places.
import type { Position } from '../src/esri/geometry.ts';

/** Whether a place lies in one of the polygons, in whatever units: rays to the north cross their edges an odd number of times. */
export function holds(polygons: readonly Position[][][], [x = 0, y = 0]: Position): boolean {
  return polygons.some((rings) => {
    let inside = false;
    for (const ring of rings)
      for (const [at, [bx = 0, by = 0]] of ring.entries()) {
        const [ax = 0, ay = 0] = ring[at - 1] ?? [bx, by];
        if (ax > x !== bx > x && y < ay + ((x - ax) / (bx - ax)) * (by - ay)) inside = !inside;
      }
    return inside;
  });
}
