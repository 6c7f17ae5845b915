// Somebody cannot sign in any more: the administrators are told, because the portal sends no mail.
import { accountByName, administratorsOf } from '../identity/index.ts';
import { notify } from '../notifications/index.ts';
import { Attempts } from '../platform/attempts.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';

const HOUR_MS = 3_600_000;

/** What one address may ask for in an hour, for whatever names. */
const fromAddress = new Attempts(20, HOUR_MS);
/** Administrators are told once an hour about the same account. */
const aboutAccount = new Attempts(1, HOUR_MS);

/**
 * Tells the administrators of the organisation that somebody asks for a new password; they set one on the page of members.
 * Nobody learns from it whether there is such an account: it always ends the same.
 */
export async function askForPassword(portal: Portal, caller: Caller, username: string): Promise<void> {
  const now = portal.clock.now();
  if (!fromAddress.mayTry(caller.address, now)) return;
  const account = await accountByName(portal.db, username.trim().slice(0, 200));
  if (account === undefined || account.disabled || account.org_id === null) return;
  if (!aboutAccount.mayTry(account.username, now)) return;
  const told = (await administratorsOf(portal.db, account.org_id)).filter((name) => name !== account.username);
  await notify(portal.db, told, { type: 'password_requested', data: { fromUsername: account.username }, now });
}
