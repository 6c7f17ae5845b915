import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { geoJsonToWkb } from './geojson.ts';
import { meetsBox, type UprightBox } from './wkb-box.ts';
import { WkbCursor } from './wkb-cursor.ts';

const meets = (geometry: object, box: UprightBox): boolean => meetsBox(new WkbCursor(geoJsonToWkb(geometry)), box);
const BOX: UprightBox = [0, 0, 10, 10];
const square = (west: number, south: number, size: number): number[][] => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
];
const line = (...coordinates: number[][]): object => ({ type: 'LineString', coordinates });
const polygon = (...coordinates: number[][][]): object => ({ type: 'Polygon', coordinates });

describe('a box and a geometry', () => {
  it.each([
    ['a line within', line([1, 1], [2, 2]), true],
    ['a line through both sides', line([-5, 5], [15, 6]), true],
    ['a line across a corner', line([-1, 9], [2, 12]), true],
    ['a line that touches a corner', line([-1, 9], [1, 11]), true],
    ['a line that misses a corner', line([-1, 9.5], [1, 11.5]), false],
    ['a line along a side', line([-5, 10], [15, 10]), true],
    ['a line beside', line([11, -5], [11, 15]), false],
    ['a line that goes around', line([-5, -5], [-5, 15], [15, 15], [15, -5]), false],
    ['one of two lines', { type: 'MultiLineString', coordinates: [[[20, 20], [30, 30]], [[5, 1], [5, 2]]] }, true], // biome-ignore format: one geometry a line
    ['points beside', { type: 'MultiPoint', coordinates: [[-1, 5], [5, 11]] }, false], // biome-ignore format: one geometry a line
    ['a point on the border', { type: 'MultiPoint', coordinates: [[-1, 5], [10, 5]] }, true], // biome-ignore format: one geometry a line
    ['a polygon around', polygon(square(-5, -5, 30)), true],
    ['a polygon with a hole around', polygon(square(-50, -50, 100), square(-5, -5, 30)), false],
    ['a polygon with a hole that holds a part of it', polygon(square(-50, -50, 100), square(5, 5, 30)), true],
    ['a polygon that touches a side', polygon(square(10, 2, 5)), true],
    ['a polygon beside', polygon(square(10.5, 2, 5)), false],
    ['a polygon whose bounds alone meet it', polygon([[-20, 5], [5, 30], [-20, 30], [-20, 5]]), false], // biome-ignore format: one geometry a line
    ['an island within the hole', { type: 'MultiPolygon', coordinates: [[square(-50, -50, 100), square(-5, -5, 30)], [square(4, 4, 1)]] }, true], // biome-ignore format: one geometry a line
  ])('%s', (_name, geometry, expected) => {
    expect(meets(geometry, BOX)).toBe(expected);
  });

  it('meet whenever a place of a line lies in the box', () => {
    const coordinate = fc.integer({ min: -20, max: 30 });
    const end = fc.tuple(coordinate, coordinate);
    fc.assert(
      fc.property(end, end, ([ax, ay], [bx, by]) => {
        // Ends are whole numbers: whether the line meets the box is known without rounding from where it crosses each side.
        const within = (value: number): boolean => value >= 0 && value <= 10;
        const at = (side: number, from: number, to: number, other: [number, number]): boolean =>
          from !== to && (side - from) * (side - to) <= 0 && within(other[0] + ((other[1] - other[0]) * (side - from)) / (to - from));
        const expected =
          (within(ax) && within(ay)) ||
          [0, 10].some((side) => at(side, ax, bx, [ay, by]) || at(side, ay, by, [ax, bx])) ||
          (within(bx) && within(by));
        expect(meets(line([ax, ay], [bx, by]), BOX)).toBe(expected);
        expect(meets(line([bx, by], [ax, ay]), BOX)).toBe(expected);
      }),
      { numRuns: 2_000 },
    );
  });

  it('do so with heights among the numbers', () => {
    const high = [
      [-5, 5, 100],
      [15, 6, 200],
    ];
    expect(meets(line(...high), BOX)).toBe(true);
    expect(meets(line(...high), [0, 100, 10, 200])).toBe(false);
  });

  it('cannot be told from bytes that end too early', () => {
    const wkb = geoJsonToWkb(polygon(square(-5, -5, 30)));
    expect(() => meetsBox(new WkbCursor(wkb.subarray(0, 40)), BOX)).toThrow();
  });
});
