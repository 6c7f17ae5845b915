import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holds } from '../../testing/holds.ts';
import type { Position } from '../esri/geometry.ts';
import { destination, geodesicCircle } from './geodesic-circle.ts';
import { geodesicDistance } from './size.ts';

const places = fc.record({ x: fc.double({ min: -180, max: 180, noNaN: true }), y: fc.double({ min: -89, max: 89, noNaN: true }) });

describe('a geodesic circle', () => {
  it('has its corners as far away as was asked', () => {
    fc.assert(
      fc.property(
        places,
        fc.double({ min: 1, max: 15_000_000, noNaN: true }),
        fc.integer({ min: 0, max: 359 }),
        ({ x, y }, metres, azimuth) => {
          expect(geodesicDistance([x, y], destination([x, y], azimuth, metres))).toBeCloseTo(metres, 2);
        },
      ),
    );
  });

  it.each<[Position, number]>([
    [[10, 50], 130_000],
    [[0, 0], 5_000_000],
    [[179.5, -17], 400_000],
    [[-179.9, 66], 2_000_000],
    // Over one pole, and over both.
    [[20, 80], 3_000_000],
    [[-100, -85], 4_000_000],
    [[0, 0], 9_900_000],
    [[0, 0], 10_100_000],
    [[-179, 5], 15_000_000],
    [[20, -70], 19_000_000],
    [[370, 0], 1_000_000],
  ])('around %j of %d metres holds what is as near and nothing else', (middle, metres) => {
    const circle = geodesicCircle(middle, metres);
    let inside = 0;
    for (let x = -179; x <= 180; x += 3)
      for (let y = -87; y <= 87; y += 3) {
        const distance = geodesicDistance(middle, [x, y]);
        // Edges are straight on the map here, in a test of polygons in degrees.
        if (Math.abs(distance - metres) < metres / 1_000) continue;
        if (distance < metres) inside++;
        expect(holds(circle, [x, y]), `${x}, ${y} at ${distance}`).toBe(distance < metres);
      }
    expect(inside).toBeGreaterThan(metres > 300_000 ? 2 : -1);
  });
});
