// A person's content: pages of folders, and making, renaming and deleting folders.
import { fail } from '@graticule/contract/errors';
import { type PageRequest, pageRequest } from '@graticule/contract/paging';
import { accountByName } from '../identity/index.ts';
import { findProfile } from '../people/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import { violatedUnique } from '../platform/db/errors.ts';
import type { FolderRow } from '../schema/content.ts';
import { discardFolder } from './discard.ts';
import { checkedFolderTitle } from './folders.rules.ts';
import { type CountedFolder, folderOf, foldersOf, insertFolder, renameFolder } from './folders.store.ts';
import { itemSortKeys } from './item-sorts.rules.ts';
import { isAdminOf, isId } from './items.rules.ts';
import { newId, type Person } from './items.ts';
import { type ItemPage, itemsInFolder, tagsOf, visibleItemsOf } from './user-content.store.ts';

/** One page of a person's content. */
export interface ContentPage extends ItemPage {
  username: string;
  page: PageRequest;
  folder: FolderRow | null;
  /** The caller manages this content: folder and protection are told. */
  all: boolean;
  /** Only for the owner and administrators, and only at the root. */
  folders: CountedFolder[] | undefined;
}

interface ContentQuery {
  start?: number;
  num?: number;
  sortField?: string;
  sortOrder?: string;
  foldersOnly?: boolean;
  types?: string[];
}

/**
 * Items of a person. The owner and administrators see folder by folder; others all that they may see, without folders.
 * @throws USER_NOT_FOUND, FOLDER_NOT_FOUND
 */
export async function listContent(
  portal: Portal,
  caller: Caller,
  username: string,
  folderId: string | undefined,
  query: ContentQuery,
): Promise<ContentPage> {
  const person = await accountByName(portal.db, username);
  if (person === undefined) throw fail('USER_NOT_FOUND');
  const page = pageRequest(query);
  const options = {
    types: query.foldersOnly === true ? [] : query.types,
    sort: itemSortKeys(query.sortField, query.sortOrder, { field: 'uploaded', order: 'desc' }),
    limit: page.num,
    offset: page.start - 1,
  };
  const owner = person.username;
  const all = caller.username === owner || isAdminOf(caller, person, 'portal:admin:viewItems');
  const atRoot = folderId === undefined || folderId === '/';
  if (!all) {
    if (!atRoot) {
      await findProfile(portal, caller, owner);
      throw fail('FORBIDDEN');
    }
    const found = await visibleItemsOf(portal.db, caller, owner, options);
    // A person of whom the caller may know nothing is like nobody.
    if (found.total === 0) await findProfile(portal, caller, owner);
    return { ...found, username: owner, page, folder: null, all, folders: undefined };
  }
  const folder = atRoot ? null : isId(folderId) ? ((await folderOf(portal.db, owner, folderId)) ?? null) : null;
  if (!atRoot && folder === null) throw fail('FOLDER_NOT_FOUND');
  const items = await itemsInFolder(portal.db, caller, { owner, folderId: folder?.id ?? null, all }, options);
  return { ...items, username: owner, page, folder, all, folders: atRoot ? await foldersOf(portal.db, owner) : undefined };
}

/** Tags of a person's items that the caller may see. */
export async function listTags(portal: Portal, caller: Caller, username: string): Promise<{ tag: string; count: number }[]> {
  const person = await accountByName(portal.db, username);
  if (person === undefined) throw fail('USER_NOT_FOUND');
  const tags = await tagsOf(portal.db, caller, person.username);
  if (tags.length === 0) await findProfile(portal, caller, person.username);
  return tags;
}

/** Makes a folder. @throws FOLDER_TITLE_TAKEN also for an empty or unusable title */
export async function addFolder(portal: Portal, person: Person, title: string | undefined): Promise<FolderRow> {
  const checked = checkedFolderTitle(title);
  try {
    return await insertFolder(portal.db, { id: newId(), owner: person.username, title: checked });
  } catch (error) {
    if (violatedUnique(error) === 'folder_title') throw fail('FOLDER_TITLE_TAKEN', { cause: error });
    throw error;
  }
}

/** A folder of a person. @throws FOLDER_NOT_FOUND */
export async function requireFolder(portal: Portal, person: Person, id: string): Promise<FolderRow> {
  const folder = isId(id) ? await folderOf(portal.db, person.username, id) : undefined;
  if (folder === undefined) throw fail('FOLDER_NOT_FOUND');
  return folder;
}

/** Renames a folder. */
export async function retitleFolder(portal: Portal, person: Person, id: string, title: string | undefined): Promise<FolderRow> {
  const folder = await requireFolder(portal, person, id);
  const checked = checkedFolderTitle(title);
  try {
    await renameFolder(portal.db, folder.id, checked);
  } catch (error) {
    if (violatedUnique(error) === 'folder_title') throw fail('FOLDER_TITLE_TAKEN', { cause: error });
    throw error;
  }
  return { ...folder, title: checked };
}

/** Deletes a folder with the items in it; a protected item inside keeps everything. */
export async function removeFolder(
  portal: Portal,
  caller: Caller,
  person: Person,
  input: { folder: string; permanentDelete?: boolean },
): Promise<FolderRow> {
  const folder = await requireFolder(portal, person, input.folder);
  await discardFolder(portal, caller, folder, input.permanentDelete === true);
  return folder;
}
