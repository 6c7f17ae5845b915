// Lets the links of invitations be sent, where the portal sends mail.
import type { Portal } from '../platform/context.ts';
import type { Db } from '../platform/db/database.ts';

/** A mail server that is away for some minutes is waited for. */
const MAX_ATTEMPTS = 12;

/** Lets the links be sent of those invitations that are for an address; in the transaction that makes them. */
export async function mailInvitations(portal: Portal, db: Db, rows: readonly { id: string; email: string | null }[]): Promise<void> {
  const ids = rows.filter(({ email }) => email !== null).map(({ id }) => id);
  if (portal.mailer === undefined || ids.length === 0) return;
  await portal.queue.enqueue(db, { name: 'mail-invitations', payload: { ids }, maxAttempts: MAX_ATTEMPTS });
}
