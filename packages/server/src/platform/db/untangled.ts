// What the database ends because several wait for each other in a ring, or because others changed the same at once: the loser begins again.
import { setTimeout } from 'node:timers/promises';
import { isOutdated, isOvertaken, isTangled } from './errors.ts';

/** How often a transaction begins at most. */
const ATTEMPTS = 4;
/** The same for calls, which hold nothing, so that others may come in between again and again. */
const ATTEMPTS_OF_CALLS = 8;

/** A pause before further attempts, in milliseconds. */
const PAUSE_MS = 20;

/** Runs a transaction, and again from its beginning when it lost to others; `run` must not leave anything behind when it fails. */
export function untangled<T>(run: () => Promise<T>): Promise<T> {
  return begun(run, isTangled, ATTEMPTS);
}

/**
 * Runs a call that looks layers up, and again from its beginning when they have changed meanwhile too, or for other errors that say so. What `run` has
 * kept when it fails must not be kept a second time by the next attempt.
 */
export function begunAgain<T>(run: () => Promise<T>, isOther: (error: unknown) => boolean = () => false): Promise<T> {
  return begun(run, (error) => isOvertaken(error) || isOther(error), ATTEMPTS_OF_CALLS);
}

/** Runs a change that looks layers up, and once more where fields of them are gone by the time its statements name them: nothing of it was kept. */
export function lookedUpAgain<T>(run: () => Promise<T>): Promise<T> {
  return begun(run, isOutdated, 2);
}

async function begun<T>(run: () => Promise<T>, isWorthAnother: (error: unknown) => boolean, attempts: number): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt === attempts || !isWorthAnother(error)) throw error;
      // Whoever won may not be done yet.
      if (attempt > 1) await setTimeout(Math.random() * PAUSE_MS * attempt);
    }
  }
}
