import { pointWkb } from '@graticule/geo/convert/point-wkb';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orderByPlace, placeNumberOf } from './place-order.rules.ts';

describe('the order in which points are stored', () => {
  const points = (...given: [x: number, y: number, drawZoom: number][]) =>
    given.map(([x, y, drawZoom]) => placeNumberOf(pointWkb(x, y), drawZoom));

  it('puts those that are drawn from afar together, and neighbours side by side', () => {
    const far = 15_000_000;
    expect([...orderByPlace(points([far, far, 7], [1, 1, 7], [-far, far, 0], [far, far, 6], [2, 2, 7], [-far, far, 3]))]).toEqual([
      2, 5, 3, 1, 4, 0,
    ]);
  });

  it('takes every point once, those beyond the square and those without a place too', () => {
    const anywhere = fc.record({ wkb: fc.option(fc.tuple(fc.double(), fc.double()).map(([x, y]) => pointWkb(x, y))), drawZoom: fc.nat(7) });
    fc.assert(
      fc.property(fc.array(anywhere, { maxLength: 50 }), (given) => {
        expect([...orderByPlace(given.map(({ wkb, drawZoom }) => placeNumberOf(wkb, drawZoom)))].sort((a, b) => a - b)).toEqual([
          ...given.keys(),
        ]);
      }),
    );
  });
});
