import { expect, it } from 'vitest';
import { restAfter } from './soon-after.ts';

it.each([
  // Those who edit come first, for a minute.
  { again: true, more: true, behindMs: 0, times: 9 },
  { again: true, more: true, behindMs: 59_000, times: 9 },
  { again: true, more: true, behindMs: 61_000, times: 3 },
  // Nobody edits any more.
  { again: false, more: true, behindMs: 0, times: 3 },
  // Little is left to do.
  { again: true, more: false, behindMs: 0, times: 9 },
  { again: false, more: false, behindMs: 0, times: 9 },
])('rests $times times as long as it took with $again, $more, $behindMs', ({ times, ...how }) => {
  expect(restAfter(how)).toBe(times);
});
