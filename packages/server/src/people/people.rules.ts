// Who may see and change a profile.
import { ROLE_PRIVILEGES } from '@graticule/contract/privileges';
import type { Caller } from '../platform/caller.ts';

interface Profile {
  username: string;
  org_id: string | null;
  access: 'private' | 'org' | 'public';
}

/** How much of a profile the caller sees; undefined when it sees nothing. */
export function profileDetail(caller: Caller, profile: Profile): 'public' | 'member' | 'full' | undefined {
  if (caller.username === profile.username) return 'full';
  const sameOrganisation = caller.orgId !== null && caller.orgId === profile.org_id;
  if (sameOrganisation && caller.privileges.has('portal:admin:viewUsers')) return 'full';
  if (sameOrganisation && profile.access !== 'private' && caller.privileges.has('portal:user:viewOrgUsers')) return 'member';
  return profile.access === 'public' ? 'public' : undefined;
}

/** Whether the caller may change the profile of somebody else. */
export function mayAdministerUser(
  caller: Caller,
  profile: Profile,
  privilege: 'portal:admin:updateUsers' | 'portal:admin:deleteUsers' | 'portal:admin:disableUsers',
): boolean {
  return caller.orgId !== null && caller.orgId === profile.org_id && caller.privileges.has(privilege);
}

/**
 * Whether changing a member's role is refused because of the administrator role.
 * Only administrators give or take it; nobody takes it from themselves; the last one keeps it.
 * @source contract D6, ACC-12; notes B24
 */
export function roleChangeFault(
  caller: Caller,
  target: { username: string; role: string },
  newRole: string,
  administrators: number,
): 'forbidden' | 'last-administrator' | undefined {
  const touchesAdmin = target.role === 'admin' || newRole === 'admin';
  if (touchesAdmin && caller.role !== 'admin') return 'forbidden';
  if (target.role === 'admin' && newRole !== 'admin' && (target.username === caller.username || administrators <= 1))
    return 'last-administrator';
  return undefined;
}

/** What every publisher may do is no right over others. */
const ORDINARY: ReadonlySet<string> = new Set(ROLE_PRIVILEGES.publisher);

/** Whether a role holds administrative privileges that the caller does not. */
export function reachesBeyond(caller: Caller, rolePrivileges: readonly string[]): boolean {
  const own: ReadonlySet<string> = caller.privileges;
  return caller.role !== 'admin' && rolePrivileges.some((privilege) => !ORDINARY.has(privilege) && !own.has(privilege));
}

/** Whether the caller may give a role: only administrators give what they do not hold, to themselves or to others, whose account could be theirs. */
export function mayGiveRole(caller: Caller, rolePrivileges: readonly string[]): boolean {
  const own: ReadonlySet<string> = caller.privileges;
  return caller.role === 'admin' || rolePrivileges.every((privilege) => own.has(privilege));
}
