// Asks before an organisation is closed: what goes with it, and its name once more.
import { closeOrganisation, type OrganisationSummary, organisationContents } from '@graticule/contract/portals/organisations';
import { List, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useErrorWords } from '../../api/error-words.ts';
import { keys } from '../../api/keys.ts';
import { ActionDialog } from '../../item-actions/ActionDialog.tsx';
import { useFormat, useTranslate } from '../../language/use-language.ts';

interface Props {
  organization: Pick<OrganisationSummary, 'id' | 'name' | 'url'>;
  onClose: () => void;
}

const PARTS = ['members', 'items', 'services', 'groups'] as const;

/** Cannot be undone, so the name is typed, and the button waits for it. */
export function CloseOrganizationDialog({ organization: { id, name, url }, onClose }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const words = useErrorWords();
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const { data, error } = useQuery({
    queryKey: keys.organizationContents(id),
    queryFn: () => call(organisationContents, { id }),
    gcTime: 0,
  });
  const closing = useMutation({
    mutationFn: () => call(closeOrganisation, { id, name: typed }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: keys.organizations });
      notifications.show({ message: t('people.org-closed', { name }), color: 'lichen' });
      onClose();
    },
  });
  const isTyped = typed.trim() === name.trim();
  return (
    <ActionDialog
      title={t('people.org-close-title', { name })}
      submit={t('people.org-close')}
      isDestructive
      isBusy={closing.isPending}
      isDisabled={!isTyped}
      error={closing.error}
      onSubmit={() => isTyped && closing.mutate()}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text size="sm">{t('people.org-close-text', { url })}</Text>
        {data ? (
          <List size="sm">
            {PARTS.map((part) => (
              <List.Item key={part}>{t(`people.org-goes.${part}`, { count: data[part], shown: format.number(data[part]) })}</List.Item>
            ))}
          </List>
        ) : error ? (
          <Text size="sm" c="vermilion" role="alert">
            {words(error).text}
          </Text>
        ) : (
          <Skeleton height={88} />
        )}
        <TextInput
          data-autofocus
          label={t('people.org-close-name', { name })}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </Stack>
    </ActionDialog>
  );
}
