// The mail with the link of an invitation.
import { formatterFor } from '@graticule/i18n/format';
import { mailWords } from '../platform/mail/mail-words.ts';
import type { Mail } from '../platform/mail/mailer.ts';
import type { InvitationWithInviter } from '../schema/invitations.ts';
import type { OrganisationRow } from '../schema/organisation.ts';
import { managedInvitationView } from './invitations.view.ts';

/** In the language of the organisation: what the person who is invited speaks nobody knows. */
export async function invitationMail(
  row: InvitationWithInviter & { email: string },
  { organisation, base }: { organisation: OrganisationRow; base: string },
): Promise<Mail> {
  const { words, language } = await mailWords(organisation.culture);
  const inviter = row.invited_by_name ?? organisation.name;
  const values = {
    organization: organisation.name,
    inviter,
    link: managedInvitationView(row, base).url,
    until: formatterFor(language).date(row.expires.getTime()),
  };
  const message =
    row.message === null || row.message === '' ? '' : `\n${words('mail.invitation.message', { inviter })}\n\n${row.message}\n`;
  return { to: row.email, subject: words('mail.invitation.subject', values), text: `${words('mail.invitation.text', values)}${message}` };
}
