// Reading begins for the caller of the last time while the present one is checked; what is given is always for the present one.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeSpots } from '../testing/spots-layer.ts';
import { type TestPortal, testPortal } from '../testing/test-portal.ts';
import { guessCaller } from './identity/index.ts';

let t: TestPortal;
let path: string;
let itemId: string;

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher', una: 'user', vera: 'user', wanda: 'user', xenia: 'user' } });
  const petra = t.as('petra');
  const publishParameters = { name: 'early' };
  const text = 'name,lat,lon\nBasel,47.56,7.59\n';
  const reply = await petra.post(`content/users/${petra.username}/publish`, { text, fileType: 'csv', publishParameters });
  path = new URL(reply.services[0].serviceurl).pathname;
  itemId = reply.services[0].serviceItemId;
  await t.runJobs();
  await petra.post(`content/items/${itemId}/share`, { org: true });
});
afterAll(() => t.close());

/** Everything that begins early, as one person: the code of the error, or the HTTP status. */
async function codes(name: string): Promise<number[]> {
  const agent = t.as(name);
  const replies = await Promise.all([
    agent.get(`content/items/${itemId}`),
    agent.get(`${path}/0`),
    agent.get(`${path}/0/query`, { returnCountOnly: true }),
    agent.get(`${path}/0/tiles/0/0/0.pbf`, { f: 'json' }).catch(() => ({})),
    agent.get('portals/self'),
    agent.get('search', { q: 'early' }),
  ]);
  return replies.map((reply) => reply.error?.code ?? 200);
}

async function change(name: string, set: string): Promise<void> {
  await sql`update account set ${sql.raw(set)} where username = ${t.as(name).username}`.execute(t.portal.db);
}

it('refuses a token from the moment on when its account is locked or its epoch has passed, whatever was read with it before', async () => {
  expect(await codes('una')).toEqual([200, 200, 200, 200, 200, 200]);
  expect(await codes('una')).toEqual([200, 200, 200, 200, 200, 200]);
  await change('una', 'disabled = true');
  expect(await codes('una')).toEqual([498, 498, 498, 498, 498, 498]);
  const facts = { address: '127.0.0.1', baseUrl: 'http://localhost' };
  expect(guessCaller(t.portal, { token: String(t.as('una').token), via: 'header' }, facts)).toBeUndefined();
  await change('una', 'disabled = false');
  expect(await codes('una')).toEqual([200, 200, 200, 200, 200, 200]);
  await change('una', 'token_epoch = token_epoch + 1');
  expect(await codes('una')).toEqual([498, 498, 498, 498, 498, 498]);
});

it('gives what the caller may see now, not what the caller could see the last time', async () => {
  expect(await codes('vera')).toEqual([200, 200, 200, 200, 200, 200]);
  await change('vera', 'org_id = null');
  expect(await codes('vera')).toEqual([403, 403, 403, 403, 200, 200]);
  const [self, found] = await Promise.all([t.as('vera').get('portals/self'), t.as('vera').get('search', { q: 'early' })]);
  expect([self.user.username, self.user.orgId ?? null, found.total]).toEqual([t.as('vera').username, null, 0]);
  await change('vera', `org_id = '${t.orgId}'`);
  expect((await t.as('vera').get('search', { q: 'early' })).total).toBe(1);
  expect(await codes('vera')).toEqual([200, 200, 200, 200, 200, 200]);
});

it('refuses a token that was signed out', async () => {
  const wanda = t.as('wanda');
  expect(await codes('wanda')).toEqual([200, 200, 200, 200, 200, 200]);
  const id = JSON.parse(Buffer.from(String(wanda.token).split('.')[1] ?? '', 'base64url').toString()).jti;
  await t.portal.db
    .insertInto('revoked_token')
    .values({ id, expires: new Date(Date.now() + 3_600_000) })
    .execute();
  expect(await codes('wanda')).toEqual([498, 498, 498, 498, 498, 498]);
});

it('edits for the caller as they are now, whatever the layer that was looked up ahead was found for', async () => {
  const petra = t.as('petra');
  const { service, itemId: ahead } = await makeSpots(t, 'petra', { name: 'ahead' });
  await petra.post(`content/items/${ahead}/share`, { org: true });
  const add = async (): Promise<number> => {
    const reply = await t.as('xenia').post(`${service}/0/addFeatures`, { features: [{ attributes: { name: 'x' } }] });
    return reply.error?.code ?? (reply.addResults[0].success ? 200 : 0);
  };
  expect([await add(), await add()]).toEqual([200, 200]);
  await change('xenia', "role = 'viewer'");
  expect(await add()).toBe(403);
  await change('xenia', "role = 'user', org_id = null");
  expect(await add()).toBe(403);
  await change('xenia', `org_id = '${t.orgId}'`);
  expect(await add()).toBe(200);
  await change('xenia', 'token_epoch = token_epoch + 1');
  expect(await add()).toBe(498);
  expect((await petra.get(`${service}/0/query`, { where: '1=1', returnCountOnly: true })).count).toBe(3);
});
