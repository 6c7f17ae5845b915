import { describe, expect, it } from 'vitest';
import type { Shape } from './shape.ts';
import { writeWkb } from './wkb.ts';
import { positionBeyond } from './wkb-range.ts';

const flat = { hasZ: false, hasM: false };
const beyond = (shape: Shape): [number, number] | undefined => positionBeyond(writeWkb(shape), 180, 90);

describe('positions that no place has', () => {
  it('are found in every kind of geometry', () => {
    const ring = [
      [0, 0],
      [1, 0],
      [1, 91],
      [0, 0],
    ];
    expect(beyond({ kind: 'point', ...flat, position: [181, 2] })).toEqual([181, 2]);
    expect(beyond({ kind: 'multipoint', ...flat, positions: [[1, 2], [3, Number.POSITIVE_INFINITY]] })).toEqual([3, Number.POSITIVE_INFINITY]); // biome-ignore format: one geometry a line
    expect(beyond({ kind: 'polyline', ...flat, paths: [[[1, 2], [3, 4]], [[5, -90.5], [1, 1]]] })).toEqual([5, -90.5]); // biome-ignore format: one geometry a line
    expect(beyond({ kind: 'polygon', ...flat, polygons: [[ring]] })).toEqual([1, 91]);
    expect(beyond({ kind: 'point', hasZ: true, hasM: false, position: [Number.NaN, 2, 3] })).toEqual([Number.NaN, 2]);
  });

  it('are not found where all is well, nor in an empty point', () => {
    expect(beyond({ kind: 'point', hasZ: true, hasM: false, position: [180, -90, 1e6] })).toBeUndefined();
    expect(beyond({ kind: 'point', ...flat, position: null })).toBeUndefined();
    expect(beyond({ kind: 'polygon', ...flat, polygons: [] })).toBeUndefined();
  });
});
