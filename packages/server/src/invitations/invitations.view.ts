// Invitation to an organisation → its wire form, by who reads it.
import type { InvitationInfo } from '@graticule/contract/community/invitations';
import type { ManagedInvitation, OrganisationInvitation } from '@graticule/contract/portals/invitations';
import { wireRole } from '@graticule/contract/privileges';
import type { InvitationRow, InvitationWithInviter } from '../schema/invitations.ts';

/** As the person sees it whom it is for. */
export function invitationView(row: InvitationWithInviter): OrganisationInvitation {
  const { role, roleId } = wireRole(row.role);
  return {
    id: row.id,
    targetType: 'account',
    targetId: row.org_id,
    type: row.for_account ? 'user' : 'email',
    fromUsername: row.invited_by === null ? null : { username: row.invited_by, fullname: row.invited_by_name ?? row.invited_by },
    username: row.username,
    email: row.email,
    fullName: row.full_name,
    role: roleId ?? role,
    groups: row.group_ids,
    mustApprove: row.must_approve,
    accepted: row.state === 'accepted' || row.state === 'approved',
    state: row.state,
    created: row.created.getTime(),
    received: row.sent.getTime(),
    dateAccepted: row.answered !== null && row.state !== 'declined' ? row.answered.getTime() : -1,
    expiration: row.expires.getTime(),
  };
}

/** As those see it who may pass it on. `base` is the address of the organisation. */
export function managedInvitationView(row: InvitationWithInviter, base: string): ManagedInvitation {
  const mailed = row.mailed?.getTime() ?? null;
  return { ...invitationView(row), account: row.account, mailed, url: `${base}/home/acceptinvite.html?invitation=${row.id}` };
}

/** As its holder sees it: of the organisation the name alone, of who invited nothing. */
export function invitationInfoView(row: InvitationRow, organisationName: string): InvitationInfo {
  const { role, roleId } = wireRole(row.role);
  return {
    id: row.id,
    account: { name: organisationName, socialProviders: [], idpName: null, targetUserProvider: 'all' },
    targetUserProvider: 'all',
    mustApprove: row.must_approve,
    role: roleId ?? role,
    email: row.email,
    username: row.for_account ? null : row.username,
    fullName: row.full_name,
    accepted: row.state === 'accepted',
    created: row.created.getTime(),
    expiration: row.expires.getTime(),
  };
}
