// Shapes that cannot be saved, or not as they are.
import { expect, test } from 'vitest';
import { emptyShape, type Place, type Shape } from './shape.ts';
import { crossing, shapeFault } from './shape-faults.ts';

const shape = (kind: Shape['kind'], ...parts: Place[][]): Shape => ({ kind, parts: parts.map((part) => part.map((at) => ({ at }))) });

test.each<[string, Shape, string | undefined]>([
  ['an empty point', emptyShape('point'), 'incomplete'],
  ['a line with one vertex', shape('line', [[0, 0]]), 'incomplete'],
  [
    'a line that stands still',
    shape('line', [
      [1, 1],
      [1, 1],
    ]),
    'incomplete',
  ],
  [
    'a line that crosses itself',
    shape('line', [
      [0, 0],
      [2, 2],
      [2, 0],
      [0, 2],
    ]),
    undefined,
  ],
  [
    'an outline that crosses itself',
    shape('polygon', [
      [0, 0],
      [2, 2],
      [2, 0],
      [0, 2],
    ]),
    'crosses-itself',
  ],
  [
    'an outline that only goes there and back',
    shape('polygon', [
      [0, 0],
      [1, 0],
      [2, 0],
    ]),
    'no-area',
  ],
  [
    'a hole that crosses its outline',
    shape(
      'polygon',
      [
        [0, 0],
        [0, 4],
        [4, 4],
        [4, 0],
      ],
      [
        [3, 1],
        [6, 1],
        [6, 2],
        [3, 2],
      ],
    ),
    'crosses-itself',
  ],
  [
    'a hole inside',
    shape(
      'polygon',
      [
        [0, 0],
        [0, 4],
        [4, 4],
        [4, 0],
      ],
      [
        [1, 1],
        [2, 1],
        [2, 2],
        [1, 2],
      ],
    ),
    undefined,
  ],
  ['a latitude beyond the pole', shape('point', [[0, 90.5]]), 'out-of-range'],
  ['a place that is no number', shape('point', [[Number.NaN, 0]]), 'out-of-range'],
  [
    'an area at the date line',
    shape('polygon', [
      [170, 0],
      [190, 0],
      [180, 5],
    ]),
    undefined,
  ],
])('%s', (_, drawn, fault) => {
  expect(shapeFault(drawn)).toBe(fault);
});

test('ten thousand vertices are looked through', () => {
  const ring = Array.from({ length: 10_000 }, (_, i): Place => [Math.cos(i / 1591.55) * 10, Math.sin(i / 1591.55) * 10]);
  expect(crossing(shape('polygon', ring))).toBeUndefined();
  const [a, b] = [ring[100], ring[5000]];
  if (a && b) [ring[100], ring[5000]] = [b, a];
  expect(crossing(shape('polygon', ring))).toBeDefined();
});
