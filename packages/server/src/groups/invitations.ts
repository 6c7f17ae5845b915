// Inviting people to a group, and what they answer.
import { randomBytes } from 'node:crypto';
import { fail } from '@graticule/contract/errors';
import { notify, requireSelf } from '../notifications/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import { mayJoinInvited } from './groups.rules.ts';
import type { GroupForCaller } from './groups.store.ts';
import { groupForCaller, groupsForCaller } from './groups.store.ts';
import {
  candidates,
  deleteInvitationRow,
  type InvitationRow,
  insertInvitation,
  insertMembers,
  invitationById,
  openInvitations,
  settleInvitation,
} from './members.store.ts';

export type { InvitationRow };

const DEFAULT_MINUTES = 10_080;
const MAX_MINUTES = 525_600;

/** Invites people; names that could not be invited are returned, members are skipped. */
export async function invitePeople(
  portal: Portal,
  caller: Caller,
  group: GroupForCaller,
  input: { users?: string[]; emails?: string[]; role?: string; expiration?: number },
): Promise<string[]> {
  const names = [...new Set(input.users ?? [])];
  if (names.length + (input.emails?.length ?? 0) === 0) throw fail('MISSING_PARAMETER', { values: ['users'] });
  if (names.length > 100) throw fail('INVALID_PARAMETER', { values: ['users', 'may name at most 100 people'] });
  if (input.role !== undefined && input.role !== 'group_member' && input.role !== 'group_admin') {
    throw fail('INVALID_PARAMETER', { values: ['role', 'must be group_member or group_admin'] });
  }
  const minutes = Math.min(MAX_MINUTES, Math.max(1, input.expiration ?? DEFAULT_MINUTES));
  const now = portal.clock.now();
  const known = new Map((await candidates(portal.db, group.id, names)).map((row) => [row.username.toLowerCase(), row]));
  const invited = names.flatMap((name) => {
    const row = known.get(name.toLowerCase());
    return row !== undefined && !row.disabled && row.member_type === null ? [row.username] : [];
  });
  await portal.db.transaction().execute(async (db) => {
    const open = new Set((await openInvitations(db, { groupId: group.id }, now)).map((row) => row.username));
    // Whoever was invited already has been told.
    const fresh = invited.filter((name) => !open.has(name));
    for (const username of fresh) {
      await insertInvitation(db, {
        id: randomBytes(16).toString('hex'),
        group_id: group.id,
        username,
        invited_by: caller.username ?? '',
        member_type: input.role === 'group_admin' ? 'admin' : 'member',
        created: now,
        expires: new Date(now.getTime() + minutes * 60_000),
      });
    }
    await notify(db, fresh, {
      type: 'user_invite',
      data: { groupTitle: group.title, groupId: group.id, fromUsername: caller.username },
      now,
    });
  });
  // Unknown names are told; addresses of strangers cannot be invited to a group before they have an account.
  const unknown = names.filter((name) => known.get(name.toLowerCase()) === undefined || known.get(name.toLowerCase())?.disabled === true);
  return [...unknown, ...(input.emails ?? [])];
}

/** Open invitations of a group. */
export function invitationsOfGroup(portal: Portal, group: GroupForCaller): Promise<InvitationRow[]> {
  return openInvitations(portal.db, { groupId: group.id }, portal.clock.now());
}

/** Takes an invitation back. */
export async function withdrawInvitation(portal: Portal, group: GroupForCaller, id: string): Promise<void> {
  if (!(await deleteInvitationRow(portal.db, group.id, id)))
    throw fail('INVALID_REQUEST', { values: ['Invitation does not exist or is inaccessible.'] });
}

/** An invitation with its group as the person invited may see it. */
export interface InvitationWithGroup {
  invitation: InvitationRow;
  group: GroupForCaller | undefined;
}

/** Open invitations of the caller. */
export async function invitationsOfCaller(portal: Portal, caller: Caller, username: string): Promise<InvitationWithGroup[]> {
  const rows = await openInvitations(portal.db, { username: requireSelf(caller, username) }, portal.clock.now());
  const ids = [...new Set(rows.map((row) => row.group_id))];
  const groups = new Map((await groupsForCaller(portal.db, caller, ids)).map((group) => [group.id, group]));
  return rows.map((invitation) => ({ invitation, group: groups.get(invitation.group_id) }));
}

/** One invitation of the caller. @throws INVALID_REQUEST when it is somebody else's or unknown */
export async function requireInvitation(portal: Portal, caller: Caller, username: string, id: string): Promise<InvitationWithGroup> {
  const self = requireSelf(caller, username);
  const invitation = await invitationById(portal.db, id);
  if (invitation === undefined || invitation.username !== self)
    throw fail('INVALID_REQUEST', { values: ['Invitation does not exist or is inaccessible.'] });
  return { invitation, group: await groupForCaller(portal.db, caller, invitation.group_id) };
}

/** Accepts or declines an invitation and tells who invited. */
export async function answerInvitation(
  portal: Portal,
  caller: Caller,
  address: { username: string; id: string },
  accepted: boolean,
): Promise<InvitationRow> {
  const { invitation, group } = await requireInvitation(portal, caller, address.username, address.id);
  if (invitation.state === 'accepted') throw fail('INVALID_REQUEST', { values: ['Invitation has already been accepted.'] });
  if (invitation.state === 'declined') throw fail('INVALID_REQUEST', { values: ['Invitation has already been declined.'] });
  if (accepted && !mayJoinInvited(caller, group?.org_id ?? null)) throw fail('FORBIDDEN');
  const now = portal.clock.now();
  if (invitation.expires <= now) throw fail('INVALID_REQUEST', { values: ['Invitation has expired.'] });
  await portal.db.transaction().execute(async (db) => {
    if (!(await settleInvitation(db, invitation.id, accepted ? 'accepted' : 'declined')))
      throw fail('INVALID_REQUEST', { values: ['Invitation has already been accepted.'] });
    if (accepted)
      await insertMembers(db, invitation.group_id, [{ username: invitation.username, member_type: invitation.member_type }], now);
    const type = accepted ? 'user_invitation_accepted' : 'user_invitation_declined';
    await notify(db, [invitation.invited_by], {
      type,
      data: { groupTitle: group?.title ?? '', groupId: invitation.group_id, fromUsername: invitation.username },
      now,
    });
  });
  return invitation;
}
