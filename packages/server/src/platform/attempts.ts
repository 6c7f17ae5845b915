// Counts what somebody does within a time, in memory: it slows down machines, it is no security by itself.

/** Keys that are remembered; the oldest are forgotten first. */
const MAX_KEYS = 10_000;

/** So many within so many milliseconds for each key. */
export class Attempts {
  readonly #limit: number;
  readonly #windowMs: number;
  readonly #seen = new Map<string, { count: number; until: number }>();

  constructor(limit: number, windowMs: number) {
    this.#limit = limit;
    this.#windowMs = windowMs;
  }

  /** Counts an attempt, or so many at once; false when there were too many. */
  mayTry(key: string, now: Date, count = 1): boolean {
    const known = this.#seen.get(key);
    const left = known === undefined ? 0 : known.until - now.getTime();
    // More than all of it is left when the clock was set back: nobody waits longer for that.
    if (known !== undefined && left > 0 && left <= this.#windowMs) {
      known.count += count;
      return known.count <= this.#limit;
    }
    this.#seen.delete(key);
    this.#seen.set(key, { count, until: now.getTime() + this.#windowMs });
    for (const oldest of this.#seen.keys()) {
      if (this.#seen.size <= MAX_KEYS) break;
      this.#seen.delete(oldest);
    }
    return count <= this.#limit;
  }
}
