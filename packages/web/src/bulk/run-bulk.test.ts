// A result for each thing, whatever happens on the way.
import { expect, test } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { inLists, listsOf, oneByOne } from './run-bulk.ts';

const many = (count: number) => Array.from({ length: count }, (_, i) => `i${i}`);

test('when the portal cannot be reached the rest is left, and known to be', async () => {
  let calls = 0;
  const outcome = await inLists(listsOf(many(550), 250), async () => {
    if (++calls === 2) throw new ApiError(0, 'gone');
    return () => undefined;
  });
  expect([outcome.done.length, outcome.refused.length, outcome.left.length]).toEqual([250, 250, 50]);
});

test.each([0, 498, 502, 503, 504])('nothing more is tried after %i: there is no portal, or no session', async (status) => {
  const outcome = await inLists(listsOf(many(3), 1), async () => {
    throw new ApiError(status, '');
  });
  expect([outcome.refused.length, outcome.left.length]).toEqual([1, 2]);
});

test('a list that the portal fails on does not stop those after it', async () => {
  let calls = 0;
  const outcome = await inLists(listsOf(many(550), 250), async () => {
    if (++calls === 1) throw new ApiError(500, 'broken');
    return () => undefined;
  });
  expect([outcome.done.length, outcome.refused.length, outcome.left.length]).toEqual([300, 250, 0]);
});

test('one request for each thing; stopping leaves the others alone', async () => {
  const control = new AbortController();
  const outcome = await oneByOne(
    many(30),
    async (id) => {
      if (id === 'i3') throw new ApiError(403, 'no');
      if (id === 'i10') control.abort();
    },
    { signal: control.signal },
  );
  expect(outcome.refused.map((each) => each.item)).toEqual(['i3']);
  expect(outcome.done.length + outcome.left.length).toBe(29);
  expect(outcome.left.length).toBeGreaterThan(10);
});
