// Whether this person is invited to a group.
import type { Group } from '@graticule/contract/community/group';
import type { GroupInvitation } from '@graticule/contract/community/groups';
import { getUserInvitations, type OpenInvitation } from '@graticule/contract/community/notifications';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { useSession } from '../../api/session.ts';

/** What is known of an invitation to one group. */
export interface OwnInvitation {
  invitation: GroupInvitation | undefined;
  /** The portal has answered, or nobody can be invited. */
  isKnown: boolean;
  username: string;
}

/** Asked for beside the group itself; no member has one. */
export function useOwnInvitation(group: Group | undefined): OwnInvitation {
  const username = useSession().user?.username ?? '';
  const { data, isPending } = useQuery({
    queryKey: keys.invitations(username),
    queryFn: () => call(getUserInvitations, { username }, { quiet: true }),
    enabled: username !== '',
  });
  const isMember = (group?.userMembership?.memberType ?? 'none') !== 'none';
  const invitation = group && !isMember ? data?.userInvitations.find((each) => isTo(each, group.id)) : undefined;
  return { invitation, isKnown: username === '' || isMember || !isPending, username };
}

function isTo(invitation: OpenInvitation, groupId: string): invitation is GroupInvitation {
  return 'groupId' in invitation && invitation.groupId === groupId;
}
