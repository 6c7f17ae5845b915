// Apps that are registered with an item.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;
const BACK = 'https://app.example.org/back';

beforeAll(async () => {
  t = await testPortal({ people: { owner1: 'publisher', other1: 'publisher', looker1: 'viewer', admin1: 'admin' } });
});
afterAll(() => t.close());

async function item(title: string): Promise<string> {
  const fields = { title, type: 'Web Mapping Application', url: 'https://app.example.org' };
  const { id } = await t.as('owner1').post('content/users/owner1/addItem', fields);
  await t.as('owner1').post(`content/users/owner1/items/${id}/share`, { everyone: true });
  return id;
}

const register = (itemId: string, who = 'owner1', more: object = {}) =>
  t.as(who).post('oauth2/registerApp', { itemId, appType: 'browser', redirect_uris: [BACK], ...more });

describe('an app', () => {
  it('CO-256 CO-257 CO-082 is registered once with an item, which tells so; its owner and administrators read it there', async () => {
    const id = await item('Registered');
    const none = await t.as('owner1').get(`content/users/owner1/items/${id}/registeredAppInfo`);
    expect(none.error).toMatchObject({ code: 400, message: 'The item has no registered app.' });
    const app = await register(id);
    expect(app).toMatchObject({ itemId: id, appType: 'browser', redirect_uris: [BACK], apnsProdCert: null, isBeta: false });
    expect([app.client_id, app.client_secret, app.registered]).toEqual([
      expect.stringMatching(/^[A-Za-z0-9]{16}$/),
      expect.stringMatching(/^[0-9a-f]{32}$/),
      app.modified,
    ]);
    expect((await register(id)).error.message).toBe('The item has a registered app already.');
    for (const who of ['owner1', 'admin1']) {
      expect(await t.as(who).get(`content/users/owner1/items/${id}/registeredAppInfo`)).toEqual(app);
      expect(await t.as(who).get(`oauth2/apps/${app.client_id}`)).toEqual(app);
    }
    expect((await t.stranger.get(`content/items/${id}`)).typeKeywords).toContain('Registered App');
    expect((await t.stranger.get('search', { q: 'typekeywords:"Registered App"' })).total).toBe(1);
    await t.as('owner1').post(`content/users/owner1/items/${id}/update`, { type: 'Web Experience' });
    expect((await t.stranger.get(`content/items/${id}`)).typeKeywords).toContain('Registered App');
  });

  it('CO-258 CO-259 CO-260 gets other addresses, another secret, and is unregistered', async () => {
    const id = await item('Changed');
    const app = await register(id);
    const path = `oauth2/apps/${app.client_id}`;
    const changed = await t.as('owner1').post(`${path}/update`, { redirect_uris: ['my-app://back'], client_secret: 'mine' });
    expect(changed).toMatchObject({ redirect_uris: ['my-app://back'], appType: 'browser', client_secret: app.client_secret });
    const reset = await t.as('owner1').post(`${path}/resetSecret`);
    expect(reset.client_secret).not.toBe(app.client_secret);
    expect(reset).toMatchObject({ client_id: app.client_id, redirect_uris: ['my-app://back'] });
    expect(await t.as('owner1').post(`${path}/unregister`)).toEqual({ success: true, itemId: id });
    expect((await t.as('owner1').get(path)).error).toMatchObject({ code: 400, message: 'Invalid client_id' });
    expect((await t.as('owner1').get(`content/items/${id}`)).typeKeywords).not.toContain('Registered App');
    expect((await register(id)).client_id).not.toBe(app.client_id);
  });

  it('is for those who manage its item: nobody else reads its secret or changes it', async () => {
    const id = await item('Guarded');
    const { client_id: clientId } = await register(id);
    for (const call of ['', '/update', '/resetSecret', '/unregister'])
      for (const who of ['other1', 'looker1']) {
        const refused = await t.as(who).post(`oauth2/apps/${clientId}${call}`);
        expect([call, who, refused.error?.code]).toEqual([call, who, 403]);
      }
    expect((await t.stranger.get(`oauth2/apps/${clientId}`)).error.code).toBe(499);
    expect((await register(await item('Not theirs'), 'other1')).error.code).toBe(403);
  });

  it.each([
    { appType: 'toaster' },
    { redirect_uris: 'not a list' },
    { redirect_uris: '"https://example.org"' },
    { redirect_uris: '[5]' },
    { redirect_uris: '["javascript:alert(1)"]' },
    { redirect_uris: '["https://*.example.org"]' },
  ])('is refused with %j', async (wrong) => {
    expect((await register(await item(`Wrong ${JSON.stringify(wrong)}`), 'owner1', wrong)).error.code).toBe(400);
  });

  it('goes with its item', async () => {
    const id = await item('Deleted');
    const { client_id: clientId } = await register(id);
    await t.as('owner1').post(`content/users/owner1/items/${id}/delete`, { permanentDelete: true });
    expect((await t.as('owner1').get(`oauth2/apps/${clientId}`)).error.code).toBe(400);
  });
});

describe('people', () => {
  it('CO-016 are sent back only to addresses that the app registered, also when they sign out with its client id and where to go', async () => {
    const { client_id: clientId } = await register(await item('Sends back'));
    const valid = (redirectUri: string) => t.stranger.get('oauth2/validateRedirectUri', { client_id: clientId, redirect_uri: redirectUri });
    expect(await valid(`${BACK}/deeper`)).toEqual({ isValid: true, clientId, redirectUri: `${BACK}/deeper` });
    expect((await valid('https://evil.example.org/back')).isValid).toBe(false);
    const unknown = await t.stranger.get('oauth2/validateRedirectUri', { client_id: 'nobody', redirect_uri: BACK });
    expect(unknown.error).toMatchObject({ code: 400, message: 'Invalid client_id' });
    const leave = async (params: Record<string, string>) =>
      (await t.stranger.raw('GET', 'oauth2/signout', { f: '', ...params })).headers.location;
    expect(await leave({ client_id: clientId, redirect_uri: BACK })).toBe(BACK);
    expect(await leave({ client_id: clientId, redirect_uri: `${BACK}/\nmap/中` })).toBe(`${BACK}/map/%E4%B8%AD`);
    expect(await leave({ client_id: clientId, redirect_uri: 'https://evil.example.org' })).toBe('/');
    expect(await leave({ redirect_uri: BACK })).toBe('/');
  });
});
