import { expect, it } from 'vitest';
import type { Shape } from './shape.ts';
import { withoutDrift } from './without-drift.ts';
import { readWkb, writeWkb } from './wkb.ts';

const LIMITS = { least: 1e-7, most: 1, edge: 100 };
const line = (...positions: number[][]): Shape => ({ kind: 'polyline', hasZ: true, hasM: false, paths: [positions as never] });

it('moves each position by what it misses of itself, and only that', () => {
  const given = writeWkb(line([10, 20, 5], [30, 40, 6], [50, 60, 7], [70, 80, 8]));
  // A little, as good as nothing, to nowhere, and to the other side of the globe.
  const back = writeWkb(line([10.25, 19.5, 5], [30 + 1e-9, 40, 6], [Number.NaN, 60, 7], [-290, 80, 8]));
  const found = withoutDrift(given, { back }, LIMITS);
  expect(readWkb(found)).toEqual(line([9.75, 20.5, 5], [30, 40, 6], [50, 60, 7], [70, 80, 8]));
  expect(readWkb(given)).toEqual(line([10, 20, 5], [30, 40, 6], [50, 60, 7], [70, 80, 8]));
});

it('leaves alone what lies at the edge, what stays and what came back in another form', () => {
  const given = writeWkb(line([10, 20, 5], [30, 40, 6]));
  const back = writeWkb(line([10.25, 20, 5], [30.25, 40, 6]));
  const there = writeWkb(line([-101, 0, 5], [99, 0, 6]));
  expect(readWkb(withoutDrift(given, { back, there }, LIMITS))).toEqual(line([10, 20, 5], [29.75, 40, 6]));
  expect(withoutDrift(given, { back: given }, LIMITS)).toBe(given);
  expect(withoutDrift(given, { back: writeWkb(line([10.25, 20, 5])) }, LIMITS)).toBe(given);
});
