// Which words are held by far more items than totals are counted to: their searches need not count again.
// It is never an estimate. A count is remembered together with the number of losses that the database had seen; as long as fewer
// items have gone or changed since than were counted beyond the limit, the limit is still exceeded.
import { BoundedMap } from '../platform/bounded-map.ts';
import type { Portal } from '../platform/context.ts';
import { perPortal } from '../platform/per-portal.ts';
import type { Matches } from './items.store.ts';
import { countInCommon, lossesSoFar } from './many.store.ts';

/** Words that are remembered for each database. */
const MOST_KEPT = 2_000;
/** What is known is used up by losses; it is counted again now and then. */
const RENEWED_MS = 60_000;
/** A count beside an older transaction proves nothing; most transactions are over after so long. */
const DOUBTED_MS = 1_500;
/** Some take hours, as a back-up does: the pause doubles up to this. */
const MOST_DOUBTED_MS = 12_000;

interface Reading {
  losses: number;
  /** Whoever counted losses before has a lower number. */
  nextTransaction: bigint;
}

interface Known {
  /** The number of losses at which it was known that many match. */
  lossesThen: number | undefined;
  /** From when it may be counted again, on the clock of `performance.now`. */
  againMs: number;
  /** What was read before a count beside an older transaction: once that one is over, a count after it is believed. */
  reading?: Reading;
  /** How long counting waits after the next count beside an older transaction. */
  pauseMs?: number;
}

const keptOf = perPortal(() => new BoundedMap<string, Known>(MOST_KEPT));

/** Callers who see the same by way of their organisation share what is known. */
function keyOf({ words, sight }: Matches): string {
  return JSON.stringify([words, sight.own, sight.seesAll]);
}

/** The number of losses at which it was known that many match; undefined when it is not known. */
export function knownMany(portal: Portal, matches: Matches): number | undefined {
  return keptOf(portal).get(keyOf(matches))?.lossesThen;
}

/**
 * Counts once more after a search whose total was cut off, for the searches that come after it.
 * Nothing waits for it, and nothing is lost when it fails.
 */
export async function learnMany(portal: Portal, matches: Matches & { words: string }): Promise<void> {
  const map = keptOf(portal);
  const key = keyOf(matches);
  const known = map.get(key);
  if (known !== undefined && performance.now() < known.againMs) return;
  const learning: Known = { lossesThen: known?.lossesThen, againMs: performance.now() + RENEWED_MS };
  map.set(key, learning);
  try {
    const reading = known?.reading ?? (await lossesSoFar(portal.db));
    const { isMany, oldestTransaction } = await countInCommon(portal.db, matches);
    // Whoever was at work when the losses were read may have counted theirs before, and have made them true after the count.
    const isDoubtful = oldestTransaction < reading.nextTransaction;
    const pauseMs = known?.pauseMs ?? DOUBTED_MS;
    if (isMany && isDoubtful)
      Object.assign(learning, { reading, againMs: performance.now() + pauseMs, pauseMs: Math.min(2 * pauseMs, MOST_DOUBTED_MS) });
    else learning.lossesThen = isMany ? reading.losses : undefined;
  } catch (error) {
    map.delete(key);
    portal.log.debug({ err: error }, 'frequent words were not counted');
  }
}
