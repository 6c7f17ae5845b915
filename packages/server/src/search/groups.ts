// Searching groups, and suggestions while typing.
import { fail } from '@graticule/contract/errors';
import { isDescending, type PageRequest, pageRequest } from '@graticule/contract/paging';
import type { Suggestion } from '@graticule/contract/search';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import type { GroupForCaller } from '../schema/groups.ts';
import { parseQuery } from './grammar.ts';
import { type GroupSearch, pageOfGroups, suggestedGroups } from './groups.store.ts';
import { similarItems, suggestedItems } from './items.store.ts';
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

/** Titles of items and groups that begin with or resemble what was typed so far. */
export async function suggestTitles(portal: Portal, caller: Caller, text: string, num: number | undefined): Promise<Suggestion[]> {
  const limit = Math.min(20, Math.max(1, num ?? 8));
  const typed = text.slice(0, 200);
  let items = await suggestedItems(portal.db, caller, typed, limit);
  const groups = await suggestedGroups(portal.db, caller, typed, Math.min(3, limit));
  if (items.length + groups.length === 0) items = await similarItems(portal.db, caller, typed, limit);
  return [
    ...items.slice(0, limit - groups.length).map((row): Suggestion => ({ kind: 'item', ...row })),
    ...groups.map((row): Suggestion => ({ kind: 'group', type: 'Group', ...row })),
  ];
}
