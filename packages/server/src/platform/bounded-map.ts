// A map that forgets: for what is remembered in memory and can be asked for again.

/** Values by key, at most so many, or of at most so much weight; what was set longest ago leaves first. */
export class BoundedMap<K, V> {
  readonly #most: number;
  readonly #weigh: (value: V) => number;
  readonly #values = new Map<K, V>();
  #weight = 0;

  constructor(most: number, weigh: (value: V) => number = () => 1) {
    this.#most = most;
    this.#weigh = weigh;
  }

  get(key: K): V | undefined {
    return this.#values.get(key);
  }

  /** Sets a value, as the last one to leave. */
  set(key: K, value: V): void {
    this.delete(key);
    this.#values.set(key, value);
    this.#weight += this.#weigh(value);
    for (const oldest of this.#values.keys()) {
      if (this.#weight <= this.#most) break;
      this.delete(oldest);
    }
  }

  delete(key: K): void {
    const value = this.#values.get(key);
    if (value === undefined) return;
    this.#weight -= this.#weigh(value);
    this.#values.delete(key);
  }
}
