import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyExtent, extentOf, extentsIntersect, isEmptyExtent, unionExtent } from './extent.ts';
import { simplifyLine, simplifyRing, simplifyShape } from './simplify.ts';
import { geodesicArea, geodesicDistance, geodesicLength, planarArea, planarLength, sizeOf } from './size.ts';

describe('extents', () => {
  it('are found for every kind of geometry', () => {
    expect(extentOf({ x: 1, y: 2 })).toEqual({ xmin: 1, ymin: 2, xmax: 1, ymax: 2 });
    expect(
      extentOf({
        rings: [
          [
            [0, 5],
            [3, -1],
          ],
          [[9, 9]],
        ],
      }),
    ).toEqual({ xmin: 0, ymin: -1, xmax: 9, ymax: 9 });
    expect(
      extentOf({
        paths: [
          [
            [0, 5],
            [3, -1],
          ],
        ],
      }),
    ).toEqual({ xmin: 0, ymin: -1, xmax: 3, ymax: 5 });
    expect(isEmptyExtent(extentOf({ points: [] }))).toBe(true);
  });

  it('are joined and compared', () => {
    const a = { xmin: 0, ymin: 0, xmax: 1, ymax: 1 };
    expect(unionExtent(a, emptyExtent())).toEqual(a);
    expect(extentsIntersect(a, { xmin: 1, ymin: 1, xmax: 2, ymax: 2 })).toBe(true);
    expect(extentsIntersect(a, { xmin: 1.1, ymin: 0, xmax: 2, ymax: 2 })).toBe(false);
  });
});

describe('simplify', () => {
  it('keeps the ends and stays within the tolerance', () => {
    const coordinate = fc.double({ min: -1000, max: 1000, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(coordinate, coordinate), { minLength: 2, maxLength: 40 }),
        fc.double({ min: 0.1, max: 300, noNaN: true }),
        (line, tolerance) => {
          const simple = simplifyLine(line, tolerance);
          expect(simple[0]).toEqual(line[0]);
          expect(simple.at(-1)).toEqual(line.at(-1));
          for (const [x, y] of line) {
            const near = simple.slice(1).some((to, i) => distance(x, y, simple[i] ?? [], to) <= tolerance + 1e-6);
            expect(near).toBe(true);
          }
        },
      ),
    );
  });

  it('does not exhaust the stack on a long zigzag', () => {
    const line = Array.from({ length: 200_000 }, (_, i) => [i, i % 2]);
    expect(simplifyLine(line, 2)).toHaveLength(2);
  });

  it('keeps rings closed, and drops those that shrink to a line', () => {
    const ring = [
      [0, 0],
      [5, 0.01],
      [10, 0],
      [10, 10],
      [0, 10],
      [0, 0],
    ];
    expect(simplifyRing(ring, 1)).toEqual([
      [0, 0],
      [10, 0],
      [10, 10],
      [0, 10],
      [0, 0],
    ]);
    const sliver = [
      [0, 0],
      [5, 0.1],
      [10, 0],
      [5, -0.1],
      [0, 0],
    ];
    expect(simplifyRing(sliver, 1)).toBeNull();
    const shape = simplifyShape({ kind: 'polygon', hasZ: false, hasM: false, polygons: [[ring, sliver], [sliver]] }, 1);
    expect(shape).toMatchObject({ polygons: [[{ length: 5 }]] });
  });
});

function distance(x: number, y: number, [ax = 0, ay = 0]: number[], [bx = 0, by = 0]: number[]): number {
  const length2 = (bx - ax) ** 2 + (by - ay) ** 2;
  const t = length2 === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length2));
  return Math.hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay));
}

describe('lengths and areas', () => {
  it('are planar in map units', () => {
    expect(
      planarLength([
        [0, 0],
        [3, 4],
        [3, 5],
      ]),
    ).toBe(6);
    expect(
      planarArea([
        [0, 0],
        [0, 2],
        [2, 2],
        [2, 0],
        [0, 0],
      ]),
    ).toBe(4);
  });

  it('are geodesic on WGS 84', () => {
    // Known lengths of the ellipsoid: a degree of longitude on the equator, and a quarter of the meridian.
    expect(geodesicDistance([0, 0], [1, 0])).toBeCloseTo(111319.4908, 3);
    expect(geodesicDistance([0, 0], [0, 90])).toBeCloseTo(10001965.729, 2);
    expect(geodesicDistance([179.5, 0], [-179.5, 0])).toBeCloseTo(111319.4908, 3);
    expect(geodesicDistance([5, 5], [5, 5])).toBe(0);
    expect(geodesicDistance([0, 0], [179.9, 0.1]) / 20_000_000).toBeCloseTo(1, 1);
    expect(
      geodesicLength([
        [0, 0],
        [1, 0],
        [2, 0],
      ]),
    ).toBeCloseTo(2 * 111319.4908, 2);
  });

  it('add up to the surface of the Earth', () => {
    const belt = (south: number, north: number) => {
      const ring = Array.from({ length: 361 }, (_, i) => [i - 180, south]);
      return [...ring, ...Array.from({ length: 361 }, (_, i) => [180 - i, north]), [-180, south]];
    };
    expect(geodesicArea(belt(-90, 90)) / 510_065_621_724_000).toBeCloseTo(1, 6);
  });

  it('leave out holes', () => {
    const square = (a: number, b: number) => [
      [a, a],
      [a, b],
      [b, b],
      [b, a],
      [a, a],
    ];
    expect(sizeOf({ rings: [square(0, 10), square(1, 2).reverse()] }, 'planar')).toEqual({ length: 44, area: 99 });
    expect(
      sizeOf(
        {
          paths: [
            [
              [0, 0],
              [1, 0],
            ],
          ],
        },
        'planar',
      ),
    ).toEqual({ length: 1, area: 0 });
    expect(sizeOf({ x: 1, y: 1 }, 'geodesic')).toEqual({ length: 0, area: 0 });
  });
});
