// Decisions about invitations: for whom they are, and whether they can still be used.
import type { ErrorCode } from '@graticule/contract/errors';
import type { InvitationRow } from '../schema/invitations.ts';

type Facts = Pick<InvitationRow, 'state' | 'expires' | 'account' | 'username' | 'for_account' | 'email'>;

/** Whether an account may use an invitation. Who signed up with it, or the account or the address that it names; else whoever has the link. */
export function isInvitationFor(invitation: Facts, account: { username: string; email: string | null }): boolean {
  if (invitation.account !== null) return invitation.account === account.username;
  if (invitation.for_account) return invitation.username?.toLowerCase() === account.username.toLowerCase();
  return invitation.email === null || invitation.email.toLowerCase() === account.email?.toLowerCase();
}

/** Why an invitation cannot be used any more; undefined while it can. */
export function invitationFault(invitation: Pick<Facts, 'state' | 'expires'>, now: Date): ErrorCode | undefined {
  if (invitation.state === 'accepted' || invitation.state === 'approved') return 'INVITATION_ACCEPTED';
  if (invitation.state === 'declined') return 'INVITATION_NOT_FOUND';
  return invitation.expires <= now ? 'INVITATION_EXPIRED' : undefined;
}

/** Whether a text can be the id of an invitation. */
export function isInvitationId(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text);
}
