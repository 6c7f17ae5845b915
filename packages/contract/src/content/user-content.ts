// Endpoints below content/users/{username}: listing, adding items, folders, operations on many items.
import { endpoint } from '../endpoint.ts';
import { type Page, paging, sorting } from '../paging.ts';
import { csv, flag, required, text } from '../param.ts';
import type { BinnedItem, Folder, Item } from './item.ts';
import { itemData, itemFields } from './item-fields.ts';

const base = '/sharing/rest/content/users/:username';

/** One page of a person's content. */
export interface UserContent extends Page {
  username: string;
  currentFolder: Folder | null;
  items: (Item | BinnedItem)[];
  /** All folders; only at the root and only for the owner and administrators. */
  folders?: Folder[];
}

/** `foldersOnly` gives no items; `types` only items of these types. */
const narrowing = { foldersOnly: flag({ aliases: ['foldersonly'] }), types: csv() };

export const getUserContent = endpoint<UserContent>()(
  base,
  { ...paging, ...sorting, ...narrowing, inRecycleBin: flag({ aliases: ['inrecyclebin'] }) },
  { needs: 'user', summary: 'Items in the root folder of a person, and the folders; or what lies in the recycle bin' },
);

export const getFolderContent = endpoint<UserContent>()(
  `${base}/:folder`,
  { ...paging, ...sorting, ...narrowing },
  { needs: 'user', summary: 'Items in one folder of a person' },
);

export interface AddItemReply {
  success: true;
  id: string;
  folder: string | null;
}

const addItemParams = {
  ...itemFields,
  ...itemData,
  async: flag(),
  multipart: flag(),
  overwrite: flag(),
  /** Refuses a title that an item of the type has already among the person's: for apps made from templates. */
  uniqueTitle: flag(),
  /** Made up by the client: sent again with the same, the call answers as it did and adds nothing. */
  idempotencyKey: text(),
  relationshipType: text(),
  originItemId: text(),
  destinationItemId: text(),
};

export const addItem = endpoint<AddItemReply>()(`${base}/addItem`, addItemParams, {
  method: 'change',
  needs: 'portal:user:createItem',
  summary: 'Adds an item to the root folder',
});

export const addItemToFolder = endpoint<AddItemReply>()(`${base}/:folder/addItem`, addItemParams, {
  method: 'change',
  needs: 'portal:user:createItem',
  summary: 'Adds an item to a folder',
});

export interface FolderReply {
  success: true;
  folder: { username: string; id: string; title: string };
}

export const createFolder = endpoint<FolderReply>()(
  `${base}/createFolder`,
  { title: text({ aliases: ['foldername', 'folderName'] }) },
  { method: 'change', needs: 'user', summary: 'Creates a folder' },
);

export const deleteFolder = endpoint<FolderReply>()(
  `${base}/:folder/delete`,
  { permanentDelete: flag() },
  { method: 'change', needs: 'user', summary: 'Deletes a folder and puts the items in it into the recycle bin' },
);

export const updateFolder = endpoint<FolderReply>()(
  `${base}/:folder/updateFolder`,
  { title: text({ aliases: ['foldername', 'folderName'] }) },
  { method: 'change', needs: 'user', summary: 'Renames a folder' },
);

/** What became of one item of a bulk operation. */
export interface BulkResult {
  itemId: string;
  success: boolean;
  error?: { code: number; messageCode?: string; message: string };
}

const items = required(csv());

export const deleteItems = endpoint<{ results: BulkResult[] }>()(
  `${base}/deleteItems`,
  { items, permanentDelete: flag() },
  { method: 'change', needs: 'user', summary: 'Puts items into the recycle bin, or deletes them for good' },
);

export const moveItems = endpoint<{ results: BulkResult[] }>()(
  `${base}/moveItems`,
  { items, folder: required(text()) },
  { method: 'change', needs: 'user', summary: 'Moves items to a folder' },
);

export const protectItems = endpoint<{ results: BulkResult[] }>()(
  `${base}/protectItems`,
  { items },
  { method: 'change', needs: 'user', summary: 'Turns delete protection of items on' },
);

export const unprotectItems = endpoint<{ results: BulkResult[] }>()(
  `${base}/unprotectItems`,
  { items },
  { method: 'change', needs: 'user', summary: 'Turns delete protection of items off' },
);

const reassigning = {
  targetUsername: required(text()),
  /** Title of a folder, made when missing; the root without. */
  targetFolderName: text({ aliases: ['targetFoldername'] }),
};

/** What became of one item that was to be handed over. */
export interface ReassignResult extends BulkResult {
  /** Source files and views of a hosted layer that went with it. */
  alsoReassigned?: string[];
}

export const reassignItems = endpoint<{ results: ReassignResult[] }>()(
  `${base}/reassignItems`,
  { items, ...reassigning, dependents: flag() },
  { method: 'change', needs: 'portal:admin:reassignItems', summary: 'Gives items to another person' },
);

/** What became of everything that a person had. */
export interface ContentReassigned {
  success: true;
  items: number;
  groups: number;
  /** What stays, and why. */
  notReassigned: BulkResult[];
}

export const reassignFolder = endpoint<ContentReassigned>()(`${base}/:folder/reassign`, reassigning, {
  method: 'change',
  needs: 'portal:admin:reassignItems',
  summary: 'Gives a folder with the items in it to another person; it keeps its title unless another is named',
});

export const reassignContent = endpoint<ContentReassigned>()(
  `${base}/reassignContent`,
  { ...reassigning, groups: flag() },
  {
    method: 'change',
    needs: 'portal:admin:reassignItems',
    summary: 'Gives everything of a person to another, in folders of the same titles unless one is named; with `groups` the groups too',
  },
);

export interface TagCount {
  tag: string;
  count: number;
}

export const getUserTags = endpoint<{ tags: TagCount[] }>()(
  '/sharing/rest/community/users/:username/tags',
  {},
  { needs: 'user', summary: "Tags of a person's items, most used first" },
);
