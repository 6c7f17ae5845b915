// Endpoints of those who invite.
import { pageReply } from '@graticule/contract/paging';
import * as endpoints from '@graticule/contract/portals/invitations';
import type { Routes } from '../platform/http/routes.ts';
import { managedInvitationView } from './invitations.view.ts';
import { type Invited, invitePeople } from './invite.ts';
import { readInvitees } from './invitees.ts';
import { approve, changeInvitation, giveOutAgain, listInvitations, readInvitation, takeBack, turnDown } from './office.ts';

/** Binds the endpoints of this file. */
export function invitationRoutes(routes: Routes): void {
  routes.bind(endpoints.invite).to(async (portal, caller, input) => {
    const invitees = readInvitees(input.invitationList);
    return invitedReply(await invitePeople(portal, caller, { ...input, invitees }));
  });
  routes.bind(endpoints.inviteByEmail).to(async (portal, caller, input) => {
    const { role, groups, mustApprove } = input;
    const same = { ...(role && { role }), ...(groups && { groups }), ...(mustApprove !== undefined && { mustApprove }) };
    const invitees = readInvitees(input.emails.map((email) => ({ ...same, email })));
    return invitedReply(await invitePeople(portal, caller, { ...input, invitees }));
  });
  routes.bind(endpoints.listInvitations).to(async (portal, caller, input) => {
    const { office, page, rows, total } = await listInvitations(portal, caller, input);
    return { ...pageReply(page, rows.length, total), invitations: rows.map((row) => managedInvitationView(row, office.base)) };
  });
  routes.bind(endpoints.readInvitation).to(async (portal, caller, input) => {
    const { office, row } = await readInvitation(portal, caller, input);
    return managedInvitationView(row, office.base);
  });
  routes.bind(endpoints.updateInvitation).to(async (portal, caller, input, http) => {
    const clearsGroups = http.cleared.has('groups');
    return { success: true, id: await changeInvitation(portal, caller, input, { ...input, clearsGroups }) };
  });
  routes.bind(endpoints.resendInvitation).to(async (portal, caller, input) => {
    const { office, row } = await giveOutAgain(portal, caller, input, input.expiration);
    return { success: true, id: row.id, invitation: managedInvitationView(row, office.base) };
  });
  routes
    .bind(endpoints.approveInvitation)
    .to(async (portal, caller, input) => ({ success: true, id: await approve(portal, caller, input) }));
  routes
    .bind(endpoints.declineInvitation)
    .to(async (portal, caller, input) => ({ success: true, id: await turnDown(portal, caller, input) }));
  routes
    .bind(endpoints.deleteInvitation)
    .to(async (portal, caller, input) => ({ success: true, id: await takeBack(portal, caller, input) }));
}

function invitedReply({ office, rows, notInvited, created }: Invited): endpoints.InvitedReply {
  return { success: true, notInvited, created, invitations: rows.map((row) => managedInvitationView(row, office.base)) };
}
