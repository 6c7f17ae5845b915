// How much an item is used over time.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Agent, type AnyReply } from '../../testing/agent.ts';
import { type TestPortal, testPortal, usernameOf } from '../../testing/test-portal.ts';
import { issueToken } from '../identity/index.ts';

const DAY = 86_400_000;
let t: TestPortal;
let id = '';

beforeAll(async () => {
  t = await testPortal({ people: { owner: 'publisher', reader: 'user', boss: 'admin' } });
  const path = `content/users/${usernameOf('owner')}`;
  id = (await t.as('owner').post(`${path}/addItem`, { title: 'Looked at', type: 'Web Map', text: '{}' })).id;
  await t.as('owner').post(`content/items/${id}/share`, { everyone: true });
});
afterAll(() => t.close());

async function at(time: number, name: string): Promise<Agent> {
  t.setNow(new Date(time));
  const { token } = await issueToken(t.portal, { username: usernameOf(name), token_epoch: 0 }, 60);
  return new Agent(t.app, usernameOf(name), token);
}

it('counts looks by day, not those of the owner, and tells the owner and administrators', async () => {
  const noon = Math.floor(Date.now() / DAY) * DAY + DAY / 2;
  const before = await at(noon - 2 * DAY, 'reader');
  await before.get(`content/items/${id}`);
  const reader = await at(noon, 'reader');
  await reader.get(`content/items/${id}`);
  await reader.raw('GET', `content/items/${id}/data`);
  await t.stranger.get(`content/items/${id}`);
  const owner = await at(noon, 'owner');
  await owner.get(`content/items/${id}`);
  const usage = await owner.get(`content/items/${id}/usage`, { days: 4 });
  expect(usage).toEqual({
    itemId: id,
    total: 4,
    views: [0, 1, 0, 3].map((count, index) => ({ date: noon - DAY / 2 - (3 - index) * DAY, count })),
  });
  expect((await (await at(noon, 'boss')).get(`content/items/${id}/usage`)).views).toHaveLength(30);
  expect((await reader.get(`content/items/${id}/usage`)).error.code).toBe(403);
  expect((await owner.get(`content/items/${id}/usage`, { days: 367 })).error.message).toBe("'days' must be 1 to 366.");
  const next = await at(noon + DAY, 'owner');
  expect((await next.get(`content/items/${id}/usage`, { days: 2 })).views.map((each: AnyReply) => each.count)).toEqual([3, 0]);
});

it('keeps no name, forgets what is older than a year, and goes with the item', async () => {
  const columns = await sql<{ name: string }>`
    select column_name as name from information_schema.columns where table_name = 'item_daily_view' order by 1`.execute(t.portal.db);
  expect(columns.rows.map((row) => row.name)).toEqual(['day', 'item_id', 'views']);
  const rows = async (): Promise<number> =>
    Number((await sql<{ n: number }>`select count(*) as n from item_daily_view where item_id = ${id}`.execute(t.portal.db)).rows[0]?.n);
  expect(await rows()).toBe(2);
  const later = await at(Date.now() + 400 * DAY, 'owner');
  await later.get(`content/items/${id}/usage`);
  expect(await rows()).toBe(0);
  await t.stranger.get(`content/items/${id}`);
  await later.get(`content/items/${id}/usage`);
  expect(await rows()).toBe(1);
  await later.post(`content/users/${usernameOf('owner')}/items/${id}/delete`, { permanentDelete: true });
  expect(await rows()).toBe(0);
});

it('shows a look in the number of the item at once, and writes it to the item with the days', async () => {
  const owner = await at(Date.now() + 500 * DAY, 'owner');
  const path = `content/users/${usernameOf('owner')}`;
  const { id } = await owner.post(`${path}/addItem`, { title: 'Looked at again', type: 'Web Map', text: '{}' });
  await owner.post(`content/items/${id}/share`, { everyone: true });
  const { numViews } = await t.stranger.get(`content/items/${id}`);
  const seen = [await t.stranger.get(`content/items/${id}`), await owner.get(`content/items/${id}`)];
  expect(seen.map((item) => item.numViews)).toEqual([numViews + 1, numViews + 2]);
  const written = async (): Promise<AnyReply> =>
    t.portal.db.selectFrom('item').select(['num_views', 'last_viewed']).where('id', '=', id).executeTakeFirstOrThrow();
  await owner.get(`content/items/${id}/usage`);
  const first = await written();
  expect(first.num_views).toBe(numViews + 2);
  t.setNow(new Date(first.last_viewed.getTime() - DAY));
  await t.stranger.get(`content/items/${id}`);
  await owner.get(`content/items/${id}/usage`);
  expect(await written()).toEqual({ num_views: numViews + 3, last_viewed: first.last_viewed });
});
