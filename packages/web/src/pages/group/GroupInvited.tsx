// Tells somebody who is invited to the group so, and takes the answer.
import type { Group } from '@graticule/contract/community/group';
import type { GroupInvitation } from '@graticule/contract/community/groups';
import {
  acceptUserInvitation,
  declineUserInvitation,
  deleteNotification,
  getNotifications,
} from '@graticule/contract/community/notifications';
import { Alert, Button, Group as Row } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useErrorWords } from '../../api/error-words.ts';
import { keys } from '../../api/keys.ts';
import { useTranslate } from '../../language/use-language.ts';

interface Props {
  group: Group;
  invitation: GroupInvitation;
  username: string;
}

/** The entry behind the bell that asks the same goes with the answer. */
export function GroupInvited({ group, invitation, username }: Props) {
  const t = useTranslate();
  const words = useErrorWords();
  const client = useQueryClient();
  const answer = useMutation({
    mutationFn: async (accepts: boolean) => {
      await call(accepts ? acceptUserInvitation : declineUserInvitation, { username, invitationId: invitation.id });
      await forgetBell(username, group.id);
    },
    onSuccess: async (_, accepts) => {
      await Promise.all([keys.groups, keys.users, keys.notifications].map((queryKey) => client.invalidateQueries({ queryKey })));
      notifications.show({ message: t(accepts ? 'groups.joined' : 'groups.invited.declined'), color: 'lichen' });
    },
  });
  const { fullName, username: from } = invitation.fromUsername;
  return (
    <Alert color="meridian" mb="lg" title={t('groups.invited', { person: fullName || from })}>
      {t(invitation.role === 'group_admin' ? 'groups.invited.manager' : 'groups.invited.member')}
      {answer.error && <p role="alert">{words(answer.error).text}</p>}
      <Row gap="sm" mt="md">
        <Button loading={answer.isPending && answer.variables} disabled={answer.isPending} onClick={() => answer.mutate(true)}>
          {t('groups.invited.accept')}
        </Button>
        <Button
          variant="default"
          loading={answer.isPending && !answer.variables}
          disabled={answer.isPending}
          onClick={() => answer.mutate(false)}
        >
          {t('groups.invited.decline')}
        </Button>
      </Row>
    </Alert>
  );
}

/** What cannot be removed stays in the list, without its buttons. */
async function forgetBell(username: string, groupId: string): Promise<void> {
  try {
    const page = await call(getNotifications, { username, num: 100 }, { quiet: true });
    const about = page.notifications.filter(({ type, data }) => type === 'user_invite' && data.groupId === groupId);
    await Promise.all(about.map(({ id: notificationId }) => call(deleteNotification, { username, notificationId }, { quiet: true })));
  } catch {
    // The answer itself was taken.
  }
}
