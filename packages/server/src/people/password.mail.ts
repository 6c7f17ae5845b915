// The mails about what opens an account: the link to choose a new password, that it was changed, and that the address was.
import type { MessageKey } from '@graticule/i18n/messages';
import type { AccountRow } from '../identity/index.ts';
import { homeOrganisation, type OrganisationRow, organisationWithId } from '../organisation/index.ts';
import type { Portal } from '../platform/context.ts';
import { mailWords } from '../platform/mail/mail-words.ts';
import type { Mail } from '../platform/mail/mailer.ts';
import { tenantUrl } from '../platform/tenants.ts';

/** What a mail is written from: the account with its address, and where its organisation is. */
interface Letter {
  account: AccountRow;
  email: string;
  organisation: OrganisationRow;
  base: string;
}

/**
 * The letter head for an account; undefined where no mail can be sent to it. Links begin with the address from the configuration: what a
 * request says of its host must not decide where a code goes.
 */
export async function letterTo(portal: Portal, account: AccountRow): Promise<Letter | undefined> {
  const { publicUrl, multiTenant } = portal.config;
  if (portal.mailer === undefined || publicUrl === undefined || account.email === null || account.email === '') return undefined;
  const organisation = account.org_id === null ? await homeOrganisation(portal) : await organisationWithId(portal, account.org_id);
  return { account, email: account.email, organisation, base: tenantUrl({ publicUrl, multiTenant }, organisation.url_key) };
}

/** The mail with the link. The code stands behind `#`, which browsers send to nobody and servers do not log. */
export function passwordMail(letter: Letter, code: string): Promise<Mail> {
  const user = encodeURIComponent(letter.account.username);
  const link = `${letter.base}/home/newpassword.html?user=${user}#${code}`;
  return written(letter, { subject: 'mail.password.subject', text: 'mail.password.text' }, link);
}

/** The mail that tells that a password was changed with such a link. */
export function passwordChangedMail(letter: Letter): Promise<Mail> {
  return written(letter, { subject: 'mail.password-changed.subject', text: 'mail.password-changed.text' }, `${letter.base}/home/`);
}

/** The mail that tells that an account has another address. */
export function addressChangedMail(letter: Letter): Promise<Mail> {
  return written(letter, { subject: 'mail.address-changed.subject', text: 'mail.address-changed.text' }, `${letter.base}/home/`);
}

async function written(
  { account, email, organisation }: Letter,
  keys: { subject: MessageKey; text: MessageKey },
  link: string,
): Promise<Mail> {
  const { words } = await mailWords(account.culture, organisation.culture);
  const values = { portal: organisation.name, name: account.full_name, username: account.username, link };
  return { to: email, subject: words(keys.subject, values), text: words(keys.text, values) };
}
