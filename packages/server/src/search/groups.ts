// Searching groups.
import { fail } from '@graticule/contract/errors';
import { isDescending, type PageRequest, pageRequest } from '@graticule/contract/paging';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import type { GroupForCaller } from '../schema/groups.ts';
import { parseQuery } from './grammar.ts';
import { type GroupSearch, pageOfGroups } from './groups.store.ts';
import { writeQuery } from './write-query.ts';

/** What a client asks for. */
export interface ListSearchInput {
  q?: string;
  filter?: string;
  start?: number;
  num?: number;
  sortField?: string;
  sortOrder?: string;
}

/** A page of what was found, with the query as understood. */
export interface Found<Row> {
  query: string;
  page: PageRequest;
  rows: Row[];
  total: number;
}

/** Searches groups that the caller may see. @source CO-163 sorts that groups do not have are dropped */
export async function findGroups(portal: Portal, caller: Caller, input: ListSearchInput): Promise<Found<GroupForCaller>> {
  const asked = input.q?.trim() ?? '';
  if (asked === '' && input.filter === undefined) throw fail('MISSING_PARAMETER', { values: ['q'] });
  const page = pageRequest(input);
  const parsed = asked === '' ? undefined : parseQuery(asked);
  const filter = input.filter === undefined ? undefined : parseQuery(input.filter).tree;
  const found = await pageOfGroups(portal.db, caller, {
    query: parsed?.tree,
    filter,
    sort: groupSort(input.sortField),
    descending: isDescending(input.sortOrder, 'asc'),
    limit: page.num,
    offset: page.start - 1,
  });
  return { query: parsed?.repaired ? writeQuery(parsed.tree) : asked, page, ...found };
}

function groupSort(field: string | undefined): GroupSearch['sort'] {
  const name = field?.trim().toLowerCase();
  return name === 'title' || name === 'owner' || name === 'created' || name === 'modified' ? name : undefined;
}
