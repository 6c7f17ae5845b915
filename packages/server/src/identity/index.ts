// The door of identity: accounts, passwords, tokens.

export type { AccountRow } from '../schema/identity.ts';
export {
  accountByName,
  administratorsOf,
  anyAdministrator,
  cultureOf,
  deleteAccount,
  giveOrganisation,
  holdAdministrators,
  holdMembers,
  lockMembers,
  membersOf,
  ownAccount,
  raiseTokenEpoch,
  replaceThumbnail,
  updateAccount,
  updateAccounts,
} from './accounts.store.ts';
export { changePassword, createAccount, requireGoodPassword, suggestUsernames } from './accounts.ts';
export { type AppRow, appByClient, appOfItem, deleteApp, insertApp, updateAppRow } from './apps.store.ts';
export { authenticate, callerOfAccount, claimCaller, guessCaller, privilegesOf } from './authenticate.ts';
export { deletePasswordCodes } from './password-codes.store.ts';
export { makePasswordCode, requirePasswordCode, usePasswordCode } from './password-codes.ts';
export { redirectFault } from './redirects.rules.ts';
export { isRedirectOfApp } from './redirects.ts';
export { tokenRoutes } from './tokens.routes.ts';
export { deleteSecret, putSecret, readSecret } from './tokens.store.ts';
export { issueToken } from './tokens.ts';
export { Turns } from './turns.ts';
export { type UserDetail, userView } from './user.view.ts';
