// Tiles that are kept in memory are sent without the framework: the same bytes and headers, and the same refusals.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { BesideFramework } from '../../testing/beside-framework.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';
import { StandingFinds } from '../platform/http/standing-finds.ts';

let t: TestPortal;
let portal: BesideFramework;
let tile: string;
let itemId: string;

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
  portal = await BesideFramework.listen(t);
});
afterAll(async () => {
  portal.stop();
  await t.close();
});

describe('a tile that is kept', () => {
  it('is sent as the framework sends it, to visitors, to people with a token in any place, and to pages of other origins', async () => {
    await portal.ask(tile);
    await portal.expectTheSame(tile);
    const [layer = ''] = tile.split('/tiles/');
    const { lastEditDate } = (await t.stranger.get(layer)).editingInfo;
    const token = String(t.as('una').token);
    for (const now of [lastEditDate, lastEditDate + 6 * 60_000]) {
      t.setNow(new Date(now));
      await portal.expectTheSame(`${tile}?v=3`);
      await portal.expectTheSame(`${tile}?token=${token}&v=${lastEditDate}`);
    }
    expect((await portal.ask(`${tile}?v=${lastEditDate}`)).headers['cache-control']).toMatch(/^public, max-age=\d+$/);
    t.setNow(new Date());
    await portal.expectTheSame(tile, { authorization: `Bearer ${token}` });
    await portal.expectTheSame(tile, { cookie: `graticule_session=${token}` });
    await portal.expectTheSame(tile, { origin: 'https://other.example' });
    await portal.expectTheSame(tile, { origin: 'https://trusted.example' });
    expect((await portal.ask(tile, { origin: 'https://trusted.example' })).headers['access-control-allow-origin']).toBe(
      'https://trusted.example',
    );
    await portal.ask(`${tile}?fields=name`);
    await portal.expectTheSame(`${tile}?fields=name`);
  });

  it('is sent for layers of every number', async () => {
    const [service = ''] = tile.split('/0/tiles');
    const layers = [{ id: 654_321, name: 'more', geometryType: 'esriGeometryPoint', fields: [] }];
    await t.as('petra').post(`${service.replace('/rest/', '/rest/admin/')}/addToDefinition`, { addToDefinition: { layers } });
    const more = tile.replace('/0/tiles', '/654321/tiles');
    expect((await portal.ask(more)).status).toBe(204);
    await portal.expectTheSame(more);
  });

  it('is not sent again to those who have it, and nothing is sent where nothing lies', async () => {
    const { headers } = await portal.ask(tile);
    await portal.expectTheSame(tile, { 'if-none-match': String(headers.etag) });
    expect((await portal.ask(tile, { 'if-none-match': String(headers.etag) })).status).toBe(304);
    const empty = tile.replace('0/0/0.pbf', '10/0/0.pbf');
    await portal.ask(empty);
    await portal.expectTheSame(empty);
    expect((await portal.ask(empty)).status).toBe(204);
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
      const [plain, asked] = [await portal.byFramework(path), await portal.ask(path)];
      expect([asked.framework, asked.status], path).toEqual([true, plain.status]);
    }
    expect(await portal.ask(tile, {}, 'HEAD')).toMatchObject({ framework: true, status: 200 });
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
    expect((await portal.ask(tile)).framework).toBe(false);
    await setAccess('private');
    const replies = await Promise.all([portal.ask(tile), portal.ask(tile, bearer('una')), portal.ask(tile, bearer('petra'))]);
    expect(replies.map(({ status }) => status)).toEqual([403, 403, 200]);
    expect(replies[2]?.headers['cache-control']).toBe('private, no-cache');
    await setAccess('public');
    expect((await portal.ask(tile, bearer('una'))).status).toBe(200);
  });

  it('is refused from that moment on also while requests come thick and fast, when what was found for one visitor is used for the next', async () => {
    const seen = vi.spyOn(StandingFinds.prototype, 'of');
    let isOver = false;
    const late: number[] = [];
    let answered = 0;
    const askOn = async (): Promise<void> => {
      while (!isOver || late.length === 0) {
        const wasOver = isOver;
        const { status } = await portal.ask(tile);
        answered++;
        if (wasOver) late.push(status);
      }
    };
    const callers = Array.from({ length: 16 }, askOn);
    // The embedded engine holds nothing still: there everything is asked each time.
    const holds = t.portal.database.engine === 'postgres';
    const wasFound = (): boolean => seen.mock.results.some(({ value }) => value !== undefined);
    while (answered < 400 || (holds && !wasFound())) await new Promise((resolve) => setTimeout(resolve, 5));
    await setAccess('private');
    isOver = true;
    await Promise.all(callers);
    expect(wasFound()).toBe(holds);
    seen.mockRestore();
    expect(new Set(late)).toEqual(new Set([403]));
    expect((await portal.ask(tile, bearer('petra'))).status).toBe(200);
    await setAccess('public');
    expect((await portal.ask(tile)).status).toBe(200);
  });

  it('is refused with a token that does not count any more, also where visitors would get it', async () => {
    expect(await portal.ask(tile, bearer('vera'))).toMatchObject({ status: 200, framework: false });
    const { username } = t.as('vera');
    await sql`update account set token_epoch = token_epoch + 1 where username = ${username}`.execute(t.portal.db);
    expect((await portal.ask(tile, bearer('vera'))).status).toBe(403);
    expect((await portal.ask(tile, { authorization: 'Bearer forged' })).status).toBe(403);
    expect(await portal.ask(tile, { cookie: `graticule_session=${t.as('vera').token}` })).toMatchObject({ status: 200, framework: false });
  });

  it('is refused to visitors of an organisation that was closed to them', async () => {
    await t.portal.db.updateTable('organisation').set({ access: 'private' }).execute();
    const { forgetKept } = await import('../organisation/index.ts');
    forgetKept(t.portal);
    expect((await portal.ask(tile)).status).toBe(403);
    expect(await portal.ask(tile, bearer('una'))).toMatchObject({ status: 200, framework: false });
  });
});
