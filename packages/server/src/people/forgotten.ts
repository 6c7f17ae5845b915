// Somebody cannot sign in any more: the administrators are told, because the portal sends no mail.
import { Attempts } from '../platform/attempts.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';

/** What one address may ask for in an hour, for whatever names. */
const fromAddress = new Attempts(20, 3_600_000);

/**
 * Lets the administrators of the organisation know that somebody asks for a new password; they set one on the page of members.
 * Nobody learns from it whether there is such an account: it does the same for every name, and looks the name up later.
 */
export async function askForPassword(portal: Portal, caller: Caller, username: string): Promise<void> {
  if (!fromAddress.mayTry(caller.address, portal.clock.now())) return;
  await portal.queue.enqueue(portal.db, { name: 'ask-for-password', payload: { username: username.trim().slice(0, 200) } });
}
