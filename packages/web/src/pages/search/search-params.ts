// What the address of the search page asks for.
import type { ItemAccess } from '@graticule/contract/content/item';
import { FILTER_LABEL, type SearchFilter } from '../../shell/search-filters.ts';

export type Since = 'day' | 'week' | 'month' | 'year';
export const SINCE: readonly Since[] = ['day', 'week', 'month', 'year'];
const DAYS: Record<Since, number> = { day: 1, week: 7, month: 30, year: 365 };

export const ACCESS: readonly ItemAccess[] = ['private', 'shared', 'org', 'public'];

/** Results on one page. @source CO-305, CO-306 */
export const PER_PAGE = 10;
/** Pages that can be gone to. @source CO-304 */
export const MAX_PAGES = 100;

/** The choices of a search, all kept in the address so that it can be shared and gone back to. */
export interface SearchChoices {
  text: string;
  isGroups: boolean;
  isPeople: boolean;
  filter: Exclude<SearchFilter, 'groups' | 'this-group'>;
  type: string | undefined;
  owner: string | undefined;
  access: ItemAccess | undefined;
  /** West, south, east, north in degrees, with commas. */
  bbox: string | undefined;
  tags: string[];
  group: string | undefined;
  since: Since | undefined;
  isOrgOnly: boolean;
  sort: string | undefined;
  /** The remembered sort does not count either. */
  isSortReset: boolean;
  start: number;
}

/** Reads the address; what makes no sense counts as absent. */
export function readChoices(params: URLSearchParams): SearchChoices {
  const focus = params.get('focus') ?? '';
  const isFilter = focus in FILTER_LABEL && focus !== 'groups' && focus !== 'this-group';
  const isReset = params.get('resetSort') === 'true';
  const field = params.get('sortField');
  return {
    text: params.get('q') ?? '',
    isGroups: params.get('t') === 'groups',
    isPeople: params.get('t') === 'users',
    filter: isFilter ? (focus as SearchChoices['filter']) : 'all',
    type: params.get('type') ?? undefined,
    owner: params.get('owner') ?? undefined,
    access: ACCESS.find((each) => each === params.get('access')),
    bbox: readBox(params.get('bbox')),
    tags: params.getAll('tag'),
    group: params.get('group') ?? undefined,
    since: SINCE.find((each) => each === params.get('since')),
    isOrgOnly: params.get('restrict') === 'true',
    sort: field && !isReset ? `${field.toLowerCase()}:${params.get('sortOrder')?.toLowerCase() === 'desc' ? 'desc' : 'asc'}` : undefined,
    isSortReset: isReset,
    start: Math.min(1 + (MAX_PAGES - 1) * PER_PAGE, Math.max(1, Math.floor(Number(params.get('start'))) || 1)),
  };
}

/** Four numbers within the world, south below north; else nothing. */
function readBox(raw: string | null): string | undefined {
  const numbers = raw?.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part))) ?? [];
  const [west, south, east, north] = numbers;
  if (numbers.length !== 4 || west === undefined || south === undefined || east === undefined || north === undefined) return undefined;
  const isInWorld = Math.abs(west) <= 180 && Math.abs(east) <= 180 && Math.abs(south) <= 90 && Math.abs(north) <= 90;
  return isInWorld && south <= north ? numbers.join(',') : undefined;
}

/** The time from which changes count, rounded to the hour so that the same search has the same name in the cache. */
export function sinceMs(since: Since | undefined, nowMs: number): number | undefined {
  if (!since) return undefined;
  const hour = 3_600_000;
  return Math.floor(nowMs / hour) * hour - DAYS[since] * 24 * hour;
}
