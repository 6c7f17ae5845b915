// Groups over HTTP: creating, joining, members, applications, invitations, notifications.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;
let count = 0;

beforeAll(async () => {
  t = await testPortal({ people: { owner1: 'publisher', member1: 'user', other1: 'user', viewer1: 'viewer', admin1: 'admin' } });
});
afterAll(() => t.close());

async function group(fields: Record<string, string> = {}): Promise<string> {
  count++;
  const reply = await t.as('owner1').post('community/createGroup', { title: `Group ${count}`, access: 'org', ...fields });
  expect(reply.success).toBe(true);
  return reply.group.id;
}

describe('a group', () => {
  it('CO-209 CO-208 CO-210 is created, read with the membership of who asks, and changed', async () => {
    const id = await group({ tags: 'a,b', snippet: '<script>x</script>ok' });
    expect(await t.as('owner1').get(`community/groups/${id}`)).toMatchObject({
      id,
      owner: 'owner1',
      access: 'org',
      tags: ['a', 'b'],
      snippet: 'ok',
      isInvitationOnly: false,
      isFav: false,
      sortField: 'title',
      sortOrder: 'asc',
      userMembership: { username: 'owner1', memberType: 'owner', applications: 0 },
    });
    expect((await t.as('other1').get(`community/groups/${id}`)).userMembership.memberType).toBe('none');
    expect(await t.as('owner1').post(`community/groups/${id}/update`, { description: 'x', owner: 'other1', created: '1' })).toEqual({
      success: true,
      groupId: id,
    });
    expect(await t.as('owner1').get(`community/groups/${id}`)).toMatchObject({ description: 'x', owner: 'owner1' });
    await t.as('owner1').post(`community/groups/${id}/update`, { description: '', tags: '', clearEmptyFields: 'true' });
    expect(await t.as('owner1').get(`community/groups/${id}`)).toMatchObject({ description: null, tags: [] });
  });

  it('needs a title of its own for each owner, the privilege, and an access that exists', async () => {
    await group({ title: 'Same' });
    expect((await t.as('owner1').post('community/createGroup', { title: 'same' })).error.code).toBe(400);
    expect((await t.as('owner1').post('community/createGroup', {})).error.code).toBe(400);
    expect((await t.as('owner1').post('community/createGroup', { title: 'x', access: 'secret' })).error.code).toBe(400);
    expect((await t.as('viewer1').post('community/createGroup', { title: 'x' })).error.code).toBe(403);
    expect((await t.as('owner1').post('community/createGroup', { title: 'x', capabilities: 'updateitemcontrol' })).error.code).toBe(403);
  });

  it('is hidden from outsiders when private, and unknown when it never was', async () => {
    const id = await group({ access: 'private' });
    expect((await t.as('other1').get(`community/groups/${id}`)).error.code).toBe(403);
    expect((await t.as('admin1').get(`community/groups/${id}`)).id).toBe(id);
    for (const unknown of ['0'.repeat(32), 'x', "' or 1=1"]) {
      expect((await t.as('admin1').get(`community/groups/${encodeURIComponent(unknown)}`)).error.messageCode).toBe('COM_0003');
    }
    const open = await group({ access: 'public' });
    expect((await t.stranger.get(`community/groups/${open}`)).userMembership).toBeUndefined();
  });

  it('CO-211 is deleted unless protected; its items lose the share', async () => {
    const id = await group();
    const item = await t.as('owner1').post('content/users/owner1/addItem', { title: 'i', type: 'Web Map' });
    await t.as('owner1').post(`community/groups/${id}/addUsers`, { users: 'member1' });
    await t.as('owner1').post(`content/users/owner1/items/${item.id}/share`, { groups: id });
    expect((await t.as('member1').get(`content/items/${item.id}`)).access).toBe('shared');
    await t.as('owner1').post(`community/groups/${id}/protect`);
    expect((await t.as('owner1').post(`community/groups/${id}/delete`)).error.messageCode).toBe('COM_0025');
    await t.as('owner1').post(`community/groups/${id}/unprotect`);
    expect((await t.as('member1').post(`community/groups/${id}/delete`)).error.code).toBe(403);
    expect(await t.as('owner1').post(`community/groups/${id}/delete`)).toEqual({ success: true, groupId: id });
    expect((await t.as('member1').get(`content/items/${item.id}`)).error.code).toBe(403);
    expect((await t.as('owner1').get(`content/items/${item.id}`)).access).toBe('private');
  });

  it('CO-213 is given to another person while the old owner stays as manager', async () => {
    const id = await group();
    expect((await t.as('member1').post(`community/groups/${id}/reassign`, { targetUsername: 'member1' })).error.code).toBe(403);
    await t.as('owner1').post(`community/groups/${id}/reassign`, { targetUsername: 'member1' });
    expect(await t.as('owner1').get(`community/groups/${id}/users`)).toEqual({
      owner: 'member1',
      admins: expect.arrayContaining(['owner1', 'member1']),
      users: [],
    });
  });
});

it('CO-220 shows its thumbnail to those who see it', async () => {
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
  const made = await t.as('owner1').upload('community/createGroup', { title: 'Pictured' }, { thumbnail: { name: 'g.png', bytes: png } });
  const path = `community/groups/${made.group.id}/info/${made.group.thumbnail}`;
  const picture = await t.as('owner1').raw('GET', path, { f: '' });
  expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png']);
  expect((await t.as('other1').raw('GET', path, { f: '' })).statusCode).toBe(403);
  await t.as('owner1').post(`community/groups/${made.group.id}/deleteThumbnail`);
  expect((await t.as('owner1').raw('GET', path, { f: '' })).statusCode).toBe(404);
});

describe('members', () => {
  it('are added, made managers, listed and removed; names that do not fit are told', async () => {
    const id = await group();
    expect(await t.as('owner1').post(`community/groups/${id}/addUsers`, { users: 'member1,ghost,owner1', admins: 'other1' })).toEqual({
      notAdded: ['ghost', 'owner1'],
    });
    expect(await t.as('owner1').get(`community/groups/${id}/users`)).toEqual({
      owner: 'owner1',
      admins: ['owner1', 'other1'],
      users: ['member1'],
    });
    expect(await t.as('owner1').post(`community/groups/${id}/updateUsers`, { admins: 'member1,ghost', users: 'owner1' })).toEqual({
      results: [
        { username: 'owner1', success: false },
        { username: 'member1', success: true },
        { username: 'ghost', success: false },
      ],
    });
    const list = await t.as('member1').get(`community/groups/${id}/userlist`, { num: 2, memberType: 'admin', sortField: 'username' });
    expect(list).toMatchObject({
      total: 2,
      nextStart: -1,
      owner: { username: 'owner1' },
      users: [{ username: 'member1', memberType: 'admin' }, { username: 'other1' }],
    });
    expect(await t.as('owner1').post(`community/groups/${id}/removeUsers`, { users: 'member1,owner1' })).toEqual({
      notRemoved: ['owner1'],
    });
    expect((await t.as('member1').get(`community/groups/${id}/users`)).error.code).toBe(403);
    expect((await t.as('member1').post(`community/groups/${id}/addUsers`, { users: 'member1' })).error.code).toBe(403);
  });

  it('CO-212 leave, but not the owner', async () => {
    const id = await group({ autoJoin: 'true' });
    expect(await t.as('member1').post(`community/groups/${id}/join`)).toEqual({ success: true, groupId: id });
    expect((await t.as('member1').post(`community/groups/${id}/join`)).error.code).toBe(400);
    expect(await t.as('member1').post(`community/groups/${id}/leave`)).toEqual({ success: true, groupId: id });
    expect((await t.as('owner1').post(`community/groups/${id}/leave`)).error.code).toBe(400);
  });
});

describe('applications and notifications', () => {
  it('CO-134 CO-135 CO-136 CO-215 tells managers and applicants what happened', async () => {
    const id = await group({ title: 'Applied' });
    await t.as('member1').post(`community/groups/${id}/join`, { comments: 'please' });
    await t.as('other1').post(`community/groups/${id}/join`);
    expect((await t.as('owner1').get(`community/groups/${id}`)).userMembership.applications).toBe(2);
    const { applications } = await t.as('owner1').get(`community/groups/${id}/applications`);
    expect(applications).toMatchObject([{ username: 'member1', comments: 'please' }, { username: 'other1' }]);
    expect((await t.as('member1').get(`community/groups/${id}/applications`)).error.code).toBe(403);
    expect(await t.as('owner1').post(`community/groups/${id}/applications/member1/accept`)).toEqual({
      success: true,
      username: 'member1',
      groupId: id,
    });
    await t.as('owner1').post(`community/groups/${id}/applications/other1/decline`);
    expect((await t.as('member1').get(`community/groups/${id}`)).userMembership.memberType).toBe('member');
    const [told] = (await t.as('member1').get('community/users/member1/notifications')).notifications;
    expect(told).toMatchObject({
      type: 'group_application_accepted',
      target: 'member1',
      targetType: 'user',
      data: { groupTitle: 'Applied', groupId: id },
    });
    expect((await t.as('other1').get('community/users/other1/notifications')).notifications[0].type).toBe('group_application_declined');
    expect((await t.as('owner1').get('community/users/owner1/notifications')).notifications[0].type).toBe('group_application');
    expect((await t.as('other1').get('community/users/member1/notifications')).error.code).toBe(403);
    // CO-217 deleting one takes it off the list
    expect(await t.as('member1').post(`community/users/member1/notifications/${told.id}/delete`)).toEqual({
      success: true,
      notificationId: told.id,
    });
    expect(
      (await t.as('member1').get('community/users/member1/notifications')).notifications.some((n: { id: string }) => n.id === told.id),
    ).toBe(false);
    expect((await t.as('other1').post(`community/users/other1/notifications/${told.id}/delete`)).error.code).toBe(400);
  });
});

describe('invitations', () => {
  it('CO-137 CO-138 CO-139 CO-281 are sent, answered once, and told about', async () => {
    const id = await group({ access: 'private', isInvitationOnly: 'true' });
    expect(
      await t.as('owner1').post(`community/groups/${id}/invite`, { users: 'member1,other1,ghost', role: 'group_admin', expiration: 60 }),
    ).toEqual({ success: true, notInvited: ['ghost'] });
    await t.as('owner1').post(`community/groups/${id}/invite`, { users: 'member1', role: 'group_admin' });
    const told = (await t.as('member1').get('community/users/member1/notifications')).notifications;
    expect(told.filter((each: { data: { groupId: string } }) => each.data.groupId === id)).toHaveLength(1);
    const [invitation] = (await t.as('member1').get('community/users/member1/invitations')).userInvitations;
    expect(invitation).toMatchObject({ groupId: id, role: 'group_admin', accepted: false });
    expect((await t.as('other1').post(`community/users/other1/invitations/${invitation.id}/accept`)).error.code).toBe(400);
    expect((await t.as('other1').post(`community/users/member1/invitations/${invitation.id}/accept`)).error.code).toBe(403);
    expect(await t.as('member1').post(`community/users/member1/invitations/${invitation.id}/accept`)).toEqual({
      success: true,
      username: 'member1',
      id: invitation.id,
      groupId: id,
    });
    expect((await t.as('member1').post(`community/users/member1/invitations/${invitation.id}/accept`)).error.message).toBe(
      'Invitation has already been accepted.',
    );
    expect((await t.as('member1').get(`community/groups/${id}`)).userMembership.memberType).toBe('admin');
    expect((await t.as('owner1').get('community/users/owner1/notifications')).notifications[0].type).toBe('user_invitation_accepted');
    const [second] = (await t.as('other1').get('community/users/other1/invitations')).userInvitations;
    t.setNow(new Date(Date.now() + 3_600_001));
    expect((await t.as('other1').post(`community/users/other1/invitations/${second.id}/accept`)).error.message).toMatch(
      /expired|Invalid token/,
    );
    t.setNow(new Date());
  });
});
