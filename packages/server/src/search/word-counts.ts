// The counts of frequent words are learnt from searches, and kept short of changes that wait to be put in.
import type { Portal } from '../platform/context.ts';
import type { DatabaseHandle } from '../platform/db/database.ts';
import type { Matches } from './items.store.ts';
import { learnWordCount, orderNewEntries, settleWordCounts } from './word-counts.store.ts';

/** A word that fewer items hold is counted as fast as it is looked up. */
const FREQUENT = 1_000;
/** Every search reads the changes that wait. */
const MOST_WAITING = 100;
const SETTLED_WITHIN_MS = 5_000;

const busy = new WeakSet<DatabaseHandle>();

/**
 * Does after a search what makes the next ones cheap. Nothing waits for it, and nothing is lost when it fails.
 * @param waiting changes that are not in the counts yet; null when the word was not counted before
 */
export async function tendWordCounts(
  portal: Portal,
  matches: Matches,
  { total, waiting }: { total: number; waiting: number | null },
): Promise<void> {
  const isNew = matches.word !== undefined && waiting === null && total > FREQUENT;
  if (busy.has(portal.database) || !(isNew || (waiting ?? 0) > MOST_WAITING)) return;
  busy.add(portal.database);
  try {
    if (isNew && matches.word !== undefined) await learnWordCount(portal.db, matches.word, matches.sight);
    else await settleAll(portal);
  } catch (error) {
    portal.log.debug({ err: error }, 'frequent words were not counted');
  } finally {
    busy.delete(portal.database);
  }
}

/** Puts all changes that wait into the counts, and what came into the indexes of words into its order: every search reads both. */
export async function settleAll(portal: Portal): Promise<void> {
  let settled = 0;
  for (let some = 1; some > 0; settled += some) some = await settleWordCounts(portal.db);
  if (settled > 0) await orderNewEntries(portal.db);
}

/** Settles what changes leave behind, soon after them, until the returned function is called. */
export function keepSettled(portal: Portal): () => void {
  let isAtIt = false;
  const settle = async (): Promise<void> => {
    if (isAtIt) return;
    isAtIt = true;
    // Nothing is lost: the next time may succeed, and searches are right without it.
    await settleAll(portal).catch((error: unknown) => portal.log.debug({ err: error }, 'changes of words could not be settled'));
    isAtIt = false;
  };
  const timer = setInterval(() => void settle(), SETTLED_WITHIN_MS);
  return () => clearInterval(timer);
}
