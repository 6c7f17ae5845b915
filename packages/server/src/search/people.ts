// Searching people.
import { fail } from '@graticule/contract/errors';
import { isDescending, pageRequest } from '@graticule/contract/paging';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import { parseQuery } from './grammar.ts';
import type { Found, ListSearchInput } from './groups.ts';
import { type PersonRow, pageOfPeople } from './people.store.ts';
import { writeQuery } from './write-query.ts';

export type { PersonRow };

/** Searches people that the caller may see; with `orgId`, members of that organisation alone. */
export async function findPeople(portal: Portal, caller: Caller, input: ListSearchInput & { orgId?: string }): Promise<Found<PersonRow>> {
  const asked = input.q?.trim() ?? '';
  if (asked === '' && input.filter === undefined && input.orgId === undefined) throw fail('MISSING_PARAMETER', { values: ['q'] });
  const page = pageRequest(input);
  const sort = (input.sortField ?? 'username').trim().toLowerCase();
  if (sort !== 'username' && sort !== 'fullname' && sort !== 'created' && sort !== 'modified') {
    throw fail('INVALID_PARAMETER', { values: ['sortField', 'must be username, fullname, created or modified'] });
  }
  const parsed = asked === '' ? undefined : parseQuery(asked);
  const found = await pageOfPeople(portal.db, caller, {
    query: parsed?.tree,
    filter: input.filter === undefined ? undefined : parseQuery(input.filter).tree,
    orgId: input.orgId,
    sort,
    descending: isDescending(input.sortOrder, 'asc'),
    limit: page.num,
    offset: page.start - 1,
  });
  return { query: parsed?.repaired ? writeQuery(parsed.tree) : asked, page, ...found };
}
