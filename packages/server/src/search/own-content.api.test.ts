// A person's items in all folders: what is told, and to whom.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;
let folder = '';

beforeAll(async () => {
  t = await testPortal({ people: { author1: 'publisher', boss1: 'admin', nosy1: 'user' } });
  const as = t.as('author1');
  folder = (await as.post('content/users/author1/createFolder', { title: 'Rivers' })).folder.id;
  await as.post('content/users/author1/createFolder', { title: 'Empty' });
  const filed = await as.post(`content/users/author1/${folder}/addItem`, { type: 'Web Map', title: 'Rhine', tags: 'water' });
  await as.post(`content/users/author1/items/${filed.id}/protect`);
  await as.post('content/users/author1/addItem', { type: 'Web Map', title: 'Danube', tags: 'water' });
  await t.as('boss1').post('content/users/boss1/addItem', { type: 'Web Map', title: 'Volga', tags: 'water' });
});
afterAll(() => t.close());

const search = (person: string, params: Record<string, string | number>) => t.as(person).get('content/users/author1/search', params);

it('items of all folders are found with folder and protection, and nobody else’s', async () => {
  const { results, total } = await search('author1', { q: 'tags:water', sortField: 'title' });
  expect(total).toBe(2);
  expect(results.map((item: Record<string, unknown>) => [item.title, item.ownerFolder, item.protected])).toEqual([
    ['Danube', null, false],
    ['Rhine', folder, true],
  ]);
  expect((await t.as('boss1').get('search', { q: 'title:rhine' })).results[0]).not.toHaveProperty('ownerFolder');
});

it('an administrator sees them too; others do not, whatever they write into the query', async () => {
  expect((await search('boss1', { q: 'tags:water' })).total).toBe(2);
  expect(
    (await search('author1', { q: 'tags:water) OR (owner:boss1' })).results.map((item: { owner: string }) => item.owner),
  ).not.toContain('boss1');
  expect((await search('nosy1', { q: 'tags:water' })).error.code).toBe(403);
  expect((await t.stranger.get('content/users/author1/search', { q: 'tags:water' })).error.code).toBe(499);
});

it('a folder can be asked for, and the root as a slash', async () => {
  expect((await search('author1', { q: `ownerfolder:"${folder}"` })).results.map((item: { title: string }) => item.title)).toEqual([
    'Rhine',
  ]);
  expect((await search('author1', { q: 'ownerfolder:"/"' })).results.map((item: { title: string }) => item.title)).toEqual(['Danube']);
});

it('the list of folders says how many items lie in each', async () => {
  const { folders, total } = await t.as('author1').get('content/users/author1', { num: 0 });
  expect(folders.map(({ title, numItems }: { title: string; numItems: number }) => [title, numItems])).toEqual([
    ['Empty', 0],
    ['Rivers', 1],
  ]);
  expect(total).toBe(1);
});

it('where an item lies is told to nobody else by a search that names a folder, or the root', async () => {
  for (const id of (await search('author1', { q: 'tags:water' })).results.map((item: { id: string }) => item.id))
    await t.as('author1').post(`content/users/author1/items/${id}/share`, { everyone: true });
  const totals = async (who: string): Promise<number[]> =>
    Promise.all(
      ['tags:water owner:author1', 'owner:author1 ownerfolder:"/"', `owner:author1 ownerfolder:"${folder}"`].map(
        async (q) => (await t.as(who).get('search', { q })).total,
      ),
    );
  expect(await totals('author1')).toEqual([2, 1, 1]);
  expect(await totals('boss1')).toEqual([2, 1, 1]);
  expect(await totals('nosy1')).toEqual([2, 0, 0]);
  expect((await t.stranger.get('search', { q: '-ownerfolder:"/" tags:water' })).total).toBe(2);
});
