// Which vertex or edge of other features a place falls on.
import { mercatorX, mercatorY } from '@graticule/geo/project/web-mercator';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Place, Shape, Vertex } from './shape.ts';
import { SnapIndex } from './snap-index.ts';

const degree = mercatorX(1);
const shape = (kind: Shape['kind'], ...places: Place[]): Shape => ({
  kind,
  parts: [places.map((at): Vertex => ({ at, held: [at[0], at[1]] }))],
});
const index = (...shapes: Shape[]): SnapIndex => new SnapIndex([{ title: 'Roads', shapes }]);

describe('a place falls on', () => {
  it('the nearest vertex within reach, with the numbers that the layer holds of it', () => {
    const roads = index(shape('line', [0, 0], [1, 0]), shape('point', [1.05, 0]));
    expect(roads.nearest([1.04, 0.01], 0.2 * degree)).toEqual({
      spot: { at: [expect.closeTo(1.05, 9), expect.closeTo(0, 9)], held: [1.05, 0] },
      on: 'vertex',
      title: 'Roads',
    });
  });

  it('an edge where no vertex is within reach, at the foot of the way to it', () => {
    const roads = index(shape('line', [0, 0], [10, 0]));
    expect(roads.nearest([4, 0.1], 0.2 * degree)).toEqual({
      spot: { at: [expect.closeTo(4, 9), expect.closeTo(0, 9)] },
      on: 'edge',
      title: 'Roads',
    });
    expect(roads.nearest([4, 0.3], 0.2 * degree)).toBeUndefined();
  });

  it('the edge that closes an outline, and none beyond the end of a line', () => {
    const ring: Place[] = [
      [0, 0],
      [10, 0],
      [10, 10],
    ];
    expect(index(shape('polygon', ...ring)).nearest([5, 5.05], degree)?.on).toBe('edge');
    expect(index(shape('line', ...ring)).nearest([5, 5.05], degree)).toBeUndefined();
    expect(index(shape('multipoint', ...ring)).nearest([5, 0], degree)).toBeUndefined();
  });

  it('features on another turn of the earth, whose numbers are not taken over there', () => {
    const roads = index(shape('point', [-179, 10]));
    expect(roads.nearest([181.001, 10], 0.01 * degree)).toEqual({
      spot: { at: [expect.closeTo(181, 9), expect.closeTo(10, 9)] },
      on: 'vertex',
      title: 'Roads',
    });
  });
});

it('nothing is nearer than what is found', () => {
  const place = fc.tuple(fc.double({ min: -20, max: 20, noNaN: true }), fc.double({ min: -20, max: 20, noNaN: true }));
  const way = ([ax, ay]: Place, [bx, by]: Place): number => Math.hypot(mercatorX(ax) - mercatorX(bx), mercatorY(ay) - mercatorY(by));
  fc.assert(
    fc.property(
      fc.array(place, { minLength: 1, maxLength: 30 }),
      place,
      fc.double({ min: 0.1, max: 8, noNaN: true }),
      (places, at, reach) => {
        const found = index(shape('line', ...places)).nearest(at, reach * degree);
        const least = Math.min(...places.map((each) => way(each, at)));
        if (least <= reach * degree) {
          expect(found?.on).toBe('vertex');
          expect(way(found?.spot.at ?? [0, 0], at)).toBeCloseTo(least, 3);
        } else if (found) {
          expect(found.on).toBe('edge');
          expect(way(found.spot.at, at)).toBeLessThanOrEqual(Math.min(least, reach * degree) + 0.001);
        }
      },
    ),
  );
});
