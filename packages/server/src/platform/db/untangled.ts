// Transactions that the database ends because they wait for each other in a ring, or changed the same rows at once: the loser begins again.
import { isTangled } from './errors.ts';

/** How often a transaction begins at most. */
const ATTEMPTS = 4;

/** Runs a transaction, and again from its beginning when it lost to others; `run` must not leave anything behind when it fails. */
export async function untangled<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt === ATTEMPTS || !isTangled(error)) throw error;
    }
  }
}
