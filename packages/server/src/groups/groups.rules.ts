// Who may do what with a group. Pure decisions.
import type { MemberType } from '@graticule/contract/community/group';
import type { Privilege } from '@graticule/contract/privileges';
import type { Caller } from '../platform/caller.ts';

/** The facts of a group on which rights depend. */
export interface GroupFacts {
  owner: string;
  org_id: string | null;
  favourites: boolean;
  hidden_members: boolean;
  visible: boolean;
  /** What the caller is in the group. */
  member_type: Exclude<MemberType, 'none'> | null;
}

/** Something done to a group. */
export type GroupAction = 'read' | 'members' | 'update' | 'delete' | 'protect' | 'reassign' | 'manage' | 'addUsers';

/** Whether the caller holds an administrator's privilege over a group of its own organisation. */
export function administersGroup(caller: Caller, group: Pick<GroupFacts, 'org_id'>, privilege: Privilege): boolean {
  return caller.orgId !== null && caller.orgId === group.org_id && caller.privileges.has(privilege);
}

/** The owner and the managers of a group. */
export function isGroupManager(group: Pick<GroupFacts, 'member_type'>): boolean {
  return group.member_type === 'owner' || group.member_type === 'admin';
}

/** Whether the caller may do the action. @source ACC-7, E9 */
export function mayDoToGroup(caller: Caller, group: GroupFacts, action: GroupAction): boolean {
  if (action === 'read') return group.visible;
  if (action === 'members') {
    if (administersGroup(caller, group, 'portal:admin:viewGroups')) return true;
    return group.hidden_members ? isGroupManager(group) : group.member_type !== null;
  }
  // Favourites are managed by the portal alone.
  if (group.favourites) return false;
  switch (action) {
    case 'update':
    case 'protect':
      return isGroupManager(group) || administersGroup(caller, group, 'portal:admin:updateGroups');
    case 'delete':
      return group.member_type === 'owner' || administersGroup(caller, group, 'portal:admin:deleteGroups');
    case 'reassign':
      return group.member_type === 'owner' || administersGroup(caller, group, 'portal:admin:reassignGroups');
    case 'addUsers':
      return isGroupManager(group) || administersGroup(caller, group, 'portal:admin:assignToGroups');
    default:
      return isGroupManager(group) || administersGroup(caller, group, 'portal:admin:updateGroups');
  }
}

/** The privilege that is needed to give a group this access; none for private ones. */
export function accessPrivilege(access: 'private' | 'org' | 'public'): Privilege | undefined {
  if (access === 'org') return 'portal:user:shareGroupToOrg';
  return access === 'public' ? 'portal:user:shareGroupToPublic' : undefined;
}

/** What asking to join leads to. @source E9 join */
export function joiningLeadsTo(
  caller: Caller,
  group: Pick<GroupFacts, 'member_type' | 'org_id' | 'favourites'> & { invitation_only: boolean; auto_join: boolean },
): 'member' | 'application' | 'refused' | 'already' {
  if (group.member_type !== null) return 'already';
  const foreign = group.org_id !== caller.orgId;
  if (group.favourites || group.invitation_only || (foreign && !caller.privileges.has('portal:user:joinNonOrgGroup'))) return 'refused';
  return group.auto_join ? 'member' : 'application';
}

/** Whether an invitation may be accepted: joining needs its privilege, and another one for groups of other organisations. */
export function mayJoinInvited(caller: Caller, groupOrgId: string | null): boolean {
  return caller.privileges.has(groupOrgId === caller.orgId ? 'portal:user:joinGroup' : 'portal:user:joinNonOrgGroup');
}
