// Which sharing a caller may do. Pure decisions.
import type { Caller } from '../platform/caller.ts';
import { type ItemFacts, isAdminOf, isOwner } from './items.rules.ts';

/** What was asked for about everybody and the organisation. */
export interface AccessRequest {
  everyone?: boolean;
  org?: boolean;
}

/** The access that was asked for; undefined leaves it as it is. @source F8, CLI-13 */
export function requestedAccess(request: AccessRequest): 'private' | 'org' | 'public' | undefined {
  if (request.everyone === true) return 'public';
  if (request.org === true) return 'org';
  return request.everyone === undefined && request.org === undefined ? undefined : 'private';
}

/** Whether the caller may give the item this access. `canSharePublic` is the organisation's setting. */
export function mayGiveAccess(caller: Caller, item: ItemFacts, access: 'private' | 'org' | 'public', canSharePublic: boolean): boolean {
  const own = isOwner(caller, item);
  if (access === 'public') {
    if (!canSharePublic) return false;
    return (own && caller.privileges.has('portal:user:shareToPublic')) || isAdminOf(caller, item, 'portal:admin:shareToPublic');
  }
  if (access === 'org') {
    if (item.org_id === null) return false;
    return (own && caller.privileges.has('portal:user:shareToOrg')) || isAdminOf(caller, item, 'portal:admin:shareToOrg');
  }
  return own || isAdminOf(caller, item, 'portal:admin:shareToOrg') || isAdminOf(caller, item, 'portal:admin:shareToPublic');
}

/** A group with what the caller is in it. */
export interface TargetFacts {
  org_id: string | null;
  view_only: boolean;
  favourites: boolean;
  capabilities: readonly string[];
  member_type: 'owner' | 'admin' | 'member' | null;
}

/** Whether the caller may put the item into the group. */
export function mayShareWithGroup(
  caller: Caller,
  item: ItemFacts & { access: string },
  group: TargetFacts,
  confirmItemControl: boolean,
): boolean {
  if (group.favourites) return group.member_type === 'owner' && item.visible;
  const administers = isAdminOf(caller, item, 'portal:admin:shareToGroup');
  const contributes =
    group.member_type === 'owner' || group.member_type === 'admin' || (group.member_type === 'member' && !group.view_only);
  const own = isOwner(caller, item);
  if (administers && (contributes || group.org_id === caller.orgId)) return true;
  if (!contributes || !caller.privileges.has('portal:user:shareToGroup')) return false;
  if (group.capabilities.includes('updateitemcontrol')) return own && confirmItemControl;
  return own || (item.visible && item.access !== 'private');
}

/** Whether the caller may take the item out of the group. */
export function mayUnshare(caller: Caller, item: ItemFacts, group: TargetFacts): boolean {
  if (group.member_type === 'owner' || group.member_type === 'admin') return true;
  if (group.favourites) return false;
  return isOwner(caller, item) || isAdminOf(caller, item, 'portal:admin:shareToGroup');
}
