// One notification: what happened, when, where it leads, an answer where one is asked for.
import {
  acceptUserInvitation,
  declineUserInvitation,
  type Notification,
  type OpenInvitation,
} from '@graticule/contract/community/notifications';
import { ActionIcon, Button, Loader } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { call } from '../api/call.ts';
import { useErrorWords } from '../api/error-words.ts';
import { keys } from '../api/keys.ts';
import { refreshSession } from '../api/session.ts';
import { useFormat, useTranslate } from '../language/use-language.ts';
import classes from './Notifications.module.css';
import { addressOfNotification, notificationWords } from './notification-words.ts';

interface Props {
  notification: Notification;
  username: string;
  /** Present while the invitation can still be answered. */
  invitation: OpenInvitation | undefined;
  isBusy: boolean;
  onDelete: () => void;
  onLeave: () => void;
}

/** An answered invitation takes its notification with it. */
export function NotificationEntry({ notification, username, invitation, isBusy, onDelete, onLeave }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const words = useErrorWords();
  const client = useQueryClient();
  const address = addressOfNotification(notification);
  const text = notificationWords(notification, t);
  const answer = useMutation({
    mutationFn: (accepts: boolean) =>
      call(accepts ? acceptUserInvitation : declineUserInvitation, { username, invitationId: invitation?.id ?? '' }),
    onSuccess: async () => {
      onDelete();
      if (invitation?.targetType === 'account') await refreshSession();
      await client.invalidateQueries({ queryKey: keys.groups });
    },
  });
  return (
    <li className={classes.entry}>
      <div className={classes.words}>
        {address ? (
          <Link to={address} onClick={onLeave} dir="auto">
            {text}
          </Link>
        ) : (
          <span dir="auto">{text}</span>
        )}
        <time dateTime={new Date(notification.received).toISOString()}>{format.ago(notification.received)}</time>
        {answer.error && <span role="alert">{words(answer.error).text}</span>}
        {invitation && (
          <div className={classes.answers}>
            <Button size="compact-sm" loading={answer.isPending && answer.variables} onClick={() => answer.mutate(true)}>
              {t('notifications.accept')}
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              loading={answer.isPending && !answer.variables}
              onClick={() => answer.mutate(false)}
            >
              {t('notifications.decline')}
            </Button>
          </div>
        )}
      </div>
      <ActionIcon variant="subtle" color="gray" size={40} aria-label={t('notifications.delete')} disabled={isBusy} onClick={onDelete}>
        {isBusy ? <Loader size={14} /> : <IconX size={16} aria-hidden />}
      </ActionIcon>
    </li>
  );
}
