// Lets costly work run a few at a time, one after the other for each key, and turns away what would wait too long.
import { fail } from '@graticule/contract/errors';

/** A bounded queue. */
export class Turns {
  readonly #atOnce: number;
  readonly #mayWait: number;
  readonly #busyKeys = new Set<string>();
  readonly #waiting: { key: string; go(): void }[] = [];

  constructor(atOnce: number, mayWait: number) {
    this.#atOnce = atOnce;
    this.#mayWait = mayWait;
  }

  /** Runs the work when it is its turn. @throws TOO_MANY_REQUESTS when too many wait already */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    if (this.#mayStart(key)) this.#busyKeys.add(key);
    else {
      if (this.#waiting.length >= this.#mayWait) throw fail('TOO_MANY_REQUESTS');
      await new Promise<void>((go) => this.#waiting.push({ key, go }));
    }
    try {
      return await work();
    } finally {
      this.#busyKeys.delete(key);
      this.#startNext();
    }
  }

  #mayStart(key: string): boolean {
    return this.#busyKeys.size < this.#atOnce && !this.#busyKeys.has(key);
  }

  /** The turn is taken here, before the waiting work wakes up, so that nothing slips in between. */
  #startNext(): void {
    const at = this.#waiting.findIndex((next) => this.#mayStart(next.key));
    const [next] = at < 0 ? [] : this.#waiting.splice(at, 1);
    if (next === undefined) return;
    this.#busyKeys.add(next.key);
    next.go();
  }
}
