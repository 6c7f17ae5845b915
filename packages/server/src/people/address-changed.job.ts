// Tells people at the address they had that their account has another one: whoever reads there may not be who changed it.
import { accountByName } from '../identity/index.ts';
import type { JobHandler } from '../platform/queue/queue.ts';
import { addressChangedMail, letterTo } from './password.mail.ts';

/** The job; `before` is the address until then. */
export const addressChangedJob: JobHandler<{ username: string; before: string }> = {
  name: 'address-changed',
  run: async (portal, { username, before }) => {
    const account = await accountByName(portal.db, username);
    const letter = account === undefined ? undefined : await letterTo(portal, { ...account, email: before });
    if (letter !== undefined) await portal.mailer?.send(await addressChangedMail(letter));
    return undefined;
  },
};
