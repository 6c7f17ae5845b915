// Roles, locks and possessions of many members in one call.
import { ROLE_PRIVILEGES } from '@graticule/contract/privileges';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyReply } from '../../testing/agent.ts';
import { TEST_PASSWORD, type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;
const MANY = Array.from({ length: 40 }, (_, i) => `member${i}`);
beforeAll(async () => {
  t = await testPortal({
    people: { admin1: 'admin', admin2: 'admin', ...Object.fromEntries(MANY.map((name) => [name, 'user' as const])) },
  });
});
afterAll(() => t.close());

const asked = (who: string, call: string, params: Record<string, string>) => t.as(who).post(`portals/self/${call}`, params);
const codes = (reply: AnyReply) =>
  Object.fromEntries(reply.results.map(({ username, error }: AnyReply) => [username, error === undefined ? 'done' : error.code]));
const roleOf = async (name: string): Promise<string> => (await t.as(name).get('community/self')).role;

it('AC-235 many members get another role at once, each with a result, and what fails for one does not stop the others', async () => {
  const reply = await asked('admin1', 'updateUsersRole', { users: 'member0,nobody.here,MEMBER1,admin1', role: 'org_publisher' });
  expect(codes(reply)).toEqual({ member0: 'done', 'nobody.here': 400, member1: 'done', admin1: 400 });
  expect(reply.results[1].error.messageCode).toBe('COM_0018');
  expect([await roleOf('member0'), await roleOf('member1'), await roleOf('admin1')]).toEqual([
    'org_publisher',
    'org_publisher',
    'org_admin',
  ]);
});

it('refuses unknown roles, names that stand there twice, and more than a thousand', async () => {
  const code = async (users: string, role = 'org_user') => (await asked('admin1', 'updateUsersRole', { users, role })).error?.code;
  expect(await code('member2', 'org_king')).toBe(400);
  expect(await code('member2,Member2')).toBe(400);
  expect(await code(Array.from({ length: 1001 }, (_, i) => `somebody${i}`).join(','))).toBe(400);
});

it('is not for those without the privilege, nor a ladder for those with it', async () => {
  for (const [call, params] of [
    ['updateUsersRole', { users: 'member3', role: 'org_user' }],
    ['disableUsers', { users: 'member3' }],
    ['enableUsers', { users: 'member3' }],
    ['usersHoldings', { users: 'member3' }],
  ] as const)
    expect((await asked('member4', call, params)).error.code).toBe(403);
  const { id } = await t.as('admin1').post('portals/self/createRole', { name: 'Manager' });
  const privileges = [...ROLE_PRIVILEGES.user, 'portal:admin:changeUserRoles', 'portal:admin:disableUsers'];
  await t.as('admin1').post(`portals/self/roles/${id}/setPrivileges`, { privileges: { privileges } });
  await asked('admin1', 'updateUsersRole', { users: 'member5', role: id });
  expect(codes(await asked('member5', 'updateUsersRole', { users: 'admin2,member6', role: 'org_user' }))).toEqual({
    admin2: 403,
    member6: 'done',
  });
  // nor may anybody get more than the manager holds, the manager least of all
  expect(codes(await asked('member5', 'updateUsersRole', { users: 'member5,member6', role: 'org_publisher' }))).toEqual({
    member5: 403,
    member6: 403,
  });
  expect(codes(await asked('member5', 'updateUsersRole', { users: 'member5,member6', role: 'org_admin' }))).toEqual({
    member5: 403,
    member6: 403,
  });
  expect(codes(await asked('member5', 'disableUsers', { users: 'admin2,member6' }))).toEqual({ admin2: 403, member6: 'done' });
  expect(codes(await asked('member5', 'enableUsers', { users: 'member6' }))).toEqual({ member6: 'done' });
});

it('locks many out at once and lets them in again', async () => {
  const { token } = await t.stranger.post('generateToken', { username: 'member7', password: TEST_PASSWORD });
  expect(codes(await asked('admin1', 'disableUsers', { users: 'member7,member8,admin1' }))).toEqual({
    member7: 'done',
    member8: 'done',
    admin1: 400,
  });
  expect((await t.stranger.get('community/self', { token })).error.code).toBe(498);
  expect((await t.as('admin1').get('portals/self/users', { disabled: true })).total).toBe(2);
  expect((await t.as('admin1').get('portals/self/users', { disabled: false })).total).toBe(MANY.length);
  // Who is locked is known to those who may lock, and to nobody else.
  expect((await t.as('member9').get('portals/self/users', { disabled: true })).error.code).toBe(403);
  expect((await t.as('member9').get('portals/self/users', { search: 'member7' })).users[0].disabled).toBeUndefined();
  const { id } = await t.as('admin1').post('portals/self/createRole', { name: 'Gatekeeper' });
  const privileges = ['portal:user:viewOrgUsers', 'portal:admin:disableUsers'];
  await t.as('admin1').post(`portals/self/roles/${id}/setPrivileges`, { privileges: { privileges } });
  await asked('admin1', 'updateUsersRole', { users: 'member9', role: id });
  const { users } = await t.as('member9').get('portals/self/users', { search: 'member7' });
  expect(users[0]).toMatchObject({ username: 'member7', disabled: true });
  expect(users[0].email).toBeUndefined();
  expect((await t.as('member9').get('portals/self/users', { disabled: true })).total).toBe(2);
  await asked('admin1', 'enableUsers', { users: 'member7,member8' });
  expect((await t.as('admin1').get('portals/self/users', { disabled: true })).total).toBe(0);
});

it('two administrators who take the role from each other at the same moment leave one', async () => {
  for (let round = 0; round < 5; round++) {
    await Promise.all([
      asked('admin1', 'updateUsersRole', { users: 'admin2', role: 'org_user' }),
      asked('admin2', 'updateUsersRole', { users: 'admin1', role: 'org_user' }),
    ]);
    const roles = [await roleOf('admin1'), await roleOf('admin2')];
    expect(roles).toContain('org_admin');
    const [left, other] = roles[0] === 'org_admin' ? ['admin1', 'admin2'] : ['admin2', 'admin1'];
    expect((await asked(left, 'updateUsersRole', { users: other, role: 'org_admin' })).results[0].success).toBe(true);
  }
});

it('an administrator who is locked is let in by administrators alone, and may lose the role', async () => {
  const { id } = await t.as('admin1').post('portals/self/createRole', { name: 'Porter' });
  await t.as('admin1').post(`portals/self/roles/${id}/setPrivileges`, { privileges: { privileges: ['portal:admin:disableUsers'] } });
  await asked('admin1', 'updateUsersRole', { users: 'member9', role: id });
  await asked('admin1', 'disableUsers', { users: 'admin2' });
  expect(codes(await asked('member9', 'enableUsers', { users: 'admin2' }))).toEqual({ admin2: 403 });
  expect((await t.as('member9').post('community/users/admin2/enable')).error.code).toBe(403);
  expect(codes(await asked('admin1', 'updateUsersRole', { users: 'admin2', role: 'org_user' }))).toEqual({ admin2: 'done' });
  await asked('admin1', 'enableUsers', { users: 'admin2' });
  await asked('admin1', 'updateUsersRole', { users: 'admin2', role: 'org_admin' });
});

it('tells how much members own before they are deleted, and finds those who have not signed in for long', async () => {
  await t.as('member10').post('content/users/member10/addItem', { title: 'Map', type: 'Web Map', text: '{}' });
  await t.as('member10').post('community/createGroup', { title: 'Surveyors' });
  const binned = await t.as('member11').post('content/users/member11/addItem', { title: 'Gone', type: 'Web Map', text: '{}' });
  await t.as('member11').post(`content/users/member11/items/${binned.id}/delete`);
  const reply = await t.as('admin1').get('portals/self/usersHoldings', { users: 'member10,member11,member12,nobody.here' });
  expect(reply).toEqual({ users: [{ username: 'member10', items: 1, groups: 1 }] });

  const { created } = await t.as('admin1').get('community/users/member12');
  const since = async (ms: number) => (await t.as('admin1').get('portals/self/users', { inactiveSince: ms })).total;
  expect(await since(created - 60_000)).toBe(0);
  const now = t.portal.clock.now().getTime();
  expect(await since(now + 86_400_000)).toBe(MANY.length + 2);
  expect((await t.as('member12').get('portals/self/users', { inactiveSince: now })).error.code).toBe(403);
  expect((await t.as('admin1').get('portals/self/users', { inactiveSince: '9'.repeat(15) })).error.code).toBe(400);
});

// The last one: one of them is gone.
it('two administrators who delete each other at the same moment leave one', async () => {
  const tokens = await Promise.all(
    ['admin1', 'admin2'].map(async (username) => (await t.stranger.post('generateToken', { username, password: TEST_PASSWORD })).token),
  );
  const replies = await Promise.all([
    t.stranger.post('community/users/admin2/delete', { token: tokens[0] }),
    t.stranger.post('community/users/admin1/delete', { token: tokens[1] }),
  ]);
  expect(replies.filter(({ success }) => success)).toHaveLength(1);
  const left = await t.stranger.get('community/self', { token: tokens[replies[0]?.success ? 0 : 1] });
  expect(left.role).toBe('org_admin');
});
