// Makes a password that keeps a policy, from the browser's secure random numbers.
import type { PasswordPolicy } from './password-rules.ts';

const UPPER = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const LOWER = 'abcdefghijkmnopqrstuvwxyz';
const DIGITS = '23456789';
const OTHER = '!#%+-=?@_';

/** At least 14 characters, without those that look alike. */
export function newPassword(policy: PasswordPolicy): string {
  const upper = Math.max(2, policy.minUpper);
  const digits = Math.max(2, policy.minDigit);
  const other = policy.minOther;
  const length = Math.max(14, policy.minLength, upper + digits + other + Math.max(policy.minLower, policy.minLetter));
  const characters = [
    ...pick(UPPER, upper),
    ...pick(DIGITS, digits),
    ...pick(OTHER, other),
    ...pick(LOWER, length - upper - digits - other),
  ];
  for (let i = characters.length - 1; i > 0; i--) {
    const j = random(i + 1);
    [characters[i], characters[j]] = [characters[j] ?? '', characters[i] ?? ''];
  }
  return characters.join('');
}

function pick(alphabet: string, count: number): string[] {
  return Array.from({ length: count }, () => alphabet.charAt(random(alphabet.length)));
}

/** Every number below `limit` is equally likely. */
function random(limit: number): number {
  const highest = Math.floor(0x1_0000_0000 / limit) * limit;
  const numbers = new Uint32Array(1);
  do crypto.getRandomValues(numbers);
  while ((numbers[0] ?? 0) >= highest);
  return (numbers[0] ?? 0) % limit;
}
