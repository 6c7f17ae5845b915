// Whether somebody still waits for an answer, told without the event machinery of abort signals: making and forgetting two of those for each request takes
// the collector longer than reading the request.

/** Says when nobody waits any more; an abort signal does so too. */
export interface Gone {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options?: { once: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** Goes off once, and tells each listener once. */
export class Departure implements Gone {
  #listeners: (() => void)[] = [];
  #isOver = false;

  get aborted(): boolean {
    return this.#isOver;
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.push(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners = this.#listeners.filter((one) => one !== listener);
  }

  /** From now on nobody waits. */
  abort(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const listeners = this.#listeners;
    this.#listeners = [];
    for (const listener of listeners) listener();
  }
}
