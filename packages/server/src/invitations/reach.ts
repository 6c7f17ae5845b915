// Which invitations of the organisation a caller may see and pass on.
import { type OrganisationRow, ownOrganisation } from '../organisation/index.ts';
import { rolesInReach } from '../people/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import { tenantUrl } from '../platform/tenants.ts';
import type { Reach } from './invitations.store.ts';

/** The organisation, what of its invitations the caller reaches, and the address that links begin with. */
export interface Office {
  organisation: OrganisationRow;
  reach: Reach;
  base: string;
}

/**
 * Whoever sees an invitation has its link and could use it. So nobody sees one that gives more than they could give themselves: a role
 * with privileges that they do not hold, or groups to which they cannot add people.
 * @throws FORBIDDEN for another organisation
 */
export async function officeOf(portal: Portal, caller: Caller, name: string): Promise<Office> {
  const organisation = await ownOrganisation(portal, caller, name);
  const reach = {
    orgId: organisation.id,
    roles: await rolesInReach(portal, caller, organisation.id),
    allGroups: caller.privileges.has('portal:admin:assignToGroups'),
    username: caller.username ?? '',
  };
  const { publicUrl, multiTenant } = portal.config;
  const base = publicUrl === undefined ? caller.baseUrl : tenantUrl({ publicUrl, multiTenant }, organisation.url_key);
  return { organisation, reach, base };
}
