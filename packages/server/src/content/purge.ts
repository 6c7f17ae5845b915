// Deleting items for good, with everything that belongs to them.
import { fail, PortalError } from '@graticule/contract/errors';
import type { Portal } from '../platform/context.ts';
import type { Db } from '../platform/db/database.ts';
import { dropBytes } from '../platform/files/drop-bytes.ts';
import { deleteStoredFiles } from '../platform/files/stored-files.store.ts';
import type { BinnedItemRow, ItemRow } from '../schema/content.ts';
import { eachItem, type Selection } from './bulk.ts';
import { deleteItemRows } from './items.store.ts';
import { itemGoes } from './lifecycle.ts';
import { lockedInBin } from './recycle-bin.store.ts';

/** Items that go for good in one transaction. */
const PURGE_BATCH = 200;

/** Deletes items for good in one transaction; all or none, but for those taken out of the bin since they were read. @throws ITEM_PROTECTED */
export async function purgeItems(portal: Portal, items: readonly (ItemRow | BinnedItemRow)[]): Promise<void> {
  if (items.some((item) => item.protected)) throw fail('ITEM_PROTECTED');
  const after: (() => Promise<void>)[] = [];
  const keys = await portal.db.transaction().execute(async (db) => {
    const going = await withoutRestored(db, items);
    for (const item of going) after.push(...(await itemGoes(portal, db, item)));
    const removed = await deleteItemRows(
      db,
      going.map((item) => item.id),
    );
    await deleteStoredFiles(db, removed);
    return removed;
  });
  await dropBytes(portal, keys);
  for (const later of after) await later();
}

/** Somebody may restore an item while many others go before it. */
async function withoutRestored(db: Db, items: readonly (ItemRow | BinnedItemRow)[]): Promise<readonly ItemRow[]> {
  const lying = items.filter((item) => 'binned' in item).map((item) => item.id);
  if (lying.length === 0) return items;
  const still = await lockedInBin(db, lying);
  return items.filter((item) => !('binned' in item) || still.has(item.id));
}

/** Deletes items of a bulk call: together where possible, one by one when something keeps one of them. */
export async function purgeEach(portal: Portal, selection: Selection, items: readonly ItemRow[]): Promise<void> {
  for (let at = 0; at < items.length; at += PURGE_BATCH) {
    const batch = items.slice(at, at + PURGE_BATCH);
    try {
      await purgeItems(portal, batch);
    } catch (error) {
      if (!(error instanceof PortalError) || error.status >= 500) throw error;
      await eachItem(batch, selection, (item) => purgeItems(portal, [item]));
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
