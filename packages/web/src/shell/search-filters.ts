// The filters of the search box, and the query each stands for.
import type { MessageKey } from '@graticule/i18n/messages';

/** A filter of the search box. @source spec 3, search box */
export type SearchFilter = 'all' | 'maps' | 'layers' | 'apps' | 'scenes' | 'tools' | 'files' | 'this-group' | 'groups';

export const SEARCH_FILTERS: readonly SearchFilter[] = ['all', 'maps', 'layers', 'apps', 'scenes', 'tools', 'files', 'groups'];

export const FILTER_LABEL: Readonly<Record<SearchFilter, MessageKey>> = {
  all: 'shell.search.all',
  maps: 'shell.search.maps',
  layers: 'shell.search.layers',
  apps: 'shell.search.apps',
  scenes: 'shell.search.scenes',
  tools: 'shell.search.tools',
  files: 'shell.search.files',
  'this-group': 'shell.search.this-group',
  groups: 'shell.search.groups',
};

/** The filter that an address preselects: `t` first, then `focus`, then the page. */
export function preselectedFilter(pathname: string, params: URLSearchParams): SearchFilter {
  const t = params.get('t');
  if (t === 'groups') return 'groups';
  if (t === 'group') return 'this-group';
  const focus = params.get('focus');
  const known = SEARCH_FILTERS.find((each) => each === focus);
  if (known) return known;
  if (pathname.endsWith('/group.html')) return 'this-group';
  if (pathname.endsWith('/groups.html')) return 'groups';
  return 'all';
}
