// The links of new invitations, to be passed on.
import type { ManagedInvitation } from '@graticule/contract/portals/invitations';
import { Alert, Button, Group, Modal, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { useFocusBack } from '../../ui/focus-back.ts';
import { CopyButton } from './CopyButton.tsx';
import classes from './Invitations.module.css';
import { nameOfInvitation, tableOfLinks } from './invitation-words.ts';

interface Props {
  invitations: readonly ManagedInvitation[];
  notInvited: readonly string[];
  onClose: () => void;
}

/** Each link with its copy button; all of them as a table for a mail merge. */
export function InvitedLinks({ invitations, notInvited, onClose }: Props) {
  useFocusBack();
  const t = useTranslate();
  const format = useFormat();
  const table = tableOfLinks(invitations);
  return (
    <Modal opened onClose={onClose} size={620} title={t('invitations.links-title')} closeButtonProps={{ 'aria-label': t('shell.close') }}>
      {notInvited.length > 0 && (
        <Alert color="ochre" mb="md" role="status">
          {t('invitations.not-invited', { count: notInvited.length })} <bdi>{format.list(notInvited)}</bdi>
        </Alert>
      )}
      {invitations.length > 0 && (
        <>
          <Text size="sm" mb="sm">
            {t('invitations.links-text')}
          </Text>
          <ul className={classes.links}>
            {invitations.map((each) => (
              <li key={each.id}>
                <bdi className={classes.who}>{nameOfInvitation(each) ?? t('invitations.anybody')}</bdi>
                <CopyButton text={each.url} name={nameOfInvitation(each) ?? t('invitations.anybody')} />
              </li>
            ))}
          </ul>
        </>
      )}
      <Group justify="flex-end" mt="lg" gap="sm">
        {invitations.length > 1 && (
          <Button
            component="a"
            href={`data:text/csv;charset=utf-8,${encodeURIComponent(`\uFEFF${table}`)}`}
            download="links.csv"
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {t('invitations.download')}
          </Button>
        )}
        <Button onClick={onClose} data-autofocus>
          {t('invitations.done')}
        </Button>
      </Group>
    </Modal>
  );
}
