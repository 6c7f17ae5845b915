// What can be done with an invitation: pass on its link, approve, give out again, take back.
import {
  approveInvitation,
  declineInvitation,
  deleteInvitation,
  type ManagedInvitation,
  resendInvitation,
} from '@graticule/contract/portals/invitations';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDots } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useErrorWords } from '../../api/error-words.ts';
import { keys } from '../../api/keys.ts';
import { ActionDialog } from '../../item-actions/ActionDialog.tsx';
import { useTranslate } from '../../language/use-language.ts';
import { CopyButton } from './CopyButton.tsx';
import classes from './Invitations.module.css';
import { InvitedLinks } from './InvitedLinks.tsx';
import type { Standing } from './invitation-words.ts';

interface Props {
  invitation: ManagedInvitation;
  standing: Standing;
  name: string;
}

/** What suits where it stands. */
export function InvitationActions({ invitation, standing, name }: Props) {
  const t = useTranslate();
  const words = useErrorWords();
  const client = useQueryClient();
  const [isDeleting, setDeleting] = useState(false);
  const [again, setAgain] = useState<ManagedInvitation>();
  const to = { portal: 'self', invitationId: invitation.id };
  const onError = (error: unknown) => notifications.show({ message: words(error).text, color: 'vermilion' });
  const onSettled = () =>
    Promise.all([client.invalidateQueries({ queryKey: keys.officeInvitations() }), client.invalidateQueries({ queryKey: keys.users })]);
  const answer = useMutation({
    mutationFn: (isApproved: boolean) => call(isApproved ? approveInvitation : declineInvitation, to),
    onError,
    onSettled,
  });
  const renewal = useMutation({
    mutationFn: () => call(resendInvitation, to),
    onSuccess: (reply) => setAgain(reply.invitation),
    onError,
  });
  const removal = useMutation({
    mutationFn: () => call(deleteInvitation, to),
    onSuccess: () => setDeleting(false),
    onSettled,
  });
  const closeAgain = async () => {
    setAgain(undefined);
    await onSettled();
  };
  const isOpen = standing === 'pending' || standing === 'expired' || standing === 'declined';
  return (
    <div className={classes.answers}>
      {standing === 'pending' && <CopyButton text={invitation.url} name={name} />}
      {standing === 'waiting' && (
        <>
          <Button size="xs" disabled={answer.isPending} onClick={() => answer.mutate(true)}>
            {t('invitations.approve')}
          </Button>
          <Button size="xs" variant="default" disabled={answer.isPending} onClick={() => answer.mutate(false)}>
            {t('invitations.refuse')}
          </Button>
        </>
      )}
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={40} aria-label={t('people.actions', { name })}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isOpen && <Menu.Item onClick={() => renewal.mutate()}>{t('invitations.again')}</Menu.Item>}
          <Menu.Item color="vermilion" onClick={() => setDeleting(true)}>
            {t(standing === 'pending' || standing === 'waiting' ? 'invitations.take-back' : 'invitations.clear')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {again && <InvitedLinks invitations={[again]} notInvited={[]} onClose={() => void closeAgain()} />}
      {isDeleting && (
        <ActionDialog
          title={t('invitations.take-back-of', { name })}
          submit={t(standing === 'pending' || standing === 'waiting' ? 'invitations.take-back' : 'invitations.clear')}
          isDestructive
          isBusy={removal.isPending}
          error={removal.error}
          onSubmit={() => removal.mutate()}
          onClose={() => setDeleting(false)}
        >
          {t(standing === 'accepted' ? 'invitations.clear-text' : 'invitations.take-back-text')}
        </ActionDialog>
      )}
    </div>
  );
}
