// An account that belonged to no organisation comes into one, with everything it has.
import { fail, type PortalError } from '@graticule/contract/errors';
import { groupsJoinOrganisation } from '../groups/index.ts';
import { giveOrganisation } from '../identity/index.ts';
import { rolesWithPrivileges, staysOpen } from '../organisation/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import type { Db } from '../platform/db/database.ts';
import { memberJoins } from './lifecycle.ts';
import { mayGiveRole } from './people.rules.ts';

/**
 * Makes an account a member; its content and groups belong to the organisation from then on.
 * @throws ALREADY_IN_ORGANISATION, INVITATION_NOT_FOUND for an organisation that is being removed with everything in it
 */
export async function joinOrganisation(db: Db, username: string, orgId: string, role: string): Promise<void> {
  if (!(await staysOpen(db, orgId))) throw fail('INVITATION_NOT_FOUND');
  if (!(await giveOrganisation(db, username, { orgId, role }))) throw fail('ALREADY_IN_ORGANISATION');
  await groupsJoinOrganisation(db, username, orgId);
  await memberJoins(db, username, orgId);
}

/** Roles that the caller may give: those without privileges that the caller does not hold. */
export async function rolesInReach(portal: Portal, caller: Caller, orgId: string): Promise<string[]> {
  const all = await rolesWithPrivileges(portal.db, orgId);
  return all.filter((each) => mayGiveRole(caller, each.privileges)).map((each) => each.role);
}

/** The refusal of a role that the caller may not give. */
export function roleNotHeld(): PortalError {
  return fail('FORBIDDEN', { details: ['You cannot give a role with privileges that you do not hold.'] });
}
