// Queries as clients write them are answered without the framework: the same bytes and headers, the same refusals.
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { BesideFramework, lasting } from '../../../testing/beside-framework.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
/** Requests may come directly or from a reverse proxy on the same machine. */
const trustedProxies = ['127.0.0.1'];
let portal: BesideFramework;
let query: string;
let itemId: string;

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher', una: 'user' }, config: { trustedProxies } });
  const petra = t.as('petra');
  const rows = Array.from({ length: 60 }, (_, at) => `Place ${at},${40 + at / 10},${5 + at / 10}`);
  const publishParameters = { name: 'light' };
  const reply = await petra.post(`content/users/${petra.username}/publish`, {
    text: `name,lat,lon\n${rows.join('\n')}\n`,
    fileType: 'csv',
    publishParameters,
  });
  query = `${new URL(reply.services[0].serviceurl).pathname}/0/query`;
  itemId = reply.services[0].serviceItemId;
  await t.runJobs();
  await petra.post(`content/items/${itemId}/share`, { everyone: true });
  await t.portal.db
    .updateTable('organisation')
    .set({ settings: sql`settings || '{"allowedOrigins":["https://trusted.example"]}'` })
    .execute();
  portal = await BesideFramework.listen(t);
});
afterAll(async () => {
  portal.stop();
  await t.close();
});

const BOX = 'geometry=5,40,6,41&geometryType=esriGeometryEnvelope&inSR=4326&outSR=4326&outFields=*';
const bearer = (name: string): Record<string, string> => ({ authorization: `Bearer ${t.as(name).token}` });

describe('a query', () => {
  it('is answered as the framework answers it, in every format and of every kind', async () => {
    for (const format of ['json', 'geojson', 'pbf']) {
      const { body } = await portal.expectTheSame(`${query}?f=${format}&${BOX}`);
      expect(body.length).toBeGreaterThan(800);
    }
    await portal.expectTheSame(`${query}?where=1=1&returnCountOnly=true&f=json`);
    await portal.expectTheSame(`${query}?where=1%3D1&returnIdsOnly=true&f=json`);
    await portal.expectTheSame(`${query}?where=1=1&returnExtentOnly=true&f=JSON`);
    await portal.expectTheSame(`${query}?where=name%20LIKE%20%27Place%201%25%27&f=json`);
    await portal.expectTheSame(query);
  });

  it('is answered alike to visitors, to people with a token in any place, and to pages of other origins', async () => {
    const path = `${query}?f=json&${BOX}`;
    const token = String(t.as('una').token);
    await portal.expectTheSame(`${path}&token=${token}`);
    await portal.expectTheSame(path, bearer('una'));
    await portal.expectTheSame(path, { cookie: `graticule_session=${token}` });
    await portal.expectTheSame(path, { origin: 'https://other.example' });
    const trusted = await portal.expectTheSame(path, { origin: 'https://trusted.example' });
    expect(trusted.headers['access-control-allow-origin']).toBe('https://trusted.example');
  });

  it('is answered alike behind a reverse proxy, with the address, the host and the scheme that the proxy tells of', async () => {
    const path = `${query}?f=json&${BOX}`;
    const cookie = `graticule_session=${t.as('una').token}`;
    const passedOn = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'maps.example' };
    const items = t.portal.db.updateTable('item').where('id', '=', itemId);
    const own = `user:${t.as('petra').username}`;
    await items.set({ access: 'org', scopes: [own, `org:${t.orgId}`] }).execute();
    // A cookie counts for pages of the address that the visitor uses, which is the proxy's.
    for (const [origin, code] of [
      ['https://maps.example', 200],
      ['http://maps.example', 499],
      ['http://127.0.0.1', 499],
    ] as const) {
      const { body } = await portal.expectTheSame(path, { ...passedOn, cookie, origin });
      expect(JSON.parse(body.toString()).error?.code ?? 200, origin).toBe(code);
    }
    await items.set({ access: 'public', scopes: ['public', own] }).execute();
    await portal.expectTheSame(path, passedOn);
    await portal.expectTheSame(path, { 'x-forwarded-for': '198.51.100.9, 203.0.113.7', 'x-forwarded-proto': 'http, https' });
  });

  it('is refused with the words of the framework', async () => {
    for (const parameters of ['where=nobody=1', 'where=name=', 'outFields=nothing', 'geometry=x', 'resultOffset=-1', 'outSR=999999']) {
      const { body } = await portal.expectTheSame(`${query}?f=json&${parameters}`);
      expect(JSON.parse(body.toString()).error.code).toBe(400);
    }
    for (const id of [7, 654_321]) await portal.expectTheSame(query.replace('/0/query', `/${id}/query`));
    await portal.expectTheSame(query.replace('/light/', '/nobodys/'));
    await portal.expectTheSame(`${query}?f=json`, { authorization: 'Bearer forged' });
  });

  it('is compressed for those who take it, with the headers that the framework gives', async () => {
    const path = `${query}?f=geojson&${BOX}`;
    const plain = (await portal.ask(path)).body;
    for (const [accepted, unpacked] of [
      ['gzip, deflate, br, zstd', brotliDecompressSync],
      ['gzip, deflate', gunzipSync],
    ] as const) {
      const headers = { 'accept-encoding': accepted };
      const [light, slow] = [await portal.ask(path, headers), await portal.byFramework(path, headers)];
      expect(light.framework).toBe(false);
      expect(unpacked(light.body)).toEqual(plain);
      const { 'content-length': length, ...rest } = lasting(light.headers);
      expect(Number(length)).toBe(light.body.length);
      const { 'content-length': _theirs, 'transfer-encoding': _transfer, ...expected } = lasting(slow.headers);
      expect(rest).toEqual(expected);
    }
    expect(
      (await portal.ask(`${query}?returnCountOnly=true&f=json`, { 'accept-encoding': 'br' })).headers['content-encoding'],
    ).toBeUndefined();
    expect((await portal.ask(path, { 'accept-encoding': 'deflate' })).body).toEqual(plain);
  });

  it('is left to the framework where it is not of the usual kind', async () => {
    const path = `${query}?f=json&returnCountOnly=true`;
    for (const other of [
      path.replace('f=json', 'f=html'),
      path.replace('f=json', 'f=pjson'),
      path.replace('f=json', 'f=wrong'),
      `${path}&callback=x`,
      path.replace('/rest/', '//rest/'),
      path.replace('/query', '/QUERY'),
      path.replace('/query', '/query/'),
    ]) {
      const [plain, asked] = [await portal.byFramework(other), await portal.ask(other)];
      expect([asked.framework, asked.status, asked.body.toString()], other).toEqual([true, plain.status, plain.body.toString()]);
    }
    expect(await portal.ask(path, { 'accept-encoding': 'br;q=0.1, gzip' })).toMatchObject({ framework: true, status: 200 });
    expect(await portal.ask(path, { 'content-length': '0' })).toMatchObject({ framework: true, status: 200 });
    expect(await portal.ask(path, {}, 'HEAD')).toMatchObject({ framework: true, status: 200 });
  });

  it('is a script where a page wants a function called with it, as GeoJSON and as a refusal too', async () => {
    const said = async (path: string): Promise<[string | undefined, AnyReply]> => {
      const { headers, body } = await portal.ask(path);
      return [headers['content-type'], JSON.parse(/^\/\*\*\/cb\((.*)\);$/s.exec(body.toString())?.[1] ?? '""')];
    };
    const script = 'application/javascript; charset=utf-8';
    const path = `${query}?where=1%3D1&f=geojson`;
    expect(await said(`${path}&callback=cb`)).toEqual([script, JSON.parse((await portal.ask(path)).body.toString())]);
    const [type, refusal] = await said(`${query}?where=nothing%3D1&f=json&callback=cb`);
    expect([type, refusal.error.code]).toEqual([script, 400]);
  });

  it('is refused from the moment on when its item is not for the caller any more, or the token does not count', async () => {
    const path = `${query}?f=json&${BOX}`;
    const codes = async (): Promise<number[]> => {
      const replies = await Promise.all([portal.ask(path), portal.ask(path, bearer('una')), portal.ask(path, bearer('petra'))]);
      expect(replies.map((reply) => reply.framework)).toEqual([false, false, false]);
      return replies.map((reply) => JSON.parse(reply.body.toString()).error?.code ?? 200);
    };
    expect(await codes()).toEqual([200, 200, 200]);
    const setScopes = (scopes: string[], access: 'public' | 'private') =>
      t.portal.db.updateTable('item').set({ access, scopes }).where('id', '=', itemId).execute();
    const own = `user:${t.as('petra').username}`;
    await setScopes([own], 'private');
    expect(await codes()).toEqual([499, 403, 200]);
    await setScopes(['public', own], 'public');
    expect(await codes()).toEqual([200, 200, 200]);
    await sql`update account set token_epoch = token_epoch + 1 where username = ${t.as('una').username}`.execute(t.portal.db);
    expect(await codes()).toEqual([200, 498, 200]);
  });
});
