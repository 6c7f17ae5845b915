// What the content page is asked for, kept in its address, and the pages of items that answer it.
import type { Item, ItemAccess } from '@graticule/contract/content/item';
import { getUserContent } from '@graticule/contract/content/user-content';
import { searchUserContent } from '@graticule/contract/search';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { groupedText, quoted } from '../../items/search-query.ts';

/** The portal gives at most so many items at once. */
export const PAGE = 100;
/** The portal counts at most this far into a list. */
export const FURTHEST = 10_000;
/** All folders together. */
export const ALL = 'all';
/** Items that lie in no folder. */
export const ROOT = '/';
/** What was deleted and can still be had back. */
export const BIN = 'bin';

export type Since = 'day' | 'week' | 'month' | 'year';
export const SINCE: readonly Since[] = ['day', 'week', 'month', 'year'];
const DAYS: Record<Since, number> = { day: 1, week: 7, month: 30, year: 365 };
export const ACCESS: readonly ItemAccess[] = ['private', 'shared', 'org', 'public'];
export const SORT_FIELDS = ['title', 'type', 'access', 'modified', 'created', 'size', 'numviews', 'avgrating'] as const;
export type SortField = (typeof SORT_FIELDS)[number];

/** What is shown of a person's content. */
export interface ContentChoice {
  username: string;
  /** `all`, `/`, `bin` or the id of a folder. */
  folder: string;
  text: string;
  type: string | undefined;
  access: ItemAccess | undefined;
  since: Since | undefined;
  sortField: SortField;
  isDescending: boolean;
}

/** Reads the address; what makes no sense counts as absent. */
export function readChoice(params: URLSearchParams, username: string): ContentChoice {
  const sortField = SORT_FIELDS.find((each) => each === params.get('sortField')) ?? 'modified';
  return {
    username,
    folder: params.get('folder') || ALL,
    text: params.get('q') ?? '',
    type: params.get('type') || undefined,
    access: ACCESS.find((each) => each === params.get('access')),
    since: SINCE.find((each) => each === params.get('since')),
    sortField,
    isDescending: (params.get('sortOrder') ?? (sortField === 'modified' ? 'desc' : 'asc')) === 'desc',
  };
}

/** Whether anything but the folder narrows the list. */
export function isFiltered({ text, type, access, since }: ContentChoice): boolean {
  return text.trim() !== '' || type !== undefined || access !== undefined || since !== undefined;
}

/** The query in the portal's grammar; undefined for everything. */
export function contentQuery(choice: ContentChoice, nowMs: number): string | undefined {
  const { folder, text, type, access, since } = choice;
  const clauses = [
    groupedText(begun(text)),
    type && `type:${quoted(type)}`,
    access && `access:${access}`,
    since && `modified:[${sinceMs(since, nowMs)} TO *]`,
    folder !== ALL && folder !== BIN && `ownerfolder:${quoted(folder)}`,
  ];
  return clauses.filter(Boolean).join(' AND ') || undefined;
}

/** Rounded to the hour, so that the same list has the same name in the cache. */
function sinceMs(since: Since, nowMs: number): number {
  const hour = 3_600_000;
  return Math.floor(nowMs / hour) * hour - DAYS[since] * 24 * hour;
}

/** The list follows while a word is being typed, so its beginning is enough; queries with operators stay as they are. */
function begun(text: string): string {
  return /^[\p{L}\p{M}\p{N}\s]*[\p{L}\p{M}\p{N}]$/u.test(text) && !/\b(AND|OR|NOT)\b/.test(text) ? `${text}*` : text;
}

/** One page of items, counted from 0, as a query of the cache. The recycle bin is listed by the date of deletion. */
export function pageQuery(choice: ContentChoice, page: number) {
  const { username, folder, sortField, isDescending } = choice;
  const paging = { start: page * PAGE + 1, num: PAGE };
  const query = { q: contentQuery(choice, Date.now()), sortField, sortOrder: isDescending ? 'desc' : 'asc', ...paging };
  const isBin = folder === BIN;
  return {
    queryKey: keys.userContent(username, isBin ? { folder, ...paging } : query),
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<{ total: number; items: readonly Item[] }> => {
      if (isBin) return call(getUserContent, { username, inRecycleBin: true, ...paging }, { signal });
      const { total, results } = await call(searchUserContent, { username, ...query }, { signal });
      return { total, items: results };
    },
  };
}
