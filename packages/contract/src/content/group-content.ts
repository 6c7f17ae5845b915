// Endpoints of the items shared with a group.
import { endpoint } from '../endpoint.ts';
import { type Page, paging, sorting } from '../paging.ts';
import { csv } from '../param.ts';
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

export const getFavorites = endpoint<Page & { items: Item[] }>()(
  '/sharing/rest/community/users/:username/favorites',
  { ...paging, ...sorting },
  { needs: 'user', summary: "The caller's favourites: the items of the favourites group" },
);

/** Most items that a group features. */
export const MAX_FEATURED = 12;

export const getFeaturedItems = endpoint<{ items: Item[] }>()(
  `${base}/featured`,
  {},
  { summary: 'Items that a group shows first, in their order, as far as the caller may see them' },
);

export const setFeaturedItems = endpoint<{ success: true; groupId: string; notFeatured: string[] }>()(
  `${base}/setFeatured`,
  { items: csv() },
  {
    method: 'change',
    needs: 'user',
    summary: 'Chooses what a group shows first, in this order; for its managers. Nothing given: nothing is featured',
  },
);
