// What is remembered of a service is never older than the request, and rights are not remembered at all.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';
import type { Caller } from '../platform/caller.ts';
import { lastKnownService, noteSight } from './known-services.ts';

let t: TestPortal;
let path: string;
let itemId: string;
let orgId: string;

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher', una: 'user' } });
  const petra = t.as('petra');
  const publishParameters = { name: 'known' };
  const text = 'name,lat,lon\nBasel,47.56,7.59\n';
  const reply = await petra.post(`content/users/${petra.username}/publish`, { text, fileType: 'csv', publishParameters });
  path = new URL(reply.services[0].serviceurl).pathname;
  itemId = reply.services[0].serviceItemId;
  await t.runJobs();
  ({ org_id: orgId } = await t.portal.db
    .selectFrom('item')
    .select('org_id')
    .where('id', '=', itemId)
    .$narrowType<{ org_id: string }>()
    .executeTakeFirstOrThrow());
});
afterAll(() => t.close());

/** As another process would: without any call on this one. */
async function setAccess(access: 'public' | 'private'): Promise<void> {
  const own = `user:${t.as('petra').username}`;
  const scopes = access === 'public' ? ['public', own] : [own];
  await t.portal.db.updateTable('item').set({ access, scopes }).where('id', '=', itemId).execute();
}

const caller = (name: string): Caller => ({ username: t.as(name).username, orgId }) as Caller;

const count = { returnCountOnly: true, where: '1=1' };

it('refuses a layer from the moment on when it is no longer public, and serves it again as soon as it is', async () => {
  for (let round = 0; round < 2; round++) {
    await setAccess('public');
    const served = await Promise.all([1, 2, 3].map(() => t.stranger.get(`${path}/0/query`, count)));
    expect(served).toEqual([{ count: 1 }, { count: 1 }, { count: 1 }]);
    expect(await t.as('una').get(`${path}/0/query`, count)).toEqual({ count: 1 });
    await setAccess('private');
    const refused = await Promise.all([1, 2, 3].map(() => t.stranger.get(`${path}/0/query`, count)));
    expect(refused.map((reply) => reply.error.code)).toEqual([499, 499, 499]);
    expect((await t.as('una').get(`${path}/0/query`, count)).error.code).toBe(403);
  }
});

it('guesses for those alone who were let in the last time', async () => {
  const [una, petra] = [caller('una'), caller('petra')];
  const isKnown = (one: Caller): boolean => lastKnownService(t.portal, one, 'known') !== undefined;
  await setAccess('public');
  for (const name of ['una', 'petra']) await t.as(name).get(`${path}/0/query`, count);
  expect([isKnown(una), isKnown(una), isKnown(petra)]).toEqual([true, true, true]);
  noteSight(t.portal, 'known', una, false);
  expect([isKnown(una), isKnown(petra), isKnown({ ...petra, orgId: 'elsewhere' })]).toEqual([false, true, false]);
  await t.as('una').get(`${path}/0/query`, count);
  expect(isKnown(una)).toBe(true);
});

it('sees what another process changed of a layer, a service or its item', async () => {
  const petra = t.as('petra');
  expect((await petra.get(`${path}/0`)).name).toBe('known');
  await t.portal.db.updateTable('feature_layer').set({ name: 'renamed' }).where('item_id', '=', itemId).execute();
  expect((await petra.get(`${path}/0`)).name).toBe('renamed');
  const settings = JSON.stringify({ maxRecordCount: 7 });
  await t.portal.db.updateTable('feature_service').set({ settings }).where('item_id', '=', itemId).execute();
  expect((await petra.get(path)).maxRecordCount).toBe(7);
  await t.portal.db.updateTable('feature_layer').set({ ready: false }).where('item_id', '=', itemId).execute();
  expect((await petra.get(`${path}/0`)).error).toBeDefined();
});
