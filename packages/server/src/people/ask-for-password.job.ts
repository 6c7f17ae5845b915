// Tells the administrators that somebody asks for a new password. A job, so that the caller waits equally long whatever the name.
import { accountByName, administratorsOf } from '../identity/index.ts';
import { notify } from '../notifications/index.ts';
import { Attempts } from '../platform/attempts.ts';
import type { JobHandler } from '../platform/queue/queue.ts';

/** Administrators are told once an hour about the same account. */
const aboutAccount = new Attempts(1, 3_600_000);

/** The job; for a name without an account it does nothing. */
export const askForPasswordJob: JobHandler<{ username: string }> = {
  name: 'ask-for-password',
  run: async (portal, { username }) => {
    const account = await accountByName(portal.db, username);
    if (account === undefined || account.disabled || account.org_id === null) return undefined;
    const now = portal.clock.now();
    if (!aboutAccount.mayTry(account.username, now)) return undefined;
    const told = (await administratorsOf(portal.db, account.org_id)).filter((name) => name !== account.username);
    await notify(portal.db, told, { type: 'password_requested', data: { fromUsername: account.username }, now });
    return undefined;
  },
};
