// A result for each item, whatever happens on the way.
import type { Item } from '@graticule/contract/content/item';
import { expect, test } from 'vitest';
import { ApiError } from '../../../api/api-error.ts';
import { inLists, oneByOne } from './run-bulk.ts';

const item = (id: string, owner = 'ada') => ({ id, owner, title: id }) as Item;
const many = (count: number) => Array.from({ length: count }, (_, i) => item(`i${i}`));
const ids = (items: readonly Item[]) => items.map((each) => each.id);

test('items go in lists of one owner, at most 250 at a time, and each has its result', async () => {
  const sent: [string, number][] = [];
  const progress: number[] = [];
  const outcome = await inLists(
    [...many(300), item('b1', 'bob')],
    async (username, list) => {
      sent.push([username, list.length]);
      return {
        results: list.map((itemId) =>
          itemId === 'i7'
            ? { itemId, success: false, error: { code: 400, messageCode: 'CONT_0048', message: 'protected' } }
            : { itemId, success: true },
        ),
      };
    },
    { onProgress: (count) => progress.push(count) },
  );
  expect(sent).toEqual([
    ['ada', 250],
    ['ada', 50],
    ['bob', 1],
  ]);
  expect(progress).toEqual([250, 300, 301]);
  expect(outcome.done).toHaveLength(300);
  expect(outcome.refused.map(({ item: { id }, error }) => [id, error.messageCode])).toEqual([['i7', 'CONT_0048']]);
});

test('when the portal cannot be reached the rest is left, and known to be', async () => {
  let calls = 0;
  const outcome = await inLists(many(550), async () => {
    if (++calls === 2) throw new ApiError(0, 'gone');
    return { results: [] };
  });
  expect([outcome.done.length, outcome.refused.length, outcome.left.length]).toEqual([250, 250, 50]);
});

test('one request for each item; stopping leaves the others alone', async () => {
  const control = new AbortController();
  const outcome = await oneByOne(
    many(30),
    async ({ id }) => {
      if (id === 'i3') throw new ApiError(403, 'no');
      if (id === 'i10') control.abort();
    },
    { signal: control.signal },
  );
  expect(ids(outcome.refused.map((each) => each.item))).toEqual(['i3']);
  expect(outcome.done.length + outcome.left.length).toBe(29);
  expect(outcome.left.length).toBeGreaterThan(10);
});
