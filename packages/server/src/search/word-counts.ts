// The counts of frequent words are learnt from searches, and kept short of changes that wait to be put in.
import { BoundedMap } from '../platform/bounded-map.ts';
import type { Portal } from '../platform/context.ts';
import type { DatabaseHandle } from '../platform/db/database.ts';
import { perPortal } from '../platform/per-portal.ts';
import type { Matches } from './items.store.ts';
import { learnWordCount, orderNewEntries, settleWordCounts } from './word-counts.store.ts';

/** A word that fewer items hold is counted as fast as it is looked up. */
const FREQUENT = 1_000;
/** Every search reads the changes that wait. */
const MOST_WAITING = 100;
const SETTLED_WITHIN_MS = 5_000;

const busy = new WeakSet<DatabaseHandle>();

/** Searches by several words that found many; there are too many to count all of them for the next one, which may never come. */
const askedOnce = perPortal(() => new BoundedMap<string, true>(2_000));

/** Whether to count what was asked: a word at once, several together when they are asked for again, as for the next page. */
function isWorthCounting(portal: Portal, { lexemes, words = '' }: Matches): boolean {
  if (lexemes === undefined) return false;
  const known = askedOnce(portal);
  if (lexemes.length === 1 || known.get(words) === true) return true;
  known.set(words, true);
  return false;
}

/**
 * Does after a search what makes the next ones cheap. Nothing waits for it, and nothing is lost when it fails.
 * @param waiting changes that are not in the counts yet; null when the word was not counted before
 */
export async function tendWordCounts(
  portal: Portal,
  matches: Matches,
  { total, waiting }: { total: number; waiting: number | null },
): Promise<void> {
  const { lexemes, words } = matches;
  const isNew = waiting === null && total > FREQUENT && isWorthCounting(portal, matches);
  if (busy.has(portal.database) || !(isNew || (waiting ?? 0) > MOST_WAITING)) return;
  busy.add(portal.database);
  try {
    if (isNew && lexemes !== undefined && words !== undefined) await learnWordCount(portal.db, { lexemes, words }, matches.sight);
    else await settleAll(portal);
  } catch (error) {
    portal.log.debug({ err: error }, 'frequent words were not counted');
  } finally {
    busy.delete(portal.database);
  }
}

/**
 * Puts all changes that wait into the counts, and what came into the indexes of words into its order: every search reads both. Entries come
 * without changes of counts as well, from looks, from sharing with groups and from what was undone.
 */
export async function settleAll(portal: Portal): Promise<void> {
  while ((await settleWordCounts(portal.db)) > 0);
  await orderNewEntries(portal.db);
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
