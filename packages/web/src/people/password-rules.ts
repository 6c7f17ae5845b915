// The rules for new passwords, as words for the person who chooses one.
import type { MessageKey } from '@graticule/i18n/messages';

/** Smallest numbers of each kind of character. */
export interface PasswordPolicy {
  minLength: number;
  minLetter: number;
  minUpper: number;
  minLower: number;
  minDigit: number;
  minOther: number;
}

/** Used until the organisation's own policy is known. */
export const DEFAULT_POLICY: PasswordPolicy = { minLength: 8, minLetter: 1, minUpper: 0, minLower: 0, minDigit: 1, minOther: 0 };

/** One rule: whether the password keeps it, and how to say it. */
export interface PasswordRule {
  key: MessageKey;
  count: number;
  isKept: boolean;
}

/** Every rule that applies, in the order of the policy. @source spec 1 section 5; AC: the password differs from the user name */
export function passwordRules(password: string, policy: PasswordPolicy, username: string): PasswordRule[] {
  const count = (pattern: RegExp): number => password.match(pattern)?.length ?? 0;
  const kinds: [MessageKey, number, number][] = [
    ['sign-in.rule.length', policy.minLength, [...password].length],
    ['sign-in.rule.letter', policy.minLetter, count(/\p{L}/gu)],
    ['sign-in.rule.upper', policy.minUpper, count(/\p{Lu}/gu)],
    ['sign-in.rule.lower', policy.minLower, count(/\p{Ll}/gu)],
    ['sign-in.rule.digit', policy.minDigit, count(/\p{Nd}/gu)],
    ['sign-in.rule.other', policy.minOther, count(/[\x21-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e]/g)],
  ];
  const rules = kinds.filter(([, least]) => least > 0).map(([key, least, found]) => ({ key, count: least, isKept: found >= least }));
  const differs = password !== '' && password.toLowerCase() !== username.trim().toLowerCase();
  return [...rules, { key: 'sign-in.rule.not-username', count: 0, isKept: differs }];
}

/** What is wrong with a user name, or undefined. @source contract E5 */
export function usernameProblem(username: string): MessageKey | undefined {
  const name = username.trim();
  if (name === '') return 'sign-in.username-required';
  if (name.length < 6 || name.length > 128) return 'sign-in.username-length';
  if (!/^[\p{L}\p{Nd}@_.]+$/u.test(name)) return 'sign-in.username-characters';
  return undefined;
}

/** What is wrong with an e-mail address, or undefined. @source spec 1 section 5 */
export function emailProblem(email: string): MessageKey | undefined {
  const address = email.trim();
  if (address === '') return 'sign-in.email-required';
  const isGood =
    /^[^\s@.]+(\.[^\s@.]+)*@[^\s@.]+(\.[^\s@.]+)*\.([\p{L}]{2,20}|\d{1,3})$/u.test(address) ||
    /^[^\s@.]+(\.[^\s@.]+)*@localhost$/.test(address);
  return isGood ? undefined : 'sign-in.email-wrong';
}
