// Adds people of the organisation to a group.
import type { Group } from '@graticule/contract/community/group';
import { addGroupUsers, getGroupUsers } from '@graticule/contract/community/groups';
import { searchUsers } from '@graticule/contract/search';
import { Checkbox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { useSession } from '../../api/session.ts';
import { ActionDialog } from '../../item-actions/ActionDialog.tsx';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { ManySelect } from '../../ui/ManySelect.tsx';

/** Finds people while typing. */
export function AddMembersDialog({ group, onClose }: { group: Group; onClose: () => void }) {
  const t = useTranslate();
  const format = useFormat();
  const client = useQueryClient();
  const { portal } = useSession();
  const [chosen, setChosen] = useState<string[]>([]);
  const [names, setNames] = useState<Readonly<Record<string, string>>>({});
  const [areManagers, setManagers] = useState(false);
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed.replace(/[*?:"()[\]{}\\]/g, ' ').trim(), 250);
  const found = useQuery({
    queryKey: [...keys.users, 'search', text],
    queryFn: () => call(searchUsers, { q: text ? `${text}*` : `orgid:${portal.id}`, num: 20, sortField: 'username' }),
  });
  const members = useQuery({ queryKey: keys.groupPart(group.id, 'names'), queryFn: () => call(getGroupUsers, { id: group.id }) });
  const isMember = (username: string): boolean =>
    members.data !== undefined && [members.data.owner, ...members.data.admins, ...members.data.users].includes(username);
  const labels: Record<string, string> = { ...names };
  for (const user of found.data?.results ?? [])
    labels[user.username] = user.fullName ? `${user.fullName} (${user.username})` : user.username;
  const adding = useMutation({
    mutationFn: async () => {
      const { notAdded } = await call(addGroupUsers, { id: group.id, [areManagers ? 'admins' : 'users']: chosen });
      if (notAdded.length > 0) throw new ApiError(400, t('groups.not-added', { names: format.list(notAdded) }));
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.group(group.id) }),
    onSuccess: onClose,
  });
  const options = [...new Set([...chosen, ...(found.data?.results ?? []).map((user) => user.username)])].filter(
    (username) => !isMember(username),
  );
  return (
    <ActionDialog
      title={t('groups.add-members')}
      submit={t('groups.add')}
      isBusy={adding.isPending}
      isDisabled={chosen.length === 0}
      error={adding.error}
      onSubmit={() => adding.mutate()}
      onClose={onClose}
    >
      <ManySelect
        data-autofocus
        label={t('groups.people')}
        placeholder={chosen.length === 0 ? t('groups.people-hint') : undefined}
        searchValue={typed}
        onSearchChange={setTyped}
        filter={({ options: all }) => all}
        value={chosen}
        onChange={(next) => {
          setChosen(next);
          setNames(labels);
          setTyped('');
        }}
        data={options.map((value) => ({ value, label: labels[value] ?? value }))}
        nothingFoundMessage={t('groups.nobody')}
        comboboxProps={{ withinPortal: true }}
      />
      <Checkbox
        mt="md"
        label={t('groups.as-managers')}
        checked={areManagers}
        onChange={(event) => setManagers(event.currentTarget.checked)}
      />
    </ActionDialog>
  );
}
