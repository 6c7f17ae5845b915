// Whose sprite is drawn next: organisations take turns, and in each of them its services.
import type { HostedService } from '../features/index.ts';
import { FairTurns } from '../platform/fair-turns.ts';

/** Sprites of one organisation that wait; each holds its pictures in memory. */
const MOST_OF_ONE = 20;
/** Organisations that wait, each with one sprite. */
const MOST_ORGANISATIONS = 100;

/** Runs one drawing at a time. However many services an organisation has, the others wait for one of them, and lose no place of their own. */
export class SpriteTurns {
  readonly #all = new FairTurns(MOST_ORGANISATIONS);
  readonly #ofOne = new Map<string, { turns: FairTurns; asking: number }>();

  /** Runs the work when it is its turn; undefined where too much waits. */
  async run<T>({ itemId, orgId }: Pick<HostedService, 'itemId' | 'orgId'>, work: () => Promise<T>): Promise<T | undefined> {
    const name = orgId ?? '';
    const own = this.#ofOne.get(name) ?? { turns: new FairTurns(MOST_OF_ONE), asking: 0 };
    this.#ofOne.set(name, own);
    own.asking++;
    try {
      return await own.turns.run(itemId, () => this.#all.run(name, work));
    } finally {
      own.asking--;
      if (own.asking === 0) this.#ofOne.delete(name);
    }
  }
}
