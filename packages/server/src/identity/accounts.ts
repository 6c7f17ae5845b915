// Creating accounts and changing what belongs to signing in.
import {
  DEFAULT_PASSWORD_POLICY,
  isEmail,
  type PasswordPolicy,
  passwordFaults,
  passwordFaultTexts,
  usernameFault,
} from '@graticule/contract/account-rules';
import { fail } from '@graticule/contract/errors';
import type { Portal } from '../platform/context.ts';
import type { Db } from '../platform/db/database.ts';
import { violatedUnique } from '../platform/db/errors.ts';
import { accountByName, insertAccount, raiseTokenEpoch, takenNames, updateAccount } from './accounts.store.ts';
import { deletePasswordCodes } from './password-codes.store.ts';
import { hashPassword } from './passwords.ts';
import { requireCurrentPassword } from './sign-in.ts';

/** What is needed to create an account. */
export interface AccountInput {
  username: string;
  password: string;
  email: string | null;
  fullName: string;
  firstName?: string;
  lastName?: string;
  description?: string | null;
  role: string;
  orgId: string | null;
  policy?: PasswordPolicy;
  /** The first administrator may have a shorter name. */
  minUsernameLength?: number;
}

const MAX_NAME = 128;

/**
 * Creates an account that can sign in at once.
 * @throws USERNAME_RESTRICTED, INVALID_PARAMETER, PASSWORD_WEAK with details, USERNAME_TAKEN
 */
export async function createAccount(db: Db, input: AccountInput): Promise<string> {
  const fault = usernameFault(input.username, input.minUsernameLength);
  if (fault === 'characters') throw fail('USERNAME_RESTRICTED', { details: ['Letters, digits, @, _ and . are allowed.'] });
  if (fault !== undefined) throw fail('INVALID_PARAMETER', { values: ['username', 'must have 6 to 128 characters'] });
  if (input.email !== null && !isEmail(input.email))
    throw fail('INVALID_PARAMETER', { values: ['email', 'is not a valid e-mail address'] });
  if (input.fullName.trim() === '' || input.fullName.length > MAX_NAME)
    throw fail('INVALID_PARAMETER', { values: ['fullname', 'must have 1 to 128 characters'] });
  requireGoodPassword(input.password, input.username, input.policy);
  const [first, ...rest] = input.fullName.trim().split(/\s+/);
  try {
    await insertAccount(db, {
      username: input.username,
      orgId: input.orgId,
      role: input.role,
      passwordHash: await hashPassword(input.password),
      fullName: input.fullName.trim(),
      firstName: input.firstName ?? first ?? '',
      lastName: input.lastName ?? rest.join(' '),
      email: input.email,
      description: input.description ?? null,
    });
  } catch (error) {
    if (violatedUnique(error) !== undefined) throw fail('USERNAME_TAKEN', { values: [input.username] });
    throw error;
  }
  return input.username;
}

/** @throws PASSWORD_WEAK with a sentence for each fault */
export function requireGoodPassword(password: string, username: string, policy: PasswordPolicy = DEFAULT_PASSWORD_POLICY): void {
  const faults = passwordFaults(password, username, policy);
  if (faults.length > 0) throw fail('PASSWORD_WEAK', { details: passwordFaultTexts(faults, policy) });
}

/**
 * Sets a new password and makes every older token invalid.
 * @throws INVALID_PARAMETER when the old password is needed and wrong; the errors of `requireCurrentPassword`
 */
export async function changePassword(
  portal: Portal,
  username: string,
  change: { old: string | undefined; fresh: string; needsOld: boolean; policy: PasswordPolicy; address: string },
): Promise<void> {
  const account = await accountByName(portal.db, username);
  if (account === undefined) throw fail('USER_NOT_FOUND');
  if (change.needsOld) await requireCurrentPassword(portal, account.username, change.old ?? '', change.address);
  requireGoodPassword(change.fresh, account.username, change.policy);
  await updateAccount(portal.db, account.username, { password_hash: await hashPassword(change.fresh) });
  await raiseTokenEpoch(portal.db, account.username);
  await deletePasswordCodes(portal.db, account.username);
}

/** For each name itself when it is free, else a free one made from it. */
export async function suggestUsernames(portal: Portal, names: readonly string[]): Promise<{ requested: string; suggested: string }[]> {
  const candidates = names.flatMap((name) => [name, ...Array.from({ length: 20 }, (_, i) => `${name}${i + 1}`)]);
  const taken = await takenNames(
    portal.db,
    candidates.map((name) => name.toLowerCase()),
  );
  return names.map((requested) => {
    if (usernameFault(requested, 1) === 'characters') throw fail('USERNAME_RESTRICTED');
    const options = [requested, ...Array.from({ length: 20 }, (_, i) => `${requested}${i + 1}`)];
    return { requested, suggested: options.find((name) => !taken.has(name.toLowerCase())) ?? `${requested}_${Date.now()}` };
  });
}
