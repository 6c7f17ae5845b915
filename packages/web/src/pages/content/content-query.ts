// Loads one page of a person's content: all of it, one folder, or what matches a filter.
import type { Item } from '@graticule/contract/content/item';
import { getFolderContent, getUserContent } from '@graticule/contract/content/user-content';
import type { ItemFilter } from '@graticule/contract/item-types/item-type';
import type { Page } from '@graticule/contract/paging';
import { searchItems } from '@graticule/contract/search';
import { call } from '../../api/call.ts';
import { itemQuery, quoted } from '../../items/search-query.ts';

export const PER_PAGE = 30;
/** All folders together. */
export const ALL = 'all';
/** Items that lie in no folder. */
export const ROOT = '/';

/** What the content page shows. */
export interface ContentChoice {
  username: string;
  /** `all`, `/` or the id of a folder. */
  folder: string;
  text: string;
  filter: ItemFilter | undefined;
  /** Field and order, such as `modified:desc`. */
  sort: string;
  start: number;
}

/** A folder is listed by its own endpoint; everything else is a search among the person's items. */
export async function loadContent(choice: ContentChoice): Promise<Page & { items: Item[] }> {
  const [sortField, sortOrder] = choice.sort.split(':');
  const page = { start: choice.start, num: PER_PAGE, sortField, sortOrder };
  const isFiltered = choice.text.trim() !== '' || choice.filter !== undefined;
  if (choice.folder !== ALL && !isFiltered) {
    const { username, folder } = choice;
    return folder === ROOT ? call(getUserContent, { username, ...page }) : call(getFolderContent, { username, folder, ...page });
  }
  const { results, ...rest } = await call(searchItems, { q: contentQuery(choice), ...page });
  return { ...rest, items: results };
}

/** The search for a choice. */
export function contentQuery({ username, folder, text, filter }: ContentChoice): string {
  const own = itemQuery({ text: begun(text), filter, owner: username });
  return folder === ALL || folder === ROOT ? own : `${own} AND ownerfolder:${quoted(folder)}`;
}

/** The list follows while a word is being typed, so its beginning is enough; queries with operators stay as they are. */
function begun(text: string): string {
  return /^[\p{L}\p{M}\p{N}\s]*[\p{L}\p{M}\p{N}]$/u.test(text) && !/\b(AND|OR|NOT)\b/.test(text) ? `${text}*` : text;
}
