// Codes for a new password: made for a mail, used once, good for an hour.
import { createHash, randomBytes } from 'node:crypto';
import type { PasswordPolicy } from '@graticule/contract/account-rules';
import { fail } from '@graticule/contract/errors';
import type { Portal } from '../platform/context.ts';
import { raiseTokenEpoch, updateAccount } from './accounts.store.ts';
import { requireGoodPassword } from './accounts.ts';
import { accountOfCode, deletePasswordCodes, insertPasswordCode, takePasswordCode } from './password-codes.store.ts';
import { hashPassword } from './passwords.ts';
import { clearFailures } from './tokens.store.ts';
import { Turns } from './turns.ts';

/** How long a code is good. */
export const PASSWORD_CODE_MS = 3_600_000;

const DAY_MS = 86_400_000;

/** Making a password costs a core: two at a time. */
const turns = new Turns(2, 50);

/** 256 random bits need no slow hash: nobody can try them all. */
function hashOf(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}

/** A new code for an account, to be written into a mail and nowhere else: the portal keeps its hash. */
export async function makePasswordCode(portal: Portal, username: string): Promise<string> {
  const code = randomBytes(32).toString('base64url');
  const now = portal.clock.now();
  await insertPasswordCode(portal.db, { hash: hashOf(code), username, expires: new Date(now.getTime() + PASSWORD_CODE_MS), now });
  return code;
}

/**
 * The account that a code opens.
 * @throws PASSWORD_CODE_GONE, in one and the same way for unknown accounts, wrong codes and old ones
 */
export async function requirePasswordCode(portal: Portal, username: string, code: string): Promise<string> {
  const account = await accountOfCode(portal.db, hashOf(code), username, portal.clock.now());
  if (account === undefined) throw fail('PASSWORD_CODE_GONE');
  return account;
}

/**
 * Sets the password of the account of a code. The code and all others of the account end, with every token; a lock after wrong passwords too.
 * @throws PASSWORD_WEAK, which leaves the code as it is; PASSWORD_CODE_GONE when somebody else used it meanwhile; TOO_MANY_REQUESTS
 */
export async function usePasswordCode(
  portal: Portal,
  change: { username: string; code: string; fresh: string; policy: PasswordPolicy },
): Promise<void> {
  const { username, code, fresh, policy } = change;
  requireGoodPassword(fresh, username, policy);
  const hash = await turns.run(username.toLowerCase(), () => hashPassword(fresh));
  const now = portal.clock.now();
  await portal.db.transaction().execute(async (db) => {
    if (!(await takePasswordCode(db, hashOf(code), now))) throw fail('PASSWORD_CODE_GONE');
    await deletePasswordCodes(db, username);
    await updateAccount(db, username, { password_hash: hash });
    await raiseTokenEpoch(db, username);
    await clearFailures(db, username.toLowerCase(), new Date(now.getTime() - DAY_MS));
  });
}
