// Everything that a closed organisation has goes for good.
import { fail } from '@graticule/contract/errors';
import type { Portal } from '../platform/context.ts';
import { someItemsOfOrganisation, unprotectItemsOf } from './joining.store.ts';
import { purgeAll } from './purge.ts';

/**
 * Deletes all items of an organisation, protected ones and the recycle bin included. What another item keeps goes once that is gone.
 * @throws INVALID_REQUEST when something of another organisation keeps an item
 */
export async function purgeOrganisation(portal: Portal, orgId: string, progress: (done: number) => Promise<void>): Promise<void> {
  await unprotectItemsOf(portal.db, orgId);
  const left = async (): Promise<boolean> => (await someItemsOfOrganisation(portal.db, orgId, 1, [])).length > 0;
  while (await left()) {
    const gone = await purgeAll(portal, (limit, except) => someItemsOfOrganisation(portal.db, orgId, limit, except), progress);
    if (gone === 0) throw fail('INVALID_REQUEST', { values: ['Items of this organisation are kept by items of others.'] });
  }
}
