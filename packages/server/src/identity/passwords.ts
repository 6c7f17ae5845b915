// Hashing and checking passwords with argon2id.
import { hash, verify } from '@node-rs/argon2';

/** OWASP's second recommended setting: 19 MiB, two passes, one lane. argon2id is the library's default. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

let decoy: Promise<string> | undefined;

/** The hash that is stored. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, OPTIONS);
}

/**
 * Whether the password belongs to the hash.
 * NOTE: without a hash a decoy is checked, so that unknown names take as long as known ones.
 */
export async function passwordMatches(stored: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this password');
  const matches = await verify(stored ?? (await decoy), password);
  return matches && stored !== null && stored !== undefined;
}
