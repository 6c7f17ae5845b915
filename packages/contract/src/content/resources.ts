// Endpoints of the files kept with an item.
import { endpoint } from '../endpoint.ts';
import { type Page, paging, sorting } from '../paging.ts';
import { file, flag, text } from '../param.ts';
import type { ItemFolderReply } from './user-items.ts';

const items = '/sharing/rest/content/items/:id';
const userItems = '/sharing/rest/content/users/:username/items/:id';

/** A file kept with an item. */
export interface Resource {
  /** `prefix/name.json`, or `name.json` without a prefix. */
  resource: string;
  created: number;
  size: number;
  access: 'inherit' | 'private';
  type: string;
}

export const getResources = endpoint<Page & { resources: Resource[] }>()(
  `${items}/resources`,
  { ...paging, ...sorting, resourcesPrefix: text() },
  { summary: 'Files kept with an item; up to 1,000 in a page' },
);

export const getResource = endpoint<unknown>()(
  `${items}/resources/*`,
  { access: text() },
  {
    manner: 'file',
    summary: 'One file kept with an item',
  },
);

const resourceParams = {
  file: file(),
  text: text(),
  fileName: text({ aliases: ['filename'] }),
  resourcesPrefix: text({ aliases: ['resourcesprefix'] }),
  access: text<'inherit' | 'private'>(),
  archive: flag(),
};

export const addResources = endpoint<ItemFolderReply>()(`${userItems}/addResources`, resourceParams, {
  method: 'change',
  needs: 'user',
  summary: 'Adds a file, or the files of a zip archive',
});

export const updateResources = endpoint<ItemFolderReply>()(`${userItems}/updateResources`, resourceParams, {
  method: 'change',
  needs: 'user',
  summary: 'Replaces a file',
});

const exporting = { manner: 'file', needs: 'user', formats: ['zip'], summary: 'All files kept with an item as one archive' } as const;

export const exportResources = endpoint<unknown>()(`${userItems}/exportResources`, {}, exporting);

export const exportUserItemResources = endpoint<unknown>()(`${userItems}/resources/export`, {}, exporting);

export const exportItemResources = endpoint<unknown>()(`${items}/resources/export`, {}, exporting);

export const removeResources = endpoint<ItemFolderReply>()(
  `${userItems}/removeResources`,
  { resource: text(), deleteAll: flag() },
  { method: 'change', needs: 'user', summary: 'Removes a file, the files below a prefix, or all' },
);
