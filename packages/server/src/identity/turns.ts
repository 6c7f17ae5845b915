// Lets costly work run a few at a time, one after the other for each key, and turns away what would wait too long.
import { fail } from '@graticule/contract/errors';

/** What may be done for one key: at a time, and waiting. */
interface OfKey {
  atOnce?: number;
  mayWait?: number;
}

/** A bounded queue. */
export class Turns {
  readonly #atOnce: number;
  readonly #mayWait: number;
  readonly #ofKey: Required<OfKey>;
  readonly #busy = new Map<string, number>();
  #running = 0;
  readonly #waiting: { key: string; go(): void }[] = [];

  constructor(atOnce: number, mayWait: number, { atOnce: ownAtOnce = 1, mayWait: ownWait = mayWait }: OfKey = {}) {
    this.#atOnce = atOnce;
    this.#mayWait = mayWait;
    this.#ofKey = { atOnce: ownAtOnce, mayWait: ownWait };
  }

  /** Runs the work when it is its turn. @throws TOO_MANY_REQUESTS when too many wait already */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    if (this.#mayStart(key)) this.#start(key);
    else {
      const own = this.#waiting.filter((one) => one.key === key).length;
      if (this.#waiting.length >= this.#mayWait || own >= this.#ofKey.mayWait) throw fail('TOO_MANY_REQUESTS');
      await new Promise<void>((go) => this.#waiting.push({ key, go }));
    }
    try {
      return await work();
    } finally {
      this.#end(key);
    }
  }

  #mayStart(key: string): boolean {
    return this.#running < this.#atOnce && (this.#busy.get(key) ?? 0) < this.#ofKey.atOnce;
  }

  #start(key: string): void {
    this.#running++;
    this.#busy.set(key, (this.#busy.get(key) ?? 0) + 1);
  }

  /** The turn is taken here, before the waiting work wakes up, so that nothing slips in between. */
  #end(key: string): void {
    this.#running--;
    const left = (this.#busy.get(key) ?? 1) - 1;
    if (left > 0) this.#busy.set(key, left);
    else this.#busy.delete(key);
    const at = this.#waiting.findIndex((next) => this.#mayStart(next.key));
    const [next] = at < 0 ? [] : this.#waiting.splice(at, 1);
    if (next === undefined) return;
    this.#start(next.key);
    next.go();
  }
}
