// A kept search and the address of the search page.
import type { SavedSearch } from '@graticule/contract/community/saved-searches';
import { paths } from '../../paths.ts';

/** Where in the list somebody was, and a sort that was set back, are not part of a search. */
const PASSING = ['q', 'start', 'resetSort'];

/** What the page adds to the words; names that occur several times have lists. */
export function filtersOf(params: URLSearchParams): Record<string, string | string[]> {
  const filters: Record<string, string | string[]> = {};
  for (const name of new Set(params.keys())) {
    if (PASSING.includes(name)) continue;
    const values = params.getAll(name);
    filters[name] = values.length === 1 ? (values[0] ?? '') : values;
  }
  return filters;
}

/** The address that runs the search again; values that are no text are left out. */
export function addressOf({ query, filters }: Pick<SavedSearch, 'query' | 'filters'>): string {
  const params = new URLSearchParams();
  if (query) params.set('q', query);
  for (const [name, value] of Object.entries(filters)) {
    for (const each of Array.isArray(value) ? value : [value]) if (typeof each === 'string') params.append(name, each);
  }
  const text = params.toString();
  return text ? `${paths.search()}?${text}` : paths.search({ t: 'content' });
}
