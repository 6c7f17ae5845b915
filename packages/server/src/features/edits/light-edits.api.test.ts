// Edits as clients write them are answered without the framework: the same bytes and headers, the same refusals, and the same is kept.
import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { type Asked, BesideFramework } from '../../../testing/beside-framework.ts';
import { makeSpots, type SpotsLayer } from '../../../testing/spots-layer.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const TRUSTED = 'https://trusted.example';

let t: TestPortal;
let spots: SpotsLayer;
let portal: BesideFramework;
let objectId = 0;

beforeAll(async () => {
  // Forms may come directly, or from a reverse proxy on the same machine.
  const config = { trustedProxies: ['127.0.0.1'] };
  t = await testPortal({ people: { petra: 'publisher', una: 'user', vera: 'viewer' }, config });
  spots = await makeSpots(t, 'petra', { name: 'lightly' });
  const made = await spots.post('addFeatures', { features: [{ attributes: { name: 'first' }, geometry: { x: 1, y: 1 } }] });
  objectId = made.addResults[0].objectId;
  await t.as('petra').post(`content/items/${spots.itemId}/share`, { org: true });
  await t.portal.db
    .updateTable('organisation')
    .set({ settings: sql`settings || ${JSON.stringify({ allowedOrigins: [TRUSTED] })}::jsonb` })
    .execute();
  portal = await BesideFramework.listen(t);
});
afterAll(async () => {
  portal.stop();
  await t.close();
});

const tokenOf = (name: string): string => String(t.as(name).token);
const form = (fields: Record<string, unknown>): string =>
  new URLSearchParams(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  ).toString();
const renaming = (to: string, fields: Record<string, unknown> = { token: tokenOf('petra') }): string =>
  form({ f: 'json', features: [{ attributes: { OBJECTID: objectId, name: to } }], ...fields });
const update = (): string => `${spots.layer}/updateFeatures`;
const told = ({ body }: Pick<Asked, 'body'>): AnyReply => JSON.parse(body.toString());
const nameNow = async (): Promise<string> => {
  const { features } = await t.as('petra').get(`${spots.layer}/query`, { objectIds: `${objectId}`, outFields: 'name' });
  return features[0].attributes.name;
};

describe('a form that edits', () => {
  it('is answered as the framework answers it, with the token in any place and in every format', async () => {
    const same = async (headers: Record<string, string>, body: string, path = update()): Promise<AnyReply> =>
      told(await portal.expectTheSame(path, { ...FORM, ...headers }, body));
    const success = { updateResults: [{ objectId, success: true }] };
    expect(await same({}, renaming('by parameter'))).toMatchObject(success);
    expect(await same({ authorization: `Bearer ${tokenOf('una')}` }, renaming('by header', {}))).toMatchObject(success);
    expect(await nameNow()).toBe('by header');
    const cookie = `graticule_session=${tokenOf('una')}`;
    expect(await same({ cookie, origin: `http://${hostOfPortal()}` }, renaming('by cookie', {}))).toMatchObject(success);
    expect(await same({ 'content-type': `${FORM['content-type']}; charset=UTF-8` }, renaming('Zażółć gęślą'))).toMatchObject(success);
    expect(await nameNow()).toBe('Zażółć gęślą');
    expect(await same({}, renaming('pretty', { token: tokenOf('una'), f: 'pjson' }))).toMatchObject(success);
    expect(await same({}, renaming('plain', { token: tokenOf('una'), f: '' }))).toMatchObject(success);
    const many = Array.from({ length: 60 }, () => ({ attributes: { OBJECTID: objectId, name: 'same' } }));
    const body = form({ features: many, token: tokenOf('petra') });
    expect((await same({}, body)).updateResults).toHaveLength(60);
    const trusted = await portal.expectTheSame(update(), { ...FORM, origin: TRUSTED }, renaming('from elsewhere'));
    expect(trusted.headers['access-control-allow-origin']).toBe(TRUSTED);
  });

  it('counts a cookie behind a reverse proxy for pages of the address that the proxy tells of, and for no others', async () => {
    const passedOn = { ...FORM, 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'maps.example' };
    const cookie = `graticule_session=${tokenOf('una')}`;
    const edit = async (origin: string): Promise<AnyReply> =>
      told(await portal.expectTheSame(update(), { ...passedOn, cookie, origin }, renaming('behind a proxy', {})));
    expect((await edit('https://maps.example')).updateResults).toMatchObject([{ success: true }]);
    for (const other of ['http://maps.example', `http://${hostOfPortal()}`]) expect((await edit(other)).error.code).toBe(499);
    expect(await nameNow()).toBe('behind a proxy');
  });

  it('takes what the address says too, and the body before it', async () => {
    const path = `${update()}?f=json&token=${tokenOf('petra')}&features=${encodeURIComponent('[]')}`;
    const features = [{ attributes: { OBJECTID: objectId, name: 'from the body' } }];
    expect(told(await portal.expectTheSame(path, FORM, form({ features }))).updateResults).toHaveLength(1);
    expect(await nameNow()).toBe('from the body');
  });

  it('adds, deletes and does several things at once without the framework', async () => {
    const post = async (operation: string, fields: Record<string, unknown>): Promise<AnyReply> => {
      const asked = await portal.ask(`${spots.layer}/${operation}`, FORM, 'POST', [
        form({ f: 'json', token: tokenOf('petra'), ...fields }),
      ]);
      expect(asked.framework).toBe(false);
      return told(asked);
    };
    const [added] = (await post('addFeatures', { features: [{ attributes: { name: 'new' }, geometry: { x: 2, y: 2 } }] })).addResults;
    const both = await post('applyEdits', {
      adds: [{ attributes: { name: 'newer' } }],
      deletes: `${added.objectId}`,
      returnEditMoment: true,
    });
    expect(both).toMatchObject({ addResults: [{ success: true }], updateResults: [], deleteResults: [{ success: true }] });
    expect(both.editMoment).toBeGreaterThan(0);
    const gone = await post('deleteFeatures', { objectIds: `${both.addResults[0].objectId}` });
    expect(gone.deleteResults).toMatchObject([{ success: true }]);
    expect((await t.as('petra').get(`${spots.layer}/query`, { where: '1=1', returnCountOnly: true })).count).toBe(1);
  });

  it('is refused with the words of the framework, and changes nothing then', async () => {
    await portal.expectTheSame(update(), FORM, renaming('before'));
    const refused: [body: string, code: number, headers?: Record<string, string>, path?: string][] = [
      [renaming('x', { token: tokenOf('vera') }), 403],
      [renaming('x', { token: 'forged' }), 498],
      [renaming('x', {}), 499],
      [renaming('x', { token: tokenOf('una'), f: 'html' }), 400],
      [renaming('x', { token: tokenOf('una'), f: 'wrong' }), 400],
      [form({ token: tokenOf('una') }), 400],
      [form({ token: tokenOf('una'), features: '[{' }), 400],
      [form({ token: tokenOf('una'), features: { attributes: {} } }), 400],
      [`token=${tokenOf('una')}&${Array.from({ length: 2_001 }, (_, at) => `a${at}=`).join('&')}`, 400],
      [renaming('x'), 404, {}, update().replace('/0/', '/7/')],
      [renaming('x'), 404, {}, update().replace('/0/', '/654321/')],
      [renaming('x'), 404, {}, update().replace('lightly', 'nobodys')],
      [renaming('x', {}), 403, { cookie: `graticule_session=${tokenOf('una')}` }],
      [renaming('x', {}), 403, { cookie: `graticule_session=${tokenOf('una')}`, referer: 'https://other.example/' }],
    ];
    for (const [body, code, headers = {}, path = update()] of refused) {
      const { error } = told(await portal.expectTheSame(path, { ...FORM, ...headers }, body));
      expect([error.code, body.slice(0, 80)]).toEqual([code, body.slice(0, 80)]);
    }
    // A cookie from a page of another site counts for nobody.
    const cookie = { cookie: `graticule_session=${tokenOf('una')}`, origin: 'https://other.example', 'sec-fetch-site': 'cross-site' };
    expect(told(await portal.expectTheSame(update(), { ...FORM, ...cookie }, renaming('x', {}))).error.code).toBe(499);
    const missing = form({ token: tokenOf('una'), features: [{ attributes: { OBJECTID: 999, name: 'x' } }, { attributes: 7 }] });
    expect(told(await portal.expectTheSame(update(), FORM, missing)).updateResults).toMatchObject([{ success: false }, { success: false }]);
    expect(await nameNow()).toBe('before');
  });

  it('is left to the framework where it is not of the usual kind', async () => {
    const body = renaming('by the framework');
    const packed = gzipSync(body);
    const ask = (
      headers: Record<string, string>,
      path = update(),
      method = 'POST',
      pieces: readonly (string | Uint8Array)[] = [body],
    ): Promise<Asked> => portal.ask(path, headers, method, pieces);
    const others = [
      ask(FORM, update().replace('/rest/', '//rest/')),
      ask(FORM, update().replace('updateFeatures', 'UPDATEFEATURES')),
      ask(FORM, `${update()}/`),
      ask({ ...FORM, 'transfer-encoding': 'chunked' }),
      ask({ ...FORM, 'accept-encoding': 'br;q=0.1, gzip' }),
      ask({ 'content-type': `${FORM['content-type']};charset=iso-8859-1` }),
      ask({ ...FORM, 'content-encoding': 'gzip', 'content-length': `${packed.length}` }, update(), 'POST', [packed]),
    ];
    for (const asked of await Promise.all(others)) {
      expect([asked.framework, asked.status]).toEqual([true, 200]);
      expect(told(asked).updateResults).toMatchObject([{ success: true }]);
    }
    const long = renaming('long', { token: tokenOf('petra'), filler: 'x'.repeat(70_000) });
    expect(await ask(FORM, update(), 'POST', [long])).toMatchObject({ framework: true, status: 200 });
    expect(told(await ask({}, update(), 'GET', [])).error.code).toBe(405);
    expect(told(await ask(FORM, update(), 'POST', [])).error.code).toBe(400);
    expect((await ask({ 'content-type': 'application/json' }, update(), 'POST', ['{}'])).status).toBe(415);
  });

  it('is read in the pieces in which it comes', async () => {
    const body = Buffer.from(`f=json&token=${tokenOf('petra')}&features=[{"attributes":{"OBJECTID":${objectId},"name":"Żółw"}}]`);
    const cut = body.indexOf('ółw') + 1;
    const headers = { ...FORM, 'content-length': `${body.length}` };
    const asked = await portal.ask(update(), headers, 'POST', [body.subarray(0, cut), body.subarray(cut)]);
    expect([asked.framework, told(asked).updateResults]).toMatchObject([false, [{ success: true }]]);
    expect(await nameNow()).toBe('Żółw');
  });

  it('changes nothing when its sender goes away in the middle, and the portal goes on', async () => {
    const body = renaming('half');
    const [host, port] = hostOfPortal().split(':');
    const sent: ClientRequest = request({
      host,
      port,
      path: update(),
      method: 'POST',
      headers: { ...FORM, 'content-length': body.length + 10 },
    });
    sent.on('error', () => undefined);
    const seen = once(t.app.server, 'request');
    sent.write(body);
    await seen;
    sent.destroy();
    await new Promise((closed) => sent.once('close', closed));
    expect(told(await portal.expectTheSame(update(), FORM, renaming('after'))).updateResults).toMatchObject([{ success: true }]);
    expect(await nameNow()).toBe('after');
  });

  it('is refused from the moment on when its item is not for the caller any more, or the token does not count', async () => {
    const by = async (name: string, to: string): Promise<number> => {
      const asked = await portal.ask(update(), FORM, 'POST', [renaming(to, { token: tokenOf(name) })]);
      expect(asked.framework).toBe(false);
      return told(asked).error?.code ?? 200;
    };
    expect([await by('una', 'one'), await by('una', 'two')]).toEqual([200, 200]);
    await t.as('petra').post(`content/items/${spots.itemId}/share`, { org: false, everyone: false });
    expect(await by('una', 'three')).toBe(403);
    await t.as('petra').post(`content/items/${spots.itemId}/share`, { org: true });
    expect([await by('una', 'four'), await by('una', 'five')]).toEqual([200, 200]);
    await sql`update account set token_epoch = token_epoch + 1 where username = ${t.as('una').username}`.execute(t.portal.db);
    expect(await by('una', 'six')).toBe(498);
    expect(await nameNow()).toBe('five');
  });
});

function hostOfPortal(): string {
  const address = t.app.server.address();
  if (address === null || typeof address === 'string') throw new Error('The portal does not listen.');
  return `127.0.0.1:${address.port}`;
}
