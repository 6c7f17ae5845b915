// What a group shows first.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestPortal, testPortal, usernameOf } from '../../testing/test-portal.ts';

let t: TestPortal;
let group = '';
const ids: Record<string, string> = {};

beforeAll(async () => {
  t = await testPortal({ people: { owner: 'publisher', helper: 'user', reader: 'user', boss: 'admin' } });
  group = (await t.as('owner').post('community/createGroup', { title: 'Show first', access: 'org' })).group.id;
  await t.as('owner').post(`community/groups/${group}/addUsers`, { users: usernameOf('reader'), admins: usernameOf('helper') });
  for (const title of ['one', 'two', 'three', 'apart']) {
    const { id } = await t.as('owner').post(`content/users/${usernameOf('owner')}/addItem`, { title, type: 'Web Map', text: '{}' });
    ids[title] = id;
    if (title !== 'apart') await t.as('owner').post(`content/items/${id}/share`, { groups: group });
  }
});
afterAll(() => t.close());

const titles = async (name: string): Promise<string[]> =>
  (await t.as(name).get(`content/groups/${group}/featured`)).items.map((item: { title: string }) => item.title);
const feature = (name: string, ...names: string[]) =>
  t.as(name).post(`content/groups/${group}/setFeatured`, { items: names.map((each) => ids[each] ?? each).join(',') });

it('is chosen by managers, in their order, among what is shared with the group', async () => {
  expect(await titles('reader')).toEqual([]);
  expect(await feature('helper', 'three', 'one', 'apart', '0'.repeat(32))).toEqual({
    success: true,
    groupId: group,
    notFeatured: [ids.apart, '0'.repeat(32)],
  });
  expect(await titles('reader')).toEqual(['three', 'one']);
  expect((await feature('reader', 'two')).error.code).toBe(403);
  expect((await feature('owner', ...Array.from({ length: 13 }, (_, i) => `${i}`))).error.message).toBe("'items' may name at most 12.");
  await feature('owner', 'two', 'three', 'two');
  expect(await titles('reader')).toEqual(['two', 'three']);
});

it('leaves out what is no longer shared, and what the reader may not see', async () => {
  await t.as('owner').post(`content/items/${ids.two}/unshare`, { groups: group });
  expect(await titles('reader')).toEqual(['three']);
  expect(await titles('boss')).toEqual(['three']);
  await t.as('owner').post(`content/items/${ids.two}/share`, { groups: group });
  await t.as('owner').post(`content/users/${usernameOf('owner')}/items/${ids.three}/delete`);
  expect(await titles('reader')).toEqual(['two']);
  // What lies in the recycle bin is kept for its return.
  await feature('helper', 'one');
  await t.as('owner').post(`content/users/${usernameOf('owner')}/items/${ids.three}/restore`);
  expect(await titles('reader')).toEqual(['one', 'three']);
  await feature('helper');
  expect(await titles('reader')).toEqual([]);
});
