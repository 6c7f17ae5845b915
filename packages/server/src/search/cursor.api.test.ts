// Paging by cursor while others add, change and remove items.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

const COUNT = 60;
let t: TestPortal;

async function add(title: string): Promise<string> {
  return (await t.as('author1').post('content/users/author1/addItem', { type: 'Web Map', title, tags: 'paged' })).id;
}

beforeAll(async () => {
  t = await testPortal({ people: { author1: 'publisher', reader1: 'user' } });
  for (let n = 0; n < COUNT; n++) await add(`Sheet ${n % 7}`);
});
afterAll(() => t.close());

/** All pages; `between` runs after each. */
async function allPages(
  params: Record<string, string | number>,
  between?: (page: number) => Promise<void>,
): Promise<{ id: string; title: string }[]> {
  const found: { id: string; title: string }[] = [];
  let cursor = '*';
  for (let page = 0; page < 200; page++) {
    const reply: AnyReply = await t.as('author1').get('search', { q: 'tags:paged', num: 7, cursor, ...params });
    expect(reply.error).toBeUndefined();
    found.push(...reply.results);
    if (reply.nextCursor === undefined) return found;
    expect(reply.results).toHaveLength(7);
    cursor = reply.nextCursor;
    await between?.(page);
  }
  throw new Error('There is no end.');
}

describe('a cursor', () => {
  it.each([
    [{}],
    [{ sortField: 'title' }],
    [{ sortField: 'title,modified', sortOrder: 'desc' }],
    [{ sortField: 'created', sortOrder: 'desc' }],
  ])('gives every item once, in order: %j', async (sort: Record<string, string>) => {
    const found = await allPages(sort);
    expect(new Set(found.map(({ id }) => id)).size).toBe(COUNT);
    const keys = found.map(({ id, title }) => (sort.sortField === undefined ? id : title));
    if (sort.sortField === undefined || sort.sortField === 'title') expect(keys).toEqual([...keys].sort());
  });

  it('gives no item twice and misses none that was there all the time, while items are added, changed and deleted', async () => {
    const before = new Set((await allPages({})).map(({ id }) => id));
    const gone = await add('Sheet to delete');
    const found = await allPages({}, async (page) => {
      await add(`New sheet ${page}`);
      const [first] = before;
      await t.as('author1').post(`content/users/author1/items/${first}/update`, { snippet: `changed ${page}` });
      if (page === 1) await t.as('author1').post(`content/users/author1/items/${gone}/delete`);
    });
    const ids = found.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect([...before].filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('says how many there are on every page, and counts values', async () => {
    const reply = await t.as('author1').get('search', { q: 'title:sheet', cursor: '*', num: 1, countFields: 'type' });
    expect(reply.total).toBeGreaterThanOrEqual(COUNT);
    expect(reply.aggregations.counts[0].fieldValues).toEqual([{ value: 'web map', count: reply.total }]);
  });

  it('belongs to its search: damaged ones and those of another search are refused', async () => {
    const { nextCursor } = await t.as('author1').get('search', { q: 'tags:paged', cursor: '*', num: 1 });
    for (const [q, cursor] of [
      ['tags:other', nextCursor],
      ['tags:paged', 'nonsense'],
      ['tags:paged', `${nextCursor}x`.slice(3)],
      ['tags:paged', Buffer.from('["a"]').toString('base64url')],
    ]) {
      expect((await t.as('author1').get('search', { q, cursor })).error).toMatchObject({
        code: 400,
        message: expect.stringContaining("'cursor'"),
      });
    }
    expect((await t.as('author1').get('search', { q: 'tags:paged', cursor: nextCursor, sortField: 'title' })).error.code).toBe(400);
  });

  it.each(['created', 'size', 'avgRating', 'numViews'])(
    'is refused when its keys were changed to what is no value of %s',
    async (sortField) => {
      const ask = (cursor: string) => t.as('author1').get('search', { q: 'tags:paged', cursor, num: 1, sortField });
      const { nextCursor } = await ask('*');
      const [belongsTo, , id] = JSON.parse(Buffer.from(nextCursor, 'base64url').toString());
      for (const key of ['soon', '9'.repeat(400)]) {
        const changed = Buffer.from(JSON.stringify([belongsTo, key, id])).toString('base64url');
        expect((await ask(changed)).error).toMatchObject({ code: 400, message: expect.stringContaining("'cursor'") });
      }
    },
  );

  it('shows others nothing: a cursor of the owner gives a stranger no item', async () => {
    const { nextCursor } = await t.as('author1').get('search', { q: 'tags:paged', cursor: '*', num: 1 });
    const reply = await t.stranger.get('search', { q: 'tags:paged', cursor: nextCursor });
    expect(reply).toMatchObject({ total: 0, results: [] });
  });
});
