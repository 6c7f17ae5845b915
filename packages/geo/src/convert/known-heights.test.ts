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
const plane = (z?: number): { hasZ: boolean; hasM: boolean } => ({ hasZ: z !== undefined, hasM: false });
const position = (at: number, z?: number): Position => (z === undefined ? [at, at] : [at, at, z]);
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

/** Geometries after one another, as the parts of one that says how many they are. */
function collected(type: number, ...parts: Uint8Array[]): Uint8Array {
  const head = new DataView(new ArrayBuffer(9));
  head.setUint8(0, 1);
  head.setUint32(1, type, true);
  head.setUint32(5, parts.length, true);
  return new Uint8Array(Buffer.concat([Buffer.from(head.buffer), ...parts]));
}

it.each([
  ['points', 1004, (at: number, z?: number): Shape => ({ kind: 'point', ...plane(z), position: position(at, z) })],
  ['lines', 1005, (at: number, z?: number): Shape => ({ kind: 'polyline', ...plane(z), paths: [[position(at, z), position(at + 1, z)]] })],
])('%s of which one has no heights keep it, and those behind it get theirs', (_, type, part) => {
  const made = (...heights: (number | undefined)[]): Uint8Array =>
    collected(type, ...heights.map((height, at) => writeWkb(part(at, height))));
  expect(withKnownHeights(made(5, undefined, NONE, 7))).toEqual(made(5, undefined, 0, 7));
  expect(withKnownHeights(made(NONE, undefined))).toEqual(made(0, undefined));
});

it('without heights the bytes are the same, and an empty point stays empty', () => {
  const flat = writeWkb({ kind: 'point', hasZ: false, hasM: true, position: [1, 2, NONE] });
  expect(withKnownHeights(flat)).toBe(flat);
  const empty = writeWkb({ kind: 'point', ...high, position: null });
  expect(withKnownHeights(empty)).toEqual(empty);
});
