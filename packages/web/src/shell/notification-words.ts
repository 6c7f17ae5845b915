// The message of each type of notification.
import type { Notification } from '@graticule/contract/community/notifications';
import type { MessageKey } from '@graticule/i18n/messages';
import type { Translate } from '@graticule/i18n/translator';

const MESSAGES: Readonly<Record<string, MessageKey>> = {
  group_join: 'notifications.type.group_join',
  group_application: 'notifications.type.group_application',
  group_application_accepted: 'notifications.type.group_application_accepted',
  group_application_declined: 'notifications.type.group_application_declined',
  user_invite: 'notifications.type.user_invite',
  user_invitation_accepted: 'notifications.type.user_invitation_accepted',
  user_invitation_declined: 'notifications.type.user_invitation_declined',
  listing_requested: 'notifications.type.listing_requested',
  listing_granted: 'notifications.type.listing_granted',
  listing_declined: 'notifications.type.listing_declined',
  listing_ended: 'notifications.type.listing_ended',
};

/** What a notification says; types nobody knows get a general message. @source CO-143 */
export function notificationWords({ type, data }: Pick<Notification, 'type' | 'data'>, t: Translate): string {
  const known = Object.hasOwn(MESSAGES, type) ? MESSAGES[type] : undefined;
  if (known === undefined) return typeof data.message === 'string' && data.message !== '' ? data.message : t('notifications.type.other');
  const key = type === 'group_join' && data.added === true ? 'notifications.type.group_join.added' : known;
  return t(key, {
    person: textIn(data.fromUsername) ?? t('notifications.somebody'),
    group: textIn(data.groupTitle) ?? t('notifications.unnamed'),
    title: textIn(data.title) ?? t('notifications.unnamed'),
    vendor: textIn(data.vendor) ?? t('notifications.somebody'),
  });
}

/** The group that a notification is about. */
export function groupOfNotification({ data }: Pick<Notification, 'data'>): string | undefined {
  return textIn(data.groupId);
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}
