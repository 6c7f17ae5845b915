// Keeps a search under a name.
import { addSavedSearch } from '@graticule/contract/community/saved-searches';
import { TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { ActionDialog } from '../../item-actions/ActionDialog.tsx';
import { useTranslate } from '../../language/use-language.ts';
import { filtersOf } from './saved-address.ts';

/** The words that were searched for are offered as its name. */
export function SaveSearchDialog({ username, params, onClose }: { username: string; params: URLSearchParams; onClose: () => void }) {
  const t = useTranslate();
  const client = useQueryClient();
  const [name, setName] = useState(params.get('q') ?? '');
  const saving = useMutation({
    mutationFn: () => call(addSavedSearch, { username, name: name.trim(), query: params.get('q') ?? '', filters: filtersOf(params) }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: keys.savedSearches(username) });
      notifications.show({ message: t('search.saved.done', { name: name.trim() }), color: 'lichen' });
      onClose();
    },
  });
  return (
    <ActionDialog
      title={t('search.saved.save')}
      submit={t('shell.save')}
      isBusy={saving.isPending}
      isDisabled={name.trim() === ''}
      error={saving.error}
      onSubmit={() => saving.mutate()}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label={t('search.saved.name')}
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </ActionDialog>
  );
}
