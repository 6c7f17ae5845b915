// Asks for what the far tiles of layers show to be found ahead.
import type { Portal } from '../platform/context.ts';
import type { Db } from '../platform/db/database.ts';

/** Name of the job. */
export const FAR_TILES = 'far-tiles';
/** What tiles show is kept of layers that nobody has changed for ten seconds. */
const PAUSE_MS = 12_000;

/** Enqueues the job for the layers of a service, which were loaded, or whose tiles were forgotten, in the same transaction or before. */
export async function enqueueFarTiles(portal: Portal, db: Db, itemId: string): Promise<void> {
  const runAfter = new Date(portal.clock.now().getTime() + PAUSE_MS);
  // Without it the first who looks waits a little longer: not worth another attempt.
  await portal.queue.enqueue(db, { name: FAR_TILES, payload: { itemId }, runAfter, maxAttempts: 1 });
}
