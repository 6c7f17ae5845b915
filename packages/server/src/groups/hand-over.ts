// Handing over every group of a person at once, and deleting every group of an organisation.
import { PortalError } from '@graticule/contract/errors';
import type { Portal } from '../platform/context.ts';
import { groupsOwnedBy, someGroupsOf, unprotectGroups } from './groups.store.ts';
import { deleteGroup, reassignGroup } from './groups.ts';

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

/** Groups that are deleted between two looks. */
const BATCH = 50;

/** Deletes all groups of an organisation but the favourites, which go with their people; also protected ones. Who calls has checked the right. */
export async function deleteGroupsOfOrganisation(portal: Portal, orgId: string): Promise<void> {
  await unprotectGroups(portal.db, orgId);
  for (;;) {
    const groups = await someGroupsOf(portal.db, orgId, BATCH);
    for (const group of groups) await deleteGroup(portal, group);
    if (groups.length < BATCH) return;
  }
}
