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
import { PortalError } from '@graticule/contract/errors';
import type { Routes } from '../platform/http/routes.ts';
import { bulkResults, refuse, type Selection, selectItems } from './bulk.ts';
import { requireItem, requireUserItem } from './items.ts';
import { type SharingOutcome, shareEach, shareItem, unshareEach, unshareItem } from './sharing.ts';

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
  routes.bind(shareItems).to(async (portal, caller, input) => {
    const selection = await selectItems(portal, caller, input, 'share');
    const outcome = await shareEach(portal, caller, [...selection.items.values()], input);
    return { results: sharingResults(selection, outcome, (notSharedWith) => ({ notSharedWith })) };
  });
  routes.bind(unshareItems).to(async (portal, caller, input) => {
    const selection = await selectItems(portal, caller, input, 'read');
    const outcome = await unshareEach(portal, caller, [...selection.items.values()], input.groups);
    return { results: sharingResults(selection, outcome, (notUnsharedFrom) => ({ notUnsharedFrom })) };
  });
}

function sharingResults<R extends object>(selection: Selection, outcome: SharingOutcome, view: (left: string[]) => R) {
  for (const [id, result] of outcome) if (result instanceof PortalError) refuse(selection, id, result);
  return bulkResults(selection, (id) => {
    const result = outcome.get(id);
    return view(Array.isArray(result) ? result : []);
  });
}
