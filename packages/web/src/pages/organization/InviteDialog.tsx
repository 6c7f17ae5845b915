// Invites one or many people: a pasted list or a file, with role, groups and end; then shows the links.
import { type Invitee, invite, MAX_INVITED, type ManagedInvitation } from '@graticule/contract/portals/invitations';
import { Alert, Button, Checkbox, FileButton, Group, Select, Stack, Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { useSession } from '../../api/session.ts';
import { ActionDialog } from '../../item-actions/ActionDialog.tsx';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { ROLES, roleHintKey, roleIdKey } from '../../people/role-words.ts';
import { GroupChoice } from './GroupChoice.tsx';
import { InvitedLinks } from './InvitedLinks.tsx';
import { readInviteList } from './invite-list.ts';

const DAYS = [1, 7, 14, 30, 90] as const;
/** A list that a person pastes; longer ones are sent in parts. */
const MAX_FILE_BYTES = 1_000_000;

interface Outcome {
  invitations: ManagedInvitation[];
  notInvited: string[];
}

/** The portal sends no mail: whoever invites passes the links on. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslate();
  const format = useFormat();
  const client = useQueryClient();
  const session = useSession();
  const [text, setText] = useState('');
  const [role, setRole] = useState('org_user');
  const [groups, setGroups] = useState<string[]>([]);
  const [days, setDays] = useState('14');
  const [mustApprove, setMustApprove] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const list = useMemo(() => readInviteList(text), [text]);
  const inviting = useMutation({
    mutationFn: async () => {
      const all: Outcome = { invitations: [], notInvited: [] };
      const people = list.people.map((person): Invitee => ({ role, groups, mustApprove, ...person }));
      for (let at = 0; at < people.length; at += MAX_INVITED) {
        const invitationList = { invitations: people.slice(at, at + MAX_INVITED) };
        const reply = await call(invite, { portal: 'self', invitationList, expiration: Number(days) * 1440 });
        all.invitations.push(...reply.invitations);
        all.notInvited.push(...reply.notInvited);
      }
      return all;
    },
    onSuccess: setOutcome,
    onSettled: () => client.invalidateQueries({ queryKey: keys.officeInvitations() }),
  });
  const readFile = async (file: File | null) => {
    if (!file) return;
    if (file.size > MAX_FILE_BYTES) notifications.show({ message: t('invitations.file-too-large'), color: 'vermilion' });
    else setText(await file.text());
  };
  if (outcome) return <InvitedLinks {...outcome} onClose={onClose} />;
  const roles = ROLES.filter((each) => each !== 'org_admin' || session.isAdministrator);
  return (
    <ActionDialog
      title={t('invitations.invite')}
      submit={
        list.people.length > 1
          ? t('invitations.invite-many', { shown: format.number(list.people.length), count: list.people.length })
          : t('invitations.invite')
      }
      size={620}
      isBusy={inviting.isPending}
      isDisabled={list.people.length === 0}
      error={inviting.error}
      onSubmit={() => inviting.mutate()}
      onClose={onClose}
    >
      <Stack gap="md">
        <div>
          <Textarea
            data-autofocus
            label={t('invitations.people')}
            description={t('invitations.people-hint')}
            autosize
            minRows={4}
            maxRows={12}
            dir="auto"
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Group justify="space-between" mt={6} gap="sm">
            <Text size="sm" c="dimmed" aria-live="polite">
              {text.trim() !== '' && t('invitations.read', { count: list.people.length, shown: format.number(list.people.length) })}
            </Text>
            <FileButton accept=".csv,.txt,.tsv,text/csv,text/plain" onChange={(file) => void readFile(file)}>
              {(props) => (
                <Button {...props} variant="default" size="compact-sm">
                  {t('invitations.file')}
                </Button>
              )}
            </FileButton>
          </Group>
        </div>
        {list.unread.length > 0 && (
          <Alert color="ochre" role="status">
            {t('invitations.unread', { count: list.unread.length })}{' '}
            <bdi>
              {list.unread
                .slice(0, 5)
                .map((each) => `${format.number(each.line)}: ${each.text}`)
                .join(' · ')}
            </bdi>
          </Alert>
        )}
        <Select
          label={t('people.role')}
          description={t(roleHintKey(role))}
          allowDeselect={false}
          value={role}
          onChange={(value) => value && setRole(value)}
          data={roles.map((value) => ({ value, label: t(roleIdKey(value)) }))}
        />
        <GroupChoice hint={t('invitations.groups-hint')} value={groups} onChange={setGroups} />
        <Select
          label={t('invitations.lasts')}
          allowDeselect={false}
          value={days}
          onChange={(value) => value && setDays(value)}
          data={DAYS.map((value) => ({ value: String(value), label: t('invitations.days', { count: value }) }))}
        />
        <Checkbox
          label={t('invitations.must-approve')}
          description={t('invitations.must-approve-hint')}
          checked={mustApprove}
          onChange={(event) => setMustApprove(event.currentTarget.checked)}
        />
        <Text size="sm" c="dimmed">
          {t(session.portal.sendsMail === true ? 'invitations.by-mail' : 'invitations.no-mail')}
        </Text>
      </Stack>
    </ActionDialog>
  );
}
