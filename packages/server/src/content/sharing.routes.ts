// Endpoints of sharing.
import {
  shareItem as shareItemEndpoint,
  shareItems,
  shareUserItem,
  unshareItem as unshareItemEndpoint,
  unshareItems,
  unshareUserItem,
} from '@graticule/contract/content/sharing';
import { inFolder } from '@graticule/contract/content/user-items';
import type { Routes } from '../platform/http/routes.ts';
import { forEachItem, requireItem, requireUserItem } from './items.ts';
import { shareItem, unshareItem } from './sharing.ts';

/** Binds the endpoints of this file. */
export function sharingRoutes(routes: Routes): void {
  for (const endpoint of [shareUserItem, inFolder(shareUserItem)]) {
    routes.bind(endpoint).to(async (portal, caller, input) => {
      const item = await requireUserItem(portal, caller, input, 'share');
      return { notSharedWith: await shareItem(portal, caller, item, input), itemId: item.id };
    });
  }
  for (const endpoint of [unshareUserItem, inFolder(unshareUserItem)]) {
    routes.bind(endpoint).to(async (portal, caller, input) => {
      const item = await requireUserItem(portal, caller, input, 'read');
      return { notUnsharedFrom: await unshareItem(portal, caller, item, input.groups), itemId: item.id };
    });
  }
  routes.bind(shareItemEndpoint).to(async (portal, caller, input) => {
    const item = await requireItem(portal, caller, input.id);
    return { notSharedWith: await shareItem(portal, caller, item, input), itemId: item.id };
  });
  routes.bind(unshareItemEndpoint).to(async (portal, caller, input) => {
    const item = await requireItem(portal, caller, input.id);
    return { notUnsharedFrom: await unshareItem(portal, caller, item, input.groups), itemId: item.id };
  });
  routes.bind(shareItems).to(async (portal, caller, input) => ({
    results: await forEachItem(input.items, async (id) => {
      const item = await requireUserItem(portal, caller, { username: input.username, id }, 'share');
      return { notSharedWith: await shareItem(portal, caller, item, input) };
    }),
  }));
  routes.bind(unshareItems).to(async (portal, caller, input) => ({
    results: await forEachItem(input.items, async (id) => {
      const item = await requireUserItem(portal, caller, { username: input.username, id }, 'read');
      return { notUnsharedFrom: await unshareItem(portal, caller, item, input.groups) };
    }),
  }));
}
