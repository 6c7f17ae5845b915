// Deleting items for good, with everything that belongs to them.
import { fail, PortalError } from '@graticule/contract/errors';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import type { Db } from '../platform/db/database.ts';
import { dropBytes } from '../platform/files/drop-bytes.ts';
import { deleteStoredFiles } from '../platform/files/stored-files.store.ts';
import type { BinnedItemRow, ItemRow } from '../schema/content.ts';
import { eachItem, refuse, type Selection } from './bulk.ts';
import { deleteItemRows, holdsProtected } from './items.store.ts';
import { itemGoes } from './lifecycle.ts';
import { lockedInBin } from './recycle-bin.store.ts';
import { lockedUploads } from './uploads.store.ts';

/** Items that go for good in one transaction. */
const PURGE_BATCH = 200;

/** Why an item stayed that was to go. */
const CHANGED = 'The item was restored or its upload was committed at the same time.';

/**
 * Deletes items for good in one transaction; all or none, but for those that came back since they were read: taken out of the bin, or an
 * upload that was committed. Those stay, and their ids are given.
 * @param caller who asks for it, where somebody does
 * @throws ITEM_PROTECTED
 */
export async function purgeItems(portal: Portal, items: readonly (ItemRow | BinnedItemRow)[], caller?: Caller): Promise<string[]> {
  if (items.length === 0) return [];
  if (items.some((item) => item.protected)) throw fail('ITEM_PROTECTED');
  const after: (() => Promise<void>)[] = [];
  const { keys, gone, stayed } = await portal.db.transaction().execute(async (db) => {
    if (await holdsProtected(db, idsOf(items))) throw fail('ITEM_PROTECTED');
    const back = await cameBack(db, items);
    const going = items.filter((item) => !back.has(item.id));
    for (const item of going) after.push(...(await itemGoes(portal, db, item, caller)));
    const removed = await deleteItemRows(db, idsOf(going));
    await deleteStoredFiles(db, removed);
    return { keys: removed, gone: idsOf(going), stayed: [...back] };
  });
  // after the commit: a job waits for the row of its progress while what it has written waits for the tables that go
  await portal.queue.cancelAbout(gone);
  await dropBytes(portal, keys);
  for (const later of after) await later();
  return stayed;
}

function idsOf(items: readonly ItemRow[]): string[] {
  return items.map((item) => item.id);
}

/** Deletes one item for good. @throws ITEM_PROTECTED, INVALID_REQUEST when it came back at the same time */
export async function purgeItem(portal: Portal, item: ItemRow | BinnedItemRow, caller?: Caller): Promise<void> {
  const stayed = await purgeItems(portal, [item], caller);
  if (stayed.length > 0) throw fail('INVALID_REQUEST', { values: [CHANGED] });
}

/** What lay in the bin or was half an upload when it was read, and is that no more; the others are locked. */
async function cameBack(db: Db, items: readonly (ItemRow | BinnedItemRow)[]): Promise<Set<string>> {
  const lying = items.filter((item) => 'binned' in item).map((item) => item.id);
  const begun = items.filter((item) => !('binned' in item) && item.status === 'partial');
  const still = new Set([
    ...(lying.length === 0 ? [] : await lockedInBin(db, lying)),
    ...(begun.length === 0 ? [] : await lockedUploads(db, begun)),
  ]);
  return new Set([...lying, ...begun.map((item) => item.id)].filter((id) => !still.has(id)));
}

/** Deletes items of a bulk call: together where possible, one by one when something keeps one of them. */
export async function purgeEach(portal: Portal, selection: Selection, items: readonly ItemRow[], caller?: Caller): Promise<void> {
  for (let at = 0; at < items.length; at += PURGE_BATCH) {
    const batch = items.slice(at, at + PURGE_BATCH);
    try {
      for (const id of await purgeItems(portal, batch, caller)) refuse(selection, id, fail('INVALID_REQUEST', { values: [CHANGED] }));
    } catch (error) {
      if (!(error instanceof PortalError) || error.status >= 500) throw error;
      await eachItem(batch, selection, (item) => purgeItem(portal, item, caller));
    }
  }
}

/**
 * Deletes what `next` gives until there is nothing more; tells how many items. What something else keeps stays, and is
 * passed over.
 */
export async function purgeAll(
  portal: Portal,
  next: (limit: number, except: readonly string[]) => Promise<ItemRow[]>,
  progress?: (done: number) => Promise<void>,
): Promise<number> {
  const kept: Selection = { ids: [], items: new Map(), refused: new Map() };
  let done = 0;
  for (;;) {
    const before = kept.refused.size;
    const rows = await next(PURGE_BATCH, [...kept.refused.keys()]);
    if (rows.length === 0) return done;
    await purgeEach(portal, kept, rows);
    done += rows.length - (kept.refused.size - before);
    await progress?.(done);
  }
}
