// Endpoints of the organisation: its settings, members, roles and set-up.
import type { User } from '../community/user.ts';
import { endpoint } from '../endpoint.ts';
import { type Page, paging, sorting } from '../paging.ts';
import { csv, epochMs, flag, integer, json, required, text } from '../param.ts';
import type { PortalSelf, ReducedPortalSelf } from './portal.ts';

export const portalSelf = endpoint<PortalSelf | ReducedPortalSelf>()(
  '/sharing/rest/portals/:portal',
  { culture: text() },
  { summary: 'Settings of the organisation, and the caller' },
);

export const accountsSelf = endpoint<PortalSelf | ReducedPortalSelf>()(
  '/sharing/rest/accounts/self',
  { culture: text() },
  { summary: 'Old name of portal self' },
);

export const updatePortal = endpoint<{ success: true }>()(
  '/sharing/rest/portals/:portal/update',
  {
    name: text(),
    description: text(),
    snippet: text(),
    access: text<'private' | 'public'>(),
    culture: text(),
    region: text(),
    units: text<'metric' | 'english'>(),
    urlKey: text(),
    canSearchPublic: flag(),
    canSharePublic: flag(),
    canListApps: flag(),
    canListData: flag(),
    commentsEnabled: flag(),
    disableSignup: flag(),
    showHomePageDescription: flag(),
    homePageFeaturedContent: text(),
    homePageFeaturedContentCount: integer(),
    featuredGroups: json(),
    featuredItemsGroupQuery: text(),
    allowedOrigins: json(),
    authorizedCrossOriginDomains: json(),
    defaultExtent: json(),
    portalProperties: json(),
    clearEmptyFields: flag(),
  },
  { method: 'change', needs: 'portal:admin:manageWebsite', summary: 'Changes settings of the organisation' },
);

export const portalUsers = endpoint<Page & { users: User[] }>()(
  '/sharing/rest/portals/:portal/users',
  {
    ...paging,
    ...sorting,
    role: text(),
    username: text(),
    fullname: text(),
    firstname: text(),
    lastname: text(),
    /** Part of a user name or a full name, for administrators of an e-mail address too; not in the vendor's API. */
    search: text(),
    /** Only accounts that are locked, or only those that are not; for those who see or may lock all members, not in the vendor's API. */
    disabled: flag(),
    /** Only accounts made before this time that nobody has signed in with since; for administrators, not in the vendor's API. */
    inactiveSince: epochMs(),
    excludeSystemUsers: flag(),
  },
  { needs: 'portal:user:viewOrgUsers', summary: 'Members of the organisation' },
);

export const updateUserRole = endpoint<{ success: true }>()(
  '/sharing/rest/portals/:portal/updateUserRole',
  { user: required(text()), role: required(text()) },
  { method: 'change', needs: 'portal:admin:changeUserRoles', summary: 'Gives a member another role' },
);

/** What became of one member of a call for many. */
export interface MemberResult {
  username: string;
  success: boolean;
  error?: { code: number; messageCode?: string; message: string };
}

const users = required(csv());

export const updateUsersRole = endpoint<{ results: MemberResult[] }>()(
  '/sharing/rest/portals/:portal/updateUsersRole',
  { users, role: required(text()) },
  { method: 'change', needs: 'portal:admin:changeUserRoles', summary: 'Gives many members another role, with a result for each' },
);

export const disableUsers = endpoint<{ results: MemberResult[] }>()(
  '/sharing/rest/portals/:portal/disableUsers',
  { users },
  { method: 'change', needs: 'portal:admin:disableUsers', summary: 'Locks many accounts and revokes their tokens, with a result for each' },
);

export const enableUsers = endpoint<{ results: MemberResult[] }>()(
  '/sharing/rest/portals/:portal/enableUsers',
  { users },
  { method: 'change', needs: 'portal:admin:disableUsers', summary: 'Unlocks many accounts, with a result for each' },
);

/** What an account owns, without what lies in the recycle bin and the favourites. */
export interface UserHoldings {
  username: string;
  items: number;
  groups: number;
}

export const usersHoldings = endpoint<{ users: UserHoldings[] }>()(
  '/sharing/rest/portals/:portal/usersHoldings',
  { users },
  { needs: 'portal:admin:deleteUsers', summary: 'How much members own, who are to be deleted; those who own nothing are left out' },
);

export interface RoleReply {
  id: string;
  /** The built-in role that clients take members with this one for: their `role` beside its id as `roleId`. */
  baseRole: 'org_user';
  name: string;
  description: string | null;
  /** Epoch milliseconds. */
  created: number;
  modified: number;
}

export const portalRoles = endpoint<Page & { roles: RoleReply[] }>()(
  '/sharing/rest/portals/:portal/roles',
  { ...paging },
  { needs: 'user', summary: 'Custom roles of the organisation' },
);

export const roleById = endpoint<RoleReply>()(
  '/sharing/rest/portals/:portal/roles/:roleId',
  {},
  { needs: 'user', summary: 'A role: viewer, data editor or a custom one' },
);

export const updateRole = endpoint<{ success: true; id: string }>()(
  '/sharing/rest/portals/:portal/roles/:roleId/update',
  { name: text(), description: text(), clearEmptyFields: flag() },
  { method: 'change', needs: 'portal:admin:manageRoles', summary: 'Changes name and description of a custom role' },
);

export const rolePrivileges = endpoint<{ privileges: string[] }>()(
  '/sharing/rest/portals/:portal/roles/:roleId/privileges',
  {},
  { needs: 'user', summary: 'Privileges of a role' },
);

export const createRole = endpoint<{ success: true; id: string }>()(
  '/sharing/rest/portals/:portal/createRole',
  { name: required(text()), description: text() },
  { method: 'change', needs: 'portal:admin:manageRoles', summary: 'Adds a custom role' },
);

export const setRolePrivileges = endpoint<{ success: true; id: string }>()(
  '/sharing/rest/portals/:portal/roles/:roleId/setPrivileges',
  { privileges: required(json<{ privileges: string[] }>()) },
  { method: 'change', needs: 'portal:admin:manageRoles', summary: 'Replaces the privileges of a custom role' },
);

export const deleteRole = endpoint<{ success: true; id: string }>()(
  '/sharing/rest/portals/:portal/roles/:roleId/delete',
  {},
  { method: 'change', needs: 'portal:admin:manageRoles', summary: 'Deletes a custom role that nobody has' },
);

export interface PasswordPolicyReply {
  /** The six numbers stand at the top too: one client reads them there. */
  type: 'custom';
  minLength: number;
  minLetter: number;
  minUpper: number;
  minLower: number;
  minDigit: number;
  minOther: number;
  passwordPolicy: {
    type: 'custom' | 'default';
    minLength: number;
    minLetter: number;
    minUpper: number;
    minLower: number;
    minDigit: number;
    minOther: number;
    expirationInDays: null;
    historySize: number;
  };
}

export const passwordPolicy = endpoint<PasswordPolicyReply>()(
  '/sharing/rest/portals/:portal/securityPolicy/passwordPolicy',
  {},
  { summary: 'Rules for new passwords' },
);

export interface SetUpReply {
  success: true;
  /** Job that adds the sample maps; null when none were asked for. */
  sampleJobId: string | null;
}

export const setUpPortal = endpoint<SetUpReply>()(
  '/sharing/rest/portals/:portal/setUp',
  {
    name: required(text()),
    description: text(),
    access: text<'private' | 'public'>(),
    culture: text(),
    addSampleMaps: flag(),
  },
  { method: 'change', needs: 'portal:admin:manageWebsite', summary: 'First set-up of the organisation' },
);

export interface SampleStatus {
  status: 'none' | 'processing' | 'completed' | 'failed';
  statusMessage: string;
  /** Maps ready so far and in all. */
  done: number;
  total: number;
}

export const sampleStatus = endpoint<SampleStatus>()(
  '/sharing/rest/portals/:portal/sampleStatus',
  {},
  { needs: 'portal:admin:manageWebsite', summary: 'How far the sample maps are' },
);
