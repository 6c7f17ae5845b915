// Endpoints of one item in its owner's content; each also works with the folder in the path (`inFolder`).
import type { Sentence } from '@graticule/geo/sentence';
import { type Endpoint, endpoint, type Params } from '../endpoint.ts';
import { file, flag, integer, required, text } from '../param.ts';
import type { Folder, Item, Sharing } from './item.ts';
import { itemData, itemFields } from './item-fields.ts';

const base = '/sharing/rest/content/users/:username/items/:id';

type WithFolder<Path extends string> = Path extends `${infer Head}/:username/items/${infer Tail}`
  ? `${Head}/:username/:folder/items/${Tail}`
  : never;

/** The same endpoint at the address that names the folder too. */
export function inFolder<Path extends string, P extends Params, Reply>(
  original: Endpoint<Path, P, Reply>,
): Endpoint<WithFolder<Path>, P, Reply> {
  return { ...original, path: original.path.replace('/:username/items/', '/:username/:folder/items/') as WithFolder<Path> };
}

export interface UserItem {
  item: Item;
  sharing: Sharing;
  folder: Folder | null;
}

export const getUserItem = endpoint<UserItem>()(base, {}, { needs: 'user', summary: 'An item with its sharing, for its owner' });

export interface ItemIdReply {
  success: true;
  itemId: string;
}

export interface ItemFolderReply extends ItemIdReply {
  owner: string;
  folder: string | null;
}

export const updateItem = endpoint<{ success: true; id: string }>()(
  `${base}/update`,
  { ...itemFields, ...itemData, clearEmptyFields: flag(), async: flag() },
  { method: 'change', needs: 'user', summary: 'Changes the given fields and data of an item' },
);

export const deleteItem = endpoint<ItemIdReply>()(
  `${base}/delete`,
  { permanentDelete: flag() },
  {
    method: 'change',
    needs: 'user',
    summary: 'Puts an item into the recycle bin, or deletes it for good with everything that belongs to it',
  },
);

export const moveItem = endpoint<{ success: true; itemId: string; owner: string; folder: string }>()(
  `${base}/move`,
  { folder: required(text()) },
  { method: 'change', needs: 'user', summary: 'Moves an item to another folder of its owner' },
);

export const protectItem = endpoint<{ success: true }>()(
  `${base}/protect`,
  {},
  { method: 'change', needs: 'user', summary: 'Turns delete protection on' },
);

export const unprotectItem = endpoint<{ success: true }>()(
  `${base}/unprotect`,
  {},
  { method: 'change', needs: 'user', summary: 'Turns delete protection off' },
);

export const reassignItem = endpoint<ItemIdReply & { alsoReassigned?: string[] }>()(
  `${base}/reassign`,
  { targetUsername: required(text()), targetFolderName: text({ aliases: ['targetFoldername'] }), dependents: flag() },
  {
    method: 'change',
    needs: 'portal:admin:reassignItems',
    summary: 'Gives an item to another person; the source file and the views of a hosted layer go with it unless `dependents` is false',
  },
);

/** State of a long operation on an item. */
export interface ItemStatus {
  status: 'partial' | 'processing' | 'completed' | 'failed';
  statusMessage: string;
  /** Why a job failed, as sentences that can be translated. */
  reasons?: readonly Sentence[];
  itemId: string;
  jobId?: string;
  /** Share of the work done, 0 to 100, where the job reports it. */
  percent?: number;
  /** All rows are done, and with very many of them what follows takes long: the indexes of a layer are made, or a file is finished. */
  phase?: 'indexes' | 'layer' | 'file';
}

export const getItemStatus = endpoint<ItemStatus>()(
  `${base}/status`,
  { jobId: text({ aliases: ['jobid'] }), jobType: text({ aliases: ['jobtype'] }) },
  { needs: 'user', summary: 'How far an upload or a publish job is' },
);

export const updateItemInfo = endpoint<ItemFolderReply>()(
  `${base}/updateInfo`,
  { file: required(file()), folderName: text({ aliases: ['foldername'] }) },
  { method: 'change', needs: 'user', summary: 'Stores a file of information such as metadata' },
);

export const deleteItemInfo = endpoint<{ success: true }>()(
  `${base}/deleteInfo`,
  { infoFile: required(text({ aliases: ['infofile'] })) },
  { method: 'change', needs: 'user', summary: 'Removes a file of information' },
);

export const updateItemThumbnail = endpoint<ItemIdReply>()(
  `${base}/updateThumbnail`,
  { file: file(), data: text(), url: text(), filename: text({ aliases: ['fileName'] }) },
  {
    method: 'change',
    needs: 'user',
    summary: 'Gives the item another thumbnail, from a file or a data:image address; the ArcGIS Maps SDK for JavaScript saves maps so',
  },
);

export const deleteItemThumbnail = endpoint<ItemIdReply>()(
  `${base}/deleteThumbnail`,
  {},
  { method: 'change', needs: 'user', summary: 'Removes the thumbnail' },
);

export const addPart = endpoint<{ success: true }>()(
  `${base}/addPart`,
  { partNum: required(integer({ aliases: ['partnum'] })), file: required(file()), streamData: flag() },
  { method: 'change', needs: 'user', summary: 'Stores one part of an upload; the same number again replaces it' },
);

/** A part that arrived whole. */
export interface ReceivedPart {
  partNum: number;
  size: number;
  /** Hexadecimal SHA-256 of the bytes, to compare with those at hand. */
  sha256: string;
}

export const getParts = endpoint<{ parts: number[]; received: ReceivedPart[] }>()(
  `${base}/parts`,
  {},
  { needs: 'user', summary: 'The parts that arrived; an upload that was cut off goes on with the others' },
);

export const commitUpload = endpoint<{ success: true; id: string; jobId?: string }>()(
  `${base}/commit`,
  { ...itemFields, filename: text({ aliases: ['fileName'] }), async: flag() },
  {
    method: 'change',
    needs: 'user',
    summary: 'Joins the parts into the data of the item; large ones, or all with `async`, by a job that `status` tells of',
  },
);

export const cancelUpload = endpoint<{ success: true; id: string }>()(
  `${base}/cancel`,
  {},
  { method: 'change', needs: 'user', summary: 'Drops an upload that was not committed' },
);
