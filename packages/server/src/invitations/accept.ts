// What the holder of an invitation does with it: look, accept, decline.
import { fail } from '@graticule/contract/errors';
import { joinAsMember } from '../groups/index.ts';
import { accountByName } from '../identity/index.ts';
import { notify, requireSelf } from '../notifications/index.ts';
import { type OrganisationRow, organisationById, organisationWithId } from '../organisation/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import type { Db } from '../platform/db/database.ts';
import type { InvitationWithInviter } from '../schema/invitations.ts';
import { invitationFault, isInvitationFor, isInvitationId } from './invitations.rules.ts';
import { invitationById, invitationsForAccount, updateInvitationRow } from './invitations.store.ts';
import { letIn } from './office.ts';

/** The invitation that somebody holds. @throws INVITATION_NOT_FOUND */
export async function heldInvitation(db: Db, id: string, lock = false): Promise<InvitationWithInviter> {
  const row = isInvitationId(id) ? await invitationById(db, id, lock) : undefined;
  if (row === undefined) throw fail('INVITATION_NOT_FOUND');
  return row;
}

/** @throws FORBIDDEN when a signed-in caller is somebody else than whom it is for */
async function requireMeant(db: Db, caller: Caller, row: InvitationWithInviter): Promise<void> {
  if (caller.username === null) return;
  const account = await accountByName(db, caller.username);
  if (account === undefined || !isInvitationFor(row, account)) throw fail('FORBIDDEN');
}

/**
 * What an invitation is about.
 * @throws INVITATION_NOT_FOUND for unknown and used ones, INVITATION_EXPIRED, FORBIDDEN when it is for somebody else than who is signed in
 */
export async function lookAt(
  portal: Portal,
  caller: Caller,
  id: string,
): Promise<{ row: InvitationWithInviter; organisation: OrganisationRow }> {
  const row = await heldInvitation(portal.db, id);
  const isWaiting = row.state === 'accepted' && row.must_approve && caller.username !== null && row.account === caller.username;
  const fault = isWaiting ? undefined : invitationFault(row, portal.clock.now());
  if (fault !== undefined) throw fail(fault === 'INVITATION_ACCEPTED' ? 'INVITATION_NOT_FOUND' : fault);
  await requireMeant(portal.db, caller, row);
  return { row, organisation: await organisationWithId(portal, row.org_id) };
}

/** Open invitations that are for the caller's account. */
export function invitationsFor(portal: Portal, caller: Caller, username: string): Promise<InvitationWithInviter[]> {
  return invitationsForAccount(portal.db, requireSelf(caller, username), portal.clock.now());
}

/** One of them; undefined when there is none of that id for this account. */
export async function invitationFor(
  portal: Portal,
  caller: Caller,
  username: string,
  id: string,
): Promise<InvitationWithInviter | undefined> {
  const self = requireSelf(caller, username);
  const row = isInvitationId(id) ? await invitationById(portal.db, id) : undefined;
  return row?.for_account && row.username === self ? row : undefined;
}

/**
 * Joins the organisation of an invitation, or waits for approval. A member of that organisation gets the groups of the invitation.
 * @throws INVITATION_NOT_FOUND, INVITATION_EXPIRED, INVITATION_ACCEPTED, FORBIDDEN when it is for somebody else, ALREADY_IN_ORGANISATION
 */
export async function accept(portal: Portal, caller: Caller, id: string): Promise<{ username: string; mustApprove: boolean }> {
  const { username } = caller;
  if (username === null) throw fail('TOKEN_REQUIRED');
  const now = portal.clock.now();
  return portal.db.transaction().execute(async (db) => {
    const row = await heldInvitation(db, id, true);
    // In this order: who has used it is told so, everybody else only that it is not theirs.
    await requireMeant(db, caller, row);
    const fault = invitationFault(row, now);
    if (fault !== undefined) throw fail(fault);
    const waits = row.must_approve && caller.orgId === null;
    if (caller.orgId === row.org_id) await joinGroupsOnly(db, row, username, now);
    else if (caller.orgId !== null) throw fail('ALREADY_IN_ORGANISATION');
    else if (!waits) await letIn(db, row, { username, now });
    await updateInvitationRow(db, row.id, {
      state: row.must_approve && !waits ? 'approved' : 'accepted',
      account: username,
      answered: now,
    });
    await tellInviter(db, row, { type: 'user_invitation_accepted', username, waits, now });
    return { username, mustApprove: waits };
  });
}

/** @throws ALREADY_IN_ORGANISATION when a member would gain nothing: the invitation stays good for somebody else */
async function joinGroupsOnly(db: Db, row: InvitationWithInviter, username: string, now: Date): Promise<void> {
  const joined = await joinAsMember(db, { orgId: row.org_id, groupIds: row.group_ids, username, fromUsername: row.invited_by, now });
  if (joined === 0) throw fail('ALREADY_IN_ORGANISATION');
}

/** Declines an invitation; whoever holds it may, signed in or not, unless it is for somebody else. */
export async function refuse(portal: Portal, caller: Caller, id: string): Promise<void> {
  const now = portal.clock.now();
  await portal.db.transaction().execute(async (db) => {
    const row = await heldInvitation(db, id, true);
    await requireMeant(db, caller, row);
    const fault = invitationFault(row, now);
    if (fault !== undefined) throw fail(fault);
    await updateInvitationRow(db, row.id, { state: 'declined', answered: now });
    await tellInviter(db, row, { type: 'user_invitation_declined', username: caller.username, waits: false, now });
  });
}

async function tellInviter(
  db: Db,
  row: InvitationWithInviter,
  what: { type: 'user_invitation_accepted' | 'user_invitation_declined'; username: string | null; waits: boolean; now: Date },
): Promise<void> {
  if (row.invited_by === null) return;
  const organisation = await organisationById(db, row.org_id);
  const fromUsername = what.username ?? row.email ?? (row.full_name || null);
  await notify(db, [row.invited_by], {
    type: what.type,
    data: { organization: organisation?.name, fromUsername, waits: what.waits },
    now: what.now,
  });
}
