// Endpoints that join groups and items.
import type { Group } from '@graticule/contract/community/group';
import { getFavorites, getFeaturedItems, getGroupContent, setFeaturedItems } from '@graticule/contract/content/group-content';
import { getItemGroups } from '@graticule/contract/content/items';
import { pageReply } from '@graticule/contract/paging';
import { groupView, isGroupManager } from '../groups/index.ts';
import type { Routes } from '../platform/http/routes.ts';
import { featureItems, findGroupsOfItem, listFavourites, listFeatured, listGroupContent } from './group-content.ts';
import { itemView } from './items.view.ts';

/** Binds the endpoints of this file. */
export function groupContentRoutes(routes: Routes): void {
  routes.bind(getGroupContent).to(async (portal, caller, input) => {
    const { page, rows, total } = await listGroupContent(portal, caller, input);
    return { ...pageReply(page, rows.length, total), items: rows.map((row) => itemView(row, caller.baseUrl)) };
  });
  routes.bind(getFavorites).to(async (portal, caller, input) => {
    const { page, rows, total } = await listFavourites(portal, caller, input);
    return { ...pageReply(page, rows.length, total), items: rows.map((row) => itemView(row, caller.baseUrl)) };
  });
  routes.bind(getFeaturedItems).to(async (portal, caller, input) => ({
    items: (await listFeatured(portal, caller, input.id)).map((row) => itemView(row, caller.baseUrl)),
  }));
  routes.bind(setFeaturedItems).to(async (portal, caller, input) => ({
    success: true,
    groupId: input.id,
    notFeatured: await featureItems(portal, caller, input.id, input.items ?? []),
  }));
  routes.bind(getItemGroups).to(async (portal, caller, input) => {
    const reply: { admin: Group[]; member: Group[]; other: Group[] } = { admin: [], member: [], other: [] };
    for (const group of await findGroupsOfItem(portal, caller, input.id)) {
      const kind = isGroupManager(group) ? 'admin' : group.member_type === 'member' ? 'member' : 'other';
      reply[kind].push(groupView(group, caller.username));
    }
    return reply;
  });
}
