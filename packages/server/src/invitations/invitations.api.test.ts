// Inviting people to an organisation, and what keeps others out.
import { ROLE_PRIVILEGES } from '@graticule/contract/privileges';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Agent, AnyReply } from '../../testing/agent.ts';
import { Inviting } from '../../testing/inviting.ts';
import { statementsOf } from '../../testing/statements.ts';
import { TEST_PASSWORD, type TestPortal, testPortal, usernameOf } from '../../testing/test-portal.ts';

const DAY = 86_400_000;
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

describe('who invites', () => {
  it('AC-226 AC-089 gets an invitation for each person, with the link to pass on', async () => {
    const reply = await inviting.invite({ email: 'Ann@Example.org', firstname: 'Ann', lastname: 'Lee', role: 'org_publisher' });
    expect(reply).toMatchObject({ success: true, notInvited: [], created: [] });
    const [invitation] = reply.invitations;
    expect(invitation).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      targetType: 'account',
      targetId: t.orgId,
      type: 'email',
      email: 'Ann@Example.org',
      username: null,
      fullName: 'Ann Lee',
      role: 'org_publisher',
      mustApprove: false,
      accepted: false,
      state: 'pending',
      dateAccepted: -1,
      url: `https://maps.example.org/home/acceptinvite.html?invitation=${invitation.id}`,
    });
    expect(invitation.expiration - invitation.created).toBe(14 * DAY);
    const read = await admin.get(`portals/self/invitations/${invitation.id}`);
    expect(read).toEqual({ ...invitation, fromUsername: { username: usernameOf('boss'), fullname: 'boss Test' } });
    expect(read).not.toHaveProperty('status');
  });

  it('AC-227 invites a list of addresses with the same role, groups and end', async () => {
    const { group } = await admin.post('community/createGroup', { title: 'Newcomers' });
    const reply = await admin.post('portals/self/inviteByEmail', {
      emails: 'one@example.org,two@example.org,not-an-address,one@EXAMPLE.org',
      role: 'org_user',
      groups: group.id,
      expiration: 60,
    });
    expect(reply.notInvited).toEqual(['not-an-address', 'one@EXAMPLE.org']);
    expect(reply.invitations).toHaveLength(2);
    for (const each of reply.invitations) {
      expect(each).toMatchObject({ role: 'org_user', groups: [group.id] });
      expect(each.expiration - each.received).toBe(3_600_000);
    }
  });

  it('creates members at once who have a password, and puts them into their groups', async () => {
    const { group } = await admin.post('community/createGroup', { title: 'At once' });
    const list = [
      {
        username: 'made.at.once',
        password: TEST_PASSWORD,
        email: 'once@example.org',
        fullname: 'Once',
        role: 'org_user',
        groups: [group.id],
      },
      { username: 'made.weakly', password: 'weak' },
    ];
    const reply = await admin.post('portals/self/invite', { invitationList: { invitations: list } });
    expect(reply).toMatchObject({ created: ['made.at.once'], notInvited: ['made.weakly'], invitations: [] });
    expect((await admin.get(`community/groups/${group.id}/users`)).users).toEqual(['made.at.once']);
    expect(await admin.get('community/users/made.at.once')).toMatchObject({ orgId: t.orgId, role: 'org_user', fullName: 'Once' });
  });

  it('is told who is a member already, and replaces an open invitation of the same person', async () => {
    const member = await inviting.invite({ email: 'member1@example.org' });
    expect(member).toMatchObject({ invitations: [], notInvited: ['member1@example.org'] });
    const first = await inviting.invited({ email: 'twice@example.org', role: 'org_user' });
    const second = await inviting.invited({ email: 'Twice@example.org', role: 'org_publisher' });
    expect((await t.stranger.get(`community/invitations/${first.id}`)).error.code).toBe(400);
    expect((await t.stranger.get(`community/invitations/${second.id}`)).role).toBe('org_publisher');
  });

  it('asks for all groups of a list at once', async () => {
    const make = async (title: string): Promise<string> => (await admin.post('community/createGroup', { title })).group.id;
    const groups = await Promise.all(Array.from({ length: 12 }, (_, n) => make(`Invited ${n}`)));
    const invite = (email: string, to: string[]) => () =>
      admin.post('portals/self/invite', { invitationList: { invitations: [{ email, groups: to }] } });
    const few = await statementsOf(invite('few@example.org', groups.slice(0, 1)));
    expect(await statementsOf(invite('many@example.org', groups))).toBe(few);
  });

  it('is told what is wrong with a list before anything is done', async () => {
    const send = async (invitationList: unknown): Promise<string> =>
      (await admin.post('portals/self/invite', { invitationList: invitationList as object })).error.message;
    expect(await send({ invitations: [] })).toContain('must hold a list');
    expect(await send({ invitations: [{ email: 5 }] })).toBe("'invitationList[0].email' must be text.");
    expect(await send({ invitations: [{ email: 'a@example.org', role: 'emperor' }] })).toBe("'role' is not known.");
    expect(await send({ invitations: [{ email: 'a@example.org', groups: ['0'.repeat(32)] }] })).toContain('Group does not exist');
    expect(await send({ invitations: Array.from({ length: 201 }, () => ({ email: 'a@example.org' })) })).toContain('at most 200');
    expect((await inviting.invite({ email: 'a@example.org' }, admin, { expiration: 0 })).error.message).toContain(
      "'expiration' must be 1 to",
    );
    expect((await admin.get('portals/self/invitations', { q: 'a@example.org' })).total).toBe(0);
  });

  it('AC-228 AC-237 AC-318 lists them by page, order and kind, ten at a time unless asked otherwise', async () => {
    const emails = Array.from({ length: 12 }, (_, i) => `page${String(i).padStart(2, '0')}@example.org`);
    await admin.post('portals/self/inviteByEmail', { emails: emails.join(',') });
    const first = await admin.get('portals/self/invitations', { q: 'PAGE', sortField: 'email', sortOrder: 'asc' });
    expect(first).toMatchObject({ total: 12, start: 1, num: 10, nextStart: 11 });
    expect(first.invitations.map((each: AnyReply) => each.email)).toEqual(emails.slice(0, 10));
    const rest = await admin.get('portals/self/invitations', { q: 'page', start: 11, sortField: 'email' });
    expect(rest.invitations.map((each: AnyReply) => each.email)).toEqual(emails.slice(10));
    expect(rest.nextStart).toBe(-1);
    expect((await admin.get('portals/self/invitations', { q: 'page', type: 'declined' })).total).toBe(0);
    expect((await admin.get('portals/self/invitations', { q: 'page', type: 'pending' })).total).toBe(12);
    expect((await admin.get('portals/self/invitations', { q: '%' })).total).toBe(0);
    expect((await admin.get('portals/self/invitations', { sortField: 'password' })).error.message).toContain("'sortField' must be");
    expect((await admin.get('portals/self/invitations', { type: 'x' })).error.message).toContain("'type' must be");
  });

  it('changes role, groups and end of an open invitation', async () => {
    const { group } = await admin.post('community/createGroup', { title: 'Changed' });
    const { id } = await inviting.invited({ groups: [group.id] });
    expect(await admin.post(`portals/self/invitations/${id}/update`, { role: 'org_publisher', expiration: 10 })).toEqual({
      success: true,
      id,
    });
    expect(await admin.get(`portals/self/invitations/${id}`)).toMatchObject({ role: 'org_publisher', groups: [group.id] });
    await admin.post(`portals/self/invitations/${id}/update`, { groups: '', clearEmptyFields: true });
    expect((await admin.get(`portals/self/invitations/${id}`)).groups).toEqual([]);
    expect((await admin.post(`portals/self/invitations/${id}/update`, { role: 'nothing' })).error.code).toBe(400);
  });

  it('gives an invitation out again under another link; the old one ends', async () => {
    const old = await inviting.invited();
    await inviting.later(15, async (then) => {
      expect((await t.stranger.get(`community/invitations/${old.id}`)).error.message).toBe('Invitation has expired.');
      expect((await then.get('portals/self/invitations', { q: old.email, type: 'expired' })).total).toBe(1);
      const { invitation } = await then.post(`portals/self/invitations/${old.id}/resend`);
      expect(invitation.id).not.toBe(old.id);
      expect((await t.stranger.get(`community/invitations/${invitation.id}`)).email).toBe(old.email);
      expect((await t.stranger.get(`community/invitations/${old.id}`)).error.code).toBe(400);
    });
  });

  it('AC-233 takes an invitation back', async () => {
    const { id } = await inviting.invited();
    expect(await admin.post(`portals/self/invitations/${id}/delete`)).toEqual({ success: true, id });
    expect((await t.stranger.get(`community/invitations/${id}`)).error.code).toBe(400);
    expect((await admin.post(`portals/self/invitations/${id}/delete`)).error.message).toContain('does not exist');
  });

  it('does not keep addresses for ever', async () => {
    const { email } = await inviting.invited();
    await inviting.later(120, async (then) => {
      await inviting.invited({}, then);
      expect((await then.get('portals/self/invitations', { q: email })).total).toBe(0);
    });
  });
});

describe('nobody', () => {
  it('gets more through an invitation than the inviter may give, nor sees the links of such', async () => {
    const role = (await admin.post('portals/self/createRole', { name: 'Invites only' })).id;
    await admin.post(`portals/self/roles/${role}/setPrivileges`, {
      privileges: { privileges: [...ROLE_PRIVILEGES.user, 'portal:admin:inviteUsers'] },
    });
    await admin.post('portals/self/updateUserRole', { user: usernameOf('helper'), role });
    const helper = t.as('helper');
    expect((await inviting.invite({ email: 'king@example.org', role: 'org_admin' }, helper)).error.code).toBe(403);
    expect((await inviting.invite({ email: 'more@example.org', role: 'org_publisher' }, helper)).error.code).toBe(403);
    const { group } = await admin.post('community/createGroup', { title: 'Closed circle' });
    expect((await inviting.invite({ email: 'spy@example.org', groups: [group.id] }, helper)).error.code).toBe(403);
    const asAdmin = await inviting.invited({ email: 'future.boss@example.org', role: 'org_admin' });
    const inGroup = await inviting.invited({ email: 'future.friend@example.org', groups: [group.id] });
    const plain = await inviting.invited({ email: 'future.user@example.org' });
    const seen = await helper.get('portals/self/invitations', { q: 'future' });
    expect([seen.total, seen.invitations.map((each: AnyReply) => each.id)]).toEqual([1, [plain.id]]);
    for (const hidden of [asAdmin, inGroup]) {
      for (const what of ['', '/update', '/resend', '/approve', '/decline', '/delete']) {
        const reply = await helper.post(`portals/self/invitations/${hidden.id}${what}`, { role: 'org_user' });
        expect([what, reply.error?.message]).toEqual([what, 'Invitation does not exist or has already been used.']);
      }
    }
    expect((await inviting.invite({ email: 'future.boss@example.org' }, helper)).notInvited).toEqual(['future.boss@example.org']);
    expect((await admin.get(`portals/self/invitations/${asAdmin.id}`)).role).toBe('org_admin');
    const members = await inviting.invite({ email: 'member1@example.org' }, helper);
    expect([members.notInvited, members.invitations.length]).toEqual([[], 1]);
  });

  it('of another organisation sees or changes an invitation, or learns whom an organisation knows', async () => {
    await admin.post('portals/createOrganization', {
      name: 'Wells',
      urlKey: 'wells',
      username: 'mayor.wells',
      password: TEST_PASSWORD,
      email: 'mayor@example.org',
      fullName: 'May Or',
    });
    const mayor = await inviting.agentOf('mayor.wells');
    const { id } = await inviting.invited({ email: 'ours@example.org' });
    expect((await mayor.get(`portals/${t.orgId}/invitations`)).error.code).toBe(403);
    expect((await mayor.get('portals/self/invitations')).total).toBe(0);
    for (const what of ['', '/update', '/resend', '/approve', '/decline', '/delete'])
      expect((await mayor.post(`portals/self/invitations/${id}${what}`)).error.message).toContain('does not exist');
    const known = await inviting.invite({ email: 'member1@example.org' }, mayor);
    const nobody = await inviting.invite({ email: 'nobody.at.all@example.org' }, mayor);
    const shape = (reply: AnyReply) => [reply.notInvited, Object.keys(reply.invitations[0]).sort(), reply.invitations[0].type];
    expect(shape(known)).toEqual(shape(nobody));
    const name = shape(await inviting.invite({ username: usernameOf('member1') }, mayor));
    expect(name).toEqual(shape(await inviting.invite({ username: 'nobody.at.all' }, mayor)));
    expect((await t.as('member1').get(`community/users/${usernameOf('member1')}/invitations`)).userInvitations).toEqual([]);
    expect(known.invitations[0].url).toMatch(/^https:\/\/wells\.maps\.example\.org\/home\/acceptinvite\.html/);
  });

  it('with an account alone comes into a private organisation', async () => {
    const guest = await inviting.publicAccount();
    await admin.post('portals/self/update', { access: 'private' });
    const { id, email } = await inviting.invited({ mustApprove: true });
    expect((await t.stranger.get(`community/invitations/${id}`)).account.name).toBe('Graticule');
    const waiting = await inviting.agentOf((await inviting.signUp(id, email)).username);
    await waiting.post(`community/invitations/${id}/accept`);
    for (const agent of [guest, waiting]) {
      expect((await agent.get('search', { q: 'map' })).error.code).toBe(403);
      expect((await agent.get(`community/users/${agent.username}/invitations`)).userInvitations).toEqual([]);
      expect(await agent.get('portals/self')).toMatchObject({ user: { username: agent.username } });
      expect(await agent.get('portals/self')).not.toHaveProperty('description');
    }
    await admin.post('portals/self/update', { access: 'public' });
  });
});
