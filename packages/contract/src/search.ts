// Endpoints that search items, groups and people, and their replies.
import type { Group } from './community/group.ts';
import type { Item } from './content/item.ts';
import { endpoint } from './endpoint.ts';
import { type Page, paging, sorting } from './paging.ts';
import { csv, flag, integer, required, text } from './param.ts';

/** How often each value of a field occurs among everything found. */
export interface FieldCount {
  fieldName: string;
  fieldValues: { value: string; count: number }[];
}

/** A page of what was found. */
export interface SearchReply<Found> extends Page {
  query: string;
  results: Found[];
  /** Only when more match than are counted: `total` is 10,000 then. */
  totalIsLowerBound?: true;
  /** Where the next page begins, when pages are asked for by `cursor` and there is another. */
  nextCursor?: string;
  aggregations?: {
    total: { count: number; name: 'total' };
    counts: FieldCount[];
    /** Only when values were counted among so many matches, the newest if the search names words, and not among all. */
    countedAmong?: number;
  };
}

export const searchParams = {
  q: text(),
  bbox: text(),
  filter: text(),
  categories: text(),
  categoryFilters: text(),
  ...paging,
  ...sorting,
  countFields: csv(),
  countSize: integer(),
  enriched: flag(),
  /** `*` for the first page, then the `nextCursor` of the page before: pages past any number, while others add and remove. */
  cursor: text(),
};

export const searchItems = endpoint<SearchReply<Item>>()('/sharing/rest/search', searchParams, {
  summary: 'Items the caller may see that match a query',
});

const { filter: _, ...ownSearchParams } = searchParams;

export const searchUserContent = endpoint<SearchReply<Item>>()('/sharing/rest/content/users/:username/search', ownSearchParams, {
  needs: 'user',
  summary: "A person's items in all folders that match a query, with folder and protection, for the person and administrators",
});

export const searchGroups = endpoint<SearchReply<Group>>()(
  '/sharing/rest/community/groups',
  { q: text(), filter: text(), ...paging, ...sorting },
  { summary: 'Groups the caller may see that match a query' },
);

/** A person as others see them. */
export interface PublicUser {
  username: string;
  /** The user name once more, as in profiles. */
  id: string;
  fullName: string;
  firstName: string;
  lastName: string;
  description: string | null;
  tags: string[];
  culture: string | null;
  region: string | null;
  units: string;
  thumbnail: string | null;
  access: 'private' | 'org' | 'public';
  created: number;
  modified: number;
  provider: string;
  /** Only for members of the same organisation. */
  orgId?: string;
  role?: string;
  roleId?: string;
}

export const searchUsers = endpoint<SearchReply<PublicUser>>()(
  '/sharing/rest/community/users',
  { q: text(), filter: text(), ...paging, ...sorting },
  { summary: 'People the caller may see that match a query' },
);

export const searchPortalUsers = endpoint<SearchReply<PublicUser>>()(
  '/sharing/rest/portals/:portal/users/search',
  { q: text(), filter: text(), ...paging, ...sorting },
  { needs: 'portal:user:viewOrgUsers', summary: 'Members of the organisation that match a query' },
);

/** One suggestion while typing; `id` and `type` are those of an item or a group. */
export interface Suggestion {
  kind: 'item' | 'group';
  id: string;
  title: string;
  type: string;
}

export const suggest = endpoint<{ suggestions: Suggestion[] }>()(
  '/sharing/rest/search/suggest',
  { text: required(text()), num: integer() },
  { summary: 'Titles that begin with or resemble the text typed so far' },
);
