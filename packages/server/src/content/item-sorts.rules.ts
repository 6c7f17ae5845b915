// Sorting of item lists: what may be asked for.
import { fail } from '@graticule/contract/errors';
import { isDescending } from '@graticule/contract/paging';
import type { ItemSortKey } from '../schema/content.ts';

/** Columns that items can be sorted by, by the lower-case name on the wire. */
const ITEM_SORTS = {
  title: 'title',
  owner: 'owner',
  type: 'type',
  access: 'access',
  size: 'data_bytes',
  avgrating: 'avg_rating',
  numratings: 'num_ratings',
  numcomments: 'num_comments',
  numviews: 'num_views',
  scorecompleteness: 'score_completeness',
  created: 'created',
  modified: 'modified',
  uploaded: 'uploaded',
} as const satisfies Record<string, ItemSortKey['column']>;

/**
 * Sort keys of items; up to three names.
 * @throws INVALID_PARAMETER for an unknown name
 */
export function itemSortKeys(
  sortField: string | undefined,
  sortOrder: string | undefined,
  fallback?: { field: string; order: 'asc' | 'desc' },
): ItemSortKey[] {
  const names = (sortField ?? fallback?.field ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  if (names.length > 3) throw fail('INVALID_PARAMETER', { values: ['sortField', 'may name at most three fields'] });
  const descending = isDescending(sortOrder, sortField === undefined ? (fallback?.order ?? 'asc') : 'asc');
  return names.map((name) => {
    const column = Object.hasOwn(ITEM_SORTS, name) ? ITEM_SORTS[name as keyof typeof ITEM_SORTS] : undefined;
    if (column === undefined) throw fail('INVALID_PARAMETER', { values: ['sortField', 'is not a field to sort by'] });
    return { column, descending };
  });
}
