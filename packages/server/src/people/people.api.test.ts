import { ROLE_PRIVILEGES } from '@graticule/contract/privileges';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../testing/agent.ts';
import { TEST_PASSWORD, type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;
beforeAll(async () => {
  t = await testPortal({ people: { admin1: 'admin', publisher: 'publisher', member: 'user', looker: 'viewer', guessed: 'user' } });
});
afterAll(() => t.close());

describe('community/self', () => {
  it('is refused with 499 without a token, so that a wrong password does not look like a success', async () => {
    expect((await t.stranger.get('community/self')).error).toMatchObject({ code: 499, message: 'Token Required' });
  });

  it('AC-214 gives the user with privileges and role as the clients read them', async () => {
    const admin = await t.as('admin1').get('community/self');
    const looker = await t.as('looker').get('community/self');
    expect(admin).toMatchObject({ username: 'admin1', role: 'org_admin', orgId: t.orgId, groups: [], email: 'admin1@example.org' });
    expect(admin).not.toHaveProperty('roleId');
    expect(admin).not.toHaveProperty('code');
    expect(admin.privileges).toContain('portal:admin:viewItems');
    expect(looker).toMatchObject({ role: 'org_user', roleId: 'iAAAAAAAAAAAAAAA' });
    expect(looker.privileges).not.toContain('portal:user:createItem');
    expect(admin.favGroupId).toMatch(/^[0-9a-f]{32}$/);
  });
});

describe('profiles', () => {
  it('AC-214 show members the membership, strangers nothing, and e-mail addresses to administrators only', async () => {
    expect(await t.as('member').get('community/users/publisher')).toMatchObject({ username: 'publisher', role: 'org_publisher' });
    expect(await t.as('member').get('community/users/publisher')).not.toHaveProperty('email');
    expect(await t.as('admin1').get('community/users/publisher')).toMatchObject({ email: 'publisher@example.org' });
    const missing = await t.stranger.get('community/users/nobody.here');
    expect((await t.stranger.get('community/users/publisher')).error).toEqual(missing.error);
    expect(missing.error).toMatchObject({ code: 400, messageCode: 'COM_0018' });
  });

  it('are changed by their person and by administrators; read-only fields that come back are ignored', async () => {
    const own = await t.as('member').post('community/users/member/update', {
      description: 'Maps',
      tags: 'a,b',
      role: 'org_admin',
      username: 'other',
      access: 'public',
      orgId: 'X',
    });
    expect(own).toEqual({ success: true, username: 'member' });
    expect(await t.stranger.get('community/users/member')).toMatchObject({ description: 'Maps', tags: ['a', 'b'] });
    expect((await t.as('member').get('community/self')).role).toBe('org_user');
    expect((await t.as('publisher').post('community/users/member/update', { description: 'x' })).error.code).toBe(403);
    expect((await t.as('admin1').post('community/users/member/update', { description: '', clearEmptyFields: true })).success).toBe(true);
    expect((await t.stranger.get('community/users/member')).description).toBeNull();
  });

  it('AC-012 AC-205 a person changes their own password with the old one, which ends all other sessions', async () => {
    const change = (params: object) => t.as('looker').post('community/users/looker/update', params as Record<string, string>);
    expect((await change({ newPassword: 'another horse 2' })).error.message).toContain('current password');
    expect((await change({ password: TEST_PASSWORD, newPassword: 'short' })).error.code).toBe(400);
    expect((await t.as('member').post('community/users/looker/update', { newPassword: 'another horse 2' })).error.code).toBe(403);
    expect((await change({ password: TEST_PASSWORD, newPassword: 'another horse 2' })).success).toBe(true);
    expect((await t.as('looker').get('community/self')).error.code).toBe(498);
    expect((await t.stranger.post('generateToken', { username: 'looker', password: 'another horse 2' })).token).toBeDefined();
  });

  it('AC-013 an administrator sets the password of a member without the old one', async () => {
    expect((await t.as('admin1').post('community/users/looker/update', { newPassword: 'third horse 3' })).success).toBe(true);
    expect((await t.stranger.post('generateToken', { username: 'looker', password: 'third horse 3' })).token).toBeDefined();
  });

  it('keep settings of clients as an object that is there even when nothing is set', async () => {
    expect(await t.as('member').get('community/users/member/properties')).toEqual({ properties: {} });
    await t.as('member').post('community/users/member/setProperties', { properties: { mapViewer: { units: 'metric' } } });
    expect(await t.as('member').get('community/users/member/properties')).toEqual({ properties: { mapViewer: { units: 'metric' } } });
  });

  it('keep neither settings nor a description of any length', async () => {
    const own = t.as('member');
    expect((await own.post('community/users/member/setProperties', { properties: { a: 'x'.repeat(300_000) } })).error.code).toBe(400);
    expect((await own.post('community/users/member/update', { description: 'x'.repeat(30_000) })).error.code).toBe(400);
  });

  it('SH-235 have a picture that is made small, and 404 without one', async () => {
    const { default: sharp } = await import('sharp');
    const big = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#1c5bb8' } })
      .jpeg()
      .toBuffer();
    expect((await t.stranger.raw('GET', 'community/users/member/info/thumbnail.png', { f: '' })).statusCode).toBe(404);
    expect((await t.as('member').upload('community/users/member/update', {}, { thumbnail: { name: 'me.jpg', bytes: big } })).success).toBe(
      true,
    );
    const picture = await t.stranger.raw('GET', 'community/users/member/info/thumbnail.png', { f: '' });
    expect(picture.headers['content-type']).toBe('image/png');
    expect(await sharp(picture.rawPayload).metadata()).toMatchObject({ width: 300, height: 300, format: 'png' });
    expect(
      (await t.as('member').upload('community/users/member/update', {}, { thumbnail: { name: 'me.png', bytes: 'no picture' } })).error
        .message,
    ).toContain('not a picture');
  });
});

describe('the current password', () => {
  it('cannot be guessed by who holds a session: failures are counted and lock like those of the sign-in', async () => {
    const guess = (password: string) => t.as('guessed').post('community/users/guessed/update', { password, newPassword: 'taken over 1' });
    for (let n = 0; n < 5; n++) expect((await guess(`guess number ${n}`)).error.message).toContain('current password');
    expect((await guess(TEST_PASSWORD)).error.message).toContain('Too many invalid login attempts');
    const signIn = await t.stranger.post('generateToken', { username: 'guessed', password: TEST_PASSWORD });
    expect(signIn.error.details).toEqual(['Too many invalid login attempts. Please try again later.']);
  });
});

describe('members', () => {
  const create = (who: string, params: object) =>
    t.as(who).post('community/createUser', {
      username: 'new.person',
      password: TEST_PASSWORD,
      fullname: 'New Person',
      email: 'new@example.org',
      ...params,
    });

  it('are added by administrators and can sign in at once', async () => {
    expect((await create('publisher', {})).error.code).toBe(403);
    expect(await create('admin1', { role: 'org_publisher' })).toEqual({ success: true, username: 'new.person' });
    const { token } = await t.stranger.post('generateToken', { username: 'New.Person', password: TEST_PASSWORD });
    expect((await t.stranger.get('community/self', { token })).role).toBe('org_publisher');
  });

  it('AC-200 have names that are unique without regard to case', async () => {
    expect((await create('admin1', { username: 'NEW.person' })).error.message).toBe("Username 'NEW.person' not available.");
    expect((await create('admin1', { username: 'bad name' })).error.messageCode).toBe('DB_0006');
    expect((await create('admin1', { username: 'short' })).error.message).toContain('6 to 128');
    expect((await create('admin1', { username: 'someone.else', role: 'org_king' })).error.message).toContain('role');
  });

  it('suggest a free name for one that is taken', async () => {
    expect(await t.stranger.get('community/checkUsernames', { usernames: 'new.person,free.person' })).toEqual({
      usernames: [
        { requested: 'new.person', suggested: 'new.person1' },
        { requested: 'free.person', suggested: 'free.person' },
      ],
    });
    expect((await t.stranger.get('community/checkUsernames', { usernames: "x'; drop table" })).error.messageCode).toBe('DB_0006');
  });

  it('AC-234 are listed page by page, filtered and sorted', async () => {
    const page = await t.as('admin1').get('portals/self/users', { num: 2, sortField: 'username', sortOrder: 'desc' });
    expect(page).toMatchObject({ total: 6, start: 1, num: 2, nextStart: 3 });
    expect(page.users.map((user: { username: string }) => user.username)).toEqual(['publisher', 'new.person']);
    expect(page.users[0]).toMatchObject({ email: 'publisher@example.org', storageUsage: 0 });
    expect((await t.as('admin1').get('portals/self/users', { role: 'org_admin' })).total).toBe(1);
    expect((await t.as('admin1').get('portals/self/users', { fullname: 'w pers' })).users[0].username).toBe('new.person');
    expect((await t.as('admin1').get('portals/self/users', { username: '%' })).total).toBe(0);
    const found = async (who: string, search: string) =>
      (await t.as(who).get('portals/self/users', { search })).users.map((user: { username: string }) => user.username);
    expect(await found('admin1', 'W PERS')).toEqual(['new.person']);
    expect(await found('admin1', 'blisher@exam')).toEqual(['publisher']);
    expect(await found('admin1', 'publish')).toEqual(['publisher']);
    expect(await found('admin1', '%')).toEqual([]);
    expect(await found('member', 'blisher@exam')).toEqual([]);
    expect(await found('member', 'publish')).toEqual(['publisher']);
    expect((await t.as('admin1').get('portals/self/users', { start: 5, num: 10 })).nextStart).toBe(-1);
    expect((await t.as('member').get('portals/self/users', {})).users[0]).not.toHaveProperty('email');
    expect((await t.stranger.get('portals/self/users', {})).error.code).toBe(499);
  });

  it.each(['lastlogin', 'LastLogin', 'storageusage'])(
    'are put into the order of %s for administrators only, who see the figures',
    async (sortField) => {
      expect((await t.as('admin1').get('portals/self/users', { sortField })).total).toBe(6);
      expect((await t.as('member').get('portals/self/users', { sortField })).error.code).toBe(403);
      expect((await t.as('member').get('portals/self/users', { sortField: 'created' })).total).toBe(6);
    },
  );

  it('AC-235 AC-204 get another role from administrators, at once', async () => {
    const role = (who: string, params: object) => t.as(who).post('portals/self/updateUserRole', params as Record<string, string>);
    expect((await role('publisher', { user: 'member', role: 'org_publisher' })).error.code).toBe(403);
    expect(await role('admin1', { user: 'member', role: 'account_publisher' })).toEqual({ success: true });
    expect((await t.as('member').get('community/self')).role).toBe('org_publisher');
    expect((await role('admin1', { user: 'nobody.here', role: 'org_user' })).error.code).toBe(400);
  });

  it('AC-157 AC-199 an administrator cannot leave the role', async () => {
    const reply = await t.as('admin1').post('portals/self/updateUserRole', { user: 'admin1', role: 'org_user' });
    expect(reply.error.message).toBe(
      'You are an account administrator and cannot remove yourself from the administrator role. Another account administrator must change your role.',
    );
    expect((await t.as('admin1').post('community/users/admin1/delete')).error.code).toBe(400);
    expect((await t.as('admin1').post('community/users/admin1/disable')).error.code).toBe(400);
  });

  it('are locked out at once when disabled', async () => {
    const { token } = await t.stranger.post('generateToken', { username: 'new.person', password: TEST_PASSWORD });
    await t.as('admin1').post('community/users/new.person/disable');
    expect((await t.stranger.get('community/self', { token })).error.code).toBe(498);
    expect((await t.stranger.post('generateToken', { username: 'new.person', password: TEST_PASSWORD })).error.details).toEqual([
      'Invalid username or password.',
    ]);
    await t.as('admin1').post('community/users/new.person/enable');
    expect((await t.stranger.post('generateToken', { username: 'new.person', password: TEST_PASSWORD })).token).toBeDefined();
  });

  it('AC-236 are deleted only when they own nothing', async () => {
    const { id } = await t.as('publisher').post('content/users/publisher/addItem', { title: 'Kept', type: 'Web Map', text: '{}' });
    expect(id).toBeDefined();
    expect((await t.as('admin1').post('community/users/publisher/delete')).error.message).toContain('user has items or groups');
    expect(await t.as('admin1').post('community/users/new.person/delete')).toEqual({ success: true, username: 'new.person' });
    expect((await t.as('admin1').get('community/users/new.person')).error.messageCode).toBe('COM_0018');
  });
});

describe('custom roles', () => {
  it('hold exactly the privileges they are given, for the members who have them', async () => {
    const { id } = await t.as('admin1').post('portals/self/createRole', { name: 'Inviter', description: 'Invites people' });
    const set = (privileges: string[]) => t.as('admin1').post(`portals/self/roles/${id}/setPrivileges`, { privileges: { privileges } });
    expect((await set(['portal:admin:everything'])).error.message).toContain('portal:admin:everything');
    expect((await set(['portal:admin:inviteUsers'])).success).toBe(true);
    await t.as('admin1').post('portals/self/updateUserRole', { user: 'member', role: id });
    expect(await t.as('member').get('community/self')).toMatchObject({
      role: 'org_user',
      roleId: id,
      privileges: ['portal:admin:inviteUsers'],
    });
    const make = (params: object) =>
      t.as('member').post('community/createUser', { username: 'by.member', password: TEST_PASSWORD, fullname: 'By Member', ...params });
    expect((await make({ role: 'org_admin' })).error.code).toBe(403);
    expect((await make({ role: 'org_user' })).error.code).toBe(403);
    expect((await set(['portal:admin:inviteUsers', ...ROLE_PRIVILEGES.user])).success).toBe(true);
    expect((await make({ role: 'org_user' })).success).toBe(true);
    expect((await t.as('admin1').post(`portals/self/roles/${id}/delete`)).error.message).toContain('members have it');
  });

  it('are read one by one and page by page, and get another name and description', async () => {
    const { id } = await t.as('admin1').post('portals/self/createRole', { name: 'Cartographers', description: 'Draw maps' });
    const read = () => t.as('publisher').get(`portals/self/roles/${id}`);
    expect(await read()).toMatchObject({ id, name: 'Cartographers', description: 'Draw maps', created: expect.any(Number) });
    const change = (fields: object) => t.as('admin1').post(`portals/self/roles/${id}/update`, { ...fields });
    expect(await change({ name: 'Map makers' })).toEqual({ success: true, id });
    expect(await read()).toMatchObject({ name: 'Map makers', description: 'Draw maps' });
    await change({ description: '', clearEmptyFields: true });
    expect(await read()).toMatchObject({ name: 'Map makers', description: null });
    await t.as('admin1').post('portals/self/createRole', { name: 'Surveyors' });
    expect((await change({ name: 'surveyors' })).error.message).toBe("'name' is taken.");
    expect((await change({ name: ' ' })).error.code).toBe(400);
    expect((await t.as('admin1').post('portals/self/roles/org_user/update', { name: 'Others' })).error.code).toBe(400);
    expect((await t.as('publisher').get('portals/self/roles/iAAAAAAAAAAAAAAA')).name).toBe('Viewer');
    const page = await t.as('publisher').get('portals/self/roles', { start: 2, num: 1 });
    expect(page).toMatchObject({ start: 2, num: 1, nextStart: 3, roles: [{ name: 'Data editor' }] });
    expect(await t.as('admin1').post(`portals/self/roles/${id}/setPrivileges`, { privileges: [] })).toEqual({ success: true, id });
  });

  it('never take more than their giver holds', async () => {
    const { id } = await t.as('admin1').post('portals/self/createRole', { name: 'Role maker' });
    await t.as('admin1').post(`portals/self/roles/${id}/setPrivileges`, { privileges: ['portal:admin:manageRoles'] });
    await t.as('admin1').post('portals/self/updateUserRole', { user: 'looker', role: id });
    const { token } = await t.stranger.post('generateToken', { username: 'looker', password: 'third horse 3' });
    const reply = await t.stranger.post(`portals/self/roles/${id}/setPrivileges`, { privileges: ['portal:admin:deleteUsers'], token });
    expect(reply.error.code).toBe(403);
  });

  it('are not a ladder: who manages members gets no account or role above their own', async () => {
    const role = async (name: string, privileges: string[]): Promise<string> => {
      const { id } = await t.as('admin1').post('portals/self/createRole', { name });
      await t.as('admin1').post(`portals/self/roles/${id}/setPrivileges`, { privileges });
      return id;
    };
    const view = 'portal:admin:viewUsers';
    const manager = await role('Member manager', [
      view,
      'portal:admin:inviteUsers',
      'portal:admin:changeUserRoles',
      'portal:admin:updateUsers',
    ]);
    const strong = await role('Item deleter', ['portal:admin:deleteItems']);
    const add = (by: string, username: string, roleId: string) =>
      t.stranger.post('community/createUser', { username, password: TEST_PASSWORD, fullname: username, role: roleId, token: by });
    const sign = async (username: string): Promise<string> =>
      (await t.stranger.post('generateToken', { username, password: TEST_PASSWORD })).token;
    const admin = t.as('admin1').token ?? '';
    for (const [name, id] of [
      ['mana.ger', manager],
      ['dele.ter', strong],
    ] as const)
      expect((await add(admin, name, id)).success).toBe(true);
    const token = await sign('mana.ger');
    expect((await add(token, 'new.deleter', strong)).error.code).toBe(403);
    // Not even what every publisher may do, as long as the manager may not: neither by a new account nor by a change of the own one.
    expect((await add(token, 'new.publisher', 'org_publisher')).error).toMatchObject({
      code: 403,
      details: ['You cannot give a role with privileges that you do not hold.'],
    });
    const give = (user: string, to: string) => t.stranger.post('portals/self/updateUserRole', { user, role: to, token });
    for (const to of [strong, 'org_publisher', 'org_user', 'org_admin', 'account_admin', 'iAAAAAAAAAAAAAAA'])
      expect((await give('mana.ger', to)).error.code).toBe(403);
    const editor = await role('Editor of everything', ['features:user:fullEdit']);
    expect((await give('mana.ger', editor)).error.code).toBe(403);
    const manages = [view, 'portal:admin:inviteUsers', 'portal:admin:changeUserRoles', 'portal:admin:updateUsers'];
    await t.as('admin1').post(`portals/self/roles/${manager}/setPrivileges`, { privileges: [...manages, ...ROLE_PRIVILEGES.publisher] });
    expect((await add(token, 'new.publisher', 'org_publisher')).success).toBe(true);
    for (const to of [strong, editor, 'org_admin']) expect((await give('mana.ger', to)).error.code).toBe(403);
    expect((await give('dele.ter', 'org_user')).error.code).toBe(403);
    expect((await give('new.publisher', 'org_user')).success).toBe(true);
    const setPassword = (user: string) => t.stranger.post(`community/users/${user}/update`, { newPassword: 'taken over 1', token });
    expect((await setPassword('dele.ter')).error.code).toBe(403);
    expect((await setPassword('admin1')).error.code).toBe(403);
    expect((await setPassword('new.publisher')).success).toBe(true);
  });
});

describe('somebody who forgot the password', () => {
  const news = async (): Promise<AnyReply[]> =>
    (await t.as('admin1').get('community/users/admin1/notifications')).notifications.filter(
      (each: AnyReply) => each.type === 'password_requested',
    );

  it('CO-286 asks the administrators, once an hour, and nobody learns whether there is such an account', async () => {
    const ask = (name: string) => t.stranger.post(`community/users/${name}/forgotPassword`);
    const known = await ask('PUBLISHER');
    expect(known).toEqual({ success: true });
    expect(await ask('nobody.at.all')).toEqual(known);
    await ask('publisher');
    await t.runJobs();
    expect((await news()).map((each) => each.data)).toEqual([{ fromUsername: 'publisher' }]);
    await ask('admin1');
    await t.runJobs();
    expect(await news()).toHaveLength(1);
  });
});

describe('a new member', () => {
  it('is put into the groups that are named, if whoever adds may add to them', async () => {
    const create = (username: string, groups: string) =>
      t.as('admin1').post('community/createUser', { username, password: TEST_PASSWORD, fullname: 'New', groups });
    const { group } = await t.as('admin1').post('community/createGroup', { title: 'For newcomers' });
    expect((await create('comes.first', group.id)).success).toBe(true);
    expect((await t.as('admin1').get(`community/groups/${group.id}/users`)).users).toEqual(['comes.first']);
    expect((await create('comes.second', '0'.repeat(32))).error.messageCode).toBe('COM_0003');
    expect((await t.as('admin1').get('community/users/comes.second')).error.code).toBe(400);
  });
});

it('an account with empty folders can be deleted', async () => {
  const username = 'tidy.person';
  await t.as('admin1').post('community/createUser', { username, password: TEST_PASSWORD, fullname: 'Tidy', role: 'org_user' });
  const { success } = await t.as('admin1').post(`content/users/${username}/createFolder`, { title: 'Empty' });
  expect(success).toBe(true);
  expect(await t.as('admin1').post(`community/users/${username}/delete`)).toEqual({ success: true, username });
});
