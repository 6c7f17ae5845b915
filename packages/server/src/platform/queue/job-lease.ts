// The lease of a running job as this process knows it: work goes on only while the job is certainly ours.
import type { Db } from '../db/database.ts';
import { withoutFence } from '../db/work-fence.ts';
import { type JobTurn, renewLease } from './jobs.store.ts';
import type { StallWatch } from './stall-watch.ts';

/** Another process has taken the job up: this one was silent for longer than its lease. */
export class JobTaken extends Error {}

/** Renews the lease, and says before each use of the database whether the job is still ours. */
export class JobLease {
  readonly #db: Db;
  readonly #turn: JobTurn;
  readonly #leaseMs: number;
  readonly #watch: StallWatch;
  readonly #isSole: boolean;
  readonly #beat: NodeJS.Timeout;
  /** When it was renewed last, by the clock of the wall and by the one that nobody sets: either may stand still, or jump. */
  #renewed = now();

  /** `isSole` says that no other process has the database, so that none can take the job. */
  constructor(db: Db, turn: JobTurn, { leaseMs, watch, isSole }: { leaseMs: number; watch: StallWatch; isSole: boolean }) {
    this.#isSole = isSole;
    this.#db = db;
    this.#turn = turn;
    this.#leaseMs = leaseMs;
    this.#watch = watch;
    this.#beat = setInterval(() => void this.#renew().catch(() => undefined), leaseMs / 4);
  }

  /** For `withFence`: refuses work that was given up, or whose job is another's; asks the database only when the lease may be over. */
  readonly fence = (): Promise<void> | undefined => {
    if (this.#watch.givenUp !== undefined) return Promise.reject(this.#watch.givenUp);
    // The embedded database answers nobody else during a transaction: within a long one this would wait for itself.
    if (this.#isSole) return undefined;
    const { wall, steady } = now();
    if (Math.max(wall - this.#renewed.wall, steady - this.#renewed.steady) < this.#leaseMs) return undefined;
    return this.#renew();
  };

  /** The job was heard of by a statement that renewed its lease. */
  heard(): void {
    this.#renewed = now();
  }

  /** Stops renewing. */
  end(): void {
    clearInterval(this.#beat);
  }

  async #renew(): Promise<void> {
    const begun = now();
    if (await withoutFence(() => renewLease(this.#db, this.#turn, this.#leaseMs))) {
      this.#renewed = begun;
      return;
    }
    const error = new JobTaken('Another process has taken this job up.');
    this.#watch.giveUp(error);
    throw error;
  }
}

const now = (): { wall: number; steady: number } => ({ wall: Date.now(), steady: performance.now() });
