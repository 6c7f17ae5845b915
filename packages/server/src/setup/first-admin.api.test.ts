import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';
import { bootstrapAdmin, newSetupCode } from './first-admin.ts';

const ADMIN = { username: 'ada', password: 'correct horse 1', email: 'ada@example.org', fullName: 'Ada Lovelace' };

describe('the first administrator', () => {
  let t: TestPortal;
  beforeAll(async () => {
    t = await testPortal({ ready: false });
  });
  afterAll(() => t.close());
  const create = (params: object) => t.stranger.post('community/createInitialAdmin', { ...ADMIN, ...params });

  it('SH-237 AC-245 is missed by the probe in a way that both its readers understand', async () => {
    expect((await t.stranger.get('/portaladmin', { ts: 1 })).error).toEqual({
      code: 498,
      message: 'The portal has no administrator yet.',
      details: ['no user'],
    });
  });

  it('is created only with the newest setup link, with a good password, by POST', async () => {
    const old = await newSetupCode(t.portal);
    const code = await newSetupCode(t.portal);
    expect((await create({ setupCode: 'guess' })).error.code).toBe(403);
    expect((await create({ setupCode: old })).error.message).toContain('setup link');
    expect((await create({ setupCode: code, password: 'short' })).error).toMatchObject({
      code: 400,
      details: expect.arrayContaining(['At least 8 characters.']),
    });
    expect((await create({ setupCode: code, email: 'nobody' })).error.message).toContain('email');
    expect((await t.stranger.get('community/createInitialAdmin', { ...ADMIN, setupCode: code ?? '' })).error.code).toBe(405);
    expect(await create({ setupCode: code })).toEqual({ success: true, username: 'ada' });
  });

  it('SH-237 is then reported by the probe, and no second one can be made', async () => {
    expect((await t.stranger.get('/portaladmin')).error.code).toBe(499);
    expect((await t.stranger.get('/portaladmin/security/config')).error.code).toBe(499);
    expect(await newSetupCode(t.portal)).toBeUndefined();
    expect((await create({ username: 'eve', setupCode: 'anything' })).error.message).toBe('The portal already has an administrator.');
  });

  it('signs in and finds an organisation that is not set up yet', async () => {
    const { token } = await t.stranger.post('generateToken', { username: 'ada', password: ADMIN.password });
    const self = await t.stranger.get('portals/self', { token });
    expect(self).toMatchObject({ isSetUp: false, user: { username: 'ada', role: 'org_admin' } });
    expect(self.user).not.toHaveProperty('roleId');
  });

  it('CO-266 tells administrators where accounts and groups are kept', async () => {
    const { token } = await t.stranger.post('generateToken', { username: 'ada', password: ADMIN.password });
    expect(await t.stranger.get('/portaladmin/security/config', { token })).toEqual({
      groupStoreConfig: { type: 'BUILTIN' },
      userStoreConfig: { type: 'BUILTIN' },
    });
  });
});

describe('the administrator of the configuration', () => {
  it('is created once, with an organisation that needs no set-up', async () => {
    const t = await testPortal({ ready: false, config: { bootstrapAdmin: ADMIN } });
    expect(await bootstrapAdmin(t.portal)).toBe(true);
    expect(await bootstrapAdmin(t.portal)).toBe(false);
    expect((await t.stranger.get('portals/self')).isSetUp).toBe(true);
    await t.close();
  });

  it('two processes that start at once agree on one organisation and one administrator', async () => {
    const t = await testPortal({ ready: false, config: { bootstrapAdmin: ADMIN } });
    const made = await Promise.all([1, 2, 3, 4].map(() => bootstrapAdmin(t.portal)));
    expect(made.filter(Boolean)).toHaveLength(1);
    expect(await t.portal.db.selectFrom('organisation').select('id').execute()).toHaveLength(1);
    expect(await t.portal.db.selectFrom('account').select('username').execute()).toHaveLength(1);
    await t.close();
  });

  it('two requests with the same link make one administrator', async () => {
    const t = await testPortal({ ready: false });
    const setupCode = (await newSetupCode(t.portal)) ?? '';
    const replies = await Promise.all(
      ['first.one', 'second.one'].map((username) => t.stranger.post('community/createInitialAdmin', { ...ADMIN, username, setupCode })),
    );
    expect(replies.filter((reply) => reply.success === true)).toHaveLength(1);
    await t.close();
  });
});
