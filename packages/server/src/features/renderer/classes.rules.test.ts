// Ends of classes for maps that colour by numbers.
import { describe, expect, it } from 'vitest';
import { deviationBreaks, equalIntervals, naturalBreaks } from './classes.rules.ts';

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
});
