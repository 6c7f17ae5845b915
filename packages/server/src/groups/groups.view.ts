// Group rows as clients see them.
import type { Group } from '@graticule/contract/community/group';
import type { GroupRow, StoredMemberType } from '../schema/groups.ts';

/** A group with what the caller is in it. */
export type GroupWithMembership = GroupRow & { member_type: StoredMemberType | null; applications: number };

/** A group for the wire; `username` is the caller's, absent for strangers. */
export function groupView(row: GroupWithMembership, username: string | null): Group {
  return {
    id: row.id,
    title: row.title,
    owner: row.owner,
    isInvitationOnly: row.invitation_only,
    isViewOnly: row.view_only,
    isFav: row.favourites,
    autoJoin: row.auto_join,
    protected: row.protected,
    isOpenData: false,
    isReadOnly: false,
    hiddenMembers: row.hidden_members,
    leavingDisallowed: row.leaving_disallowed,
    description: row.description,
    snippet: row.snippet,
    phone: row.phone,
    thumbnail: row.thumbnail_name,
    sortField: row.sort_field,
    sortOrder: row.sort_order,
    tags: row.tags,
    typeKeywords: row.type_keywords,
    capabilities: row.capabilities,
    membershipAccess: row.membership_access,
    access: row.access,
    orgId: row.org_id ?? '',
    created: row.created.getTime(),
    modified: row.modified.getTime(),
    displaySettings: { itemTypes: typeof row.display_settings?.itemTypes === 'string' ? row.display_settings.itemTypes : '' },
    properties: row.properties,
    notificationsEnabled: false,
    ...(username === null ? {} : { userMembership: { username, memberType: row.member_type ?? 'none', applications: row.applications } }),
  };
}
