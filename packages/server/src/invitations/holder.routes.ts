// Endpoints of those who are invited: to an organisation by its link, or to anything by their account.
import { acceptInvitation, invitationInfo, refuseInvitation, signUp } from '@graticule/contract/community/invitations';
import {
  acceptUserInvitation,
  declineUserInvitation,
  getUserInvitation,
  getUserInvitations,
} from '@graticule/contract/community/notifications';
import { answerInvitation, invitationsOfCaller, invitationWithGroupView, requireInvitation } from '../groups/index.ts';
import type { Routes } from '../platform/http/routes.ts';
import { accept, invitationFor, invitationsFor, lookAt, refuse } from './accept.ts';
import { invitationInfoView, invitationView } from './invitations.view.ts';
import { createOwnAccount } from './sign-up.ts';

/** Binds the endpoints of this file. */
export function holderRoutes(routes: Routes): void {
  routes.bind(invitationInfo).to(async (portal, caller, input) => {
    const { row, organisation } = await lookAt(portal, caller, input.invitationId);
    return invitationInfoView(row, organisation.name);
  });
  routes.bind(acceptInvitation).to(async (portal, caller, input) => ({
    success: true,
    id: input.invitationId,
    ...(await accept(portal, caller, input.invitationId)),
  }));
  routes.bind(refuseInvitation).to(async (portal, caller, input) => {
    await refuse(portal, caller, input.invitationId);
    return { success: true };
  });
  routes.bind(signUp).to(async (portal, caller, input) => ({ success: true, username: await createOwnAccount(portal, caller, input) }));
  accountRoutes(routes);
}

/** Invitations of both kinds that are for an account. */
function accountRoutes(routes: Routes): void {
  routes.bind(getUserInvitations).to(async (portal, caller, input) => {
    const toOrganisations = await invitationsFor(portal, caller, input.username);
    const toGroups = await invitationsOfCaller(portal, caller, input.username);
    return {
      userInvitations: [...toOrganisations.map(invitationView), ...toGroups.map((each) => invitationWithGroupView(each, caller.username))],
    };
  });
  routes.bind(getUserInvitation).to(async (portal, caller, input) => {
    const own = await invitationFor(portal, caller, input.username, input.invitationId);
    if (own !== undefined) return invitationView(own);
    return invitationWithGroupView(await requireInvitation(portal, caller, input.username, input.invitationId), caller.username);
  });
  for (const [endpoint, accepted] of [
    [acceptUserInvitation, true],
    [declineUserInvitation, false],
  ] as const) {
    routes.bind(endpoint).to(async (portal, caller, input) => {
      const own = await invitationFor(portal, caller, input.username, input.invitationId);
      if (own !== undefined) {
        await (accepted ? accept(portal, caller, own.id) : refuse(portal, caller, own.id));
        return { success: true, username: input.username, id: own.id };
      }
      const row = await answerInvitation(portal, caller, { username: input.username, id: input.invitationId }, accepted);
      return { success: true, username: row.username, id: row.id, groupId: row.group_id };
    });
  }
}
