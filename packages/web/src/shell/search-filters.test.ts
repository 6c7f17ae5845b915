// Which filter of the search box an address preselects.
import { expect, test } from 'vitest';
import { preselectedFilter } from './search-filters.ts';

const at = (pathname: string, query = '') => preselectedFilter(pathname, new URLSearchParams(query));

test('CO-021 t comes first, then focus, then the page', () => {
  expect(at('/home/search.html', 't=groups&focus=maps')).toBe('groups');
  expect(at('/home/group.html', 'focus=maps')).toBe('maps');
  expect(at('/home/group.html', 'id=1')).toBe('this-group');
  expect(at('/home/groups.html')).toBe('groups');
  expect(at('/home/index.html', 'focus=nonsense')).toBe('all');
});
