// What the address of the search page asks for.
import { FILTER_LABEL, type SearchFilter } from '../../shell/search-filters.ts';

export type Since = 'day' | 'week' | 'month' | 'year';
export const SINCE: readonly Since[] = ['day', 'week', 'month', 'year'];
const DAYS: Record<Since, number> = { day: 1, week: 7, month: 30, year: 365 };

/** The choices of a search, all kept in the address so that it can be shared and gone back to. */
export interface SearchChoices {
  text: string;
  isGroups: boolean;
  filter: Exclude<SearchFilter, 'groups' | 'this-group'>;
  type: string | undefined;
  owner: string | undefined;
  tags: string[];
  group: string | undefined;
  since: Since | undefined;
  isOrgOnly: boolean;
  sort: string | undefined;
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
    filter: isFilter ? (focus as SearchChoices['filter']) : 'all',
    type: params.get('type') ?? undefined,
    owner: params.get('owner') ?? undefined,
    tags: params.getAll('tag'),
    group: params.get('group') ?? undefined,
    since: SINCE.find((each) => each === params.get('since')),
    isOrgOnly: params.get('restrict') === 'true',
    sort: field && !isReset ? `${field.toLowerCase()}:${params.get('sortOrder')?.toLowerCase() === 'desc' ? 'desc' : 'asc'}` : undefined,
    start: Math.max(1, Math.floor(Number(params.get('start'))) || 1),
  };
}

/** The time from which changes count, rounded to the hour so that the same search has the same name in the cache. */
export function sinceMs(since: Since | undefined, nowMs: number): number | undefined {
  if (!since) return undefined;
  const hour = 3_600_000;
  return Math.floor(nowMs / hour) * hour - DAYS[since] * 24 * hour;
}
