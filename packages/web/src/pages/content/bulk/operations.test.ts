// Operations on many items and their undoing, against the requests they send.
import type { Item } from '@graticule/contract/content/item';
import { afterEach, expect, test, vi } from 'vitest';
import { changedTags, moving, sharing } from './operations.ts';

afterEach(() => vi.unstubAllGlobals());

const item = (id: string, more: Partial<Item> = {}) =>
  ({ id, owner: 'ada', title: id, access: 'private', ownerFolder: null, ...more }) as Item;

/** Answers every bulk request with success and keeps what was asked. */
function listen(inGroup: readonly string[] = []) {
  const asked: Record<string, string>[] = [];
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const body = Object.fromEntries(new URLSearchParams(String(init?.body ?? url.split('?')[1] ?? '')));
    const operation = url.split('?')[0]?.split('/').pop() ?? '';
    asked.push({ operation, ...body });
    const results =
      operation === 'search' ? inGroup.map((id) => ({ id })) : (body.items ?? '').split(',').map((itemId) => ({ itemId, success: true }));
    return new Response(JSON.stringify({ results, total: inGroup.length, nextStart: -1 }));
  });
  return asked;
}

test('CO-145 items that lie in the folder already are not moved; undoing puts each back where it lay', async () => {
  const asked = listen();
  const operation = moving('f2');
  const { done } = await operation.run([item('a'), item('b', { ownerFolder: 'f1' }), item('c', { ownerFolder: 'f2' })]);
  expect(done.map(({ id }) => id)).toEqual(['a', 'b']);
  await operation.undo?.(done);
  expect(asked.map(({ operation: name, items, folder }) => [name, items, folder])).toEqual([
    ['moveItems', 'a,b', 'f2'],
    ['moveItems', 'a', '/'],
    ['moveItems', 'b', 'f1'],
  ]);
});

test('adding a group leaves who else sees the items alone; undoing leaves those in the group that were there before', async () => {
  const asked = listen(['b']);
  const operation = sharing({ level: undefined, added: ['g1'], removed: [] });
  const { done } = await operation.run([item('a'), item('b')]);
  await operation.undo?.(done);
  expect(asked.filter(({ operation: name }) => name !== 'search')).toEqual([
    { operation: 'shareItems', items: 'a,b', groups: 'g1', f: 'json' },
    { operation: 'unshareItems', items: 'a', groups: 'g1', f: 'json' },
  ]);
});

test('a new level is undone item by item to the former ones', async () => {
  const asked = listen();
  const operation = sharing({ level: 'public', added: [], removed: [] });
  const { done } = await operation.run([item('a'), item('b', { access: 'org' })]);
  await operation.undo?.(done);
  expect(asked.map(({ items, everyone, org }) => [items, everyone, org])).toEqual([
    ['a,b', 'true', 'true'],
    ['a', 'false', 'false'],
    ['b', 'false', 'true'],
  ]);
});

test('tags are added and removed without regard to case, and the rest keeps its order', () => {
  expect(changedTags(['Water', 'old', 'city'], ['water', 'new'], ['OLD'])).toEqual(['Water', 'city', 'new']);
});
