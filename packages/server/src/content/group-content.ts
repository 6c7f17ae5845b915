// Items of a group, and groups of an item.
import { type PageRequest, pageRequest } from '@graticule/contract/paging';
import { type GroupForCaller, requireGroup } from '../groups/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
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

/** Groups an item is shared with that the caller may see. */
export async function findGroupsOfItem(portal: Portal, caller: Caller, itemId: string): Promise<GroupForCaller[]> {
  const item = await requireItem(portal, caller, itemId);
  return groupsOfItem(portal.db, caller, item.id);
}
