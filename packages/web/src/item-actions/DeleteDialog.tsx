// Asks before items are deleted.
import type { Item } from '@graticule/contract/content/item';
import { deleteItems } from '@graticule/contract/content/user-content';
import { Box, List, Text } from '@mantine/core';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { isHostedLayer } from '../items/item-address.ts';
import { useTranslate } from '../language/use-language.ts';
import { ActionDialog } from './ActionDialog.tsx';
import { DependentsNote } from './DependentsNote.tsx';
import { useItemChange } from './use-item-change.ts';

interface Props {
  items: readonly Item[];
  onClose: () => void;
  onDone: () => void;
}

/** Names what goes; hosted layers lose their data too. */
export function DeleteDialog({ items, onClose, onDone }: Props) {
  const t = useTranslate();
  const removal = useItemChange(() => deleteAll(items), {
    isQuiet: true,
    success: t('item.deleted', { count: items.length }),
    onDone,
  });
  return (
    <ActionDialog
      title={t('item.delete.title', { count: items.length })}
      submit={t('shell.delete')}
      isDestructive
      isBusy={removal.isPending}
      error={removal.error}
      onSubmit={() => removal.mutate(undefined)}
      onClose={onClose}
    >
      <List size="sm" mah={200} style={{ overflow: 'auto', overflowWrap: 'anywhere' }}>
        {items.map((item) => (
          <List.Item key={item.id}>{item.title}</List.Item>
        ))}
      </List>
      <Box my="md">
        <DependentsNote items={items} />
      </Box>
      <Text size="sm" c="dimmed">
        {t(items.some(isHostedLayer) ? 'item.delete.with-data' : 'item.delete.text')}
      </Text>
    </ActionDialog>
  );
}

/** Deletes owner by owner; the first refusal is thrown after everything was tried. */
async function deleteAll(items: readonly Item[]): Promise<void> {
  const owners = [...new Set(items.map((item) => item.owner))];
  for (const username of owners) {
    const ids = items.filter((item) => item.owner === username).map((item) => item.id);
    const { results } = await call(deleteItems, { username, items: ids });
    const refused = results.find((result) => !result.success);
    if (refused) throw new ApiError(refused.error?.code ?? 400, refused.error?.message ?? '', refused.error?.messageCode);
  }
}
