// What is called surely valid is valid; and it is said of nearly all polygons that people have.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSurelyValid } from './simple-ring.ts';
import { writeWkb } from './wkb.ts';
import { WkbCursor } from './wkb-cursor.ts';

type Ring = [number, number][];

const isSure = (polygons: Ring[][]): boolean =>
  isSurelyValid(new WkbCursor(writeWkb({ kind: 'polygon', polygons, hasZ: false, hasM: false }, { srid: null })));
const isSureRing = (ring: Ring): boolean => isSure([[ring]]);
const closed = (...corners: Ring): Ring => [...corners, corners[0] as [number, number]];

const SQUARE = closed([0, 0], [0, 10], [10, 10], [10, 0]);

describe('rings that surely are valid', () => {
  it.each<[string, Ring]>([
    ['a triangle', closed([0, 0], [0, 10], [10, 0])],
    ['a square', SQUARE],
    ['a corner in the middle of a side', closed([0, 0], [0, 5], [0, 10], [10, 10], [10, 0])],
    ['a horseshoe', closed([0, 0], [9, 0], [9, 9], [6, 9], [6, 3], [3, 3], [3, 9], [0, 9])],
    ['the other way round', [...SQUARE].reverse() as Ring],
    ['far away and small', SQUARE.map(([x, y]) => [x / 1e3 + 2e7, y / 1e3 - 2e7])],
  ])('%s', (_what, ring) => {
    expect(isSureRing(ring)).toBe(true);
  });

  it.each<[string, Ring]>([
    ['a bow tie', closed([0, 0], [10, 10], [10, 0], [0, 10])],
    ['a corner on another side', closed([0, 0], [5, 10], [10, 0], [10, 10], [5, 0])],
    ['a corner on another corner', closed([0, 0], [5, 5], [0, 10], [10, 10], [5, 5], [10, 0])],
    ['a spike', closed([0, 0], [0, 10], [10, 10], [10, 20], [10, 10], [10, 0])],
    ['a side that runs along another', closed([0, 0], [10, 0], [10, 5], [2, 5], [2, 0], [6, 0], [6, -5], [0, -5])],
    ['a corner twice', closed([0, 0], [0, 10], [0, 10], [10, 10], [10, 0])],
    ['no area', closed([0, 0], [10, 0], [5, 0])],
    ['a single corner', closed([1, 1], [1, 1], [1, 1])],
    ['too few corners', closed([0, 0], [1, 1])],
    ['a corner that is no number', closed([0, 0], [0, Number.NaN], [10, 10], [10, 0])],
    ['a corner nowhere', closed([0, 0], [0, 10], [Number.POSITIVE_INFINITY, 10], [10, 0])],
    ['a crossing far along', closed(...Array.from({ length: 40 }, (_, i): [number, number] => [i, i % 3]), [39, -9], [20, 9], [10, -9])],
  ])('are not those with %s', (_what, ring) => {
    expect(isSureRing(ring)).toBe(false);
    // wherever they begin
    for (let at = 1; at < ring.length - 1; at++) expect(isSureRing(closed(...ring.slice(at, -1), ...ring.slice(0, at)))).toBe(false);
  });

  it('are closed', () => {
    expect(isSureRing(SQUARE.slice(0, -1))).toBe(false);
  });

  it('are one: holes and islands are for somebody else to look at, and none at all', () => {
    expect(isSure([[SQUARE]])).toBe(true);
    expect(isSure([[SQUARE, closed([2, 2], [2, 4], [4, 4])]])).toBe(false);
    expect(isSure([[SQUARE], [closed([20, 20], [20, 40], [40, 40])]])).toBe(false);
    expect(isSure([])).toBe(false);
    expect(isSure([[]])).toBe(false);
    const line = writeWkb({ kind: 'polyline', paths: [SQUARE], hasZ: false, hasM: false }, { srid: null });
    expect(isSurelyValid(new WkbCursor(line))).toBe(false);
  });

  it('may have heights and measures, a reference system, and either order of bytes', () => {
    const corners = SQUARE.map(([x, y]) => [x, y, 7, 8]);
    for (const srid of [null, 3857])
      expect(isSurelyValid(new WkbCursor(writeWkb({ kind: 'polygon', polygons: [[corners]], hasZ: true, hasM: true }, { srid })))).toBe(
        true,
      );
    const big = Buffer.alloc(1 + 4 + 4 + 4 + 16 * SQUARE.length);
    big.writeUInt32BE(3, 1);
    big.writeUInt32BE(1, 5);
    big.writeUInt32BE(SQUARE.length, 9);
    for (const [i, [x, y]] of SQUARE.entries()) {
      big.writeDoubleBE(x, 13 + i * 16);
      big.writeDoubleBE(y, 21 + i * 16);
    }
    expect(isSurelyValid(new WkbCursor(big))).toBe(true);
  });

  it('are those that wander, as boundaries do, of any length but the longest', () => {
    const around = (corners: number): Ring =>
      closed(
        ...Array.from({ length: corners }, (_, i): [number, number] => {
          const [turn, far] = [(i / corners) * 2 * Math.PI, 1e5 + 1e3 * Math.sin(i * 2.7)];
          return [far * Math.cos(turn), far * Math.sin(turn)];
        }),
      );
    for (const corners of [7, 8, 9, 15, 16, 17, 100, 1_000, 4_000]) expect([corners, isSureRing(around(corners))]).toEqual([corners, true]);
    expect(isSureRing(around(4_001))).toBe(false);
  });
});

describe('of rings made by chance', () => {
  it('all that surely are valid share no place but that of sides which follow each other', () => {
    const corner = fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 6 }));
    let sure = 0;
    fc.assert(
      fc.property(fc.array(corner, { minLength: 3, maxLength: 9 }), (corners) => {
        const ring = closed(...corners);
        if (!isSureRing(ring)) return;
        sure++;
        expect(sharedPlaces(ring)).toEqual([]);
      }),
      { numRuns: 5_000 },
    );
    // It says so of some, so that the test looks at something.
    expect(sure).toBeGreaterThan(100);
  });

  it('on whole numbers all without shared places are, but for corners that stand twice', () => {
    const corner = fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 6 }));
    fc.assert(
      fc.property(fc.array(corner, { minLength: 3, maxLength: 9 }), (corners) => {
        const ring = closed(...corners);
        if (sharedPlaces(ring).length === 0) expect(isSureRing(ring)).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });
});

/** Pairs of sides of a ring of small whole numbers that share a place they should not: told exactly, side by side. */
function sharedPlaces(ring: Ring): [number, number][] {
  const found: [number, number][] = [];
  const sides = ring.length - 1;
  const at = (i: number): [number, number] => ring[i] as [number, number];
  const turn = ([ax, ay]: number[], [bx, by]: number[], [cx, cy]: number[]): number =>
    Math.sign(
      ((bx as number) - (ax as number)) * ((cy as number) - (ay as number)) -
        ((by as number) - (ay as number)) * ((cx as number) - (ax as number)),
    );
  const within = (a: number[], b: number[], c: number[]): boolean =>
    turn(a, b, c) === 0 &&
    [0, 1].every(
      (axis) =>
        Math.min(a[axis] as number, b[axis] as number) <= (c[axis] as number) &&
        (c[axis] as number) <= Math.max(a[axis] as number, b[axis] as number),
    );
  for (let i = 0; i < sides; i++) {
    const [a, b] = [at(i), at(i + 1)];
    if (a[0] === b[0] && a[1] === b[1]) found.push([i, i]);
    for (let j = i + 1; j < sides; j++) {
      const [c, d] = [at(j), at(j + 1)];
      if (j === i + 1 || (i === 0 && j === sides - 1)) {
        const [first, shared, last] = j === i + 1 ? [a, b, d] : [c, a, b];
        if (within(first, shared, last) || within(shared, last, first)) found.push([i, j]);
        continue;
      }
      const crosses = turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
      if (crosses || within(a, b, c) || within(a, b, d) || within(c, d, a) || within(c, d, b)) found.push([i, j]);
    }
  }
  return found;
}
