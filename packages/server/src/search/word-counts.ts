// The counts of frequent words are learnt from searches, and kept short of changes that wait to be put in.
import type { Portal } from '../platform/context.ts';
import type { DatabaseHandle } from '../platform/db/database.ts';
import type { Matches } from './items.store.ts';
import { learnWordCount, settleWordCounts } from './word-counts.store.ts';

/** A word that fewer items hold is counted as fast as it is looked up. */
const FREQUENT = 1_000;
/** Every search reads the changes that wait. */
const MOST_WAITING = 100;

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

/** Puts all changes that wait into the counts. */
export async function settleAll(portal: Portal): Promise<void> {
  while ((await settleWordCounts(portal.db)) > 0);
}
