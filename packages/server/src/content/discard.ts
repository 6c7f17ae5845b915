// What a person deletes: it goes into the recycle bin, or for good when that is asked for.
import type { BulkResult } from '@graticule/contract/content/user-content';
import { fail, PortalError } from '@graticule/contract/errors';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import type { FolderRow, ItemRow } from '../schema/content.ts';
import { bulkResults, eachItem, refuse, type Selection, selectItems } from './bulk.ts';
import { deleteFolderRow, isAboutFolder, isKeptByProtected, newestInFolder } from './folders.store.ts';
import { mayDo } from './items.rules.ts';
import { itemsWithRight } from './items.store.ts';
import { type ItemAddress, requireUserItem } from './items.ts';
import { itemsBinned } from './lifecycle.ts';
import { purgeEach, purgeItem, purgeItems } from './purge.ts';
import { binItems, rememberFolder } from './recycle-bin.store.ts';
import { binnedItem, binnedSelection } from './recycle-bin.ts';

/** An upload that was never committed, or a layer or export that came to nothing, holds nothing that could be missed. */
function isBinnable(portal: Portal, item: ItemRow, permanent: boolean): boolean {
  const isEmpty = item.status === 'partial' || (item.status === 'failed' && item.data_kind === 'none');
  return !permanent && portal.config.recycleBinDays > 0 && !isEmpty;
}

/** Deletes one item of a person's content, also one that lies in the bin when it is to go for good. */
export async function discardItem(portal: Portal, caller: Caller, address: ItemAddress, permanent: boolean): Promise<string> {
  const binned = permanent ? await binnedItem(portal, caller, address) : undefined;
  const item = binned ?? (await requireUserItem(portal, caller, address, 'delete'));
  if (item.protected) throw fail('ITEM_PROTECTED');
  if (binned === undefined && isBinnable(portal, item, permanent)) await intoBin(portal, caller, [item]);
  else await purgeItem(portal, item, caller);
  return item.id;
}

/** Deletes several items and tells what became of each. */
export async function discardItems(
  portal: Portal,
  caller: Caller,
  input: { username: string; items: readonly string[]; permanentDelete?: boolean },
): Promise<BulkResult[]> {
  const permanent = input.permanentDelete === true;
  const selection = await selectItems(portal, caller, input, 'delete');
  for (const item of [...selection.items.values()]) if (item.protected) refuse(selection, item.id, fail('ITEM_PROTECTED'));
  const binnable = [...selection.items.values()].filter((item) => isBinnable(portal, item, permanent));
  if (binnable.length > 0) await binEach(portal, caller, selection, binnable);
  const gone = [...selection.items.values()].filter((item) => !isBinnable(portal, item, permanent));
  const lying = permanent ? await binnedSelection(portal, caller, input, selection) : [];
  await purgeEach(portal, selection, [...gone, ...lying], caller);
  return bulkResults(selection);
}

/** Together where possible, one by one when something keeps one of them. */
async function binEach(portal: Portal, caller: Caller, selection: Selection, items: readonly ItemRow[]): Promise<void> {
  try {
    await intoBin(portal, caller, items);
  } catch (error) {
    if (!(error instanceof PortalError) || error.status >= 500) throw error;
    await eachItem(items, selection, (item) => intoBin(portal, caller, [item]));
  }
}

async function intoBin(portal: Portal, caller: Caller, items: readonly ItemRow[]): Promise<void> {
  const ids = items.map((item) => item.id);
  await portal.db.transaction().execute(async (db) => {
    await binItems(db, ids, caller.username, portal.clock.now());
    await itemsBinned(portal, db, items, caller);
  });
}

/** Items of a folder that go together. */
const FOLDER_BATCH = 200;

/**
 * Deletes a folder with the items in it, the newest first, batch by batch: wherever it stops, each item is deleted or still lies in the
 * folder, and the same call goes on from there. A protected item inside keeps everything.
 * @throws ITEM_PROTECTED, FORBIDDEN
 */
export async function discardFolder(portal: Portal, caller: Caller, folder: FolderRow, permanent: boolean): Promise<void> {
  if (await isKeptByProtected(portal.db, folder.id)) throw fail('ITEM_PROTECTED');
  // What is put into the folder meanwhile goes with it.
  do await discardContentOf(portal, caller, folder, permanent);
  while (!(await closeFolder(portal, folder)));
}

async function discardContentOf(portal: Portal, caller: Caller, folder: FolderRow, permanent: boolean): Promise<void> {
  for (;;) {
    const ids = await newestInFolder(portal.db, folder.id, FOLDER_BATCH);
    if (ids.length === 0) return;
    const rows = new Map((await itemsWithRight(portal.db, caller, ids)).map((item) => [item.id, item]));
    const items = ids.flatMap((id) => rows.get(id) ?? []);
    if (items.some((item) => !mayDo(caller, item, 'delete'))) throw fail('FORBIDDEN');
    if (items.some((item) => item.protected)) throw fail('ITEM_PROTECTED');
    const binnable = items.filter((item) => isBinnable(portal, item, permanent));
    if (binnable.length > 0) await intoBin(portal, caller, binnable);
    await purgeItems(
      portal,
      items.filter((item) => !isBinnable(portal, item, permanent)),
      caller,
    );
  }
}

/** Removes a folder in which nothing lies; what is in the recycle bin remembers it. False when there is something in it. */
export async function closeFolder(portal: Portal, folder: { id: string; title: string }): Promise<boolean> {
  try {
    await portal.db.transaction().execute(async (db) => {
      await rememberFolder(db, folder);
      await deleteFolderRow(db, folder.id);
    });
    return true;
  } catch (error) {
    if (isAboutFolder(error)) return false;
    throw error;
  }
}
