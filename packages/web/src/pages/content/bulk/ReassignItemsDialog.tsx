// Gives items to another member; for administrators.
import type { Item } from '@graticule/contract/content/item';
import { Text } from '@mantine/core';
import { useState } from 'react';
import { ActionDialog } from '../../../item-actions/ActionDialog.tsx';
import { useTranslate } from '../../../language/use-language.ts';
import { MemberSelect } from '../../../people/MemberSelect.tsx';
import { type Operation, reassigning } from './operations.ts';

interface Props {
  items: readonly Item[];
  onStart: (operation: Operation) => void;
  onClose: () => void;
}

/** To somebody else than their owners. */
export function ReassignItemsDialog({ items, onStart, onClose }: Props) {
  const t = useTranslate();
  const [target, setTarget] = useState<string | null>(null);
  return (
    <ActionDialog
      title={t('content.reassign.title', { count: items.length })}
      submit={t('content.reassign')}
      isBusy={false}
      isDisabled={target === null}
      onSubmit={() => target !== null && onStart(reassigning(target))}
      onClose={onClose}
    >
      <MemberSelect
        autoFocus
        label={t('content.reassign.to')}
        without={new Set(items.map((item) => item.owner))}
        value={target}
        onChange={setTarget}
      />
      <Text size="sm" c="dimmed" mt="md">
        {t('content.reassign.hint')}
      </Text>
    </ActionDialog>
  );
}
