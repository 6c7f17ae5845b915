// Rules for user names, passwords and e-mail addresses, the same for pages and server.

/** Minimums of a password. */
export interface PasswordPolicy {
  minLength: number;
  minLetter: number;
  minUpper: number;
  minLower: number;
  minDigit: number;
  minOther: number;
}

/** The policy while an organisation has set none: at least 8 characters with a letter and a digit. */
export const DEFAULT_PASSWORD_POLICY: PasswordPolicy = { minLength: 8, minLetter: 1, minUpper: 0, minLower: 0, minDigit: 1, minOther: 0 };

/** Longest password that is hashed; longer ones only cost time. */
export const MAX_PASSWORD_LENGTH = 128;

/** What is wrong with a password; the pages have a message for each. */
export type PasswordFault = keyof PasswordPolicy | 'maxLength' | 'equalsUsername';

/**
 * Checks a password against a policy.
 * @shape every fault, empty when the password is good
 * @source notes A8; AC rows of the password area
 */
export function passwordFaults(password: string, username: string, policy: PasswordPolicy = DEFAULT_PASSWORD_POLICY): PasswordFault[] {
  const count = (pattern: RegExp): number => password.match(pattern)?.length ?? 0;
  const upper = count(/\p{Lu}/gu);
  const lower = count(/\p{Ll}/gu);
  const letters = count(/\p{L}/gu);
  const digits = count(/\p{Nd}/gu);
  const length = [...password].length;
  const faults: PasswordFault[] = [];
  if (length < policy.minLength) faults.push('minLength');
  if (letters < policy.minLetter) faults.push('minLetter');
  if (upper < policy.minUpper) faults.push('minUpper');
  if (lower < policy.minLower) faults.push('minLower');
  if (digits < policy.minDigit) faults.push('minDigit');
  if (length - letters - digits < policy.minOther) faults.push('minOther');
  if (length > MAX_PASSWORD_LENGTH) faults.push('maxLength');
  if (username !== '' && password.toLowerCase() === username.toLowerCase()) faults.push('equalsUsername');
  return faults;
}

const FAULT_TEXT: Readonly<Record<PasswordFault, (policy: PasswordPolicy) => string>> = {
  minLength: (p) => `At least ${p.minLength} characters.`,
  minLetter: (p) => `At least ${p.minLetter} letter(s).`,
  minUpper: (p) => `At least ${p.minUpper} upper-case letter(s).`,
  minLower: (p) => `At least ${p.minLower} lower-case letter(s).`,
  minDigit: (p) => `At least ${p.minDigit} digit(s).`,
  minOther: (p) => `At least ${p.minOther} other character(s).`,
  maxLength: () => `At most ${MAX_PASSWORD_LENGTH} characters.`,
  equalsUsername: () => 'The password must differ from the user name.',
};

/** The faults as English sentences for the API. */
export function passwordFaultTexts(faults: readonly PasswordFault[], policy: PasswordPolicy = DEFAULT_PASSWORD_POLICY): string[] {
  return faults.map((fault) => FAULT_TEXT[fault](policy));
}

/** What is wrong with a user name. */
export type UsernameFault = 'required' | 'length' | 'characters';

/**
 * Checks a user name: letters, digits, `@`, `_` and `.`.
 * @param minLength 6, or 3 for the first administrator of an install
 */
export function usernameFault(username: string, minLength = 6): UsernameFault | undefined {
  if (username === '') return 'required';
  if (!/^[A-Za-z0-9@_.]+$/.test(username)) return 'characters';
  return username.length < minLength || username.length > 128 ? 'length' : undefined;
}

/**
 * Whether an e-mail address is valid: one at sign, a top-level part of 2 to 20 letters or 1 to 3 digits,
 * no consecutive dots, no dot next to the at sign, no leading dot.
 * @source document 1 section 5
 */
export function isEmail(address: string): boolean {
  if (address.length > 254 || /\s/.test(address) || /\.\.|\.@|@\.|^\./.test(address)) return false;
  return /^[^@]+@[^@]+\.([A-Za-z]{2,20}|\d{1,3})$/.test(address) && !/[<>"',;]/.test(address);
}
