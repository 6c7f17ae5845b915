// Notices work that hangs: nothing was heard of it for too long.

/** Nothing was heard of a job for so long that it is taken to hang. */
export class JobStalled extends Error {}

/** Ends the waiting for work that is not heard of: what it waits for itself may never come. */
export class StallWatch {
  /** Fires at a stall, and when the process shuts down. */
  readonly signal: AbortSignal;
  readonly #ending = new AbortController();
  readonly #limitMs: number;
  #timer: NodeJS.Timeout | undefined;
  #stall: (error: Error) => void = () => undefined;
  #isOver = false;
  #givenUp: Error | undefined;

  constructor(limitMs: number, stopping: AbortSignal) {
    this.#limitMs = limitMs;
    this.signal = AbortSignal.any([this.#ending.signal, stopping]);
  }

  /** Waits for the work. @throws JobStalled when nothing was heard for the limit, and whatever the work throws */
  async within<T>(work: Promise<T>): Promise<T> {
    const stalled = new Promise<never>((_, reject) => {
      this.#stall = reject;
    });
    this.#begin();
    // Should the work end after all, nobody listens any more.
    work.catch(() => undefined);
    return Promise.race([work, stalled]);
  }

  /** The work goes on. @throws JobStalled to work that was given up, so that it ends */
  heard(): void {
    if (this.#isOver) throw new JobStalled('Nobody waits for this work any more.');
    this.#begin();
  }

  /** Why the work was given up while it was going on. */
  get givenUp(): Error | undefined {
    return this.#givenUp;
  }

  /** Gives the work up: it is told by the signal, and what it does with the database is refused. */
  giveUp(error: Error): void {
    this.#isOver = true;
    this.#givenUp ??= error;
    this.#stall(error);
    this.#ending.abort(error);
  }

  /** Nobody waits any more. */
  end(): void {
    clearTimeout(this.#timer);
    this.#isOver = true;
  }

  #begin(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.giveUp(new JobStalled('The work stood still for too long.')), this.#limitMs);
  }
}
