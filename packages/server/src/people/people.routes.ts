// Endpoints of profiles and members.
import {
  checkUsernames,
  communitySelf,
  createUser,
  deleteUser,
  disableUser,
  enableUser,
  forgotPassword,
  getUser,
  resetPassword as resetPasswordCall,
  setUserProperties,
  updateUser,
  userProperties,
  userThumbnail,
} from '@graticule/contract/community/users';
import { fail } from '@graticule/contract/errors';
import {
  disableUsers,
  enableUsers,
  portalUsers,
  updateUserRole,
  updateUsersRole,
  usersHoldings,
} from '@graticule/contract/portals/portals';
import { suggestUsernames } from '../identity/index.ts';
import { ownOrganisation } from '../organisation/index.ts';
import { pictureReply } from '../platform/http/picture-reply.ts';
import type { Routes } from '../platform/http/routes.ts';
import { askForPassword, resetPassword } from './forgotten.ts';
import { changeRoles, lockAccounts, onlyMember, readHoldings, resultsOf } from './many-members.ts';
import { listMembers } from './members.ts';
import { addMember, readProfile, readProperties, removeUser, updateProfile, writeProperties } from './people.ts';
import { findPicture, setPicture } from './pictures.ts';

/** Most names in one call of `checkUsernames`. */
const MAX_NAMES = 100;

/** Binds the endpoints of this file. */
export function peopleRoutes(routes: Routes): void {
  routes.bind(communitySelf).to((portal, caller) => readProfile(portal, caller, caller.username ?? ''));
  routes.bind(getUser).to((portal, caller, input) => readProfile(portal, caller, input.username));

  routes.bind(updateUser).to(async (portal, caller, input, http) => {
    const username = await updateProfile(portal, caller, input, http.cleared);
    if (input.thumbnail !== undefined) await setPicture(portal, username, input.thumbnail);
    return { success: true, username };
  });
  routes
    .bind(deleteUser)
    .to(async (portal, caller, input) => ({ success: true, username: await removeUser(portal, caller, input.username) }));
  for (const [endpoint, disabled] of [
    [disableUser, true],
    [enableUser, false],
  ] as const) {
    routes.bind(endpoint).to(async (portal, caller, input) => ({
      success: true,
      username: onlyMember(await lockAccounts(portal, caller, [input.username], disabled)),
    }));
  }

  routes.bind(userThumbnail).to(async (portal, caller, input, http) => {
    const picture = await findPicture(portal, caller, input.username);
    return pictureReply(portal.files, http, { ...picture, contentType: 'image/png', etag: picture.key, width: input.w });
  });
  routes.bind(userProperties).to(async (portal, caller, input) => ({ properties: await readProperties(portal, caller, input.username) }));
  routes.bind(setUserProperties).to(async (portal, caller, input) => {
    await writeProperties(portal, caller, input.username, input.properties);
    return { success: true };
  });

  routes.bind(forgotPassword).to(async (portal, caller, input) => {
    await askForPassword(portal, caller, input.username);
    return { success: true };
  });
  routes.bind(resetPasswordCall).to(async (portal, caller, input) => {
    await resetPassword(portal, caller, input);
    return { success: true };
  });
  routes.bind(checkUsernames).to(async (portal, _caller, input) => {
    if (input.usernames.length > MAX_NAMES) throw fail('INVALID_PARAMETER', { values: ['usernames', `must be at most ${MAX_NAMES}`] });
    return { usernames: await suggestUsernames(portal, input.usernames) };
  });
  routes.bind(createUser).to(async (portal, caller, input) => ({ success: true, username: await addMember(portal, caller, input) }));
  routes.bind(portalUsers).to((portal, caller, input) => listMembers(portal, caller, input));
  routes.bind(updateUserRole).to(async (portal, caller, input) => {
    await ownOrganisation(portal, caller, input.portal);
    onlyMember(await changeRoles(portal, caller, [input.user], input.role));
    return { success: true };
  });
  manyMemberRoutes(routes);
}

function manyMemberRoutes(routes: Routes): void {
  routes.bind(updateUsersRole).to(async (portal, caller, input) => {
    await ownOrganisation(portal, caller, input.portal);
    return { results: resultsOf(await changeRoles(portal, caller, input.users, input.role)) };
  });
  for (const [endpoint, disabled] of [
    [disableUsers, true],
    [enableUsers, false],
  ] as const) {
    routes.bind(endpoint).to(async (portal, caller, input) => {
      await ownOrganisation(portal, caller, input.portal);
      return { results: resultsOf(await lockAccounts(portal, caller, input.users, disabled)) };
    });
  }
  routes.bind(usersHoldings).to(async (portal, caller, input) => {
    await ownOrganisation(portal, caller, input.portal);
    return { users: await readHoldings(portal, caller, input.users) };
  });
}
