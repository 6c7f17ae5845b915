// Endpoints that search items, groups and people.
import { searchGroupContent, searchGroupItems } from '@graticule/contract/content/group-content';
import type { Item } from '@graticule/contract/content/item';
import { fail } from '@graticule/contract/errors';
import { pageReply } from '@graticule/contract/paging';
import { wireRole } from '@graticule/contract/privileges';
import {
  type PublicUser,
  type SearchReply,
  searchGroups,
  searchItems,
  searchPortalUsers,
  searchUserContent,
  searchUsers,
  suggest,
} from '@graticule/contract/search';
import { itemView, requirePerson } from '../content/index.ts';
import { groupView, requireGroup } from '../groups/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { HttpFacts } from '../platform/http/request.ts';
import type { Routes } from '../platform/http/routes.ts';
import { findGroups } from './groups.ts';
import { type FoundItems, findItems, type SearchInput } from './items.ts';
import { findPeople, type PersonRow } from './people.ts';
import { suggestTitles } from './suggestions.ts';

/** Binds the endpoints of this file. */
export function searchRoutes(routes: Routes): void {
  routes
    .bind(searchItems)
    .to(async (portal, caller, input, http) => itemsReply(await findItems(portal, caller, withCategories(input, http)), caller.baseUrl), {
      early: true,
    });
  for (const endpoint of [searchGroupContent, searchGroupItems]) {
    routes.bind(endpoint).to(async (portal, caller, input, http) => {
      const group = await requireGroup(portal, caller, input.id);
      return itemsReply(await findItems(portal, caller, withCategories(input, http), group.id), caller.baseUrl);
    });
  }
  routes.bind(searchUserContent).to(async (portal, caller, input, http) => {
    const person = await requirePerson(portal, caller, input.username, 'portal:admin:viewItems');
    const search = { ...withCategories(input, http), filter: `owner:"${person.username}"` };
    return itemsReply(await findItems(portal, caller, search), caller.baseUrl, true);
  });
  routes.bind(searchGroups).to(async (portal, caller, input) => {
    const { query, page, rows, total } = await findGroups(portal, caller, input);
    return { query, ...pageReply(page, rows.length, total), results: rows.map((row) => groupView(row, caller.username)) };
  });
  routes.bind(searchUsers).to(async (portal, caller, input) => {
    const { query, page, rows, total } = await findPeople(portal, caller, input);
    return { query, ...pageReply(page, rows.length, total), results: rows.map((row) => personView(row, caller)) };
  });
  routes.bind(searchPortalUsers).to(async (portal, caller, input) => {
    const own = caller.orgId ?? '';
    if (input.portal.toLowerCase() !== 'self' && input.portal !== own) throw fail('FORBIDDEN');
    const { query, page, rows, total } = await findPeople(portal, caller, { ...input, orgId: own });
    return { query, ...pageReply(page, rows.length, total), results: rows.map((row) => personView(row, caller)) };
  });
  routes
    .bind(suggest)
    .to(async (portal, caller, input) => ({ suggestions: await suggestTitles(portal, caller, input.text, input.num) }), { early: true });
}

function withCategories(input: Omit<SearchInput, 'categories'> & { categories?: string }, http: HttpFacts): SearchInput {
  return { ...input, categories: http.repeated('categories').filter((value) => value.trim() !== '') };
}

function itemsReply(found: FoundItems, baseUrl: string, forManager = false): SearchReply<Item> {
  const { query, page, rows, total, counts, countedAmong, nextCursor } = found;
  const aggregations = { total: { count: total, name: 'total' as const }, counts: counts ?? [] };
  return {
    query,
    ...pageReply(page, rows.length, total),
    // Pages by cursor go on by cursor only.
    ...('nextCursor' in found ? { nextStart: -1 } : {}),
    ...(nextCursor === undefined ? {} : { nextCursor }),
    ...(found.isCapped ? { totalIsLowerBound: true as const } : {}),
    results: rows.map((row) => itemView(row, baseUrl, { forManager })),
    ...(counts === undefined ? {} : { aggregations: countedAmong === undefined ? aggregations : { ...aggregations, countedAmong } }),
  };
}

/** Public facts only; role and organisation for members of the same organisation. */
function personView(row: PersonRow, caller: Caller): PublicUser {
  return {
    username: row.username,
    id: row.username,
    fullName: row.full_name,
    firstName: row.first_name,
    lastName: row.last_name,
    description: row.description,
    tags: row.tags,
    culture: row.culture,
    region: row.region,
    units: row.units,
    // The stored value is a key of the file store; the name is the same for everybody.
    thumbnail: row.thumbnail === null ? null : 'thumbnail.png',
    access: row.access,
    created: row.created.getTime(),
    modified: row.modified.getTime(),
    provider: row.provider,
    ...(caller.orgId !== null && caller.orgId === row.org_id ? { orgId: row.org_id, ...wireRole(row.role) } : {}),
  };
}
