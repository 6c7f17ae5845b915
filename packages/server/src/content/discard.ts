// What a person deletes: it goes into the recycle bin, or for good when that is asked for.
import type { BulkResult } from '@graticule/contract/content/user-content';
import { fail, PortalError } from '@graticule/contract/errors';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import type { FolderRow, ItemRow } from '../schema/content.ts';
import { bulkResults, eachItem, refuse, type Selection, selectItems } from './bulk.ts';
import { deleteFolderRow, itemIdsInFolder } from './folders.store.ts';
import { mayDo } from './items.rules.ts';
import { itemsWithRight } from './items.store.ts';
import { type ItemAddress, requireUserItem } from './items.ts';
import { itemsBinned } from './lifecycle.ts';
import { purgeEach, purgeItems } from './purge.ts';
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
  else await purgeItems(portal, [item]);
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
  await purgeEach(portal, selection, [...gone, ...lying]);
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
    await itemsBinned(portal, db, items);
  });
}

/** Deletes a folder with the items in it; a protected item inside keeps everything. */
export async function discardFolder(portal: Portal, caller: Caller, folder: FolderRow, permanent: boolean): Promise<void> {
  const items = await itemsWithRight(portal.db, caller, await itemIdsInFolder(portal.db, folder.id));
  if (items.some((item) => !mayDo(caller, item, 'delete'))) throw fail('FORBIDDEN');
  if (items.some((item) => item.protected)) throw fail('ITEM_PROTECTED');
  const gone = items.filter((item) => !isBinnable(portal, item, permanent));
  await purgeItems(portal, gone);
  const binnable = items.filter((item) => isBinnable(portal, item, permanent));
  const binned = binnable.map((item) => item.id);
  await portal.db.transaction().execute(async (db) => {
    if (binned.length > 0) await binItems(db, binned, caller.username, portal.clock.now());
    await itemsBinned(portal, db, binnable);
    await rememberFolder(db, folder);
    await deleteFolderRow(db, folder.id);
  });
}
