// The public client signs in, asks who it is, and signs out.
import { getSelf, getUser, searchUsers } from '@esri/arcgis-rest-portal';
import { ArcGISIdentityManager, request } from '@esri/arcgis-rest-request';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEST_PASSWORD } from '../testing/test-portal.ts';
import { type ListeningPortal, listeningPortal } from './listening-portal.ts';

let portal: ListeningPortal;
beforeAll(async () => {
  portal = await listeningPortal({ people: { ada_admin: 'admin', pia_publisher: 'publisher' } });
});
afterAll(() => portal?.close());

describe('arcgis-rest-request', () => {
  it('signs in with name and password, and gets a token that says who it is', async () => {
    const manager = await portal.signIn('pia_publisher');
    expect(manager.token).toEqual(expect.any(String));
    expect(manager.tokenExpires.getTime()).toBeGreaterThan(Date.now());
    const user = await manager.getUser();
    expect(user).toMatchObject({ username: 'pia_publisher', role: 'org_publisher' });
  });

  it('refuses a wrong password and a stranger in the same words', async () => {
    const attempt = (username: string) => ArcGISIdentityManager.signIn({ username, password: 'wrong', portal: portal.sharing });
    await expect(attempt('pia_publisher')).rejects.toThrow(/Unable to generate token/);
    await expect(attempt('nobody_here')).rejects.toThrow(/Unable to generate token/);
  });

  it('describes the portal to a stranger and to a member', async () => {
    const stranger = await getSelf({ portal: portal.sharing });
    expect(stranger).toMatchObject({ isPortal: true });
    expect(stranger.user).toBeUndefined();
    const member = await getSelf({ portal: portal.sharing, authentication: await portal.signIn('pia_publisher') });
    expect(member.user).toMatchObject({ username: 'pia_publisher' });
  });

  it('reads its own profile and finds members', async () => {
    const authentication = await portal.signIn('ada_admin');
    expect(await getUser({ authentication, username: 'pia_publisher' })).toMatchObject({ username: 'pia_publisher' });
    const found = await searchUsers({ q: 'username:pia_publisher', authentication });
    expect(found.results.map((user) => user.username)).toEqual(['pia_publisher']);
  });

  it('exchanges its token for one that the services of the portal take', async () => {
    const authentication = await portal.signIn('pia_publisher');
    const directory = await request(`${portal.url}/rest/services/Hosted`, { authentication });
    expect(directory.services).toEqual([]);
  });

  it('gets a fresh token by itself when the old one is refused', async () => {
    const authentication = new ArcGISIdentityManager({
      portal: portal.sharing,
      username: 'pia_publisher',
      password: TEST_PASSWORD,
      token: 'stale',
      tokenExpires: new Date(Date.now() + 3_600_000),
    });
    expect(await authentication.getUser()).toMatchObject({ username: 'pia_publisher' });
    expect(authentication.token).not.toBe('stale');
  });

  it('signs out: the token is worth nothing afterwards', async () => {
    const authentication = await portal.signIn('pia_publisher');
    await authentication.signOut();
    await expect(request(`${portal.sharing}/community/self`, { params: { token: authentication.token } })).rejects.toThrow(/498/);
  });
});
