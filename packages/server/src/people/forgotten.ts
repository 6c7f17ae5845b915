// Somebody cannot sign in any more: asking for a new password, and choosing it with the code from a mail.
import { fail } from '@graticule/contract/errors';
import { accountByName, requirePasswordCode, usePasswordCode } from '../identity/index.ts';
import { homeOrganisation, organisationWithId, passwordPolicyOf } from '../organisation/index.ts';
import { Attempts } from '../platform/attempts.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';

/** What one address may ask for in an hour, for whatever names. */
const fromAddress = new Attempts(20, 3_600_000);

/** Codes that one address may try in an hour; nobody can guess one, this keeps machines from asking. */
const codesOfAddress = new Attempts(60, 3_600_000);

/** A mail server that is away for some minutes is waited for; then the administrators are told. */
const MAX_ATTEMPTS = 12;

/**
 * Sends a link for a new password by mail, or where the portal sends none (or the account has no address) lets the administrators of the
 * organisation know, who set one on the page of members. Nobody learns from it whether there is such an account: it does the same for every
 * name, and looks the name up later.
 */
export async function askForPassword(portal: Portal, caller: Caller, username: string): Promise<void> {
  if (!fromAddress.mayTry(caller.address, portal.clock.now())) return;
  const payload = { username: username.trim().slice(0, 200) };
  await portal.queue.enqueue(portal.db, { name: 'ask-for-password', payload, maxAttempts: MAX_ATTEMPTS });
}

/**
 * Sets a new password with the code from a mail.
 * @throws PASSWORD_CODE_GONE for unknown accounts, wrong codes and old ones alike; PASSWORD_WEAK; TOO_MANY_REQUESTS
 */
export async function resetPassword(
  portal: Portal,
  caller: Caller,
  { username, code, newPassword }: { username: string; code: string; newPassword: string },
): Promise<void> {
  if (!codesOfAddress.mayTry(caller.address, portal.clock.now())) throw fail('TOO_MANY_REQUESTS');
  const name = await requirePasswordCode(portal, username, code);
  const orgId = (await accountByName(portal.db, name))?.org_id ?? null;
  const organisation = orgId === null ? await homeOrganisation(portal) : await organisationWithId(portal, orgId);
  await usePasswordCode(portal, { username: name, code, fresh: newPassword, policy: passwordPolicyOf(organisation) });
  if (portal.mailer !== undefined) await portal.queue.enqueue(portal.db, { name: 'password-changed', payload: { username: name } });
}
