// What people do with an invitation to an organisation.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Agent, AnyReply } from '../../testing/agent.ts';
import { Inviting } from '../../testing/inviting.ts';
import { TEST_PASSWORD, type TestPortal, testPortal, usernameOf } from '../../testing/test-portal.ts';

let t: TestPortal;
let admin: Agent;
let inviting: Inviting;

beforeAll(async () => {
  t = await testPortal({
    people: { boss: 'admin', helper: 'user', member1: 'user' },
    config: { publicUrl: 'https://maps.example.org', multiTenant: true },
  });
  admin = t.as('boss');
  inviting = new Inviting(t);
});
afterAll(() => t.close());

describe('who is invited', () => {
  it('AC-229 AC-090 sees what it is about, and of the organisation nothing but the name', async () => {
    const { id } = await inviting.invited({ email: 'look@example.org', firstname: 'Lo', mustApprove: true });
    const seen = await t.stranger.get(`community/invitations/${id}`);
    expect(seen).toMatchObject({
      id,
      account: { name: 'Graticule', socialProviders: [], idpName: null, targetUserProvider: 'all' },
      targetUserProvider: 'all',
      mustApprove: true,
      email: 'look@example.org',
    });
    expect(Object.keys(seen).sort()).toEqual(
      [
        'accepted',
        'account',
        'created',
        'email',
        'expiration',
        'fullName',
        'id',
        'mustApprove',
        'role',
        'targetUserProvider',
        'username',
      ].sort(),
    );
    expect(JSON.stringify(seen)).not.toContain(usernameOf('boss'));
    expect(JSON.stringify(seen)).not.toContain(t.orgId);
    expect((await t.as('member1').get(`community/invitations/${id}`)).error.code).toBe(403);
    for (const wrong of ['0'.repeat(32), 'x', "' or 1=1"])
      expect((await t.stranger.get(`community/invitations/${encodeURIComponent(wrong)}`)).error.message).toContain('does not exist');
  });

  it('AC-003 AC-230 signs up, accepts, and is a member with the role and in the groups', async () => {
    const { group } = await admin.post('community/createGroup', { title: 'Welcome' });
    const { id, email } = await inviting.invited({ role: 'org_publisher', groups: [group.id] });
    const { username } = await inviting.signUp(id, email.toUpperCase());
    const guest = await inviting.agentOf(username);
    expect(await guest.get('community/self')).not.toHaveProperty('orgId', t.orgId);
    expect(await guest.post(`community/invitations/${id}/accept`, { invitationId: id })).toEqual({
      success: true,
      username,
      id,
      mustApprove: false,
    });
    expect(await guest.get('community/self')).toMatchObject({ orgId: t.orgId, role: 'org_publisher', fullName: 'New Person' });
    expect((await admin.get(`community/groups/${group.id}/users`)).users).toEqual([username]);
    const told = (await guest.get(`community/users/${username}/notifications`)).notifications.map((each: AnyReply) => each.type);
    expect(told).toEqual(['group_join']);
    expect((await guest.post(`community/invitations/${id}/accept`)).error).toMatchObject({
      code: 500,
      message: 'Invitation has already been accepted.',
    });
    expect((await t.stranger.get(`community/invitations/${id}`)).error.code).toBe(400);
    const { notifications } = await admin.get(`community/users/${usernameOf('boss')}/notifications`);
    const data = expect.objectContaining({ fromUsername: username, organization: 'Graticule' });
    expect(notifications).toContainEqual(expect.objectContaining({ type: 'user_invitation_accepted', data }));
  });

  it('signs up once for each invitation, with the address that was invited', async () => {
    const { id, email } = await inviting.invited();
    expect((await inviting.signUp(id, 'other@example.org')).error).toMatchObject({
      code: 400,
      message: 'Unable to signup user.',
      details: ['Invitation email does not match.'],
    });
    expect((await inviting.signUp(id, email, { username: usernameOf('boss') })).error).toMatchObject({
      code: 500,
      message: `Username '${usernameOf('boss')}' not available.`,
    });
    expect((await inviting.signUp(id, email, { password: 'short' })).error.details.length).toBeGreaterThan(0);
    expect((await inviting.signUp(id, email)).success).toBe(true);
    expect((await inviting.signUp(id, email)).error.message).toContain('already been used');
    const other = await inviting.publicAccount(email);
    expect((await other.post(`community/invitations/${id}/accept`)).error.code).toBe(403);
  });

  it('AC-002 CO-284 signs up without one only where the organisation lets everybody', async () => {
    const person = { username: 'comes.alone', password: TEST_PASSWORD, email: 'alone@example.org' };
    expect((await t.stranger.post('community/signup', person)).error.code).toBe(403);
    expect((await t.stranger.get('portals/self')).disableSignup).toBe(true);
    await admin.post('portals/self/update', { disableSignup: false });
    expect((await t.stranger.get('portals/self')).disableSignup).toBe(false);
    expect(await t.stranger.post('community/signup', person)).toEqual({ success: true, username: 'comes.alone' });
    const self = await (await inviting.agentOf('comes.alone')).get('community/self');
    expect([self.orgId ?? null, self.privileges.includes('portal:user:viewOrgItems')]).toEqual([null, false]);
    await admin.post('portals/self/update', { disableSignup: true });
  });

  it('AC-011 finds the invitation of an account and accepts or declines it there', async () => {
    const guest = await inviting.publicAccount();
    await inviting.invite({ username: guest.username });
    const [told] = (await guest.get(`community/users/${guest.username}/notifications`)).notifications;
    expect(told).toMatchObject({ type: 'user_invite', data: { organization: 'Graticule', fromUsername: usernameOf('boss') } });
    const list = async (): Promise<AnyReply[]> => (await guest.get(`community/users/${guest.username}/invitations`)).userInvitations;
    const [own] = await list();
    expect(own).toMatchObject({ targetType: 'account', username: guest.username, type: 'user' });
    expect(own).not.toHaveProperty('url');
    expect(await guest.get(`community/users/${guest.username}/invitations/${own.id}`)).toEqual(own);
    expect(await guest.post(`community/users/${guest.username}/invitations/${own.id}/decline`)).toMatchObject({
      success: true,
      id: own.id,
    });
    expect(await list()).toEqual([]);
    const again = (await inviting.invite({ username: guest.username })).invitations[0];
    expect((await t.as('member1').get(`community/users/${guest.username}/invitations/${again.id}`)).error.code).toBe(403);
    expect((await guest.post(`community/users/${guest.username}/invitations/${again.id}/accept`)).success).toBe(true);
    expect((await guest.get('community/self')).orgId).toBe(t.orgId);
  });

  it('AC-231 declines, and nobody can use the link any more', async () => {
    const { id, email } = await inviting.invited();
    expect(await t.stranger.post(`community/invitations/${id}/decline`, { invitationId: id })).toEqual({ success: true });
    expect((await inviting.signUp(id, email)).error.code).toBe(400);
    expect((await t.stranger.post(`community/invitations/${id}/decline`)).error.code).toBe(400);
    expect((await admin.get(`portals/self/invitations/${id}`)).state).toBe('declined');
    const { notifications } = await admin.get(`community/users/${usernameOf('boss')}/notifications`);
    expect(notifications).toContainEqual(
      expect.objectContaining({ type: 'user_invitation_declined', data: expect.objectContaining({ fromUsername: email }) }),
    );
  });

  it('AC-156 AC-207 AC-232 waits for approval where that is asked for: pending, accepted, then approved', async () => {
    const { id, email } = await inviting.invited({ mustApprove: true, role: 'org_user' });
    const state = async (): Promise<string> => (await admin.get(`portals/self/invitations/${id}`)).state;
    expect(await state()).toBe('pending');
    expect((await admin.post(`portals/self/invitations/${id}/approve`)).error.message).toContain('Nobody has accepted');
    const { username } = await inviting.signUp(id, email);
    const guest = await inviting.agentOf(username);
    expect(await guest.post(`community/invitations/${id}/accept`)).toMatchObject({ success: true, mustApprove: true });
    expect(await state()).toBe('accepted');
    expect(await guest.get(`community/invitations/${id}`)).toMatchObject({ id, accepted: true });
    expect((await t.stranger.get(`community/invitations/${id}`)).error.code).toBe(400);
    expect((await guest.get('community/self')).orgId ?? null).toBeNull();
    expect((await admin.get('portals/self/invitations', { type: 'waiting' })).invitations.map((each: AnyReply) => each.account)).toEqual([
      username,
    ]);
    expect(await admin.post(`portals/self/invitations/${id}/approve`)).toEqual({ success: true, id });
    expect(await state()).toBe('approved');
    expect(await guest.get('community/self')).toMatchObject({ orgId: t.orgId, role: 'org_user' });
    expect((await admin.post(`portals/self/invitations/${id}/approve`)).error.message).toBe('Invitation has already been accepted.');
    const { notifications } = await guest.get(`community/users/${username}/notifications`);
    const data = expect.objectContaining({ settled: 'approved' });
    expect(notifications).toContainEqual(expect.objectContaining({ type: 'user_invitation_accepted', data }));
  });

  it('AC-156 is told when an administrator declines instead', async () => {
    const { id, email } = await inviting.invited({ mustApprove: true });
    const guest = await inviting.agentOf((await inviting.signUp(id, email)).username);
    await guest.post(`community/invitations/${id}/accept`);
    expect(await admin.post(`portals/self/invitations/${id}/decline`)).toEqual({ success: true, id });
    expect((await admin.get(`portals/self/invitations/${id}`)).state).toBe('declined');
    expect((await guest.post(`community/invitations/${id}/accept`)).error.code).toBe(400);
    const [news] = (await guest.get(`community/users/${guest.username}/notifications`)).notifications;
    expect(news).toMatchObject({ type: 'user_invitation_declined', data: { settled: 'declined' } });
  });

  it('AC-208 brings along what the account has: administrators see it from then on', async () => {
    const guest = await inviting.publicAccount();
    const { id: item } = await guest.post(`content/users/${guest.username}/addItem`, {
      title: 'Brought along',
      type: 'Web Map',
      text: '{}',
    });
    const { group } = await guest.post('community/createGroup', { title: 'Brought along too' });
    expect((await admin.get(`content/items/${item}`)).error.code).toBe(403);
    const { id } = (await inviting.invite({ username: guest.username })).invitations[0];
    await guest.post(`community/invitations/${id}/accept`);
    expect(await admin.get(`content/items/${item}`)).toMatchObject({ id: item, orgId: t.orgId });
    expect((await admin.get('search', { q: `title:"Brought along" AND orgid:${t.orgId}` })).total).toBe(1);
    expect((await admin.get(`community/groups/${group.id}`)).orgId).toBe(t.orgId);
    expect((await t.as('member1').get(`content/items/${item}`)).error.code).toBe(403);
  });

  it('is one person: of two who accept at once one becomes a member', async () => {
    const { id } = (await inviting.invite({ fullname: 'Whoever' })).invitations[0];
    const guests = await Promise.all([inviting.publicAccount(), inviting.publicAccount()]);
    const replies = await Promise.all(guests.map((guest) => guest.post(`community/invitations/${id}/accept`)));
    expect(replies.filter((reply) => reply.success === true)).toHaveLength(1);
    const selves = await Promise.all(guests.map((guest) => guest.get('community/self')));
    expect(selves.filter((self) => self.orgId === t.orgId)).toHaveLength(1);
  });

  it('cannot be a member of two organisations; a member of the same one gets the groups', async () => {
    const { group } = await admin.post('community/createGroup', { title: 'More for members' });
    const plain = (await inviting.invite({ fullname: 'Whoever' })).invitations[0];
    const member = t.as('member1');
    const already = { code: 400, message: 'User already member of an account.' };
    expect((await member.post(`community/invitations/${plain.id}/accept`)).error).toMatchObject(already);
    expect((await admin.get(`portals/self/invitations/${plain.id}`)).state).toBe('pending');
    const withGroup = (await inviting.invite({ fullname: 'Whoever', groups: [group.id], role: 'org_admin' })).invitations[0];
    expect((await member.post(`community/invitations/${withGroup.id}/accept`)).success).toBe(true);
    expect((await admin.get(`community/groups/${group.id}/users`)).users).toEqual([usernameOf('member1')]);
    expect((await member.get('community/self')).role).toBe('org_user');
  });
});
