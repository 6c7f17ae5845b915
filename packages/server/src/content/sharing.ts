// Sharing items with everyone, the organisation and groups, and taking them out of groups.

import { fail } from '@graticule/contract/errors';
import { organisationOf } from '../organisation/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import type { Db } from '../platform/db/database.ts';
import type { ItemWithRight } from '../schema/content.ts';
import { isId } from './items.rules.ts';
import { itemShared } from './lifecycle.ts';
import { type AccessRequest, mayGiveAccess, mayShareWithGroup, mayUnshare, requestedAccess } from './sharing.rules.ts';
import { deleteAllShares, deleteShares, emptyGroup, finishSharing, insertShares, type ShareTarget, shareTargets } from './sharing.store.ts';

/** What a client sends. An empty list of groups together with both flags false takes the item out of all groups. */
export interface ShareInput extends AccessRequest {
  groups?: string[];
  confirmItemControl?: boolean;
}

const MAX_GROUPS = 100;

/**
 * Shares an item; groups that may not be used are returned.
 * @throws FORBIDDEN when the access may not be given, or when nothing at all was allowed
 */
export async function shareItem(portal: Portal, caller: Caller, item: ItemWithRight, input: ShareInput): Promise<string[]> {
  const access = requestedAccess(input);
  const wanted = [...new Set(input.groups ?? [])];
  if (wanted.length > MAX_GROUPS) throw fail('INVALID_PARAMETER', { values: ['groups', `may name at most ${MAX_GROUPS} groups`] });
  if (access !== undefined && !(await accessAllowed(portal, caller, item, access))) throw fail('FORBIDDEN');
  const targets = await targetsOf(portal.db, caller, wanted);
  const allowed = wanted.filter((id) => {
    const group = targets.get(id);
    return group !== undefined && mayShareWithGroup(caller, item, group, input.confirmItemControl === true);
  });
  if (access === undefined && allowed.length === 0 && wanted.length > 0 && wanted.every((id) => targets.has(id))) throw fail('FORBIDDEN');
  // Whoever only sees the item may repeat that it is private, but not take it out of the groups of others.
  const leavesGroups =
    access === 'private' && input.groups !== undefined && wanted.length === 0 && mayGiveAccess(caller, item, access, true);
  if (allowed.length === 0 && !leavesGroups && (access ?? item.access) === item.access) return wanted;
  await portal.db.transaction().execute(async (db) => {
    if (leavesGroups) await deleteAllShares(db, item.id);
    await insertShares(db, item.id, allowed, caller.username ?? '');
    await finishSharing(db, item.id, access);
    await itemShared(portal, db, item.id);
  });
  return wanted.filter((id) => !allowed.includes(id));
}

/** A change to what the item has already is no change and needs no privilege. */
async function accessAllowed(portal: Portal, caller: Caller, item: ItemWithRight, access: 'private' | 'org' | 'public'): Promise<boolean> {
  if (access === item.access && item.owner !== caller.username && access === 'private') return true;
  const organisation = await organisationOf(portal, caller);
  return mayGiveAccess(caller, item, access, organisation.settings.canSharePublic !== false);
}

/** Takes an item out of groups; groups that it stays in are returned. */
export async function unshareItem(portal: Portal, caller: Caller, item: ItemWithRight, groups: readonly string[]): Promise<string[]> {
  const wanted = [...new Set(groups)];
  if (wanted.length > MAX_GROUPS) throw fail('INVALID_PARAMETER', { values: ['groups', `may name at most ${MAX_GROUPS} groups`] });
  const targets = await targetsOf(portal.db, caller, wanted);
  const allowed = wanted.filter((id) => {
    const group = targets.get(id);
    return group !== undefined && mayUnshare(caller, item, group);
  });
  if (allowed.length === 0) return wanted;
  await portal.db.transaction().execute(async (db) => {
    await deleteShares(db, item.id, allowed);
    await finishSharing(db, item.id, undefined);
    await itemShared(portal, db, item.id);
  });
  return wanted.filter((id) => !allowed.includes(id));
}

async function targetsOf(db: Db, caller: Caller, ids: readonly string[]): Promise<Map<string, ShareTarget>> {
  const known = await shareTargets(db, caller.username ?? '', ids.filter(isId));
  return new Map(known.map((group) => [group.id, group]));
}

/** What content does when a group goes; the app hands it to the groups domain. */
export const groupContentLifecycle = {
  onDelete: (db: Db, groupId: string): Promise<void> => emptyGroup(db, groupId),
};
