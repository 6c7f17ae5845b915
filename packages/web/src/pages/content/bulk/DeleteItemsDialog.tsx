// Asks before items are deleted.
import type { Item } from '@graticule/contract/content/item';
import { Alert, List, Text } from '@mantine/core';
import { ActionDialog } from '../../../item-actions/ActionDialog.tsx';
import { useTranslate } from '../../../language/use-language.ts';
import { deleting, type Operation } from './operations.ts';

interface Props {
  items: readonly Item[];
  onStart: (operation: Operation) => void;
  onClose: () => void;
}

/** Names shown; the others are counted. */
const SHOWN = 100;

/** Names what goes, and what stays because it is protected. */
export function DeleteItemsDialog({ items, onStart, onClose }: Props) {
  const t = useTranslate();
  const going = items.filter((item) => !item.protected);
  const staying = items.length - going.length;
  return (
    <ActionDialog
      title={t('item.delete.title', { count: going.length })}
      submit={t('shell.delete')}
      isDestructive
      isBusy={false}
      isDisabled={going.length === 0}
      onSubmit={() => onStart(deleting())}
      onClose={onClose}
    >
      <List size="sm" mah={220} style={{ overflow: 'auto', overflowWrap: 'anywhere' }}>
        {going.slice(0, SHOWN).map((item) => (
          <List.Item key={item.id}>
            <bdi>{item.title}</bdi>
          </List.Item>
        ))}
        {going.length > SHOWN && <List.Item>{t('content.and-more', { count: going.length - SHOWN })}</List.Item>}
      </List>
      {staying > 0 && (
        <Alert mt="md" color="ochre">
          {t('content.stay-protected', { count: staying })}
        </Alert>
      )}
      <Text size="sm" mt="md" c="dimmed">
        {t('item.delete.text')}
      </Text>
    </ActionDialog>
  );
}
