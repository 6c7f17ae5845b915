// Sharing items with everyone, the organisation and groups, and taking them out of groups.
import { fail, PortalError } from '@graticule/contract/errors';
import { organisationOf } from '../organisation/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import type { Db } from '../platform/db/database.ts';
import type { ItemWithRight } from '../schema/content.ts';
import { isId } from './items.rules.ts';
import { itemShared } from './lifecycle.ts';
import { type AccessRequest, mayGiveAccess, mayShareWithGroup, mayUnshare, requestedAccess } from './sharing.rules.ts';
import {
  deleteAllShares,
  deleteShares,
  finishSharing,
  insertShares,
  lockItems,
  type ShareTarget,
  sharesOf,
  shareTargets,
  takeSomeOut,
} from './sharing.store.ts';

/** What a client sends. An empty list of groups together with both flags false takes the item out of all groups. */
export interface ShareInput extends AccessRequest {
  groups?: string[];
  confirmItemControl?: boolean;
}

const MAX_GROUPS = 100;

/** For each item the groups that it was not shared with, or was not taken out of; or why nothing was done. */
export type SharingOutcome = Map<string, string[] | PortalError>;

/**
 * Shares an item; groups that may not be used are returned.
 * @throws FORBIDDEN when the access may not be given, or when nothing at all was allowed
 */
export async function shareItem(portal: Portal, caller: Caller, item: ItemWithRight, input: ShareInput): Promise<string[]> {
  return only(await shareEach(portal, caller, [item], input), item);
}

/** Takes an item out of groups; groups that it stays in are returned. */
export async function unshareItem(portal: Portal, caller: Caller, item: ItemWithRight, groups: readonly string[]): Promise<string[]> {
  return only(await unshareEach(portal, caller, [item], groups), item);
}

function only(outcome: SharingOutcome, item: ItemWithRight): string[] {
  const result = outcome.get(item.id) ?? [];
  if (result instanceof PortalError) throw result;
  return result;
}

/** What is written for an item that may be shared. */
interface Decision {
  id: string;
  groups: string[];
  leavesGroups: boolean;
}

/** Shares items: each is decided by itself, all are written together. */
export async function shareEach(
  portal: Portal,
  caller: Caller,
  items: readonly ItemWithRight[],
  input: ShareInput,
): Promise<SharingOutcome> {
  const access = requestedAccess(input);
  const wanted = wantedGroups(input.groups ?? []);
  const targets = await targetsOf(portal.db, caller, wanted);
  const canSharePublic = (await organisationOf(portal, caller)).settings.canSharePublic !== false;
  const outcome: SharingOutcome = new Map();
  const decisions: Decision[] = [];
  for (const item of items) {
    const known = wanted.flatMap((id) => targets.get(id) ?? []);
    const allowed = known.filter((group) => mayShareWithGroup(caller, item, group, input.confirmItemControl === true)).map(({ id }) => id);
    const refusesAll = access === undefined && allowed.length === 0 && wanted.length > 0 && known.length === wanted.length;
    if (refusesAll || (access !== undefined && !isAccessAllowed(caller, item, access, canSharePublic))) {
      outcome.set(item.id, fail('FORBIDDEN'));
      continue;
    }
    // Whoever only sees the item may repeat that it is private, but not take it out of the groups of others.
    const leavesGroups =
      access === 'private' && input.groups !== undefined && wanted.length === 0 && mayGiveAccess(caller, item, access, true);
    if (allowed.length > 0 || leavesGroups || (access ?? item.access) !== item.access) {
      decisions.push({ id: item.id, groups: allowed, leavesGroups });
    }
    outcome.set(
      item.id,
      wanted.filter((id) => !allowed.includes(id)),
    );
  }
  if (decisions.length > 0) {
    await portal.db.transaction().execute(async (db) => {
      await lockItems(db, idsOf(decisions));
      await deleteAllShares(db, idsOf(decisions.filter((each) => each.leavesGroups)));
      for (const [groups, ids] of byGroups(decisions)) await insertShares(db, ids, groups, caller.username ?? '');
      await finishSharing(db, idsOf(decisions), access);
      for (const { id } of decisions) await itemShared(portal, db, id);
    });
  }
  return outcome;
}

/** Takes items out of groups: each is decided by itself, all are written together. */
export async function unshareEach(
  portal: Portal,
  caller: Caller,
  items: readonly ItemWithRight[],
  groups: readonly string[],
): Promise<SharingOutcome> {
  const wanted = wantedGroups(groups);
  const targets = await targetsOf(portal.db, caller, wanted);
  const outcome: SharingOutcome = new Map();
  const decisions: Decision[] = [];
  for (const item of items) {
    const allowed = wanted.flatMap((id) => targets.get(id) ?? []).filter((group) => mayUnshare(caller, item, group));
    if (allowed.length > 0) decisions.push({ id: item.id, groups: allowed.map(({ id }) => id), leavesGroups: false });
    outcome.set(
      item.id,
      wanted.filter((id) => !allowed.some((group) => group.id === id)),
    );
  }
  if (decisions.length > 0) {
    await portal.db.transaction().execute(async (db) => {
      await lockItems(db, idsOf(decisions));
      for (const [from, ids] of byGroups(decisions)) await deleteShares(db, ids, from);
      await finishSharing(db, idsOf(decisions), undefined);
      for (const { id } of decisions) await itemShared(portal, db, id);
    });
  }
  return outcome;
}

function wantedGroups(groups: readonly string[]): string[] {
  const wanted = [...new Set(groups)];
  if (wanted.length > MAX_GROUPS) throw fail('INVALID_PARAMETER', { values: ['groups', `may name at most ${MAX_GROUPS} groups`] });
  return wanted;
}

function idsOf(decisions: readonly Decision[]): string[] {
  return decisions.map(({ id }) => id);
}

/** Items with the same groups are written by one statement. */
function byGroups(decisions: readonly Decision[]): [string[], string[]][] {
  const sets = new Map<string, [string[], string[]]>();
  for (const { id, groups } of decisions) {
    const key = groups.join();
    const set = sets.get(key) ?? [groups, []];
    set[1].push(id);
    sets.set(key, set);
  }
  return [...sets.values()];
}

/** A change to what the item has already is no change and needs no privilege. */
function isAccessAllowed(caller: Caller, item: ItemWithRight, access: 'private' | 'org' | 'public', canSharePublic: boolean): boolean {
  if (access === item.access && item.owner !== caller.username && access === 'private') return true;
  return mayGiveAccess(caller, item, access, canSharePublic);
}

async function targetsOf(db: Db, caller: Caller, ids: readonly string[]): Promise<Map<string, ShareTarget>> {
  const known = await shareTargets(db, caller.username ?? '', ids.filter(isId));
  return new Map(known.map((group) => [group.id, group]));
}

/** Items that leave a group together. */
const GROUP_BATCH = 500;

/** What content does when a group goes; the app hands it to the groups domain. */
export const groupContentLifecycle = {
  /** Batch by batch, down to what the transaction of the deletion can take along. */
  beforeDelete: async (portal: Portal, groupId: string): Promise<void> => {
    for (let left = await sharesOf(portal.db, groupId); left > GROUP_BATCH; left -= GROUP_BATCH)
      await portal.db.transaction().execute((db) => takeSomeOut(db, groupId, GROUP_BATCH));
  },
  onDelete: async (db: Db, groupId: string): Promise<void> => {
    while ((await takeSomeOut(db, groupId, GROUP_BATCH)) > 0);
  },
};
