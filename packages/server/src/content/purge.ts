// Deleting items for good, with everything that belongs to them.
import { fail, PortalError } from '@graticule/contract/errors';
import type { Portal } from '../platform/context.ts';
import { deleteStoredFiles } from '../platform/files/stored-files.store.ts';
import type { ItemRow } from '../schema/content.ts';
import { eachItem, type Selection } from './bulk.ts';
import { deleteItemRows } from './items.store.ts';
import { dropBytes } from './items.ts';
import { itemGoes } from './lifecycle.ts';

/** Items that go for good in one transaction. */
const PURGE_BATCH = 200;

/** Deletes items for good in one transaction; all or none. @throws ITEM_PROTECTED */
export async function purgeItems(portal: Portal, items: readonly ItemRow[]): Promise<void> {
  if (items.some((item) => item.protected)) throw fail('ITEM_PROTECTED');
  const after: (() => Promise<void>)[] = [];
  const keys = await portal.db.transaction().execute(async (db) => {
    for (const item of items) after.push(...(await itemGoes(portal, db, item)));
    const removed = await deleteItemRows(
      db,
      items.map((item) => item.id),
    );
    await deleteStoredFiles(db, removed);
    return removed;
  });
  await dropBytes(portal, keys);
  for (const later of after) await later();
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
