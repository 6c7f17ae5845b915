// Queries as clients write them are answered without the framework: the same bytes and headers, the same refusals.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
let port: number;
let query: string;
let itemId: string;
let byFramework = 0;
const FRAMEWORK = 'tracing:fastify.request.handler:start';
const count = (): void => {
  byFramework++;
};

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher', una: 'user' } });
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
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  port = (t.app.server.address() as AddressInfo).port;
  subscribe(FRAMEWORK, count);
});
afterAll(async () => {
  unsubscribe(FRAMEWORK, count);
  await t.close();
});

interface Asked {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** Whether the framework saw the request. */
  framework: boolean;
}

/** Asks the listening server. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Asked> {
  const before = byFramework;
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', path, headers, method }, (reply) => {
      const parts: Buffer[] = [];
      reply.on('data', (part: Buffer) => parts.push(part));
      reply.on('end', () =>
        resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: Buffer.concat(parts), framework: byFramework > before }),
      );
    })
      .on('error', reject)
      .end();
  });
}

/** The same of the framework alone, for the same host. */
async function framework(path: string, headers: Record<string, string> = {}): Promise<Omit<Asked, 'framework'>> {
  const reply = await t.app.inject({ url: path, headers: { host: `127.0.0.1:${port}`, ...headers } });
  return { status: reply.statusCode, headers: reply.headers as IncomingHttpHeaders, body: reply.rawPayload };
}

/** What is alike in two answers to one question. */
const lasting = ({
  'x-request-id': id,
  date: _date,
  connection: _connection,
  'keep-alive': _alive,
  'transfer-encoding': _transfer,
  ...rest
}: IncomingHttpHeaders) => {
  expect(id).toMatch(/^[0-9a-f]{16}$/);
  return rest;
};

async function expectTheSame(path: string, headers: Record<string, string> = {}): Promise<Asked> {
  const [plain, light] = [await framework(path, headers), await ask(path, headers)];
  expect(light.framework, path).toBe(false);
  expect({ ...light, headers: lasting(light.headers) }).toEqual({ ...plain, headers: lasting(plain.headers), framework: false });
  return light;
}

const BOX = 'geometry=5,40,6,41&geometryType=esriGeometryEnvelope&inSR=4326&outSR=4326&outFields=*';
const bearer = (name: string): Record<string, string> => ({ authorization: `Bearer ${t.as(name).token}` });

describe('a query', () => {
  it('is answered as the framework answers it, in every format and of every kind', async () => {
    for (const format of ['json', 'geojson', 'pbf']) {
      const { body } = await expectTheSame(`${query}?f=${format}&${BOX}`);
      expect(body.length).toBeGreaterThan(800);
    }
    await expectTheSame(`${query}?where=1=1&returnCountOnly=true&f=json`);
    await expectTheSame(`${query}?where=1%3D1&returnIdsOnly=true&f=json`);
    await expectTheSame(`${query}?where=1=1&returnExtentOnly=true&f=JSON`);
    await expectTheSame(`${query}?where=name%20LIKE%20%27Place%201%25%27&f=json`);
    await expectTheSame(query);
  });

  it('is answered alike to visitors, to people with a token in any place, and to pages of other origins', async () => {
    const path = `${query}?f=json&${BOX}`;
    const token = String(t.as('una').token);
    await expectTheSame(`${path}&token=${token}`);
    await expectTheSame(path, bearer('una'));
    await expectTheSame(path, { cookie: `graticule_session=${token}` });
    await expectTheSame(path, { origin: 'https://other.example' });
    const trusted = await expectTheSame(path, { origin: 'https://trusted.example' });
    expect(trusted.headers['access-control-allow-origin']).toBe('https://trusted.example');
  });

  it('is refused with the words of the framework', async () => {
    for (const parameters of ['where=nobody=1', 'where=name=', 'outFields=nothing', 'geometry=x', 'resultOffset=-1', 'outSR=999999']) {
      const { body } = await expectTheSame(`${query}?f=json&${parameters}`);
      expect(JSON.parse(body.toString()).error.code).toBe(400);
    }
    await expectTheSame(query.replace('/0/query', '/7/query'));
    await expectTheSame(query.replace('/light/', '/nobodys/'));
    await expectTheSame(`${query}?f=json`, { authorization: 'Bearer forged' });
  });

  it('is compressed for those who take it, with the headers that the framework gives', async () => {
    const path = `${query}?f=geojson&${BOX}`;
    const plain = (await ask(path)).body;
    for (const [accepted, unpacked] of [
      ['gzip, deflate, br, zstd', brotliDecompressSync],
      ['gzip, deflate', gunzipSync],
    ] as const) {
      const headers = { 'accept-encoding': accepted };
      const [light, slow] = [await ask(path, headers), await framework(path, headers)];
      expect(light.framework).toBe(false);
      expect(unpacked(light.body)).toEqual(plain);
      const { 'content-length': length, ...rest } = lasting(light.headers);
      expect(Number(length)).toBe(light.body.length);
      const { 'content-length': _theirs, ...expected } = lasting(slow.headers);
      expect(rest).toEqual(expected);
    }
    expect((await ask(`${query}?returnCountOnly=true&f=json`, { 'accept-encoding': 'br' })).headers['content-encoding']).toBeUndefined();
    expect((await ask(path, { 'accept-encoding': 'deflate' })).body).toEqual(plain);
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
      const [plain, asked] = [await framework(other), await ask(other)];
      expect([asked.framework, asked.status, asked.body.toString()], other).toEqual([true, plain.status, plain.body.toString()]);
    }
    expect(await ask(path, { 'accept-encoding': 'br;q=0.1, gzip' })).toMatchObject({ framework: true, status: 200 });
    expect(await ask(path, { 'content-length': '0' })).toMatchObject({ framework: true, status: 200 });
    expect(await ask(path, {}, 'HEAD')).toMatchObject({ framework: true, status: 200 });
  });

  it('is refused from the moment on when its item is not for the caller any more, or the token does not count', async () => {
    const path = `${query}?f=json&${BOX}`;
    const codes = async (): Promise<number[]> => {
      const replies = await Promise.all([ask(path), ask(path, bearer('una')), ask(path, bearer('petra'))]);
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
