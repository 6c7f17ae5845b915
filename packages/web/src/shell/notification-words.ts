// The message of each type of notification.
import type { Notification } from '@graticule/contract/community/notifications';
import type { MessageKey } from '@graticule/i18n/messages';
import type { Translate } from '@graticule/i18n/translator';
import { paths } from '../paths.ts';

const MESSAGES: Readonly<Record<string, MessageKey>> = {
  group_join: 'notifications.type.group_join',
  group_application: 'notifications.type.group_application',
  group_application_accepted: 'notifications.type.group_application_accepted',
  group_application_declined: 'notifications.type.group_application_declined',
  user_invite: 'notifications.type.user_invite',
  user_invitation_accepted: 'notifications.type.user_invitation_accepted',
  user_invitation_declined: 'notifications.type.user_invitation_declined',
  password_requested: 'notifications.type.password_requested',
  listing_requested: 'notifications.type.listing_requested',
  listing_granted: 'notifications.type.listing_granted',
  listing_declined: 'notifications.type.listing_declined',
  listing_ended: 'notifications.type.listing_ended',
};

/** What happened in a collaboration between organisations. @source CO-140 to CO-142 */
const COLLABORATION: Readonly<Record<string, MessageKey>> = {
  collaboration_workspace_added: 'notifications.type.collaboration.workspace_added',
  collaboration_workspace_deleted: 'notifications.type.collaboration.workspace_deleted',
  collaboration_join: 'notifications.type.collaboration.join',
  collaboration_participant_join: 'notifications.type.collaboration.participant_join',
  collaboration_participant_workspace_join: 'notifications.type.collaboration.participant_workspace_join',
  collaboration_participant_removed: 'notifications.type.collaboration.participant_removed',
  collaboration_peer_removed: 'notifications.type.collaboration.peer_removed',
  collaboration_access_changed: 'notifications.type.collaboration.access_changed',
  collaboration_leaving: 'notifications.type.collaboration.leaving',
  collaboration_content_store_disk_limit_reached: 'notifications.type.collaboration.disk_limit',
};

/** What a notification says; types nobody knows get a general message. @source CO-143 */
export function notificationWords({ type, data }: Pick<Notification, 'type' | 'data'>, t: Translate): string {
  if (Object.hasOwn(COLLABORATION, type)) return collaborationWords(type, data, t);
  const known = Object.hasOwn(MESSAGES, type) ? MESSAGES[type] : undefined;
  if (known === undefined) return typeof data.message === 'string' && data.message !== '' ? data.message : t('notifications.type.other');
  const key = organizationKey(type, data) ?? (type === 'group_join' && data.added === true ? 'notifications.type.group_join.added' : known);
  return t(key, {
    person: textIn(data.fromUsername) ?? t('notifications.somebody'),
    group: textIn(data.groupTitle) ?? t('notifications.unnamed'),
    organization: textIn(data.organization) ?? t('notifications.unnamed'),
    title: textIn(data.title) ?? t('notifications.unnamed'),
    vendor: textIn(data.vendor) ?? t('notifications.somebody'),
  });
}

/** The message of an invitation to an organisation rather than a group; `settled` is what an administrator decided. */
function organizationKey(type: string, data: Notification['data']): MessageKey | undefined {
  if (textIn(data.organization) === undefined) return undefined;
  if (type === 'user_invite') return 'notifications.type.user_invite.organization';
  if (type === 'user_invitation_accepted') {
    if (data.settled === 'approved') return 'notifications.type.user_invitation_accepted.approved';
    return data.waits === true
      ? 'notifications.type.user_invitation_accepted.waits'
      : 'notifications.type.user_invitation_accepted.organization';
  }
  if (type !== 'user_invitation_declined') return undefined;
  return data.settled === 'declined'
    ? 'notifications.type.user_invitation_declined.refused'
    : 'notifications.type.user_invitation_declined.organization';
}

/** A participant whose status is "not joined" has left. @source CO-141 */
function collaborationWords(type: string, data: Notification['data'], t: Translate): string {
  const hasLeft = type === 'collaboration_participant_workspace_join' && textIn(data.status)?.toLowerCase() === 'not joined';
  const key = hasLeft ? 'notifications.type.collaboration.participant_workspace_leave' : COLLABORATION[type];
  const unnamed = t('notifications.unnamed');
  const percent = Number(data.collaborationContentStoreDiskLimitPercentage);
  return t(key ?? 'notifications.type.other', {
    name: textIn(data.collaborationName) ?? unnamed,
    workspace: textIn(data.collaborationWorkspaceName) ?? unnamed,
    participant: textIn(data.participantName) ?? textIn(data.contactName) ?? textIn(data.contactEmail) ?? t('notifications.somebody'),
    percent: Number.isFinite(percent) ? `${percent}%` : '',
  });
}

/** The group that a notification is about. */
export function groupOfNotification({ data }: Pick<Notification, 'data'>): string | undefined {
  return textIn(data.groupId);
}

/** Where a notification leads: to its group, its listing, or the members and invitations of the organisation. */
export function addressOfNotification({ type, data }: Pick<Notification, 'type' | 'data'>): string | undefined {
  const group = groupOfNotification({ data });
  if (group !== undefined) return paths.group(group);
  const item = textIn(data.itemId);
  if (type === 'listing_requested') return paths.marketplace({ view: 'offered' });
  if (item !== undefined && type === 'listing_granted') return paths.item(item);
  if (item !== undefined && type.startsWith('listing_')) return paths.marketplace({ id: item });
  if (type === 'password_requested') return paths.organization();
  if (type === 'user_invitation_accepted' && data.waits === true) return paths.organization({ view: 'invitations' });
  return undefined;
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}
