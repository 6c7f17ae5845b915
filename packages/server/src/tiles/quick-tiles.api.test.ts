// Tiles that are kept in memory are sent without the framework: the same bytes and headers, and the same refusals.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;
let port: number;
let tile: string;
let itemId: string;
let byFramework = 0;
const FRAMEWORK = 'tracing:fastify.request.handler:start';
const count = (): void => {
  byFramework++;
};

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher', una: 'user', vera: 'user' } });
  const petra = t.as('petra');
  const publishParameters = { name: 'quick' };
  const text = 'name,lat,lon\nBasel,47.56,7.59\nQuito,-0.2,-78.5\n';
  const reply = await petra.post(`content/users/${petra.username}/publish`, { text, fileType: 'csv', publishParameters });
  tile = `${new URL(reply.services[0].serviceurl).pathname}/0/tiles/0/0/0.pbf`;
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
const lasting = ({ 'x-request-id': id, date: _date, connection: _connection, 'keep-alive': _alive, ...rest }: IncomingHttpHeaders) => {
  expect(id).toMatch(/^[0-9a-f]{16}$/);
  return rest;
};

async function expectTheSame(path: string, headers: Record<string, string> = {}): Promise<void> {
  const [plain, quick] = [await framework(path, headers), await ask(path, headers)];
  expect(quick.framework).toBe(false);
  expect({ ...quick, headers: lasting(quick.headers) }).toEqual({ ...plain, headers: lasting(plain.headers), framework: false });
}

describe('a tile that is kept', () => {
  it('is sent as the framework sends it, to visitors, to people with a token in any place, and to pages of other origins', async () => {
    await ask(tile);
    await expectTheSame(tile);
    await expectTheSame(`${tile}?v=3`);
    const token = String(t.as('una').token);
    await expectTheSame(`${tile}?token=${token}&v=3`);
    await expectTheSame(tile, { authorization: `Bearer ${token}` });
    await expectTheSame(tile, { cookie: `graticule_session=${token}` });
    await expectTheSame(tile, { origin: 'https://other.example' });
    await expectTheSame(tile, { origin: 'https://trusted.example' });
    expect((await ask(tile, { origin: 'https://trusted.example' })).headers['access-control-allow-origin']).toBe('https://trusted.example');
    await ask(`${tile}?fields=name`);
    await expectTheSame(`${tile}?fields=name`);
  });

  it('is not sent again to those who have it, and nothing is sent where nothing lies', async () => {
    const { headers } = await ask(tile);
    await expectTheSame(tile, { 'if-none-match': String(headers.etag) });
    expect((await ask(tile, { 'if-none-match': String(headers.etag) })).status).toBe(304);
    const empty = tile.replace('0/0/0.pbf', '10/0/0.pbf');
    await ask(empty);
    await expectTheSame(empty);
    expect((await ask(empty)).status).toBe(204);
  });

  it('is left to the framework where a request is not of the usual kind', async () => {
    for (const path of [
      `${tile}?f=json`,
      `${tile}?callback=x`,
      `${tile}?fields=name&fields=name`,
      tile.replace('/rest/', '//rest/'),
      tile.replace('.pbf', '.mvt'),
      tile.replace('/0/0/0', '/1/2/0'),
    ]) {
      const [plain, asked] = [await framework(path), await ask(path)];
      expect([asked.framework, asked.status], path).toEqual([true, plain.status]);
    }
    expect(await ask(tile, {}, 'HEAD')).toMatchObject({ framework: true, status: 200 });
  });
});

describe('a tile that was kept for others', () => {
  const setAccess = async (access: 'public' | 'private'): Promise<void> => {
    const own = `user:${t.as('petra').username}`;
    const scopes = access === 'public' ? ['public', own] : [own];
    await t.portal.db.updateTable('item').set({ access, scopes }).where('id', '=', itemId).execute();
  };
  const bearer = (name: string): Record<string, string> => ({ authorization: `Bearer ${t.as(name).token}` });

  it('is refused from the moment on when its item is not for the caller any more', async () => {
    expect((await ask(tile)).framework).toBe(false);
    await setAccess('private');
    const replies = await Promise.all([ask(tile), ask(tile, bearer('una')), ask(tile, bearer('petra'))]);
    expect(replies.map(({ status }) => status)).toEqual([403, 403, 200]);
    expect(replies[2]?.headers['cache-control']).toBe('private, no-cache');
    await setAccess('public');
    expect((await ask(tile, bearer('una'))).status).toBe(200);
  });

  it('is refused with a token that does not count any more, also where visitors would get it', async () => {
    expect(await ask(tile, bearer('vera'))).toMatchObject({ status: 200, framework: false });
    const { username } = t.as('vera');
    await sql`update account set token_epoch = token_epoch + 1 where username = ${username}`.execute(t.portal.db);
    expect((await ask(tile, bearer('vera'))).status).toBe(403);
    expect((await ask(tile, { authorization: 'Bearer forged' })).status).toBe(403);
    expect(await ask(tile, { cookie: `graticule_session=${t.as('vera').token}` })).toMatchObject({ status: 200, framework: false });
  });

  it('is refused to visitors of an organisation that was closed to them', async () => {
    await t.portal.db.updateTable('organisation').set({ access: 'private' }).execute();
    const { forgetKept } = await import('../organisation/index.ts');
    forgetKept(t.portal);
    expect((await ask(tile)).status).toBe(403);
    expect(await ask(tile, bearer('una'))).toMatchObject({ status: 200, framework: false });
  });
});
