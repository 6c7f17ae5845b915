// How many related records one reply holds.
import { describe, expect, it } from 'vitest';
import { fittingPairs } from './related-page.rules.ts';

const pairs = [1, 2, 3, 4].map((origin) => ({ origin, related: origin === 4 ? 8 : 7 }));

describe('pairs of related records', () => {
  it.each([
    ['all that fit', 40, 4],
    ['a record as often as it stands there', 25, 2],
    ['one that is larger than a reply', 5, 1],
    ['the last too, where it is exactly full', 31, 4],
  ])('%s', (_, most, count) => {
    expect(fittingPairs(pairs, (id) => (id === 7 ? 10 : 1), most)).toEqual(pairs.slice(0, count));
  });

  it('none of none', () => {
    expect(fittingPairs([], () => 1, 10)).toEqual([]);
  });
});
