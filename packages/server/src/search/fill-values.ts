// Rows of words that were there before the values beside them are filled little by little; until then searches look them up elsewhere.
import type { Portal } from '../platform/context.ts';
import { fillValues, isUnfilled } from './fill-values.store.ts';
import { orderNewEntries } from './word-counts.store.ts';

/** Rows of one transaction: on the embedded engine whoever asks waits for it. */
const BATCH = 100;
/** A fifth of the time, so that searches keep the rest. */
const AT_IT_MS = 200;
const EVERY_MS = 1_000;
/** When what is left was being changed by others, or another process is at it. */
const LATER_MS = 60_000;

/** Fills some rows; how long to wait for the next, undefined when all are filled. */
export async function fillSome(portal: Portal): Promise<number | undefined> {
  const until = performance.now() + AT_IT_MS;
  let filled = 0;
  let some: number;
  do {
    some = await fillValues(portal.db, BATCH);
    filled += some;
  } while (some > 0 && performance.now() < until);
  if (filled > 0) {
    await orderNewEntries(portal.db);
    return EVERY_MS;
  }
  return (await isUnfilled(portal.db)) ? LATER_MS : undefined;
}

/** Fills what there is, until all is filled or the returned function is called. */
export function keepFilling(portal: Portal): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isEnding = false;
  const later = (waitMs: number): void => {
    timer = setTimeout(() => void goOn(), waitMs);
  };
  const goOn = async (): Promise<void> => {
    const waitMs = await fillSome(portal).catch((error: unknown) => {
      // Nothing is lost: searches are right without it, and the next time may succeed.
      portal.log.debug({ err: error }, 'values of items could not be put beside their words');
      return LATER_MS;
    });
    if (waitMs !== undefined && !isEnding) later(waitMs);
  };
  later(EVERY_MS);
  return () => {
    isEnding = true;
    clearTimeout(timer);
  };
}
