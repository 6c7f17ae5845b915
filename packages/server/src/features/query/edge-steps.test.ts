// How finely edges are divided before they are projected.
import { describe, expect, it } from 'vitest';
import { stepOf } from './edge-steps.rules.ts';

describe('the longest part of an edge', () => {
  it.each([
    ['a box', { xmin: 0, ymin: 0, xmax: 1_000, ymax: 10 }, 10],
    ['a high box', { xmin: 0, ymin: 0, xmax: 10, ymax: 2_000 }, 20],
    ['a polygon', { rings: [[[0, 0], [0, 500], [100, 0], [0, 0]]] }, 5], // biome-ignore format: one ring
    ['a line', { paths: [[[0, 0], [300, 0]], [[900, 0], [1_000, 0]]] }, 10], // biome-ignore format: two paths
  ])('of %s is a share of its size', (_kind, geometry, expected) => expect(stepOf(geometry)).toBe(expected));

  it.each([
    ['points', { points: [[0, 0], [1, 1]] }], // biome-ignore format: two points
    ['a point', { x: 1, y: 2 }],
    ['a box without a size', { xmin: 1, ymin: 1, xmax: 1, ymax: 1 }],
    ['nothing', { rings: [] }],
    ['what is endless', { xmin: -1.7e308, ymin: 0, xmax: 1.7e308, ymax: 1 }],
  ])('is none of %s', (_kind, geometry) => expect(stepOf(geometry)).toBeUndefined());

  it('is so long that a winding line gets no more than ten thousand positions', () => {
    const line = Array.from({ length: 50_000 }, (_, at) => [at % 2 === 0 ? 0 : 1_000, at / 50]);
    const step = stepOf({ paths: [line] }) ?? 0;
    expect(step).toBeGreaterThan(1_000);
    expect((49_999 * 1_000) / step).toBeLessThanOrEqual(10_000);
  });
});
