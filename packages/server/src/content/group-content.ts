// Items of a group, and groups of an item.
import { MAX_FEATURED } from '@graticule/contract/content/group-content';
import { fail } from '@graticule/contract/errors';
import { type PageRequest, pageRequest } from '@graticule/contract/paging';
import { type GroupForCaller, requireGroup } from '../groups/index.ts';
import { accountByName } from '../identity/index.ts';
import { requireSelf } from '../notifications/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import type { ItemRow } from '../schema/content.ts';
import { featurable, featuredIn, hiddenFeatured, replaceFeatured } from './featured.store.ts';
import { groupsOfItem } from './group-content.store.ts';
import { itemSortKeys } from './item-sorts.rules.ts';
import { requireItem } from './items.ts';
import { type ItemPage, itemsOfGroup } from './user-content.store.ts';

/** A page of the items shared with a group that the caller may see. @throws GROUP_NOT_FOUND, FORBIDDEN */
export async function listGroupContent(
  portal: Portal,
  caller: Caller,
  input: { id: string; start?: number; num?: number; sortField?: string; sortOrder?: string },
): Promise<ItemPage & { page: PageRequest }> {
  const group = await requireGroup(portal, caller, input.id);
  const page = pageRequest(input, 100);
  const sort = itemSortKeys(input.sortField, input.sortOrder, { field: 'modified', order: 'desc' });
  return { page, ...(await itemsOfGroup(portal.db, caller, group.id, { sort, limit: page.num, offset: page.start - 1 })) };
}

/** A page of the caller's favourites. @throws FORBIDDEN for those of others */
export async function listFavourites(
  portal: Portal,
  caller: Caller,
  input: { username: string; start?: number; num?: number; sortField?: string; sortOrder?: string },
): Promise<ItemPage & { page: PageRequest }> {
  const account = await accountByName(portal.db, requireSelf(caller, input.username));
  return listGroupContent(portal, caller, { ...input, id: account?.fav_group_id ?? '' });
}

/** Groups an item is shared with that the caller may see. */
export async function findGroupsOfItem(portal: Portal, caller: Caller, itemId: string): Promise<GroupForCaller[]> {
  const item = await requireItem(portal, caller, itemId);
  return groupsOfItem(portal.db, caller, item.id);
}

/** What a group shows first. @throws GROUP_NOT_FOUND, FORBIDDEN */
export async function listFeatured(portal: Portal, caller: Caller, groupId: string): Promise<ItemRow[]> {
  const group = await requireGroup(portal, caller, groupId);
  return featuredIn(portal.db, caller, group.id);
}

/**
 * Chooses what a group shows first. What others featured and the caller cannot see stays, after the rest.
 * @returns ids that are not shared with the group, as far as the caller may see
 * @throws GROUP_NOT_FOUND, FORBIDDEN for all but managers and administrators, INVALID_PARAMETER for too many
 */
export async function featureItems(portal: Portal, caller: Caller, groupId: string, items: readonly string[]): Promise<string[]> {
  const group = await requireGroup(portal, caller, groupId, 'manage');
  const wanted = [...new Set(items)];
  if (wanted.length > MAX_FEATURED) throw fail('INVALID_PARAMETER', { values: ['items', `may name at most ${MAX_FEATURED}`] });
  return portal.db.transaction().execute(async (db) => {
    const kept = await hiddenFeatured(db, caller, group.id);
    const known = await featurable(db, caller, group.id, wanted);
    await replaceFeatured(db, group.id, [...wanted.filter((id) => known.has(id)), ...kept]);
    return wanted.filter((id) => !known.has(id));
  });
}
