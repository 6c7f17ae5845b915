import { expect, it } from 'vitest';
import type { Position } from '../esri/geometry.ts';
import { withKnownHeights } from './known-heights.ts';
import type { Shape } from './shape.ts';
import { readWkb, writeWkb } from './wkb.ts';

const NONE = Number.NaN;
const high = { hasZ: true, hasM: false };
const ring: Position[] = [
  [0, 0, 5],
  [0, 1, NONE],
  [1, 1, NONE],
  [0, 0, 5],
];
const known: Position[] = [
  [0, 0, 5],
  [0, 1, 0],
  [1, 1, 0],
  [0, 0, 5],
];

it.each<[string, Shape, Shape]>([
  ['a point', { kind: 'point', ...high, position: [1, 2, NONE] }, { kind: 'point', ...high, position: [1, 2, 0] }],
  ['points', { kind: 'multipoint', ...high, positions: ring }, { kind: 'multipoint', ...high, positions: known }],
  ['lines', { kind: 'polyline', ...high, paths: [ring, ring] }, { kind: 'polyline', ...high, paths: [known, known] }],
  [
    'polygons',
    { kind: 'polygon', ...high, polygons: [[ring], [ring, ring]] },
    { kind: 'polygon', ...high, polygons: [[known], [known, known]] },
  ],
  [
    'a point with a measure',
    { kind: 'point', hasZ: true, hasM: true, position: [1, 2, NONE, NONE] },
    { kind: 'point', hasZ: true, hasM: true, position: [1, 2, 0, NONE] },
  ],
])('heights of %s that are not known are 0, and all else stays', (_, given, expected) => {
  expect(readWkb(withKnownHeights(writeWkb(given)))).toEqual(expected);
  // What a reader gave is its own.
  const bytes = writeWkb(given, { srid: 4326 });
  const before = new Uint8Array(bytes);
  expect(readWkb(withKnownHeights(bytes))).toEqual({ ...expected, srid: 4326 });
  expect(bytes).toEqual(before);
});

it('without heights the bytes are the same, and an empty point stays empty', () => {
  const flat = writeWkb({ kind: 'point', hasZ: false, hasM: true, position: [1, 2, NONE] });
  expect(withKnownHeights(flat)).toBe(flat);
  const empty = writeWkb({ kind: 'point', ...high, position: null });
  expect(withKnownHeights(empty)).toEqual(empty);
});
