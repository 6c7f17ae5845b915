// Reading one item with the caller's rights, and deleting, moving, protecting and handing over items.
import { randomBytes } from 'node:crypto';
import { fail } from '@graticule/contract/errors';
import { accountByName } from '../identity/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import type { Db } from '../platform/db/database.ts';
import { dropBytes } from '../platform/files/drop-bytes.ts';
import { deleteStoredFiles } from '../platform/files/stored-files.store.ts';
import type { FolderRow, ItemRow, ItemWithRight } from '../schema/content.ts';
import { checkedFolderTitle } from './folders.rules.ts';
import { folderByTitle, folderOf, insertFolderUnlessThere } from './folders.store.ts';
import { type ItemAction, isId, mayActFor, requireMay } from './items.rules.ts';
import { itemWithRight, setFolder, setProtection, updateItemRow } from './items.store.ts';
import { heldViews, noteView } from './looks.ts';
import { groupIdsOf } from './sharing.store.ts';

/** A new id for an item, a folder or a comment. */
export function newId(): string {
  return randomBytes(16).toString('hex');
}

/**
 * The item with the caller's rights, once the caller may do the action.
 * @throws ITEM_NOT_FOUND the id never existed, is malformed or was deleted
 * @throws FORBIDDEN the item exists and the caller may not
 * @source ACC-6
 */
export async function requireItem(portal: Portal, caller: Caller, id: string, action: ItemAction = 'read'): Promise<ItemWithRight> {
  if (!isId(id)) throw fail('ITEM_NOT_FOUND');
  const item = await itemWithRight(portal, caller, id);
  if (item === undefined) throw fail('ITEM_NOT_FOUND');
  requireMay(caller, item, action);
  return item;
}

/** Where an item lies by its address `content/users/{username}[/{folder}]/items/{id}`. */
export interface ItemAddress {
  username: string;
  folder?: string;
  id: string;
}

/**
 * The item at an address below a person's content, once the caller may do the action.
 * @throws ITEM_NOT_FOUND also when the item is not this person's, or not in this folder
 * @source ACC-5, ACC-6
 */
export async function requireUserItem(portal: Portal, caller: Caller, address: ItemAddress, action: ItemAction): Promise<ItemWithRight> {
  const item = await requireItem(portal, caller, address.id, action);
  if (item.owner.toLowerCase() !== address.username.toLowerCase()) throw fail('ITEM_NOT_FOUND');
  if (address.folder !== undefined && address.folder !== '/' && address.folder !== item.folder_id) throw fail('ITEM_NOT_FOUND');
  return item;
}

/** Reads an item for a visitor and counts the look unless it is the owner's. */
export async function lookAtItem(portal: Portal, caller: Caller, id: string): Promise<ItemWithRight> {
  const item = await requireItem(portal, caller, id);
  const seen = { ...item, num_views: item.num_views + heldViews(portal, item.id) };
  countLook(portal, caller, item);
  return seen;
}

/** Counts a look at an item or its data; the owner's own do not count. */
export function countLook(portal: Portal, caller: Caller, item: ItemRow): void {
  if (item.owner !== caller.username) noteView(portal, item.id);
}

/** A person whose content is acted on. */
export interface Person {
  username: string;
  org_id: string | null;
}

/**
 * The person named in a path, once the caller may act on that person's content.
 * @throws FORBIDDEN for others without the privilege, whether the person exists or not
 * @throws USER_NOT_FOUND for administrators, of people of other organisations as of nobody
 */
export async function requirePerson(
  portal: Portal,
  caller: Caller,
  username: string,
  privilege: Parameters<typeof mayActFor>[2],
): Promise<Person> {
  if (caller.username !== null && caller.username.toLowerCase() === username.toLowerCase()) {
    return { username: caller.username, org_id: caller.orgId };
  }
  if (!caller.privileges.has(privilege)) throw fail('FORBIDDEN');
  const account = await accountByName(portal.db, username);
  if (account === undefined || !mayActFor(caller, account, privilege)) throw fail('USER_NOT_FOUND');
  return account;
}

/** Turns delete protection on or off. */
export async function setProtected(portal: Portal, items: readonly ItemRow[], value: boolean): Promise<void> {
  await setProtection(
    portal.db,
    items.map((item) => item.id),
    value,
  );
}

/**
 * The folder of a person that a parameter names; `/` and nothing are the root.
 * @throws FOLDER_NOT_FOUND for unknown folders and those of others
 */
export async function folderNamed(db: Db, owner: string, folder: string | undefined): Promise<string | null> {
  if (folder === undefined || folder === '/' || folder === '') return null;
  const found = isId(folder) ? await folderOf(db, owner, folder) : undefined;
  if (found === undefined) throw fail('FOLDER_NOT_FOUND');
  return found.id;
}

/** Moves items of one person into a folder of theirs. @source CO-145 a move to where it lies changes nothing */
export async function moveItemsTo(portal: Portal, items: readonly ItemRow[], folder: string): Promise<string | null> {
  const [first] = items;
  if (first === undefined) return null;
  const target = await folderNamed(portal.db, first.owner, folder);
  const moved = items.filter((item) => item.folder_id !== target).map((item) => item.id);
  if (moved.length > 0) await setFolder(portal.db, moved, target);
  return target;
}

/**
 * The folder of that title, made when missing; the root without a title. Whoever makes the same one at the same time waits and gets it.
 * @throws FOLDER_TITLE_TAKEN for an unusable title
 */
export async function folderTitled(db: Db, owner: string, title: string | undefined): Promise<string | null> {
  if (title === undefined || title === '/' || title.trim() === '') return null;
  const checked = checkedFolderTitle(title);
  const known = await folderByTitle(db, owner, checked);
  if (known !== undefined) return known.id;
  await insertFolderUnlessThere(db, { id: newId(), owner, title: checked });
  const made = await folderByTitle(db, owner, checked);
  if (made === undefined) throw fail('FOLDER_NOT_FOUND'); // Made by somebody else, and deleted at once.
  return made.id;
}

/** An item with its folder and the groups it is shared with, for its owner and administrators. */
export async function userItem(
  portal: Portal,
  caller: Caller,
  address: ItemAddress,
): Promise<{ item: ItemWithRight; folder: FolderRow | undefined; groups: string[] }> {
  const item = await requireUserItem(portal, caller, address, 'status');
  const folder = item.folder_id === null ? undefined : await folderOf(portal.db, item.owner, item.folder_id);
  return { item, folder, groups: await groupIdsOf(portal.db, item.id) };
}

/** Removes the thumbnail. */
export async function removeThumbnail(portal: Portal, item: ItemRow): Promise<void> {
  const { thumbnail_key: key } = item;
  if (key === null) return;
  await portal.db.transaction().execute(async (db) => {
    await updateItemRow(db, item.id, { thumbnail_key: null, thumbnail_name: null, modified: portal.clock.now() });
    await deleteStoredFiles(db, [key]);
  });
  await dropBytes(portal, [key]);
}
