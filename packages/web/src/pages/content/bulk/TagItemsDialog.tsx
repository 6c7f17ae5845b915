// Adds tags to many items, and takes tags away.
import type { Item } from '@graticule/contract/content/item';
import { getUserTags } from '@graticule/contract/content/user-content';
import { TagsInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { keys } from '../../../api/keys.ts';
import { ActionDialog } from '../../../item-actions/ActionDialog.tsx';
import { useTranslate } from '../../../language/use-language.ts';
import { ManySelect } from '../../../ui/ManySelect.tsx';
import { type Operation, tagging } from './operations.ts';

interface Props {
  items: readonly Item[];
  username: string;
  onStart: (operation: Operation) => void;
  onClose: () => void;
}

/** Tags used before are offered. */
export function TagItemsDialog({ items, username, onStart, onClose }: Props) {
  const t = useTranslate();
  const [added, setAdded] = useState<string[]>([]);
  const [removed, setRemoved] = useState<string[]>([]);
  const used = useQuery({ queryKey: [...keys.items, 'tags', username], queryFn: () => call(getUserTags, { username }) });
  const present = [...new Set(items.flatMap((item) => item.tags))].sort((a, b) => a.localeCompare(b));
  return (
    <ActionDialog
      title={t('content.tags.title', { count: items.length })}
      submit={t('shell.save')}
      isBusy={false}
      isDisabled={added.length === 0 && removed.length === 0}
      onSubmit={() => onStart(tagging(added, removed))}
      onClose={onClose}
    >
      <TagsInput
        data-autofocus
        label={t('content.tags.add')}
        description={t('item.tags-hint')}
        splitChars={[',']}
        acceptValueOnBlur
        maxTags={128}
        data={(used.data?.tags ?? []).slice(0, 200).map(({ tag }) => tag)}
        value={added}
        onChange={setAdded}
      />
      <ManySelect mt="md" label={t('content.tags.remove')} data={present} value={removed} onChange={setRemoved} />
    </ActionDialog>
  );
}
