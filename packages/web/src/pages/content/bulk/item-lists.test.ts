// Lists of items that go out in one call each.
import type { Item } from '@graticule/contract/content/item';
import { expect, test } from 'vitest';
import { inItemLists } from './item-lists.ts';

const item = (id: string, owner = 'ada') => ({ id, owner, title: id }) as Item;

test('items go in lists of one owner, at most 250 at a time, and each has its result', async () => {
  const sent: [string, number][] = [];
  const progress: number[] = [];
  const outcome = await inItemLists(
    [...Array.from({ length: 300 }, (_, i) => item(`i${i}`)), item('b1', 'bob')],
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
