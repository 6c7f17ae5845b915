// The extent of a saved map.
import { describe, expect, test } from 'vitest';
import { withinWorld } from './save-map.ts';

describe('the view as saved', () => {
  test('stays as it is within the world', () => {
    expect(
      withinWorld([
        [-10, 30],
        [40, 70],
      ]),
    ).toEqual([
      [-10, 30],
      [40, 70],
    ]);
  });

  test('wraps longitudes that ran on, across the antimeridian too', () => {
    expect(
      withinWorld([
        [350, 0],
        [370, 10],
      ]),
    ).toEqual([
      [-10, 0],
      [10, 10],
    ]);
    expect(
      withinWorld([
        [170, 0],
        [190, 10],
      ]),
    ).toEqual([
      [170, 0],
      [-170, 10],
    ]);
  });

  test('the world several times is the world once', () => {
    expect(
      withinWorld([
        [-300, -89],
        [300, 89],
      ]),
    ).toEqual([
      [-180, -85],
      [180, 85],
    ]);
  });
});
