// Searches in the words of the clients that send them.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;
let group = '';
const ids: string[] = [];

beforeAll(async () => {
  t = await testPortal({ people: { author1: 'publisher' } });
  group = (await t.as('author1').post('community/createGroup', { title: 'Gallery', access: 'public', tags: 'a' })).group.id;
  const types = [
    ...Array.from({ length: 12 }, () => 'Web Map'),
    'Code Attachment',
    'Windows Viewer Add In',
    'Windows Viewer Configuration',
  ];
  for (const [n, type] of types.entries()) {
    t.setNow(new Date(Date.UTC(2026, 0, 1 + n)));
    const { id } = await t.as('author1').post('content/users/author1/addItem', { title: `Item ${n}`, type, url: 'https://example.org/' });
    await t.as('author1').post(`content/users/author1/items/${id}/share`, { everyone: true, groups: group });
    ids.push(id);
  }
});
afterAll(() => t.close());

it('SH-225 CO-269 the gallery asks for the items of a group without code, newest first', async () => {
  const q = `group:"${group}" -type:"Code Attachment" -type:"Windows Viewer Add In" -type:"Windows Viewer Configuration"`;
  const page = { q, num: 5, sortField: 'modified', sortOrder: 'desc', ts: 1 };
  const first = await t.stranger.get('search', { ...page, start: 1 });
  expect(first).toMatchObject({ total: 12, start: 1, num: 5, nextStart: 6 });
  expect(first.results.map((item: { title: string }) => item.title)).toEqual(['Item 11', 'Item 10', 'Item 9', 'Item 8', 'Item 7']);
  const last = await t.stranger.get('search', { ...page, start: 11 });
  expect(last).toMatchObject({ total: 12, nextStart: -1 });
  expect(last.results.map((item: { title: string }) => item.title)).toEqual(['Item 1', 'Item 0']);
  expect((await t.stranger.get('search', { q: `id:${ids[3]}` })).results.map((item: { id: string }) => item.id)).toEqual([ids[3]]);
});

it('CO-287 CO-306 the start is counted from one, and ten are given when no number is asked for', async () => {
  const reply = await t.stranger.get('search', { q: 'owner:author1', start: 1 });
  expect(reply).toMatchObject({ total: 15, start: 1, num: 10, nextStart: 11 });
  expect(reply.results).toHaveLength(10);
  const second = await t.stranger.get('search', { q: 'owner:author1', start: 11, num: 3 });
  expect(second.results).toHaveLength(3);
});

it('SH-287 pages of a hundred are given', async () => {
  expect(await t.stranger.get('search', { q: 'owner:author1', num: 100 })).toMatchObject({ num: 100, total: 15, nextStart: -1 });
});
