// What the database ends because several wait for each other in a ring, or because others changed the same at once: the loser begins again.
import { isOvertaken, isTangled } from './errors.ts';

/** How often a transaction or a call begins at most. */
const ATTEMPTS = 4;

/** Runs a transaction, and again from its beginning when it lost to others; `run` must not leave anything behind when it fails. */
export function untangled<T>(run: () => Promise<T>): Promise<T> {
  return begun(run, isTangled);
}

/**
 * Runs a call that looks layers up, and again from its beginning when they have changed meanwhile too. What `run` has kept when it fails must not be
 * kept a second time by the next attempt.
 */
export function begunAgain<T>(run: () => Promise<T>): Promise<T> {
  return begun(run, isOvertaken);
}

async function begun<T>(run: () => Promise<T>, isWorthAnother: (error: unknown) => boolean): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt === ATTEMPTS || !isWorthAnother(error)) throw error;
    }
  }
}
