// What can be done with a group: join, leave, edit, delete.
import type { Group } from '@graticule/contract/community/group';
import { deleteGroup, joinGroup, leaveGroup } from '@graticule/contract/community/groups';
import { Button, Group as Row, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { administers } from '../../api/administers.ts';
import { call } from '../../api/call.ts';
import { useErrorWords } from '../../api/error-words.ts';
import { keys } from '../../api/keys.ts';
import { useSession } from '../../api/session.ts';
import { ActionDialog } from '../../item-actions/ActionDialog.tsx';
import { useTranslate } from '../../language/use-language.ts';
import { paths } from '../../paths.ts';

const GroupDialog = lazy(async () => ({ default: (await import('../../groups/GroupDialog.tsx')).GroupDialog }));

interface Props {
  group: Group;
  isManager: boolean;
  /** Nobody has invited this person: who is invited answers that instead of asking. */
  mayApply: boolean;
}

/** Buttons by membership. */
export function GroupActions({ group, isManager, mayApply }: Props) {
  const t = useTranslate();
  const words = useErrorWords();
  const client = useQueryClient();
  const navigate = useNavigate();
  const session = useSession();
  const [dialog, setDialog] = useState<'edit' | 'delete' | 'leave'>();
  const membership = group.userMembership?.memberType ?? 'none';
  const isMember = membership !== 'none';
  const refresh = () =>
    Promise.all([client.invalidateQueries({ queryKey: keys.groups }), client.invalidateQueries({ queryKey: keys.users })]);

  const joining = useMutation({
    mutationFn: () => call(joinGroup, { id: group.id }),
    onSuccess: async () => {
      await refresh();
      notifications.show({ message: t(group.autoJoin ? 'groups.joined' : 'groups.applied'), color: 'lichen' });
    },
    onError: (error) => notifications.show({ message: words(error).text, color: 'vermilion' }),
  });
  const leaving = useMutation({
    mutationFn: () => call(leaveGroup, { id: group.id }),
    onSuccess: async () => {
      setDialog(undefined);
      await refresh();
    },
  });
  const removal = useMutation({
    mutationFn: () => call(deleteGroup, { id: group.id }),
    onSuccess: async () => {
      await refresh();
      await navigate(paths.groups({ view: 'my' }), { replace: true });
    },
  });
  const canJoin = mayApply && session.user && !isMember && !group.isInvitationOnly && session.can('portal:user:joinGroup');
  const canEdit = isManager || administers(group, 'portal:admin:updateGroups', session);
  const canDelete = membership === 'owner' || administers(group, 'portal:admin:deleteGroups', session);

  return (
    <Row gap="xs">
      {canJoin && (
        <Button loading={joining.isPending} disabled={joining.isSuccess && !group.autoJoin} onClick={() => joining.mutate()}>
          {t(group.autoJoin ? 'groups.join' : 'groups.apply')}
        </Button>
      )}
      {canEdit && (
        <Button variant="default" onClick={() => setDialog('edit')}>
          {t('groups.edit')}
        </Button>
      )}
      {isMember && membership !== 'owner' && !group.leavingDisallowed && (
        <Button variant="default" onClick={() => setDialog('leave')}>
          {t('groups.leave')}
        </Button>
      )}
      {canDelete && (
        <Button
          variant="default"
          c="var(--vermilion)"
          disabled={group.protected}
          title={group.protected ? t('errors.COM_0025') : undefined}
          onClick={() => setDialog('delete')}
        >
          {t('shell.delete')}
        </Button>
      )}
      {dialog === 'edit' && (
        <Suspense>
          <GroupDialog group={group} onClose={() => setDialog(undefined)} onDone={() => setDialog(undefined)} />
        </Suspense>
      )}
      {dialog === 'delete' && (
        <ActionDialog
          title={t('groups.delete', { title: group.title })}
          submit={t('shell.delete')}
          isDestructive
          isBusy={removal.isPending}
          error={removal.error}
          onSubmit={() => removal.mutate()}
          onClose={() => setDialog(undefined)}
        >
          <Text size="sm">{t('groups.delete-text')}</Text>
        </ActionDialog>
      )}
      {dialog === 'leave' && (
        <ActionDialog
          title={t('groups.leave-title', { title: group.title })}
          submit={t('groups.leave')}
          isBusy={leaving.isPending}
          error={leaving.error}
          onSubmit={() => leaving.mutate()}
          onClose={() => setDialog(undefined)}
        >
          <Text size="sm">{t('groups.leave-text')}</Text>
        </ActionDialog>
      )}
    </Row>
  );
}
