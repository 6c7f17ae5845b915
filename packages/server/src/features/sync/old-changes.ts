// Changes of layers are kept for those who may still ask for them, not for ever.
import type { Portal } from '../../platform/context.ts';
import * as store from './old-changes.store.ts';

const DAY_MS = 86_400_000;
/** Whoever asks for changes without a registered copy may stay away so long. */
const KEPT_DAYS = 90;
/** A registered copy may stay away so long; then it has to be made anew. */
const COPY_DAYS = 365;

/** Forgets changes that are older than that, of all layers; gives their number. Who asks for them later is told to begin anew. */
export async function sweepChanges(portal: Portal, now = portal.clock.now()): Promise<number> {
  const ago = (days: number): Date => new Date(now.getTime() - days * DAY_MS);
  await store.markGenerations(portal.db, now);
  let count = 0;
  for (const horizon of await store.horizons(portal.db, { madeBefore: ago(KEPT_DAYS), copiesSince: ago(COPY_DAYS) })) {
    // Before the rows go, so that nobody is told a part of what changed.
    await store.raiseSince(portal.db, horizon);
    count += await store.forgetChanges(portal.db, horizon);
  }
  return count;
}
