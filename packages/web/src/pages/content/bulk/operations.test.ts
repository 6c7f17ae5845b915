// Operations on many items and their undoing, on a portal that others use at the same time.
import type { Item } from '@graticule/contract/content/item';
import { afterEach, expect, test, vi } from 'vitest';
import { changedTags, formerTags, moving, protecting, reassigning, tagging } from './operations.ts';
import { sharing } from './sharing-operation.ts';

afterEach(() => vi.unstubAllGlobals());

type Kept = Item & { groups: string[] };

const item = (id: string, more: Partial<Kept> = {}): Kept =>
  ({ id, owner: 'ada', title: id, access: 'private', ownerFolder: null, tags: [], protected: false, groups: [], ...more }) as Kept;

/** A portal with these items. `refusing` groups neither take items nor let go of them. */
function portalWith(items: readonly Kept[], { refusing = [], noFolder }: { refusing?: readonly string[]; noFolder?: string } = {}) {
  const held = new Map(items.map((each) => [each.id, { ...each }]));
  const asked: Record<string, string>[] = [];
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const body = Object.fromEntries(new URLSearchParams(String(init?.body ?? url.split('?')[1] ?? '')));
    const operation = url.split('?')[0]?.split('/').pop() ?? '';
    const reply = (value: object) => new Response(JSON.stringify(value));
    if (operation === 'search') {
      const [, ids] = /^id:\((.*)\)$/.exec(body.q ?? '') ?? [];
      const [, group] = /^group:"(.*)"$/.exec(body.q ?? '') ?? [];
      const wanted = ids?.split(' OR ') ?? [];
      const results = [...held.values()].filter(({ id, groups }) => wanted.includes(id) || (group !== undefined && groups.includes(group)));
      return reply({ results, total: results.length, nextStart: -1 });
    }
    asked.push({ operation, ...body });
    const groups = body.groups?.split(',') ?? [];
    const refused = groups.filter((group) => refusing.includes(group));
    if (operation === 'update') {
      const one = held.get(url.split('/').at(-2) ?? '');
      if (one) one.tags = (body.tags ?? '').split(',').filter(Boolean);
      return reply({ success: true });
    }
    const results = (body.items ?? '').split(',').map((itemId) => {
      const one = held.get(itemId);
      if (!one) return { itemId, success: false, error: { code: 400, message: 'gone' } };
      if (operation === 'moveItems' && body.folder === noFolder)
        return { itemId, success: false, error: { code: 400, message: 'no folder' } };
      if (operation === 'moveItems') one.ownerFolder = body.folder === '/' ? null : (body.folder ?? null);
      if (operation.endsWith('protectItems')) one.protected = operation === 'protectItems';
      if (operation === 'reassignItems') Object.assign(one, { owner: body.targetUsername, ownerFolder: null });
      if (operation === 'shareItems' && body.org)
        one.access = body.everyone === 'true' ? 'public' : body.org === 'true' ? 'org' : 'private';
      if (operation === 'shareItems') one.groups.push(...groups.filter((group) => !refusing.includes(group)));
      if (operation === 'unshareItems') one.groups = one.groups.filter((group) => !groups.includes(group) || refusing.includes(group));
      return { itemId, success: true, ...(operation === 'shareItems' ? { notSharedWith: refused } : { notUnsharedFrom: refused }) };
    });
    return reply({ results });
  });
  const one = (id: string) => held.get(id) ?? item('none');
  return { asked, held, one };
}

const ids = (items: readonly Item[]) => items.map(({ id }) => id);
const codes = (refused: readonly { item: Item; error: { messageCode: string | undefined } }[]) =>
  refused.map(({ item: { id }, error }) => [id, error.messageCode]);

test('CO-145 items that lie in the folder already are not moved; undoing puts each back where it lay', async () => {
  const items = [item('a'), item('b', { ownerFolder: 'f1' }), item('c', { ownerFolder: 'f2' })];
  const { asked } = portalWith(items);
  const operation = moving('f2');
  const { done } = await operation.run(items);
  expect(ids(done)).toEqual(['a', 'b']);
  await operation.undo?.(done);
  expect(asked.map(({ operation: name, items: list, folder }) => [name, list, folder])).toEqual([
    ['moveItems', 'a,b', 'f2'],
    ['moveItems', 'a', '/'],
    ['moveItems', 'b', 'f1'],
  ]);
});

test('an item goes back to where it lay when it was moved, not to where it lay when the list was loaded', async () => {
  const chosen = [item('a', { ownerFolder: 'f1' })];
  const { one } = portalWith([item('a', { ownerFolder: 'f9' })]);
  const operation = moving('f2');
  const { done } = await operation.run(chosen);
  await operation.undo?.(done);
  expect(one('a').ownerFolder).toBe('f9');
});

test('what somebody moved on meanwhile stays there and is named; what somebody put back needs nothing', async () => {
  const items = [item('a'), item('b'), item('c')];
  const { asked, one } = portalWith(items);
  const operation = moving('f2');
  const { done } = await operation.run(items);
  one('b').ownerFolder = 'theirs';
  one('c').ownerFolder = null;
  const outcome = await operation.undo?.(done);
  expect([ids(outcome?.done ?? []), codes(outcome?.refused ?? [])]).toEqual([['a', 'c'], [['b', 'CHANGED_MEANWHILE']]]);
  expect(asked.at(-1)).toMatchObject({ items: 'a', folder: '/' });
  expect(one('b').ownerFolder).toBe('theirs');
});

test('protection that somebody turned off meanwhile is not touched again', async () => {
  const items = [item('a'), item('b', { protected: true }), item('c')];
  const { asked, one } = portalWith(items);
  const operation = protecting(true);
  const { done } = await operation.run(items);
  one('c').protected = false;
  await operation.undo?.(done);
  expect(asked.map(({ operation: name, items: list }) => [name, list])).toEqual([
    ['protectItems', 'a,c'],
    ['unprotectItems', 'a'],
  ]);
});

test('adding a group leaves who else sees the items alone; undoing leaves those in the group that were there before', async () => {
  const items = [item('a'), item('b', { groups: ['g1'] })];
  const { asked } = portalWith(items);
  const operation = sharing({ level: undefined, added: ['g1'], removed: [] });
  const { done } = await operation.run(items);
  await operation.undo?.(done);
  expect(asked).toEqual([
    { operation: 'shareItems', items: 'a,b', groups: 'g1', f: 'json' },
    { operation: 'unshareItems', items: 'a', groups: 'g1', f: 'json' },
  ]);
});

test('a new level is undone item by item to the former ones, but not where somebody set another meanwhile', async () => {
  const items = [item('a'), item('b', { access: 'org' }), item('c'), item('d', { access: 'public' })];
  const { asked, one } = portalWith(items);
  const operation = sharing({ level: 'public', added: [], removed: [] });
  const { done } = await operation.run(items);
  one('c').access = 'org';
  const outcome = await operation.undo?.(done);
  expect(asked.map(({ items: list, everyone, org }) => [list, everyone, org])).toEqual([
    ['a,b,c,d', 'true', 'true'],
    ['a', 'false', 'false'],
    ['b', 'false', 'true'],
  ]);
  expect(codes(outcome?.refused ?? [])).toEqual([['c', 'CHANGED_MEANWHILE']]);
});

test('a group that does not take an item is told, and what was changed all the same is undone', async () => {
  const items = [item('a')];
  const { one } = portalWith(items, { refusing: ['g2'] });
  const operation = sharing({ level: 'org', added: ['g1', 'g2'], removed: [] });
  const outcome = await operation.run(items);
  expect([outcome.done, codes(outcome.refused)]).toEqual([[], [['a', 'NOT_TAKEN_BY_GROUP']]]);
  expect([one('a').access, one('a').groups]).toEqual(['org', ['g1']]);
  await operation.undo?.([]);
  expect([one('a').access, one('a').groups]).toEqual(['private', []]);
});

test('a group that keeps an item is told, when it is taken out and when that is undone; items that were never in it are done', async () => {
  const items = [item('a', { groups: ['g1'] }), item('b')];
  const { asked, one } = portalWith(items, { refusing: ['g1'] });
  const operation = sharing({ level: undefined, added: [], removed: ['g1'] });
  const outcome = await operation.run(items);
  expect([ids(outcome.done), codes(outcome.refused)]).toEqual([['b'], [['a', 'KEPT_BY_GROUP']]]);
  const before = asked.length;
  await operation.undo?.(outcome.done);
  expect([asked.length, one('a').groups]).toEqual([before, ['g1']]);
});

test('undoing tags keeps those that others added meanwhile', async () => {
  const items = [item('a', { tags: ['old', 'city'] }), item('b', { tags: ['city'] })];
  const { one } = portalWith(items);
  const operation = tagging(['new'], ['old']);
  const { done } = await operation.run(items);
  expect(one('a').tags).toEqual(['city', 'new']);
  one('b').tags = ['city', 'new', 'theirs'];
  await operation.undo?.(done);
  expect([one('a').tags, one('b').tags]).toEqual([
    ['old', 'city'],
    ['city', 'theirs'],
  ]);
  expect(formerTags(['a'], ['a', 'b', 'mine'], ['b'], [])).toEqual(['a', 'mine']);
});

test('an item that comes back to its owner but not into its folder is named', async () => {
  const items = [item('a', { ownerFolder: 'f1' }), item('b')];
  const { one } = portalWith(items, { noFolder: 'f1' });
  const operation = reassigning('ben');
  const { done } = await operation.run(items);
  expect(one('a').owner).toBe('ben');
  const outcome = await operation.undo?.(done);
  expect([one('a').owner, one('b').owner]).toEqual(['ada', 'ada']);
  expect([ids(outcome?.done ?? []), ids((outcome?.refused ?? []).map((each) => each.item))]).toEqual([['b'], ['a']]);
});

test('tags are added and removed without regard to case, and the rest keeps its order', () => {
  expect(changedTags(['Water', 'old', 'city'], ['water', 'new'], ['OLD'])).toEqual(['Water', 'city', 'new']);
});
