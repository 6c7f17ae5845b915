// Profiles and members: reading, changing, adding, removing.
import { isEmail } from '@graticule/contract/account-rules';
import type { User } from '@graticule/contract/community/user';
import type { createUser, updateUser } from '@graticule/contract/community/users';
import type { ServerInput } from '@graticule/contract/endpoint';
import { fail } from '@graticule/contract/errors';
import { findGroupsOf, groupView, joinAsMember, requireGroups } from '../groups/index.ts';
import {
  type AccountRow,
  accountByName,
  changePassword,
  createAccount,
  deleteAccount,
  deletePasswordCodes,
  holdAdministrators,
  type UserDetail,
  updateAccount,
  userView,
} from '../identity/index.ts';
import { organisationOf, passwordPolicyOf, privilegesOfRole, requireRole } from '../organisation/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import type { Db } from '../platform/db/database.ts';
import { roleNotHeld } from './joining.ts';
import { memberGoes } from './lifecycle.ts';
import { mayAdministerUser, mayGiveRole, profileDetail, reachesBeyond } from './people.rules.ts';
import { ownsAnything, storageUsed } from './people.store.ts';
import { dropPicture } from './pictures.ts';

/** Longest text that people write about themselves. */
const MAX_DESCRIPTION = 20_000;
const MAX_PROPERTIES = 200_000;
const PREFERRED_VIEWS: readonly string[] = ['Web', 'GIS'];

/**
 * The account of a name, once the caller may see its profile, and how much of it.
 * @throws USER_NOT_FOUND for unknown and invisible ones alike
 */
export async function findProfile(portal: Portal, caller: Caller, username: string): Promise<{ account: AccountRow; detail: UserDetail }> {
  const account = await accountByName(portal.db, username);
  const detail = account === undefined ? undefined : profileDetail(caller, account);
  if (account === undefined || detail === undefined) throw fail('USER_NOT_FOUND');
  return { account, detail };
}

/**
 * A profile as far as the caller may see it; unknown and invisible ones look the same.
 * @throws USER_NOT_FOUND
 */
export async function readProfile(portal: Portal, caller: Caller, username: string): Promise<User> {
  const { account, detail } = await findProfile(portal, caller, username);
  const isSelf = caller.username === account.username;
  const user = userView(account, detail, isSelf ? caller.privileges : undefined);
  if (detail === 'full') {
    user.storageUsage = await storageUsed(portal.db, account.username);
    user.storageQuota = account.storage_quota ?? portal.config.storageQuotaBytes;
  }
  const groups = await findGroupsOf(portal, caller, account.username);
  return { ...user, groups: groups.map((group) => groupView(group, caller.username)) };
}

/** The account that a path names, for a change by itself or by an administrator. */
async function changeable(
  portal: Portal,
  caller: Caller,
  username: string,
  privilege: Parameters<typeof mayAdministerUser>[2],
): Promise<AccountRow> {
  const account = await accountByName(portal.db, username);
  if (account === undefined || profileDetail(caller, account) === undefined) throw fail('USER_NOT_FOUND');
  if (caller.username !== account.username && !mayAdministerUser(caller, account, privilege)) throw fail('FORBIDDEN');
  return account;
}

/**
 * Members with an administrative role of their own manage those below them: nobody gets, through another account,
 * administrative privileges that they do not hold.
 * @throws FORBIDDEN
 */
async function requireWithinReach(portal: Portal, caller: Caller, account: { org_id: string | null; role: string }): Promise<void> {
  if (account.org_id === null) return;
  if (reachesBeyond(caller, await privilegesOfRole(portal, account.org_id, account.role))) throw fail('FORBIDDEN');
}

/** Changes a profile; read-only fields that a client sends back are ignored. */
export async function updateProfile(
  portal: Portal,
  caller: Caller,
  input: ServerInput<typeof updateUser>,
  cleared: ReadonlySet<string>,
): Promise<string> {
  const account = await changeable(portal, caller, input.username, 'portal:admin:updateUsers');
  const isSelf = caller.username === account.username;
  if (!isSelf) await requireWithinReach(portal, caller, account);
  const wrong = (name: string, why: string) => fail('INVALID_PARAMETER', { values: [name, why] });
  if (input.email !== undefined && !isEmail(input.email)) throw wrong('email', 'is not a valid e-mail address');
  if (input.access !== undefined && !['private', 'org', 'public'].includes(input.access))
    throw wrong('access', 'must be private, org or public');
  if (input.units !== undefined && input.units !== 'metric' && input.units !== 'english') throw wrong('units', 'must be metric or english');
  if (input.tags !== undefined && (input.tags.length > 128 || input.tags.some((tag) => tag.length > 128)))
    throw wrong('tags', 'must be at most 128 of at most 128 characters');
  for (const name of ['fullname', 'firstName', 'lastName'] as const) {
    if ((input[name]?.length ?? 0) > 128) throw wrong(name, 'must have at most 128 characters');
  }
  if ((input.description?.length ?? 0) > MAX_DESCRIPTION) throw wrong('description', `must have at most ${MAX_DESCRIPTION} characters`);
  for (const name of ['culture', 'region'] as const) {
    if ((input[name]?.length ?? 0) > 50) throw wrong(name, 'must have at most 50 characters');
  }
  if (input.preferredView !== undefined && !PREFERRED_VIEWS.includes(input.preferredView))
    throw wrong('preferredView', `must be ${PREFERRED_VIEWS.join(' or ')}`);
  if ((input.idpUsername?.length ?? 0) > 250) throw wrong('idpUsername', 'must have at most 250 characters');
  const mayManage = !isSelf || caller.role === 'admin';
  if (input.storageQuota !== undefined && !mayManage) throw fail('FORBIDDEN');
  if (input.newPassword !== undefined) {
    const policy = passwordPolicyOf(await organisationOf(portal, caller));
    await changePassword(portal, account.username, {
      old: input.password,
      fresh: input.newPassword,
      needsOld: isSelf,
      policy,
      address: caller.address,
    });
  }
  await updateAccount(portal.db, account.username, {
    ...(input.fullname === undefined ? {} : { full_name: input.fullname }),
    ...(input.firstName === undefined ? {} : { first_name: input.firstName }),
    ...(input.lastName === undefined ? {} : { last_name: input.lastName }),
    ...(input.description === undefined && !cleared.has('description') ? {} : { description: input.description ?? null }),
    ...(input.email === undefined ? {} : { email: input.email }),
    ...(input.tags === undefined && !cleared.has('tags') ? {} : { tags: input.tags ?? [] }),
    ...(input.access === undefined ? {} : { access: input.access }),
    ...(input.preferredView === undefined && !cleared.has('preferredView') ? {} : { preferred_view: input.preferredView ?? null }),
    ...(input.culture === undefined && !cleared.has('culture') ? {} : { culture: input.culture?.toLowerCase() ?? null }),
    ...(input.region === undefined && !cleared.has('region') ? {} : { region: input.region ?? null }),
    // Clients send back whole profiles: from people themselves it is one more field that they cannot change.
    ...(mayManage && (input.idpUsername !== undefined || cleared.has('idpUsername')) ? { idp_username: input.idpUsername ?? null } : {}),
    ...(input.units === undefined ? {} : { units: input.units }),
    ...(input.storageQuota === undefined ? {} : { storage_quota: input.storageQuota }),
  });
  if (input.email !== undefined && input.email !== account.email) await addressChanged(portal, account);
  return account.username;
}

/** A link that went to the address before is not for whoever reads there now; and who reads there is told. */
async function addressChanged(portal: Portal, { username, email }: Pick<AccountRow, 'username' | 'email'>): Promise<void> {
  await deletePasswordCodes(portal.db, username);
  if (portal.mailer === undefined || email === null || email === '') return;
  await portal.queue.enqueue(portal.db, { name: 'address-changed', payload: { username, before: email } });
}

/** What is said of a new member. */
export type NewMember = Pick<
  ServerInput<typeof createUser>,
  'username' | 'password' | 'fullname' | 'firstname' | 'lastname' | 'email' | 'role' | 'description' | 'groups' | 'provider' | 'idpUsername'
>;

/**
 * Adds a member to the caller's organisation, and to the groups that are named.
 * @throws FORBIDDEN for a role with privileges that the caller does not hold, or a group to which the caller may add nobody;
 *   the errors of `createAccount`
 */
export async function addMember(portal: Portal, caller: Caller, input: NewMember): Promise<string> {
  if ((input.provider ?? 'arcgis').toLowerCase() !== 'arcgis')
    throw fail('INVALID_PARAMETER', { values: ['provider', 'must be arcgis: accounts sign in with a password of this portal'] });
  const organisation = await organisationOf(portal, caller);
  const role = await requireRole(portal, organisation.id, input.role ?? 'org_user');
  if (!mayGiveRole(caller, await privilegesOfRole(portal, organisation.id, role))) throw roleNotHeld();
  await requireGroups(portal, caller, input.groups ?? [], 'addUsers');
  const fullName = input.fullname ?? [input.firstname, input.lastname].filter(Boolean).join(' ');
  return portal.db.transaction().execute(async (db) => {
    const username = await createAccount(db, {
      username: input.username,
      password: input.password,
      email: input.email ?? null,
      fullName: fullName === '' ? input.username : fullName,
      ...(input.firstname === undefined ? {} : { firstName: input.firstname }),
      ...(input.lastname === undefined ? {} : { lastName: input.lastname }),
      description: input.description ?? null,
      role,
      orgId: organisation.id,
      policy: passwordPolicyOf(organisation),
    });
    const groupIds = input.groups ?? [];
    await joinAsMember(db, { orgId: organisation.id, groupIds, username, fromUsername: caller.username, now: portal.clock.now() });
    return username;
  });
}

/** Deletes an account whose content is gone, with everything else that belongs to it. Who calls has checked the right. */
export async function removeMember(portal: Portal, username: string): Promise<void> {
  await memberGoes(portal, username, undefined);
  await dropPicture(portal, username);
  await deleteAccount(portal.db, username);
}

/** Deletes an account that owns nothing. */
export async function removeUser(portal: Portal, caller: Caller, username: string): Promise<string> {
  const account = await changeable(portal, caller, username, 'portal:admin:deleteUsers');
  await requireNotLastAdministrator(portal.db, caller, account);
  if (await ownsAnything(portal.db, account.username)) {
    throw fail('INVALID_REQUEST', { values: ['Unable to delete user: user has items or groups.'] });
  }
  const isSelf = caller.username === account.username;
  await memberGoes(
    portal,
    account.username,
    isSelf || caller.username === null ? undefined : { username: caller.username, org_id: caller.orgId },
  );
  await portal.db.transaction().execute(async (db) => {
    // Asked again with the administrators held: two may be deleting each other.
    await requireNotLastAdministrator(db, caller, account);
    await deleteAccount(db, account.username);
  });
  await dropPicture(portal, account.username);
  return account.username;
}

async function requireNotLastAdministrator(db: Db, caller: Caller, account: AccountRow): Promise<void> {
  if (account.role !== 'admin' || account.org_id === null) return;
  if (caller.role !== 'admin') throw fail('FORBIDDEN');
  const administrators = await holdAdministrators(db, account.org_id);
  if (administrators.has(account.username) && administrators.size <= 1) throw fail('LAST_ADMINISTRATOR');
}

/** Settings that clients keep with the caller's own account; always an object. */
export async function readProperties(portal: Portal, caller: Caller, username: string): Promise<Record<string, unknown>> {
  const account = await accountByName(portal.db, username);
  if (account === undefined || account.username !== caller.username) throw fail('FORBIDDEN');
  return account.properties;
}

/** Replaces the settings that clients keep with the caller's own account. */
export async function writeProperties(portal: Portal, caller: Caller, username: string, properties: unknown): Promise<void> {
  if (username.toLowerCase() !== caller.username?.toLowerCase()) throw fail('FORBIDDEN');
  if (typeof properties !== 'object' || properties === null || Array.isArray(properties))
    throw fail('INVALID_PARAMETER', { values: ['properties', 'must be an object'] });
  const text = JSON.stringify(properties);
  // They are read with the account at every turn.
  if (text.length > MAX_PROPERTIES)
    throw fail('INVALID_PARAMETER', { values: ['properties', `may have at most ${MAX_PROPERTIES} characters`] });
  await updateAccount(portal.db, caller.username, { properties: text });
}
