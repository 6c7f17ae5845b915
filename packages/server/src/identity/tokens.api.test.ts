import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEST_PASSWORD, type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;
beforeAll(async () => {
  t = await testPortal({ people: { publisher: 'publisher', locked: 'user' }, config: { signInFailures: 3 } });
});
afterAll(() => t.close());

describe('generateToken', () => {
  it('CO-283 takes user name, password, life, referer and what else is sent, and gives a token with an absolute expiry in milliseconds', async () => {
    const before = Date.now();
    const reply = await t.stranger.post('generatetoken', {
      username: 'publisher',
      password: TEST_PASSWORD,
      expiration: 20160,
      client: 'referer',
      referer: '@esri/arcgis-rest-js',
    });
    expect(reply).toEqual({ token: expect.stringMatching(/^[A-Za-z0-9._-]+$/), expires: expect.any(Number), ssl: false });
    expect(reply.expires).toBeGreaterThan(before + 20159 * 60_000);
    expect(reply.token).not.toHaveLength(256);
  });

  it('lasts 60 minutes when no expiration is given, and two weeks at most', async () => {
    const life = async (params: object): Promise<number> => {
      const reply = await t.stranger.post('generateToken', { username: 'PUBLISHER', password: TEST_PASSWORD, ...params });
      return Math.round((reply.expires - Date.now()) / 60_000);
    };
    expect(await life({})).toBe(60);
    expect(await life({ expiration: 999_999 })).toBe(20_160);
  });

  it('never gives the same token twice', async () => {
    const get = () => t.stranger.post('generateToken', { username: 'publisher', password: TEST_PASSWORD });
    const [a, b] = await Promise.all([get(), get()]);
    expect(a.token).not.toBe(b.token);
  });

  it('refuses a password in the query string with 405', async () => {
    const reply = await t.stranger.get('generateToken', { username: 'publisher', password: TEST_PASSWORD });
    expect(reply.error.code).toBe(405);
  });

  it('says the same for an unknown name and a wrong password', async () => {
    const wrong = await t.stranger.post('generateToken', { username: 'publisher', password: 'wrong' });
    const unknown = await t.stranger.post('generateToken', { username: 'nobody.here', password: 'wrong' });
    expect(wrong).toEqual({ error: { code: 400, message: 'Unable to generate token.', details: ['Invalid username or password.'] } });
    expect(unknown).toEqual(wrong);
  });

  it('names a missing parameter', async () => {
    expect((await t.stranger.post('generateToken', { password: 'x' })).error.message).toBe("'username' must be specified.");
    expect((await t.stranger.post('generateToken', { username: 'x' })).error.message).toBe("'password' must be specified.");
  });

  it('locks an account after repeated failures, even for the right password, and opens it later', async () => {
    const attempt = (password: string) => t.stranger.post('generateToken', { username: 'locked', password });
    for (let i = 0; i < 3; i++) await attempt('wrong');
    expect((await attempt(TEST_PASSWORD)).error.details).toEqual(['Too many invalid login attempts. Please try again later.']);
    t.setNow(new Date(Date.now() + 16 * 60_000));
    expect((await attempt(TEST_PASSWORD)).token).toBeDefined();
    t.setNow(new Date());
  });

  it('counts guesses that are sent together', async () => {
    const guesses = await Promise.all(
      Array.from({ length: 20 }, (_, i) => t.stranger.post('generateToken', { username: 'guessed.name', password: `guess ${i}` })),
    );
    const tried = guesses.filter((guess) => guess.error.details[0] === 'Invalid username or password.');
    expect(tried).toHaveLength(3);
  });

  it('exchanges a token for one of our own services, and refuses foreign servers', async () => {
    const token = t.as('publisher').token ?? '';
    const own = await t.stranger.post('generateToken', { token, serverUrl: 'http://localhost/', expiration: 20160 });
    const foreign = await t.stranger.post('generateToken', { token, serverUrl: 'https://elsewhere.example.org/' });
    expect(foreign.error.message).toContain('not federated');
    expect((await t.stranger.get('portals/self', { token: own.token })).user.username).toBe('publisher');
    expect((await t.stranger.post('generateToken', { token: 'forged', serverUrl: 'http://localhost/' })).error.code).toBe(498);
  });
});

describe('tokens', () => {
  it('gives 498 for a forged token even on public resources', async () => {
    expect((await t.stranger.get('portals/self', { token: 'a.b.c' })).error).toEqual({ code: 498, message: 'Invalid token.', details: [] });
  });

  it('is accepted from header, query and form', async () => {
    const token = t.as('publisher').token ?? '';
    expect((await t.stranger.get('portals/self', { token })).user.username).toBe('publisher');
    expect((await t.stranger.post('portals/self', { token })).user.username).toBe('publisher');
    const header = await t.stranger.raw('GET', 'portals/self', {}, { 'x-esri-authorization': `Bearer ${token}` });
    expect(header.json().user.username).toBe('publisher');
  });

  it('is dead after revokeToken, which also accepts tokens that are invalid already', async () => {
    const { token } = await t.stranger.post('generateToken', { username: 'publisher', password: TEST_PASSWORD });
    expect(await t.stranger.post('oauth2/revokeToken/', { auth_token: token })).toEqual({ success: true });
    expect((await t.stranger.get('portals/self', { token })).error.code).toBe(498);
    expect(await t.stranger.post('oauth2/revokeToken', { auth_token: token })).toEqual({ success: true });
  });

  it('expires', async () => {
    const { token } = await t.stranger.post('generateToken', { username: 'publisher', password: TEST_PASSWORD, expiration: 5 });
    t.setNow(new Date(Date.now() + 6 * 60_000));
    expect((await t.stranger.get('portals/self', { token })).error.code).toBe(498);
    t.setNow(new Date());
  });
});

describe('browser sessions', () => {
  const signIn = (headers = {}) =>
    t.stranger.raw('POST', 'oauth2/session', { username: 'publisher', password: TEST_PASSWORD, persistent: true }, headers);

  it('live in an HttpOnly cookie that counts for the portal itself only', async () => {
    const response = await signIn();
    const cookie = response.cookies[0];
    expect(cookie).toMatchObject({ name: 'graticule_session', httpOnly: true, sameSite: 'Lax', path: '/' });
    expect(response.json()).not.toHaveProperty('token');
    const jar = { cookie: `graticule_session=${cookie?.value}` };
    const own = await t.stranger.raw('GET', 'portals/self', {}, jar);
    const foreign = await t.stranger.raw('GET', 'portals/self', {}, { ...jar, origin: 'https://evil.example.org' });
    expect(own.json().user.username).toBe('publisher');
    expect(foreign.json().user).toBeUndefined();
  });

  it('CO-129 CO-130 CO-308 CO-309 end with the browser and after two hours at most, unless they are to last', async () => {
    const session = async (persistent: boolean) => {
      const fields = { username: 'publisher', password: TEST_PASSWORD, persistent };
      const before = Date.now();
      const response = await t.stranger.raw('POST', 'oauth2/session', fields);
      const seconds = Math.round((response.json().expires - before) / 1000);
      return { seconds, ages: response.cookies.map((cookie) => cookie.maxAge), value: response.cookies[0]?.value ?? '' };
    };
    const brief = await session(false);
    expect(brief.ages).toEqual([undefined, undefined]);
    expect(Math.abs(brief.seconds - 7200)).toBeLessThan(30);
    t.setNow(new Date(Date.now() + 7_300_000));
    expect((await t.stranger.get('portals/self', { token: brief.value })).error.code).toBe(498);
    t.setNow(new Date());
    const lasting = await session(true);
    expect(lasting.ages).toEqual([1_209_600, 1_209_600]);
    expect(lasting.seconds).toBeGreaterThan(1_209_000);
  });

  it('CO-133 are in cookies of this host alone: an organisation at another address never gets them', async () => {
    for (const cookie of (await signIn()).cookies) expect(cookie).not.toHaveProperty('domain');
  });

  it('CO-064 AC-092 have a readable companion cookie that names the person and holds no token', async () => {
    const [session, companion] = (await signIn()).cookies;
    expect(companion).toMatchObject({ name: 'esri_auth', sameSite: 'Lax', path: '/', maxAge: session?.maxAge });
    expect(companion).not.toHaveProperty('httpOnly');
    const fields = JSON.parse(companion?.value ?? '');
    expect(fields).toEqual({
      email: 'publisher',
      privacy: 'org',
      ssl: false,
      culture: 'en-us',
      region: null,
      expires: expect.any(Number),
      persistent: true,
      allSSL: false,
      urlKey: null,
      customBaseUrl: null,
      portalApp: false,
      accountId: t.orgId,
      role: 'org_publisher',
    });
    expect(companion?.value).not.toContain(session?.value);
    expect((await t.stranger.raw('GET', 'community/self', {}, { cookie: `esri_auth=${companion?.value}` })).json().error.code).toBe(499);
    const out = await t.stranger.raw('POST', 'oauth2/endSession', {}, { origin: 'http://localhost' });
    expect(out.cookies.find((cookie) => cookie.name === 'esri_auth')).toMatchObject({ value: '', maxAge: 0 });
  });

  it('begin from the portal only, never from another site', async () => {
    for (const [name, value] of [
      ['origin', 'https://evil.example.org'],
      ['origin', 'null'],
      ['sec-fetch-site', 'cross-site'],
    ] as const) {
      const response = await signIn({ [name]: value });
      expect([response.json().error?.code, response.cookies]).toEqual([403, []]);
    }
    expect((await signIn({ origin: 'http://localhost', 'sec-fetch-site': 'same-origin' })).json().success).toBe(true);
  });

  it('change nothing without proof that a page of the portal asked', async () => {
    const value = (await signIn()).cookies[0]?.value ?? '';
    const update = (headers: Record<string, string>) =>
      t.stranger.raw('POST', 'portals/self/update', { name: 'X' }, { cookie: `graticule_session=${value}`, ...headers });
    expect((await update({})).json().error.code).toBe(403);
    expect((await update({ origin: 'https://evil.example.org' })).json().error.code).toBe(499);
    expect((await update({ origin: 'http://localhost' })).json().error.message).toContain('permissions');
  });

  it('end with the sign-out, for good', async () => {
    const value = (await signIn()).cookies[0]?.value ?? '';
    const jar = { cookie: `graticule_session=${value}`, origin: 'http://localhost' };
    const out = await t.stranger.raw('POST', 'oauth2/endSession', {}, jar);
    expect(out.cookies[0]).toMatchObject({ name: 'graticule_session', value: '' });
    expect((await t.stranger.get('portals/self', { token: value })).error.code).toBe(498);
  });

  it('CO-132 end with the token that is sent along to sign out', async () => {
    const { token } = await t.stranger.post('generateToken', { username: 'publisher', password: TEST_PASSWORD });
    const out = await t.stranger.raw('GET', 'oauth2/signout', { f: '', token });
    expect(out.statusCode).toBe(302);
    expect((await t.stranger.get('portals/self', { token })).error.code).toBe(498);
  });

  it('sign out to pages of the portal only', async () => {
    const to = async (target: string) => (await t.stranger.raw('GET', 'oauth2/signout', { f: '', redirect_uri: target })).headers.location;
    expect(await to('https://evil.example.org/')).toBe('/');
    expect(await to('//evil.example.org/')).toBe('/');
    expect(await to('http://localhost//evil.example.org/')).toBe('/evil.example.org/');
    expect(await to('/home/gallery.html?a=b#c')).toBe('/home/gallery.html?a=b#c');
    // Whatever host the request claims to be for, the answer names none.
    const claimed = await t.stranger.raw('GET', 'oauth2/signout', { f: '', redirect_uri: 'http://evil.org/x' }, { host: 'evil.org' });
    expect(claimed.headers.location).toBe('/x');
  });
});
