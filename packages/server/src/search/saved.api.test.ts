// Saved searches over HTTP: kept by one person, seen by nobody else.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;
const list = 'community/users/keeper1/savedSearches';
const names = async (): Promise<string[]> => (await t.as('keeper1').get(list)).savedSearches.map((saved: { name: string }) => saved.name);

beforeAll(async () => {
  t = await testPortal({ people: { keeper1: 'viewer', reader1: 'user', admin1: 'admin' } });
});
afterAll(() => t.close());

describe('saved searches', () => {
  it('are listed by name with what they find, renamed and deleted', async () => {
    const filters = { types: ['Web Map'], sortField: 'modified', bbox: [1, 2, 3, 4] };
    const added = await t.as('keeper1').post(`${list}/add`, { name: '  Rivers   of  Kenya ', query: ' river AND tags:kenya ', filters });
    expect(added).toMatchObject({ success: true, savedSearch: { name: 'Rivers of Kenya', query: 'river AND tags:kenya', filters } });
    await t.as('keeper1').post(`${list}/add`, { name: 'all maps', filters: { types: ['Web Map'] } });
    expect(await t.as('keeper1').get('community/users/KEEPER1/savedSearches')).toMatchObject({
      total: 2,
      savedSearches: [
        { name: 'all maps', query: '' },
        { name: 'Rivers of Kenya', filters },
      ],
    });
    const { id } = added.savedSearch;
    const renamed = await t.as('keeper1').post(`${list}/${id}/update`, { name: 'A river' });
    expect(renamed.savedSearch).toMatchObject({ id, name: 'A river', query: 'river AND tags:kenya', filters });
    expect(await names()).toEqual(['A river', 'all maps']);
    expect(await t.as('keeper1').post(`${list}/${id}/delete`)).toEqual({ success: true, savedSearchId: id });
    expect((await t.as('keeper1').post(`${list}/${id}/delete`)).error.message).toContain('does not exist');
    expect(await names()).toEqual(['all maps']);
  });

  it('belong to one person: strangers, members and administrators neither see nor change them', async () => {
    const { id } = (await t.as('keeper1').post(`${list}/add`, { name: 'mine' })).savedSearch;
    for (const person of ['reader1', 'admin1']) {
      expect((await t.as(person).get(list)).error.code).toBe(403);
      expect((await t.as(person).post(`${list}/add`, { name: 'x' })).error.code).toBe(403);
      // Under the own name the id of another person's search does not exist.
      expect((await t.as(person).post(`community/users/${person}/savedSearches/${id}/update`, { name: 'x' })).error.code).toBe(400);
      expect((await t.as(person).post(`community/users/${person}/savedSearches/${id}/delete`)).error.code).toBe(400);
    }
    expect((await t.stranger.get(list)).error.code).toBe(499);
    expect(await names()).toContain('mine');
  });

  it('have one name each, whatever its case', async () => {
    await t.as('keeper1').post(`${list}/add`, { name: 'Twice' });
    expect((await t.as('keeper1').post(`${list}/add`, { name: 'tWICE' })).error.message).toContain("'tWICE' already exists");
    const { id } = (await t.as('keeper1').post(`${list}/add`, { name: 'Once' })).savedSearch;
    expect((await t.as('keeper1').post(`${list}/${id}/update`, { name: 'TWICE' })).error.message).toContain('already exists');
    expect((await t.as('reader1').post('community/users/reader1/savedSearches/add', { name: 'Twice' })).success).toBe(true);
  });

  it.each([
    [{ name: '   ' }, "'name' must not be empty."],
    [{ name: 'n'.repeat(129) }, "'name' may have at most 128 characters."],
    [{ name: 'a', query: '*' }, 'A wildcard cannot be the first character of a search term.'],
    [{ name: 'a', query: 'x'.repeat(10_001) }, 'too long or too complex'],
    [{ name: 'a', filters: '[1]' }, "'filters' must be a JSON object."],
    [{ name: 'a', filters: { long: 'x'.repeat(10_000) } }, "'filters' may have at most 10000 characters."],
    [{ query: 'a' }, "'name' must be specified."],
  ])('are refused with what is wrong: case %#', async (fields, says) => {
    expect((await t.as('keeper1').post(`${list}/add`, fields as Record<string, string>)).error.message).toContain(says);
  });

  it('stay within their number, also when many are added at once', async () => {
    const add = (_: unknown, n: number) => t.as('reader1').post('community/users/reader1/savedSearches/add', { name: `number ${n}` });
    const replies = await Promise.all(Array.from({ length: 110 }, add));
    expect(replies.filter((reply) => reply.success).length).toBeLessThanOrEqual(100);
    expect(replies.find((reply) => reply.error !== undefined)?.error.message).toContain('100 saved searches already');
    expect((await t.as('reader1').get('community/users/reader1/savedSearches')).total).toBe(100);
  });
});
