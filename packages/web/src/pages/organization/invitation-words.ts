// Words about invitations: whom they are for, where they stand, and the table of links.
import type { ManagedInvitation } from '@graticule/contract/portals/invitations';
import type { MessageKey } from '@graticule/i18n/messages';

type Named = Pick<ManagedInvitation, 'fullName' | 'email' | 'username'>;

/** Whom an invitation is for; undefined when it is for whoever has the link. */
export function nameOfInvitation({ fullName, email, username }: Named): string | undefined {
  return fullName || email || username || undefined;
}

/** Where an invitation stands, as its list tells it. */
export type Standing = 'pending' | 'expired' | 'waiting' | 'accepted' | 'declined';

/** The standing at a time. @source AC-156 */
export function standingOf(invitation: Pick<ManagedInvitation, 'state' | 'mustApprove' | 'expiration'>, now: number): Standing {
  if (invitation.state === 'pending') return invitation.expiration <= now ? 'expired' : 'pending';
  if (invitation.state === 'accepted' && invitation.mustApprove) return 'waiting';
  return invitation.state === 'declined' ? 'declined' : 'accepted';
}

/** The message for a standing. */
export function standingKey(standing: Standing): MessageKey {
  return `invitations.state.${standing}`;
}

/** Rows for a mail merge: name, address, link. Cells that a spreadsheet would run as a formula are made text. */
export function tableOfLinks(invitations: readonly (Named & { url: string })[]): string {
  const cell = (text: string): string => `"${(/^[=+\-@\t]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
  const rows = invitations.map(({ fullName, email, username, url }) => [fullName, email ?? '', username ?? '', url]);
  return [['name', 'email', 'username', 'link'], ...rows].map((row) => row.map(cell).join(',')).join('\r\n');
}
