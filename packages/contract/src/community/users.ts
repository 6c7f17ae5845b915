// Endpoints of users: profile, own settings, creating and removing accounts.
import { endpoint } from '../endpoint.ts';
import { csv, file, flag, integer, json, required, text } from '../param.ts';
import type { User } from './user.ts';

export const communitySelf = endpoint<User>()(
  '/sharing/rest/community/self',
  { culture: text() },
  { needs: 'user', summary: 'The caller' },
);

export const getUser = endpoint<User>()(
  '/sharing/rest/community/users/:username',
  { culture: text() },
  { summary: 'A profile, as far as the caller may see it' },
);

export interface UserChanged {
  success: true;
  username: string;
}

export const updateUser = endpoint<UserChanged>()(
  '/sharing/rest/community/users/:username/update',
  {
    fullname: text({ aliases: ['fullName'] }),
    firstName: text(),
    lastName: text(),
    description: text(),
    email: text(),
    tags: csv(),
    access: text<'private' | 'org' | 'public'>(),
    preferredView: text(),
    culture: text(),
    region: text(),
    units: text(),
    /** For administrators: the name of the person at an identity provider, for software that keeps both apart. */
    idpUsername: text(),
    thumbnail: file(),
    password: text({ secret: true }),
    newPassword: text({ secret: true }),
    storageQuota: integer(),
    clearEmptyFields: flag(),
  },
  { method: 'change', needs: 'user', summary: "Changes a profile; the caller's own, or anybody's for administrators" },
);

export const deleteUser = endpoint<UserChanged>()(
  '/sharing/rest/community/users/:username/delete',
  {},
  { method: 'change', needs: 'user', summary: 'Deletes an account that owns nothing' },
);

export const disableUser = endpoint<UserChanged>()(
  '/sharing/rest/community/users/:username/disable',
  {},
  { method: 'change', needs: 'portal:admin:disableUsers', summary: 'Locks an account and revokes its tokens' },
);

export const enableUser = endpoint<UserChanged>()(
  '/sharing/rest/community/users/:username/enable',
  {},
  { method: 'change', needs: 'portal:admin:disableUsers', summary: 'Unlocks an account' },
);

export const userThumbnail = endpoint<never>()(
  '/sharing/rest/community/users/:username/info/:file',
  { w: integer() },
  { manner: 'file', summary: "A person's picture" },
);

export const userProperties = endpoint<{ properties: Record<string, unknown> }>()(
  '/sharing/rest/community/users/:username/properties',
  {},
  { needs: 'user', summary: 'Settings that clients keep with the account' },
);

export const setUserProperties = endpoint<{ success: true }>()(
  '/sharing/rest/community/users/:username/setProperties',
  { properties: required(json<Record<string, unknown>>()) },
  { method: 'change', needs: 'user', summary: 'Replaces the settings that clients keep with the account' },
);

export const forgotPassword = endpoint<{ success: true }>()(
  '/sharing/rest/community/users/:username/forgotPassword',
  {},
  {
    method: 'change',
    confidential: true,
    summary: 'Asks for a new password, by mail or of the administrators; answers the same whether or not there is such an account',
  },
);

export const resetPassword = endpoint<{ success: true }>()(
  '/sharing/rest/community/users/:username/resetPassword',
  { code: required(text({ secret: true })), newPassword: required(text({ secret: true, aliases: ['newpassword', 'password'] })) },
  { method: 'change', confidential: true, summary: 'Sets a new password with the code that came by mail' },
);

export interface UsernameCheck {
  usernames: { requested: string; suggested: string }[];
}

export const checkUsernames = endpoint<UsernameCheck>()(
  '/sharing/rest/community/checkUsernames',
  { usernames: required(csv()) },
  { summary: 'Which names are free, and a free name for each that is not' },
);

export const createUser = endpoint<UserChanged>()(
  '/sharing/rest/community/createUser',
  {
    username: required(text()),
    password: required(text({ secret: true })),
    fullname: text({ aliases: ['fullName'] }),
    firstname: text({ aliases: ['firstName'] }),
    lastname: text({ aliases: ['lastName'] }),
    email: text(),
    role: text(),
    description: text(),
    provider: text(),
    idpUsername: text(),
    userLicenseTypeId: text(),
    level: text(),
    groups: csv(),
  },
  { method: 'change', needs: 'portal:admin:inviteUsers', summary: 'Adds a member who can sign in at once' },
);

export const createInitialAdmin = endpoint<UserChanged>()(
  '/sharing/rest/community/createInitialAdmin',
  {
    setupCode: required(text({ secret: true })),
    username: required(text()),
    password: required(text({ secret: true })),
    email: required(text()),
    fullName: required(text()),
  },
  { method: 'change', confidential: true, summary: 'Creates the first administrator; works once, with the code printed by the server' },
);
