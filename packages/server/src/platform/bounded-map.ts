// A map that forgets: for what is remembered in memory and can be asked for again.

/** Values by key, at most so many; what was set longest ago leaves first. */
export class BoundedMap<K, V> {
  readonly #most: number;
  readonly #values = new Map<K, V>();

  constructor(most: number) {
    this.#most = most;
  }

  get(key: K): V | undefined {
    return this.#values.get(key);
  }

  /** Sets a value, as the last one to leave. */
  set(key: K, value: V): void {
    this.#values.delete(key);
    this.#values.set(key, value);
    const [oldest] = this.#values.keys();
    if (this.#values.size > this.#most) this.#values.delete(oldest as K);
  }

  delete(key: K): void {
    this.#values.delete(key);
  }
}
