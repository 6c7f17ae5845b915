// Endpoints of groups: creating, changing, joining, members, applications and invitations.
import { endpoint } from '../endpoint.ts';
import { type Page, paging, sorting } from '../paging.ts';
import { csv, file, flag, integer, json, required, text } from '../param.ts';
import type { Group, GroupAccess, MemberType } from './group.ts';

const base = '/sharing/rest/community/groups/:id';

const groupFields = {
  title: text(),
  access: text<GroupAccess>(),
  tags: csv(),
  description: text(),
  snippet: text(),
  phone: text(),
  sortField: text({ aliases: ['sortfield'] }),
  sortOrder: text({ aliases: ['sortorder'] }),
  isInvitationOnly: flag({ aliases: ['isinvitationonly'] }),
  isViewOnly: flag({ aliases: ['isviewonly'] }),
  autoJoin: flag({ aliases: ['autojoin'] }),
  hiddenMembers: flag(),
  leavingDisallowed: flag(),
  membershipAccess: text(),
  typeKeywords: csv({ aliases: ['typekeywords'] }),
  displaySettings: json(),
  properties: json<Record<string, unknown> | null>(),
  thumbnail: file(),
  clearEmptyFields: flag(),
};

export const createGroup = endpoint<{ success: true; group: Group }>()(
  '/sharing/rest/community/createGroup',
  { ...groupFields, capabilities: csv() },
  { method: 'change', needs: 'portal:user:createGroup', summary: 'Creates a group' },
);

export const getGroup = endpoint<Group>()(base, {}, { summary: "A group, with the caller's membership" });

export interface GroupIdReply {
  success: true;
  groupId: string;
}

export const updateGroup = endpoint<GroupIdReply>()(`${base}/update`, groupFields, {
  method: 'change',
  needs: 'user',
  summary: 'Changes the given fields of a group',
});

export const deleteGroup = endpoint<GroupIdReply>()(
  `${base}/delete`,
  {},
  { method: 'change', needs: 'user', summary: 'Deletes a group; its items lose the share' },
);

export const protectGroup = endpoint<{ success: true }>()(
  `${base}/protect`,
  {},
  { method: 'change', needs: 'user', summary: 'Turns delete protection on' },
);

export const unprotectGroup = endpoint<{ success: true }>()(
  `${base}/unprotect`,
  {},
  { method: 'change', needs: 'user', summary: 'Turns delete protection off' },
);

export const deleteGroupThumbnail = endpoint<GroupIdReply>()(
  `${base}/deleteThumbnail`,
  {},
  { method: 'change', needs: 'user', summary: 'Removes the thumbnail of a group' },
);

export const joinGroup = endpoint<GroupIdReply>()(
  `${base}/join`,
  { comments: text() },
  { method: 'change', needs: 'portal:user:joinGroup', summary: 'Joins a group, or applies for membership' },
);

export const leaveGroup = endpoint<GroupIdReply>()(`${base}/leave`, {}, { method: 'change', needs: 'user', summary: 'Leaves a group' });

export const reassignGroup = endpoint<GroupIdReply>()(
  `${base}/reassign`,
  { targetUsername: required(text()) },
  { method: 'change', needs: 'user', summary: 'Gives a group to another person; the old owner stays as manager' },
);

export const inviteToGroup = endpoint<{ success: true; notInvited: string[] }>()(
  `${base}/invite`,
  { users: csv(), emails: csv(), role: text<'group_member' | 'group_admin'>(), expiration: integer() },
  { method: 'change', needs: 'user', summary: 'Invites people to a group' },
);

/** An invitation to a group as its manager and the person invited see it. */
export interface GroupInvitation {
  id: string;
  targetType: 'group';
  targetId: string;
  groupId: string;
  group?: Group;
  username: string;
  fromUsername: { username: string; fullName: string };
  role: 'group_member' | 'group_admin';
  type: 'user';
  mustApprove: false;
  accepted: boolean;
  received: number;
  created: number;
  expiration: number;
}

export const getGroupInvitations = endpoint<{ groupInvitations: GroupInvitation[] }>()(
  `${base}/invitations`,
  {},
  { needs: 'user', summary: 'Open invitations of a group' },
);

export const deleteGroupInvitation = endpoint<{ success: true }>()(
  `${base}/invitations/:invitationId/delete`,
  {},
  { method: 'change', needs: 'user', summary: 'Takes an invitation back' },
);

/** A person who asked to join. */
export interface GroupApplication {
  username: string;
  fullName: string;
  email: string | null;
  comments: string | null;
  received: number;
}

export const getApplications = endpoint<{ applications: GroupApplication[] }>()(
  `${base}/applications`,
  {},
  { needs: 'user', summary: 'People who asked to join' },
);

export const getApplication = endpoint<GroupApplication>()(
  `${base}/applications/:username`,
  {},
  { needs: 'user', summary: 'One application' },
);

export interface ApplicationReply extends GroupIdReply {
  username: string;
}

export const acceptApplication = endpoint<ApplicationReply>()(
  `${base}/applications/:username/accept`,
  {},
  { method: 'change', needs: 'user', summary: 'Makes the applicant a member' },
);

export const declineApplication = endpoint<ApplicationReply>()(
  `${base}/applications/:username/decline`,
  {},
  { method: 'change', needs: 'user', summary: 'Refuses an application' },
);

export const addGroupUsers = endpoint<{ notAdded: string[] }>()(
  `${base}/addUsers`,
  { users: csv(), admins: csv() },
  { method: 'change', needs: 'user', summary: 'Adds members and managers' },
);

export const removeGroupUsers = endpoint<{ notRemoved: string[] }>()(
  `${base}/removeUsers`,
  { users: csv() },
  { method: 'change', needs: 'user', summary: 'Removes members' },
);

export const updateGroupUsers = endpoint<{ results: { username: string; success: boolean }[] }>()(
  `${base}/updateUsers`,
  { users: csv(), admins: csv() },
  { method: 'change', needs: 'user', summary: 'Makes members managers, and managers members' },
);

export const getGroupUsers = endpoint<{ owner: string; admins: string[]; users: string[] }>()(
  `${base}/users`,
  {},
  { summary: 'Names of the members' },
);

/** A member in the list of a group. */
export interface GroupMember {
  username: string;
  fullName: string;
  memberType: Exclude<MemberType, 'none'>;
  joined: number;
  thumbnail: string | null;
  orgId: string;
}

export const getGroupUserList = endpoint<Page & { owner: GroupMember; users: GroupMember[] }>()(
  `${base}/userList`,
  { name: text(), joined: text(), memberType: text(), ...paging, ...sorting },
  { summary: 'Members page by page' },
);

export const getGroupCategorySchema = endpoint<{ categorySchema: unknown[] }>()(
  `${base}/categorySchema`,
  {},
  { summary: 'Categories of the group (none yet)' },
);

export const getGroupInfo = endpoint<unknown>()(
  `${base}/info/:file`,
  { w: integer() },
  {
    manner: 'file',
    summary: 'The thumbnail of a group',
  },
);
