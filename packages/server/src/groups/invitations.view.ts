// Invitation to a group → its wire form.
import type { GroupInvitation } from '@graticule/contract/community/groups';
import { groupView } from './groups.view.ts';
import type { InvitationRow, InvitationWithGroup } from './invitations.ts';

/** An invitation as managers of the group see it. */
export function invitationView(row: InvitationRow): GroupInvitation {
  return {
    id: row.id,
    targetType: 'group',
    targetId: row.group_id,
    groupId: row.group_id,
    username: row.username,
    fromUsername: { username: row.invited_by, fullName: row.invited_by_name },
    role: row.member_type === 'admin' ? 'group_admin' : 'group_member',
    type: 'user',
    mustApprove: false,
    accepted: row.state === 'accepted',
    received: row.created.getTime(),
    created: row.created.getTime(),
    expiration: row.expires.getTime(),
  };
}

/** The same with the group, for the person invited. */
export function invitationWithGroupView({ invitation, group }: InvitationWithGroup, username: string | null): GroupInvitation {
  return { ...invitationView(invitation), ...(group === undefined ? {} : { group: groupView(group, username) }) };
}
