// The portal items of services follow edits of their features: soon after the first, then at most every few seconds, so that
// many small edits do not each write the item.
import type { Portal } from '../../platform/context.ts';
import { withoutFence } from '../../platform/db/work-fence.ts';
import { perPortal } from '../../platform/per-portal.ts';
import type { HostedLayer } from '../layers.rules.ts';
import { measureRows } from '../row-bytes.ts';
import { itemFollowsService } from '../service-item.ts';

const PAUSE_MS = 5_000;

/** Items that were written lately, and whether there was an edit since. */
const writtenOf = perPortal(() => new Map<string, { again: boolean }>());

/** Has the item of an edited layer, and of the layer that a view shows, follow: extent and time of change. Undefined where all of it comes later. */
export function itemsFollow(portal: Portal, layers: readonly HostedLayer[]): Promise<void> | undefined {
  const ids = new Set<string>();
  for (const { itemId, view } of layers) {
    ids.add(itemId);
    if (view !== undefined) ids.add(view.itemId);
  }
  for (const id of ids) if (comesAgain(portal, id)) ids.delete(id);
  return ids.size === 0 ? undefined : followEach(portal, ids);
}

async function followEach(portal: Portal, ids: ReadonlySet<string>): Promise<void> {
  for (const id of ids) await follow(portal, id);
}

/** Whether the item was written lately, so that it is written again later. */
function comesAgain(portal: Portal, itemId: string): boolean {
  const pending = writtenOf(portal).get(itemId);
  if (pending !== undefined) pending.again = true;
  return pending !== undefined;
}

async function follow(portal: Portal, itemId: string): Promise<void> {
  if (comesAgain(portal, itemId)) return;
  const known = writtenOf(portal);
  const state = { again: false };
  known.set(itemId, state);
  const later = async (): Promise<void> => {
    known.delete(itemId);
    if (state.again) await follow(portal, itemId);
    await measure(portal, itemId);
  };
  // The job that loaded rows may be over by then.
  setTimeout(() => void withoutFence(later), PAUSE_MS).unref();
  // The edit is done; that its item says so a little later must not fail it.
  await portal.db
    .transaction()
    .execute((db) => itemFollowsService(portal, db, itemId))
    .catch((error: unknown) => portal.log.warn({ err: error, itemId }, 'an item did not follow its features'));
}

/** What the rows take is known a little later, and nobody who edits waits for it. */
async function measure(portal: Portal, itemId: string): Promise<void> {
  await measureRows(portal, itemId).catch((error: unknown) =>
    portal.log.warn({ err: error, itemId }, 'an item does not know what its rows take'),
  );
}
