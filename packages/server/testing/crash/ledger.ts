// What the portal has acknowledged, and what may or may not have happened because the answer was lost.

/** An item as the writer knows it. */
interface KnownItem {
  /** Titles it may have: one, or more after a lost answer. */
  titles: Set<string>;
  /** SHA-256 of its file. */
  sha256?: string;
  /** A deletion whose answer was lost. */
  mayBeGone: boolean;
}

/** A layer whose publishing was acknowledged. */
interface KnownLayer {
  jobId: string;
  serviceurl: string;
  rows: number;
  /** Names of features added later, each acknowledged. */
  added: Set<string>;
}

/** Everything that has to hold after a crash. */
export class Ledger {
  readonly items = new Map<string, KnownItem>();
  readonly deleted = new Set<string>();
  readonly layers = new Map<string, KnownLayer>();
  /** Answers that should never come, in words. */
  readonly refusals = new Set<string>();
  acknowledged = 0;
  /** Lost answers by what the client saw instead. */
  readonly lost: Record<string, number> = {};

  /**
   * Compares with the items that the portal lists.
   * @shape one sentence for each contradiction
   */
  contradictions(listed: ReadonlyMap<string, string>): string[] {
    const found: string[] = [];
    for (const [id, item] of this.items) {
      const title = listed.get(id);
      if (title === undefined) {
        if (!item.mayBeGone) found.push(`Item ${id} "${[...item.titles].join('" or "')}" was acknowledged and is gone.`);
        else this.items.delete(id);
      } else if (!item.titles.has(title)) {
        found.push(`Item ${id} is called "${title}", not "${[...item.titles].join('" or "')}".`);
      } else {
        item.titles = new Set([title]);
        item.mayBeGone = false;
      }
    }
    for (const id of this.deleted) if (listed.has(id)) found.push(`Item ${id} was deleted and is back.`);
    return found;
  }
}
