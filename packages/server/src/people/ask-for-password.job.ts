// Somebody asks for a new password: a mail with a link goes to the account's address, else its administrators are told.
// A job, so that the caller waits equally long whatever the name.
import { type AccountRow, accountByName, administratorsOf, makePasswordCode } from '../identity/index.ts';
import { notify } from '../notifications/index.ts';
import { Attempts } from '../platform/attempts.ts';
import type { Portal } from '../platform/context.ts';
import type { JobHandler } from '../platform/queue/queue.ts';
import { letterTo, passwordMail } from './password.mail.ts';

const HOUR_MS = 3_600_000;

/** Administrators are told once an hour about the same account. */
const tellings = new Attempts(1, HOUR_MS);

/** Mails in an hour to the same account: one may be lost, but nobody's inbox is flooded. */
const mails = new Attempts(3, HOUR_MS);

/** The job; for a name without an account it does nothing. */
export const askForPasswordJob: JobHandler<{ username: string }> = {
  name: 'ask-for-password',
  run: async (portal, { username }, { attempt }) => {
    const account = await openAccount(portal, username);
    if (account === undefined) return undefined;
    const letter = await letterTo(portal, account);
    if (letter === undefined) {
      await tellAdministrators(portal, account, attempt);
      return undefined;
    }
    // Counted once for each request: a mail server that is away for a while must not use up what an account may ask for.
    if (attempt === 1 && !mails.mayTry(account.username, portal.clock.now())) return undefined;
    await portal.mailer?.send(await passwordMail(letter, await makePasswordCode(portal, account.username)));
    return undefined;
  },
  onGivenUp: async (portal, { username }) => {
    const account = await openAccount(portal, username);
    if (account !== undefined) await tellAdministrators(portal, account, 1);
    return undefined;
  },
};

async function openAccount(portal: Portal, username: string): Promise<AccountRow | undefined> {
  const account = await accountByName(portal.db, username);
  return account === undefined || account.disabled ? undefined : account;
}

async function tellAdministrators(portal: Portal, account: AccountRow, attempt: number): Promise<void> {
  const now = portal.clock.now();
  if (account.org_id === null || (attempt === 1 && !tellings.mayTry(account.username, now))) return;
  const told = (await administratorsOf(portal.db, account.org_id)).filter((name) => name !== account.username);
  await notify(portal.db, told, { type: 'password_requested', data: { fromUsername: account.username }, now });
}
