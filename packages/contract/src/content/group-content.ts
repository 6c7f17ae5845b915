// Endpoints of the items shared with a group.
import { endpoint } from '../endpoint.ts';
import { type Page, paging, sorting } from '../paging.ts';
import { type SearchReply, searchParams } from '../search.ts';
import type { Item } from './item.ts';

const base = '/sharing/rest/content/groups/:id';

export const getGroupContent = endpoint<Page & { items: Item[] }>()(
  base,
  { ...paging, ...sorting },
  { summary: 'Items shared with a group that the caller may see' },
);

export const searchGroupContent = endpoint<SearchReply<Item>>()(`${base}/search`, searchParams, {
  summary: 'Search within the items of a group',
});

export const searchGroupItems = endpoint<SearchReply<Item>>()('/sharing/rest/community/groups/:id/search', searchParams, {
  summary: 'The same under the address of the group',
});
