// Handing over every group of a person at once.
import { PortalError } from '@graticule/contract/errors';
import type { Portal } from '../platform/context.ts';
import { groupsOwnedBy } from './groups.store.ts';
import { reassignGroup } from './groups.ts';

/**
 * Gives all groups of a person but the favourites to another. Who calls has checked the right over all of them.
 * Groups whose title the new owner has already stay.
 */
export async function reassignGroupsOf(
  portal: Portal,
  owner: string,
  targetUsername: string,
): Promise<{ moved: number; left: { id: string; error: PortalError }[] }> {
  const left: { id: string; error: PortalError }[] = [];
  const groups = await groupsOwnedBy(portal.db, owner);
  for (const group of groups) {
    try {
      await reassignGroup(portal, group, targetUsername);
    } catch (error) {
      if (!(error instanceof PortalError) || error.status >= 500) throw error;
      left.push({ id: group.id, error });
    }
  }
  return { moved: groups.length - left.length, left };
}
