// Ends of classes for maps that colour by numbers.
import { describe, expect, it } from 'vitest';
import {
  countOfIntervals,
  definedIntervals,
  deviationBreaks,
  equalIntervals,
  geometricalIntervals,
  naturalBreaks,
} from './classes.rules.ts';

describe('classes of numbers', () => {
  it('end at equal steps', () => expect(equalIntervals(0, 10, 4)).toEqual([2.5, 5, 7.5, 10]));
  it('end at standard deviations within the values', () => {
    expect(deviationBreaks({ min: 0, max: 10, mean: 5, deviation: 4 })).toEqual([3, 7, 10]);
    expect(deviationBreaks({ min: 5, max: 5, mean: 5, deviation: 0 })).toEqual([5]);
  });
  it.each([
    [1, [-2.5, -1.5, -0.5, 0.5, 1.5, 2.5]],
    [0.5, [-2.25, -1.75, -1.25, -0.75, -0.25, 0.25, 0.75, 1.25, 1.75, 2.25]],
    [2, [-1, 1]],
  ])('end at parts of standard deviations, such as %d', (interval, ends) => {
    expect(deviationBreaks({ min: -100, max: 100, mean: 0, deviation: 1 }, interval)).toEqual([...ends, 100]);
  });
  it('are few, however small the part', () => {
    expect(deviationBreaks({ min: -100, max: 100, mean: 0, deviation: 1 }, 0.25)).toHaveLength(21);
  });
  it('end where values leave gaps', () => {
    expect(naturalBreaks([1, 2, 3, 10, 11, 12, 50, 51], 3)).toEqual([3, 12, 51]);
    expect(naturalBreaks([7, 7, 7], 5)).toEqual([7]);
    expect(naturalBreaks([1, 2], 5)).toEqual([1, 2]);
  });
  it.each([
    [1, 51, 10, [10, 20, 30, 40, 50, 51]],
    [0, 10, 5, [5, 10]],
    [-7, 7, 5, [-5, 0, 5, 7]],
    [0, 0.4, 0.1, [0.1, 0.2, 0.3, 0.4]],
    [5, 5, 5, [5]],
    [5, 6, 100, [6]],
    // 0.3 / 0.1 and 0.6 / 0.1 are a little less than 3 and 6, and the multiples a little more than the values.
    [0.3, 1, 0.1, [0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]],
    [0.6, 1, 0.1, [0.7, 0.8, 0.9, 1]],
    [0, 0.6, 0.1, [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]],
    [0.1, 0.1 + 0.2, 0.1, [0.2, 0.1 + 0.2]],
    [0.1 + 0.2, 0.5, 0.1, [0.4, 0.5]],
    [-0.6, -0.3, 0.1, [-0.5, -0.4, -0.3]],
    // Values that are near a multiple, and not on it.
    [0.29999, 0.40001, 0.1, [0.3, 0.4, 0.40001]],
    [1e10 + 0.5, 1e10 + 2, 1, [1e10 + 1, 1e10 + 2]],
    // More digits than decimals keep.
    [1234567890123456, 1234567890123458, 1, [1234567890123457, 1234567890123458]],
  ])('end at multiples, and are counted alike: from %d to %d by %d', (min, max, step, ends) => {
    expect(definedIntervals(min, max, step)).toEqual(ends);
    expect(countOfIntervals(min, max, step)).toBe(ends.length);
  });
  it.each([
    [1234567890123456, 1234567890123458, 0.5, [1234567890123456.5, 1234567890123457, 1234567890123457.5, 1234567890123458]],
    [1e17, 1e17 + 64, 8, [1e17 + 16, 1e17 + 32, 1e17 + 48, 1e17 + 64]],
    [123456789.123456, 123456789.123458, 5e-7, [123456789.1234565, 123456789.123457, 123456789.12345749, 123456789.123458]],
  ])('end in order between the values, where these have as many digits as numbers keep: from %d to %d by %d', (min, max, step, ends) => {
    expect(definedIntervals(min, max, step)).toEqual(ends);
  });
  it('are counted without being made', () => {
    expect(countOfIntervals(0, 1, 1e-12)).toBe(1e12);
  });
  it.each([
    ['grow', Array.from({ length: 100 }, (_, index) => 1.1 ** index)],
    ['shrink', Array.from({ length: 100 }, (_, index) => -(1.1 ** (99 - index)))],
  ])('%s by one factor, so that each holds about as many values', (how, values) => {
    const ends = geometricalIntervals(values, 4);
    expect([ends.length, ends.at(-1)]).toEqual([4, values.at(-1)]);
    const widths = ends.map((end, index) => end - (ends[index - 1] ?? values[0] ?? 0));
    const factors = widths.slice(1).map((width, index) => width / (widths[index] ?? 1));
    for (const factor of factors) expect(factor).toBeCloseTo(factors[0] ?? 0, 6);
    expect((factors[0] ?? 0) > 1).toBe(how === 'grow');
    const held = (bounds: number[]): number[] =>
      bounds.map((end, index) => values.filter((value) => value <= end && value > (bounds[index - 1] ?? Number.NEGATIVE_INFINITY)).length);
    expect(Math.max(...held(ends))).toBeLessThan(Math.max(...held(equalIntervals(values[0] ?? 0, values.at(-1) ?? 0, 4))) / 2);
  });
  it('are equal where the values lie evenly, and one where there is one value', () => {
    const evenly = Array.from({ length: 101 }, (_, index) => index);
    expect(geometricalIntervals(evenly, 4)).toEqual([25, 50, 75, 100]);
    expect(geometricalIntervals([3, 3], 4)).toEqual([3]);
  });
});
