// Endpoints of the recycle bin.
import {
  canRestoreItem,
  emptyRecycleBin,
  restoreItem as restoreEndpoint,
  restoreItems as restoreItemsEndpoint,
} from '@graticule/contract/content/recycle-bin';
import type { Routes } from '../platform/http/routes.ts';
import { requirePerson } from './items.ts';
import { canRestore, emptyBin, restoreItem, restoreItems } from './recycle-bin.ts';

/** Binds the endpoints of this file. */
export function recycleBinRoutes(routes: Routes): void {
  routes.bind(restoreEndpoint).to(async (portal, caller, input) => {
    await restoreItem(portal, caller, input);
    return { success: true, itemId: input.id };
  });
  routes.bind(canRestoreItem).to((portal, caller, input) => canRestore(portal, caller, input));
  routes.bind(restoreItemsEndpoint).to(async (portal, caller, input) => ({ results: await restoreItems(portal, caller, input) }));
  routes.bind(emptyRecycleBin).to(async (portal, caller, input) => {
    const person = await requirePerson(portal, caller, input.username, 'portal:admin:deleteItems');
    return { success: true, deleted: await emptyBin(portal, person.username) };
  });
}
