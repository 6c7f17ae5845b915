// How a sort of the content list is written into the address.
import type { SortField } from './content-query.ts';

/** Times and figures begin with the greatest. */
export function isNewestFirst(field: SortField): boolean {
  return field !== 'title' && field !== 'type' && field !== 'access';
}

/** What a sort changes in the address; the usual one is not written. */
export function sortChange(sortField: SortField, isDescending: boolean): Record<string, string | undefined> {
  if (sortField === 'modified' && isDescending) return { sortField: undefined, sortOrder: undefined };
  return { sortField, sortOrder: isDescending ? 'desc' : 'asc' };
}
