import { describe, expect, it } from 'vitest';
import { holds } from '../../testing/holds.ts';
import type { Shape } from '../convert/shape.ts';
import type { Position } from '../esri/geometry.ts';
import { fromWebMercator, toWebMercator } from '../project/web-mercator.ts';
import { geodesicBuffer, linesToBuffer } from './geodesic-buffer.ts';
import { destination, turned } from './geodesic-circle.ts';
import { geodesicDistance } from './size.ts';

const flat = { hasZ: false, hasM: false };
const onMap = (line: readonly Position[]): Position[] => line.map(([x = 0, y = 0]) => toWebMercator(x, y));
const lineOf = (...line: Position[]): Shape => ({ kind: 'polyline', paths: [onMap(line)], ...flat });

/** Numbers from 0 to 1 that fill it evenly in each column, and all columns together. */
const spread = (round: number): [number, number, number] => [0.8191725, 0.6710436, 0.5497004].map((share) => (round * share) % 1) as [number, number, number]; // biome-ignore format: one line

/** Places on the lines, so near to one another that what is near to a line is as near to one of them. */
function placesOn(shape: Shape, metres: number): Position[] {
  const apart = Math.max(metres / 50, 1_000);
  return linesToBuffer(shape, 0, Infinity).flatMap((line) =>
    line.flatMap(([bx = 0, by = 0], at) => {
      const [ax = bx, ay = by] = line[at - 1] ?? [];
      const parts = Math.max(1, Math.ceil(Math.hypot(bx - ax, by - ay) / apart));
      return Array.from({ length: parts }, (_, part) => {
        const share = (part + 1) / parts;
        return fromWebMercator(ax + (bx - ax) * share, ay + (by - ay) * share);
      });
    }),
  );
}

describe('what is near to a shape', () => {
  it.each<[string, Shape, number]>([
    ['a line across a continent', lineOf([-60, 60], [60, 60]), 100_000],
    ['a line over the equator', lineOf([-60, -40], [60, 70]), 1_000_000],
    ['a line that is seen from afar', lineOf([-60, -40], [60, 70]), 3_000_000],
    ['a line, half of the globe away', lineOf([-60, -40], [60, 40]), 6_000_000],
    ['a line, almost all of the globe away', lineOf([-10, -40], [20, 40]), 12_000_000],
    ['sharp corners', lineOf([0, 50], [10, 52], [1, 53], [12, 55], [12, 48]), 80_000],
    ['a line back and forth', lineOf([0, 50], [3, 50], [0, 50]), 200_000],
    ['a line over the date line', lineOf([178, -17], [182, -18]), 300_000],
    ['a line beside a pole', lineOf([0, 84], [40, 86]), 200_000],
    ['a line from which a pole is near', lineOf([0, 70], [100, 80]), 2_500_000],
    ['a ring', { kind: 'polygon', polygons: [[onMap([[5, 5], [5, 15], [15, 15], [15, 5], [5, 5]])]], ...flat }, 120_000], // biome-ignore format: one line
    ['points', { kind: 'multipoint', positions: onMap([[5, 5], [6, 5], [179.9, 70]]), ...flat }, 400_000], // biome-ignore format: one line
  ])('lies in one of the pieces, and nothing else does: %s', (_what, shape, metres) => {
    const pieces = geodesicBuffer(linesToBuffer(shape, metres, 1_000), metres);
    const places = placesOn(shape, metres);
    let inside = 0;
    for (let round = 0; round < 150; round++) {
      const [first, second, third] = spread(round);
      // Most of them close to the edge, on one side or the other.
      const [x = 0, y = 0] =
        round % 3 === 0
          ? [first * 360 - 180, second * 170 - 85]
          : destination(places[Math.floor(first * places.length)] ?? [0, 0], second * 360, metres * (0.99 + third / 50));
      if (Math.abs(y) > 88) continue;
      const distance = Math.min(...places.map((place) => geodesicDistance(place, [x, y])));
      if (Math.abs(distance - metres) < metres / 1_000) continue;
      if (distance < metres) inside++;
      expect(holds(pieces, toWebMercator(turned(x), y)), `${x}, ${y} at ${distance}`).toBe(distance < metres);
    }
    expect(inside).toBeGreaterThan(10);
  });

  it('needs no corners that make no difference', () => {
    const wavy = lineOf(...Array.from({ length: 1_000 }, (_, at): Position => [at / 1_000, 50 + Math.sin(at) / 1e6]));
    expect(linesToBuffer(wavy, 100_000, 1_000).flat().length).toBeLessThan(10);
    expect(linesToBuffer(wavy, 100, 1_000).flat().length).toBeGreaterThan(500);
  });

  it('leaves corners out in a bounded time', () => {
    const widening = lineOf(...Array.from({ length: 10_000 }, (_, at): Position => [at / 1_000, (at % 2 === 0 ? 1 : -1) * (at / 1_000)]));
    const began = performance.now();
    expect(linesToBuffer(widening, 1, 1_000)[0]).toHaveLength(10_000);
    // Without a bound it is seconds.
    expect(performance.now() - began).toBeLessThan(1_000);
  });

  it('is told in bounded pieces, however many corners and wherever they are', () => {
    const wild = lineOf(
      ...Array.from({ length: 2_000 }, (_, at): Position => {
        const [first, second] = spread(at);
        return [first * 360 - 180, second * 160 - 80];
      }),
    );
    for (const metres of [10, 100_000, 1_000_000, 19_000_000]) {
      const pieces = geodesicBuffer(linesToBuffer(wild, metres, 1_000), metres);
      expect(pieces.flat(2).length).toBeLessThan(600_000);
      expect(pieces.flat().every((ring) => ring.length >= 4)).toBe(true);
    }
  });
});
