// Tells people by mail that their password was changed with a link from a mail.
import { accountByName } from '../identity/index.ts';
import type { JobHandler } from '../platform/queue/queue.ts';
import { letterTo, passwordChangedMail } from './password.mail.ts';

/** The job. */
export const passwordChangedJob: JobHandler<{ username: string }> = {
  name: 'password-changed',
  run: async (portal, { username }) => {
    const account = await accountByName(portal.db, username);
    const letter = account === undefined ? undefined : await letterTo(portal, account);
    if (letter !== undefined) await portal.mailer?.send(await passwordChangedMail(letter));
    return undefined;
  },
};
