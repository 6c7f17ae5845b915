// Signing in with a user name and password, with a lock after repeated failures.
import { fail, PortalError } from '@graticule/contract/errors';
import type { Portal } from '../platform/context.ts';
import type { AccountRow } from '../schema/identity.ts';
import { accountByName, touchLastLogin } from './accounts.store.ts';
import { passwordMatches } from './passwords.ts';
import { clearFailures, countFailures, insertFailure } from './tokens.store.ts';
import { Turns } from './turns.ts';

/** One address may fail for this many accounts' worth of attempts: offices share an address. */
const ADDRESS_FACTOR = 10;

/** How far the clocks of several processes of a portal may be apart. */
const CLOCKS_APART_MS = 60_000;

const WRONG = 'Invalid username or password.';
const LOCKED = 'Too many invalid login attempts. Please try again later.';

/**
 * Checking a password takes 19 MB and a core: a few at a time. One at a time for each name, so that guesses sent
 * together are counted one after the other.
 */
const turns = new Turns(4, 200);

/**
 * Checks name and password.
 * @throws UNABLE_TO_GENERATE_TOKEN with one text for unknown names, wrong passwords and disabled accounts, and another for locked ones
 * @throws TOO_MANY_REQUESTS
 */
export async function signInWithPassword(portal: Portal, username: string, password: string, address: string): Promise<AccountRow> {
  const key = username.trim().toLowerCase().slice(0, 200);
  return turns.run(key, () => checkPassword(portal, key, password, address));
}

/**
 * Checks the password of somebody who is signed in, counted like a sign-in: a stolen session must not be a way to guess it.
 * @throws INVALID_PARAMETER when it is wrong, INVALID_REQUEST after too many failures, TOO_MANY_REQUESTS
 */
export async function requireCurrentPassword(portal: Portal, username: string, password: string, address: string): Promise<void> {
  const key = username.toLowerCase();
  try {
    await turns.run(key, () => checkPassword(portal, key, password, address));
  } catch (error) {
    if (!(error instanceof PortalError) || error.code !== 'UNABLE_TO_GENERATE_TOKEN') throw error;
    if (error.details.includes(LOCKED)) throw fail('INVALID_REQUEST', { values: [LOCKED], cause: error });
    throw fail('INVALID_PARAMETER', { values: ['password', 'is not the current password'], cause: error });
  }
}

async function checkPassword(portal: Portal, key: string, password: string, address: string): Promise<AccountRow> {
  const now = portal.clock.now();
  const since = new Date(now.getTime() - portal.config.lockoutMinutes * 60_000);
  const failures = await countFailures(portal.db, key, address, [since, new Date(now.getTime() + CLOCKS_APART_MS)]);
  const limit = portal.config.signInFailures;
  if (failures.ofName >= limit || failures.ofAddress >= limit * ADDRESS_FACTOR)
    throw fail('UNABLE_TO_GENERATE_TOKEN', { details: [LOCKED] });
  const account = await accountByName(portal.db, key);
  const matches = await passwordMatches(account?.password_hash, password.slice(0, 1024));
  if (!matches || account === undefined || account.disabled) {
    await insertFailure(portal.db, key, address, now);
    throw fail('UNABLE_TO_GENERATE_TOKEN', { details: [WRONG] });
  }
  await clearFailures(portal.db, key, new Date(now.getTime() - 24 * 3_600_000));
  await touchLastLogin(portal.db, account.username, now);
  return account;
}
