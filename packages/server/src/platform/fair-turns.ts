// Lets costly work that is not needed run one after the other, fairly among those who ask for it; what finds no place is not done.

/** A bounded queue in which those who wait take turns, however much each of them asks for. */
export class FairTurns {
  readonly #mayWait: number;
  /** Who waits, in the order of their turns, with what they wait for. */
  readonly #waiting = new Map<string, ((isTurn: boolean) => void)[]>();
  #count = 0;
  #isBusy = false;

  constructor(mayWait: number) {
    this.#mayWait = mayWait;
  }

  /** Runs the work when it is its turn. Undefined where too much waits: then who waits for most loses the last of it. */
  async run<T>(caller: string, work: () => Promise<T>): Promise<T | undefined> {
    if (this.#isBusy && !(await this.#turn(caller))) return undefined;
    this.#isBusy = true;
    try {
      return await work();
    } finally {
      this.#startNext();
    }
  }

  #turn(caller: string): Promise<boolean> {
    return new Promise((resolve) => {
      const own = this.#waiting.get(caller) ?? [];
      this.#waiting.set(caller, own);
      own.push(resolve);
      this.#count++;
      if (this.#count > this.#mayWait) this.#turnAway();
    });
  }

  #turnAway(): void {
    let [most, name] = [0, ''];
    // Of several with as much, whoever came last.
    for (const [caller, { length }] of this.#waiting) if (length >= most) [most, name] = [length, caller];
    this.#take(name, 'last')?.(false);
  }

  /** The turn is taken here, before the waiting work wakes up, so that nothing slips in between. */
  #startNext(): void {
    const [caller] = this.#waiting.keys();
    this.#isBusy = caller !== undefined;
    if (caller === undefined) return;
    const next = this.#take(caller, 'first');
    const left = this.#waiting.get(caller);
    // Behind all others who wait.
    if (this.#waiting.delete(caller) && left !== undefined) this.#waiting.set(caller, left);
    next?.(true);
  }

  #take(caller: string, which: 'first' | 'last'): ((isTurn: boolean) => void) | undefined {
    const own = this.#waiting.get(caller) ?? [];
    const taken = which === 'first' ? own.shift() : own.pop();
    if (own.length === 0) this.#waiting.delete(caller);
    this.#count--;
    return taken;
  }
}
