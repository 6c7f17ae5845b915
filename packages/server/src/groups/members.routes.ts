// Endpoints of the people of a group: members, applications, invitations.
import {
  acceptApplication,
  addGroupUsers,
  declineApplication,
  deleteGroupInvitation,
  type GroupApplication,
  type GroupMember,
  getApplication,
  getApplications,
  getGroupInvitations,
  getGroupUserList,
  getGroupUsers,
  inviteToGroup,
  joinGroup as joinEndpoint,
  leaveGroup as leaveEndpoint,
  removeGroupUsers,
  updateGroupUsers,
} from '@graticule/contract/community/groups';
import { pageReply } from '@graticule/contract/paging';
import type { Routes } from '../platform/http/routes.ts';
import { requireGroup } from './groups.ts';
import { invitationsOfGroup, invitePeople, withdrawInvitation } from './invitations.ts';
import { invitationView } from './invitations.view.ts';
import {
  type ApplicationRow,
  addPeople,
  changePeople,
  joinGroup,
  leaveGroup,
  listApplications,
  listMembers,
  type MemberRow,
  namesOfMembers,
  removePeople,
  requireApplication,
  settleApplication,
} from './members.ts';

/** Binds the endpoints of this file. */
export function memberRoutes(routes: Routes): void {
  membershipRoutes(routes);
  applicationRoutes(routes);
  invitationRoutes(routes);
}

function membershipRoutes(routes: Routes): void {
  routes.bind(joinEndpoint).to(async (portal, caller, input) => {
    await joinGroup(portal, caller, input.id, input.comments);
    return { success: true, groupId: input.id };
  });
  routes.bind(leaveEndpoint).to(async (portal, caller, input) => {
    await leaveGroup(portal, caller, input.id);
    return { success: true, groupId: input.id };
  });
  routes.bind(addGroupUsers).to(async (portal, caller, input) => ({
    notAdded: await addPeople(portal, caller, await requireGroup(portal, caller, input.id, 'addUsers'), input),
  }));
  routes.bind(removeGroupUsers).to(async (portal, caller, input) => ({
    notRemoved: await removePeople(portal, await requireGroup(portal, caller, input.id, 'manage'), input.users ?? []),
  }));
  routes.bind(updateGroupUsers).to(async (portal, caller, input) => ({
    results: await changePeople(portal, await requireGroup(portal, caller, input.id, 'manage'), input),
  }));
  routes
    .bind(getGroupUsers)
    .to(async (portal, caller, input) => namesOfMembers(portal, await requireGroup(portal, caller, input.id, 'members')));
  routes.bind(getGroupUserList).to(async (portal, caller, input) => {
    const group = await requireGroup(portal, caller, input.id, 'members');
    const { page, rows, total, owner } = await listMembers(portal, group, input);
    const blank: MemberRow = {
      username: group.owner,
      full_name: '',
      org_id: group.org_id,
      thumbnail: null,
      member_type: 'owner',
      joined: group.created,
    };
    return { ...pageReply(page, rows.length, total), owner: memberView(owner ?? blank), users: rows.map(memberView) };
  });
}

function applicationRoutes(routes: Routes): void {
  routes.bind(getApplications).to(async (portal, caller, input) => {
    const group = await requireGroup(portal, caller, input.id, 'manage');
    return { applications: (await listApplications(portal, group)).map(applicationView) };
  });
  routes.bind(getApplication).to(async (portal, caller, input) => {
    const group = await requireGroup(portal, caller, input.id, 'manage');
    return applicationView(await requireApplication(portal, group, input.username));
  });
  for (const [endpoint, accepted] of [
    [acceptApplication, true],
    [declineApplication, false],
  ] as const) {
    routes.bind(endpoint).to(async (portal, caller, input) => {
      const group = await requireGroup(portal, caller, input.id, 'manage');
      return { success: true, username: await settleApplication(portal, group, input.username, accepted), groupId: group.id };
    });
  }
}

function invitationRoutes(routes: Routes): void {
  routes.bind(inviteToGroup).to(async (portal, caller, input) => {
    const group = await requireGroup(portal, caller, input.id, 'manage');
    return { success: true, notInvited: await invitePeople(portal, caller, group, input) };
  });
  routes.bind(getGroupInvitations).to(async (portal, caller, input) => {
    const group = await requireGroup(portal, caller, input.id, 'manage');
    return { groupInvitations: (await invitationsOfGroup(portal, group)).map((row) => invitationView(row)) };
  });
  routes.bind(deleteGroupInvitation).to(async (portal, caller, input) => {
    await withdrawInvitation(portal, await requireGroup(portal, caller, input.id, 'manage'), input.invitationId);
    return { success: true };
  });
}

function memberView(row: MemberRow): GroupMember {
  return {
    username: row.username,
    fullName: row.full_name,
    memberType: row.member_type,
    joined: row.joined.getTime(),
    // The stored value is a key of the file store; the name is the same for everybody.
    thumbnail: row.thumbnail === null ? null : 'thumbnail.png',
    orgId: row.org_id ?? '',
  };
}

function applicationView(row: ApplicationRow): GroupApplication {
  return { username: row.username, fullName: row.full_name, email: row.email, comments: row.comments, received: row.received.getTime() };
}
