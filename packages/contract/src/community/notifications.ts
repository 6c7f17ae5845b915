// Endpoints of what a person is told: notifications and invitations.
import { endpoint } from '../endpoint.ts';
import { type Page, paging } from '../paging.ts';
import type { OrganisationInvitation } from '../portals/invitations.ts';
import type { GroupInvitation } from './groups.ts';

const base = '/sharing/rest/community/users/:username';

export type NotificationType =
  | 'group_join'
  | 'group_application'
  | 'group_application_accepted'
  | 'group_application_declined'
  | 'user_invite'
  | 'user_invitation_accepted'
  | 'user_invitation_declined'
  | 'password_requested'
  | 'listing_requested'
  | 'listing_granted'
  | 'listing_declined'
  | 'listing_ended'
  | 'message';

/** Something a person is told. */
export interface Notification {
  id: string;
  type: NotificationType;
  target: string;
  targetType: 'user';
  received: number;
  data: Record<string, unknown>;
}

export const getNotifications = endpoint<Page & { notifications: Notification[] }>()(`${base}/notifications`, paging, {
  needs: 'user',
  summary: "The caller's notifications, newest first",
});

export const getNotification = endpoint<Notification>()(
  `${base}/notifications/:notificationId`,
  {},
  { needs: 'user', summary: 'One notification' },
);

export const deleteNotification = endpoint<{ success: true; notificationId: string }>()(
  `${base}/notifications/:notificationId/delete`,
  {},
  { method: 'change', needs: 'user', summary: 'Deletes a notification' },
);

/** An invitation that a person has not answered: to a group or to an organisation. */
export type OpenInvitation = GroupInvitation | OrganisationInvitation;

export const getUserInvitations = endpoint<{ userInvitations: OpenInvitation[] }>()(
  `${base}/invitations`,
  {},
  { needs: 'user', summary: "The caller's open invitations" },
);

export const getUserInvitation = endpoint<OpenInvitation>()(
  `${base}/invitations/:invitationId`,
  {},
  { needs: 'user', summary: 'One invitation' },
);

export interface InvitationReply {
  success: true;
  username: string;
  id: string;
  /** Absent when the invitation was to an organisation. */
  groupId?: string;
}

export const acceptUserInvitation = endpoint<InvitationReply>()(
  `${base}/invitations/:invitationId/accept`,
  {},
  { method: 'change', needs: 'user', summary: 'Accepts an invitation' },
);

export const declineUserInvitation = endpoint<InvitationReply>()(
  `${base}/invitations/:invitationId/decline`,
  {},
  { method: 'change', needs: 'user', summary: 'Declines an invitation' },
);
