// The recycle bin: listing, restoring, emptying.
import type { BulkResult } from '@graticule/contract/content/user-content';
import { fail, type PortalError } from '@graticule/contract/errors';
import { type PageRequest, pageRequest } from '@graticule/contract/paging';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import type { Db } from '../platform/db/database.ts';
import { violatedUnique } from '../platform/db/errors.ts';
import type { BinnedItemRow } from '../schema/content.ts';
import { bulkError, bulkResults, requireBulkIds, type Selection } from './bulk.ts';
import { itemSortKeys } from './item-sorts.rules.ts';
import { isId, mayDo } from './items.rules.ts';
import { folderNamed, folderTitled, type ItemAddress, type Person } from './items.ts';
import { purgeAll } from './purge.ts';
import {
  binnedBefore,
  binnedByIds,
  binOf,
  blockedRestores,
  handOverSome,
  missingSources,
  someBinnedOf,
  unbinItems,
} from './recycle-bin.store.ts';
import { abandonedUploads } from './uploads.store.ts';

const DAY_MS = 86_400_000;

/** The named items that lie in the person's bin; they are no longer refused. */
export async function binnedSelection(
  portal: Portal,
  caller: Caller,
  input: { username: string; items: readonly string[] },
  selection: Selection,
): Promise<BinnedItemRow[]> {
  const rows = await binnedByIds(portal.db, input.items.filter(isId));
  const allowed = rows.filter((row) => isOf(row, input.username) && mayHandle(caller, row));
  for (const row of allowed) selection.refused.delete(row.id);
  return allowed;
}

function isOf(row: BinnedItemRow, username: string): boolean {
  return row.owner.toLowerCase() === username.toLowerCase();
}

function mayHandle(caller: Caller, row: BinnedItemRow): boolean {
  return mayDo(caller, { ...row, visible: false, group_update: false }, 'delete');
}

/** An item in the bin, for those who may delete it; nobody else learns of it. */
export async function binnedItem(portal: Portal, caller: Caller, address: ItemAddress): Promise<BinnedItemRow | undefined> {
  const [row] = isId(address.id) ? await binnedByIds(portal.db, [address.id]) : [];
  return row !== undefined && isOf(row, address.username) && mayHandle(caller, row) ? row : undefined;
}

/** A page of a person's bin, newest first. */
export async function listBin(
  portal: Portal,
  owner: string,
  input: { start?: number; num?: number; sortField?: string; sortOrder?: string },
): Promise<{ page: PageRequest; rows: BinnedItemRow[]; total: number }> {
  const page = pageRequest(input);
  const sort = itemSortKeys(input.sortField, input.sortOrder);
  return { page, ...(await binOf(portal.db, owner, { sort, limit: page.num, offset: page.start - 1 })) };
}

/** When an item in the bin goes for good. */
export function expiryOf(portal: Portal, row: BinnedItemRow): Date {
  return new Date(row.binned.getTime() + portal.config.recycleBinDays * DAY_MS);
}

/**
 * Takes items out of the bin, to where they lay or into the folder named, and tells what became of each.
 * @throws FOLDER_NOT_FOUND
 */
export async function restoreItems(
  portal: Portal,
  caller: Caller,
  input: { username: string; items: readonly string[]; folder?: string },
): Promise<BulkResult[]> {
  requireBulkIds(input.items);
  const selection: Selection = { ids: input.items, items: new Map(), refused: new Map() };
  for (const id of input.items) selection.refused.set(id, fail('ITEM_NOT_FOUND'));
  const rows = await binnedSelection(portal, caller, input, selection);
  const owner = rows[0]?.owner;
  if (owner === undefined) return bulkResults(selection);
  const folder = input.folder === undefined ? undefined : await folderNamed(portal.db, owner, input.folder);
  const blocked = await obstacles(portal, rows);
  for (const [id, error] of blocked) selection.refused.set(id, error);
  const free = rows.filter((row) => !blocked.has(row.id));
  if (free.length > 0) {
    await portal.db
      .transaction()
      .execute((db) => restoreRows(db, free, folder))
      .catch((error: unknown) => {
        if (violatedUnique(error) === 'item_file_name') throw fail('FILE_NAME_TAKEN', { cause: error });
        throw error;
      });
  }
  return bulkResults(selection);
}

/** Folders that went meanwhile are made anew. */
async function restoreRows(db: Db, rows: readonly BinnedItemRow[], folder: string | null | undefined): Promise<void> {
  const places = new Map<string | null | undefined, string[]>();
  const made = new Map<string, string | null>();
  for (const row of rows) {
    let place = folder;
    if (place === undefined && row.folder_id === null && row.folder_title !== null) {
      if (!made.has(row.folder_title)) made.set(row.folder_title, await folderTitled(db, row.owner, row.folder_title));
      place = made.get(row.folder_title);
    }
    places.set(place, [...(places.get(place) ?? []), row.id]);
  }
  for (const [place, ids] of places) await unbinItems(db, ids, place);
}

/** What keeps items from coming back together: a file name that is taken, or a layer that a view shows. */
async function obstacles(portal: Portal, rows: readonly BinnedItemRow[]): Promise<Map<string, PortalError>> {
  const ids = rows.map((row) => row.id);
  const names = await blockedRestores(portal.db, ids);
  const sources = await missingSources(portal.db, ids);
  const found = new Map<string, PortalError>();
  for (const { id, title, name } of rows) {
    const source = sources.get(id);
    if (names.has(id)) found.set(id, fail('RESTORE_NAME_TAKEN', { values: [title, name ?? ''] }));
    else if (source !== undefined) found.set(id, fail('RESTORE_NEEDS_SOURCE', { values: [title, source] }));
  }
  return found;
}

/** Takes one item out of the bin. @throws ITEM_NOT_FOUND, RESTORE_NAME_TAKEN */
export async function restoreItem(portal: Portal, caller: Caller, input: ItemAddress): Promise<void> {
  const row = await binnedItem(portal, caller, input);
  if (row === undefined) throw fail('ITEM_NOT_FOUND');
  const obstacle = (await obstacles(portal, [row])).get(row.id);
  if (obstacle !== undefined) throw obstacle;
  await restoreItems(portal, caller, { username: input.username, items: [row.id], folder: input.folder });
}

/** Whether an item in the bin could be restored now. @throws ITEM_NOT_FOUND */
export async function canRestore(portal: Portal, caller: Caller, address: ItemAddress): Promise<BulkResult> {
  const row = await binnedItem(portal, caller, address);
  if (row === undefined) throw fail('ITEM_NOT_FOUND');
  const obstacle = (await obstacles(portal, [row])).get(row.id);
  return { itemId: row.id, success: obstacle === undefined, ...(obstacle === undefined ? {} : { error: bulkError(obstacle) }) };
}

/** Deletes everything in a person's bin for good; tells how many items. */
export async function emptyBin(portal: Portal, owner: string): Promise<number> {
  return purgeAll(portal, (limit, except) => someBinnedOf(portal.db, owner, limit, except));
}

/** How long an upload that was never committed may go on. */
const UPLOAD_DAYS = 7;

/** Deletes for good what has lain in the bin long enough, and uploads that nobody goes on with; tells how many items. */
export async function expireItems(portal: Portal, progress: (done: number) => Promise<void>): Promise<number> {
  const daysAgo = (days: number): Date => new Date(portal.clock.now().getTime() - days * DAY_MS);
  const stale = daysAgo(UPLOAD_DAYS);
  await purgeAll(portal, (limit, except) => abandonedUploads(portal.db, stale, limit, except), progress);
  const before = daysAgo(portal.config.recycleBinDays);
  return purgeAll(portal, (limit, except) => binnedBefore(portal.db, before, limit, except), progress);
}

/** Items that go from bin to bin together. */
const BIN_BATCH = 500;

async function handOverBin(portal: Portal, username: string, heir: Person): Promise<void> {
  const to = { username: heir.username, orgId: heir.org_id };
  const some = () => portal.db.transaction().execute((db) => handOverSome(db, username, to, BIN_BATCH));
  while ((await some()) === BIN_BATCH);
}

/** What happens to the bin when an account goes: who deletes it gets what lies in it. The app hands this to the people domain. */
export const recycleBinOfMember = {
  onDelete: async (portal: Portal, username: string, heir: Person | undefined): Promise<void> => {
    if (heir === undefined) await emptyBin(portal, username);
    else await handOverBin(portal, username, heir);
  },
};
