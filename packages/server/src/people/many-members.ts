// Many members in one call: another role, locking and unlocking, what they own. What fails for one does not stop the others.
import { fail, PortalError } from '@graticule/contract/errors';
import type { MemberResult, UserHoldings } from '@graticule/contract/portals/portals';
import { type AccountRow, holdAdministrators, holdMembers, updateAccounts } from '../identity/index.ts';
import { requireRole, rolesWithPrivileges } from '../organisation/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import type { Db } from '../platform/db/database.ts';
import { roleNotHeld } from './joining.ts';
import { mayGiveRole, reachesBeyond, roleChangeFault } from './people.rules.ts';
import { holdingsOf } from './people.store.ts';

/** Most members of one call. */
const MAX_MEMBERS = 1_000;

/**
 * Checks a list of user names.
 * @throws INVALID_PARAMETER for too many, DUPLICATE_ID when one stands there twice
 */
function requireNames(names: readonly string[]): void {
  if (names.length > MAX_MEMBERS) throw fail('INVALID_PARAMETER', { values: ['users', `may name at most ${MAX_MEMBERS} members`] });
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name.toLowerCase())) throw fail('DUPLICATE_ID', { values: [name.slice(0, 128)] });
    seen.add(name.toLowerCase());
  }
}

/** What became of one member. */
interface Judged {
  username: string;
  refused?: PortalError;
}

/** The results as they are answered. */
export function resultsOf(judged: readonly Judged[]): MemberResult[] {
  return judged.map(({ username, refused }) => {
    if (refused === undefined) return { username, success: true };
    const { status: code, messageCode, message } = refused;
    return { username, success: false, error: { code, ...(messageCode === undefined ? {} : { messageCode }), message } };
  });
}

/** The name of the member that a call was for. @throws why it was refused */
export function onlyMember([judged]: readonly Judged[]): string {
  if (judged === undefined) throw fail('USER_NOT_FOUND');
  if (judged.refused !== undefined) throw judged.refused;
  return judged.username;
}

/** What decides about each of the members, in the order in which they are named. */
type Judge = (account: AccountRow, administrators: Set<string>) => void;

/**
 * Judges each member and changes those that pass, in one transaction. The administrators that are left are known at each step, and held, so
 * that nobody takes the role from the last two at once.
 */
async function changeMembers(
  portal: Portal,
  caller: Caller,
  names: readonly string[],
  judge: Judge,
  change: (db: Db, usernames: readonly string[]) => Promise<void>,
): Promise<Judged[]> {
  requireNames(names);
  const orgId = caller.orgId;
  if (orgId === null) throw fail('FORBIDDEN');
  return portal.db.transaction().execute(async (db) => {
    const administrators = await holdAdministrators(db, orgId);
    const lowerNames = names.map((name) => name.toLowerCase());
    const accounts = new Map((await holdMembers(db, orgId, lowerNames)).map((account) => [account.username.toLowerCase(), account]));
    const passed: string[] = [];
    const results = names.map((name): Judged => {
      const account = accounts.get(name.toLowerCase());
      try {
        if (account === undefined) throw fail('USER_NOT_FOUND');
        judge(account, administrators);
        passed.push(account.username);
        return { username: account.username };
      } catch (error) {
        if (!(error instanceof PortalError)) throw error;
        return { username: account?.username ?? name, refused: error };
      }
    });
    await change(db, passed);
    return results;
  });
}

/**
 * Gives members another role, at once for tokens already given too.
 * @throws INVALID_PARAMETER for an unknown role
 */
export async function changeRoles(portal: Portal, caller: Caller, names: readonly string[], sentRole: string): Promise<Judged[]> {
  if (caller.orgId === null) throw fail('FORBIDDEN');
  const role = await requireRole(portal, caller.orgId, sentRole);
  const privileges = new Map((await rolesWithPrivileges(portal.db, caller.orgId)).map((each) => [each.role, each.privileges]));
  const mayGive = mayGiveRole(caller, privileges.get(role) ?? []);
  return changeMembers(
    portal,
    caller,
    names,
    (account, administrators) => {
      // One who is locked is no administrator whom the others would miss.
      const left = administrators.has(account.username) ? administrators.size : Number.POSITIVE_INFINITY;
      const fault = roleChangeFault(caller, account, role, left);
      if (fault === 'last-administrator') throw fail('LAST_ADMINISTRATOR');
      if (fault === 'forbidden' || reachesBeyond(caller, privileges.get(account.role) ?? [])) throw fail('FORBIDDEN');
      if (!mayGive) throw roleNotHeld();
      if (role !== 'admin') administrators.delete(account.username);
      else if (!account.disabled) administrators.add(account.username);
    },
    (db, usernames) => updateAccounts(db, usernames, { role }),
  );
}

/**
 * Locks or unlocks accounts; locking makes their tokens invalid at once. Nobody locks themselves or the last administrator, and only
 * administrators lock or unlock one: whoever was shut out is not let in again by those below.
 */
export function lockAccounts(portal: Portal, caller: Caller, names: readonly string[], disabled: boolean): Promise<Judged[]> {
  return changeMembers(
    portal,
    caller,
    names,
    (account, administrators) => {
      if (account.role === 'admin' && caller.role !== 'admin') throw fail('FORBIDDEN');
      if (!disabled) return;
      if (account.username === caller.username) throw fail('LAST_ADMINISTRATOR');
      if (administrators.has(account.username) && administrators.size <= 1) throw fail('LAST_ADMINISTRATOR');
      administrators.delete(account.username);
    },
    (db, usernames) => updateAccounts(db, usernames, { disabled }, { endsSessions: disabled }),
  );
}

/** How much members of the caller's organisation own; those who own nothing are left out. */
export async function readHoldings(portal: Portal, caller: Caller, names: readonly string[]): Promise<UserHoldings[]> {
  requireNames(names);
  if (caller.orgId === null) throw fail('FORBIDDEN');
  return holdingsOf(
    portal.db,
    caller.orgId,
    names.map((name) => name.toLowerCase()),
  );
}
