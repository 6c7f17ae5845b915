import type { Bounds } from '@graticule/contract/documents/viewpoint';
import { expect, it } from 'vitest';
import { isHardToSee } from './hard-to-see.ts';

const box = (west: number, south: number, east: number, north: number): Bounds => [
  [west, south],
  [east, north],
];

it.each<[string, Bounds, Bounds, boolean]>([
  ['in the view and large', box(2, 2, 8, 8), box(0, 0, 10, 10), false],
  ['partly outside', box(2, -1, 8, 8), box(0, 0, 10, 10), true],
  ['too small', box(2, 2, 2.1, 2.1), box(0, 0, 10, 10), true],
  ['a point in the view', box(2, 2, 2, 2), box(0, 0, 10, 10), false],
  ['a point outside', box(2, 12, 2, 12), box(0, 0, 10, 10), true],
  ['in a copy of the world', box(-178, 2, -172, 8), box(180, 0, 190, 10), false],
])('what is %s', (_, bounds, view, expected) => {
  expect(isHardToSee(bounds, view)).toBe(expected);
});
