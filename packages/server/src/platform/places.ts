// Places for work that goes on for long: a few for each key, and not more than so many in all. Nobody waits for one.
import { fail } from '@graticule/contract/errors';

/** Counts what goes on. */
export class Places {
  readonly #ofKey: number;
  readonly #inAll: number;
  readonly #taken = new Map<string, number>();
  #count = 0;

  constructor(ofKey: number, inAll: number) {
    this.#ofKey = ofKey;
    this.#inAll = inAll;
  }

  /** Takes a place; the function given back leaves it. @throws TOO_MANY_REQUESTS */
  take(key: string): () => void {
    const own = this.#taken.get(key) ?? 0;
    if (own >= this.#ofKey || this.#count >= this.#inAll) throw fail('TOO_MANY_REQUESTS');
    this.#taken.set(key, own + 1);
    this.#count++;
    let isLeft = false;
    return () => {
      if (isLeft) return;
      isLeft = true;
      this.#count--;
      const left = (this.#taken.get(key) ?? 1) - 1;
      if (left > 0) this.#taken.set(key, left);
      else this.#taken.delete(key);
    };
  }
}
