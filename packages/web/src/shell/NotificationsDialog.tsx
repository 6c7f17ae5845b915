// The dialog with what a person was told.
import {
  deleteNotification,
  getUserInvitations,
  type Notification,
  type OpenInvitation,
} from '@graticule/contract/community/notifications';
import type { Page } from '@graticule/contract/paging';
import { Button, Modal, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { useErrorWords } from '../api/error-words.ts';
import { keys } from '../api/keys.ts';
import { useTranslate } from '../language/use-language.ts';
import { useFocusBack } from '../ui/focus-back.ts';
import { NotificationEntry } from './NotificationEntry.tsx';
import classes from './Notifications.module.css';
import { groupOfNotification } from './notification-words.ts';

interface Props {
  username: string;
  page: (Page & { notifications: Notification[] }) | undefined;
  error: Error | null;
  onRetry: () => void;
  onClose: () => void;
}

/** 435 by 180 pixels; narrower on phones. @source CO-023 */
export function NotificationsDialog({ username, page, error, onRetry, onClose }: Props) {
  useFocusBack();
  const t = useTranslate();
  const words = useErrorWords();
  const client = useQueryClient();
  const notifications = page?.notifications ?? [];
  const hasInvites = notifications.some(({ type }) => type === 'user_invite');
  const { data: open } = useQuery({
    queryKey: keys.invitations(username),
    queryFn: () => call(getUserInvitations, { username }, { quiet: true }),
    enabled: hasInvites,
  });
  const removal = useMutation({
    mutationFn: (notificationId: string) => call(deleteNotification, { username, notificationId }),
    // the badge reads the same entry of the cache, so list and count change together
    onSettled: () => client.invalidateQueries({ queryKey: keys.notifications }),
  });
  const fault = removal.error ?? (page ? undefined : error);
  const older = (page?.total ?? 0) - notifications.length;
  return (
    <Modal
      opened
      onClose={onClose}
      size={435}
      padding={0}
      withCloseButton={false}
      classNames={{ content: classes.dialog, body: classes.body }}
    >
      <div className={classes.head}>
        <Modal.Title className={classes.title}>{t('notifications.title')}</Modal.Title>
        <Button variant="default" size="compact-md" onClick={onClose} data-autofocus>
          {t('shell.close')}
        </Button>
      </div>
      <div className={classes.scroll}>
        {fault && (
          <p role="alert" className={classes.fault}>
            {words(fault).text}{' '}
            {!page && (
              <button type="button" className={classes.link} onClick={onRetry}>
                {t('shell.error.retry')}
              </button>
            )}
          </p>
        )}
        {!page && !error && <Skeleton height={36} />}
        {page && notifications.length === 0 && <p className={classes.empty}>{t('notifications.empty')}</p>}
        <ul className={classes.list}>
          {notifications.map((notification) => (
            <NotificationEntry
              key={notification.id}
              notification={notification}
              username={username}
              invitation={
                notification.type === 'user_invite' ? open?.userInvitations.find((each) => isAbout(notification, each)) : undefined
              }
              isBusy={removal.isPending && removal.variables === notification.id}
              onDelete={() => removal.mutate(notification.id)}
              onLeave={onClose}
            />
          ))}
        </ul>
        {older > 0 && <p className={classes.empty}>{t('notifications.more', { count: older })}</p>}
      </div>
    </Modal>
  );
}

/** Whether a notification is about an invitation: to a group, or to an organisation. */
function isAbout(notification: Notification, invitation: OpenInvitation): boolean {
  return 'groupId' in invitation
    ? invitation.groupId === groupOfNotification(notification)
    : invitation.id === notification.data.invitationId;
}
