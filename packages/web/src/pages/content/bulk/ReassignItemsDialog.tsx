// Gives items to another member; for administrators.
import type { Item } from '@graticule/contract/content/item';
import { searchPortalUsers } from '@graticule/contract/search';
import { Select, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { keys } from '../../../api/keys.ts';
import { ActionDialog } from '../../../item-actions/ActionDialog.tsx';
import { useTranslate } from '../../../language/use-language.ts';
import { type Operation, reassigning } from './operations.ts';

interface Props {
  items: readonly Item[];
  onStart: (operation: Operation) => void;
  onClose: () => void;
}

/** The member is found by name while it is typed. */
export function ReassignItemsDialog({ items, onStart, onClose }: Props) {
  const t = useTranslate();
  const [text, setText] = useState('');
  const [target, setTarget] = useState<string | null>(null);
  const [typed] = useDebouncedValue(text.trim(), 200);
  const query = { portal: 'self', q: /^[\p{L}\p{N}._@-]+$/u.test(typed) ? `${typed}*` : undefined, num: 20, sortField: 'username' };
  const { data } = useQuery({
    queryKey: keys.members(query),
    queryFn: () => call(searchPortalUsers, query),
    placeholderData: keepPreviousData,
  });
  const owners = new Set(items.map((item) => item.owner));
  const people = (data?.results ?? []).filter(({ username }) => !owners.has(username));
  return (
    <ActionDialog
      title={t('content.reassign.title', { count: items.length })}
      submit={t('content.reassign')}
      isBusy={false}
      isDisabled={target === null}
      onSubmit={() => target !== null && onStart(reassigning(target))}
      onClose={onClose}
    >
      <Select
        data-autofocus
        label={t('content.reassign.to')}
        searchable
        value={target}
        onChange={setTarget}
        searchValue={text}
        onSearchChange={setText}
        filter={({ options }) => options}
        nothingFoundMessage={t('content.reassign.nobody')}
        data={people.map(({ username, fullName }) => ({ value: username, label: fullName ? `${fullName} (${username})` : username }))}
      />
      <Text size="sm" c="dimmed" mt="md">
        {t('content.reassign.hint')}
      </Text>
    </ActionDialog>
  );
}
