// What else happens when items are deleted, handed over or shared: callbacks that other domains give to the app.
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import type { Db } from '../platform/db/database.ts';
import type { ItemRow } from '../schema/content.ts';

/** Callbacks of one domain; each runs inside the transaction of the change and may refuse it by throwing, in words that are for the caller. */
export interface ItemLifecycle {
  /** Before the rows go. Bytes outside the database are removed by the returned function after the commit. */
  onDelete?(portal: Portal, db: Db, item: ItemRow, caller?: Caller): Promise<(() => Promise<void>) | undefined>;
  /** After the item was put into the recycle bin, with all that goes with it; throwing keeps them. */
  onBin?(portal: Portal, db: Db, item: ItemRow, caller: Caller): Promise<void>;
  /** After who may see the item changed. */
  onShare?(portal: Portal, db: Db, itemId: string): Promise<void>;
  /** After the item got another owner. */
  onReassign?(portal: Portal, db: Db, itemId: string, owner: string): Promise<void>;
}

const registered: ItemLifecycle[] = [];

/** Adds the callbacks of a domain; called by the app before it serves. The same object counts once. */
export function registerItemLifecycle(lifecycle: ItemLifecycle): void {
  if (!registered.includes(lifecycle)) registered.push(lifecycle);
}

/** Runs the callbacks for a deletion and gives what is to be done after the commit. */
export async function itemGoes(portal: Portal, db: Db, item: ItemRow, caller?: Caller): Promise<(() => Promise<void>)[]> {
  const after: (() => Promise<void>)[] = [];
  for (const lifecycle of registered) {
    const later = await lifecycle.onDelete?.(portal, db, item, caller);
    if (later !== undefined) after.push(later);
  }
  return after;
}

/** Runs the callbacks for items that went into the recycle bin. */
export async function itemsBinned(portal: Portal, db: Db, items: readonly ItemRow[], caller: Caller): Promise<void> {
  for (const item of items) for (const lifecycle of registered) await lifecycle.onBin?.(portal, db, item, caller);
}

/** Runs the callbacks for a change of sharing. */
export async function itemShared(portal: Portal, db: Db, itemId: string): Promise<void> {
  for (const lifecycle of registered) await lifecycle.onShare?.(portal, db, itemId);
}

/** Runs the callbacks for a change of owner. */
export async function itemReassigned(portal: Portal, db: Db, itemId: string, owner: string): Promise<void> {
  for (const lifecycle of registered) await lifecycle.onReassign?.(portal, db, itemId, owner);
}
