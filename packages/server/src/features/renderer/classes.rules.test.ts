// Ends of classes for maps that colour by numbers.
import { describe, expect, it } from 'vitest';
import { deviationBreaks, equalIntervals, naturalBreaks } from './classes.rules.ts';

describe('classes of numbers', () => {
  it('end at equal steps', () => expect(equalIntervals(0, 10, 4)).toEqual([2.5, 5, 7.5, 10]));
  it('end at standard deviations within the values', () => {
    expect(deviationBreaks({ min: 0, max: 10, mean: 5, deviation: 4 })).toEqual([3, 7, 10]);
    expect(deviationBreaks({ min: 5, max: 5, mean: 5, deviation: 0 })).toEqual([5]);
  });
  it('end where values leave gaps', () => {
    expect(naturalBreaks([1, 2, 3, 10, 11, 12, 50, 51], 3)).toEqual([3, 12, 51]);
    expect(naturalBreaks([7, 7, 7], 5)).toEqual([7]);
    expect(naturalBreaks([1, 2], 5)).toEqual([1, 2]);
  });
});
