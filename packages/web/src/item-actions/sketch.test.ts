// Where a sketch puts features.
import { expect, test } from 'vitest';
import { sketchOf } from './sketch.ts';

const METRES = 20037508.342789244;

test('the middle of the world, and its corners', () => {
  expect(sketchOf([{ x: 0, y: 0 }])?.points).toEqual([[180, 90]]);
  expect(sketchOf([{ x: METRES, y: 0 }])?.points).toEqual([[360, 90]]);
});

test('the view holds all features with ground around them', () => {
  const [left, top, width, height] = sketchOf([
    { x: -METRES / 2, y: 0 },
    { x: METRES / 2, y: 1e6 },
  ])?.view ?? [0, 0, 0, 0];
  expect(left).toBeLessThan(90);
  expect(left + width).toBeGreaterThan(270);
  expect(top).toBeLessThan(90 - 8);
  expect(top + height).toBeGreaterThan(90);
});

test('lines and rings become paths; points on one place are drawn once', () => {
  const sketch = sketchOf([
    {
      paths: [
        [
          [0, 0],
          [1e6, 0],
        ],
      ],
    },
    {
      rings: [
        [
          [0, 0],
          [1e6, 0],
          [0, 1e6],
          [0, 0],
        ],
      ],
    },
    {
      points: [
        [5, 5],
        [5, 5],
      ],
    },
  ]);
  expect(sketch?.lines).toMatch(/^M180\.00000 90\.00000L/);
  expect(sketch?.areas).toMatch(/Z$/);
  expect(sketch?.points).toHaveLength(1);
});

test('coordinates beyond the world are noticed, and nothing gives no sketch', () => {
  expect(sketchOf([{ x: 3e8, y: 0 }])?.isOffWorld).toBe(true);
  expect(sketchOf([])).toBeUndefined();
});
