// Asks before items are deleted: what goes, what stays, what would break.
import type { Item } from '@graticule/contract/content/item';
import { Alert, List, Stack, Text } from '@mantine/core';
import { useSession } from '../../../api/session.ts';
import { ActionDialog } from '../../../item-actions/ActionDialog.tsx';
import { DependentsNote } from '../../../item-actions/DependentsNote.tsx';
import { useTranslate } from '../../../language/use-language.ts';
import { deleting, erasing, type Operation } from './operations.ts';

interface Props {
  items: readonly Item[];
  /** They lie in the recycle bin and go for good. */
  isForEver?: boolean;
  onStart: (operation: Operation) => void;
  onClose: () => void;
}

/** Names shown; the others are counted. */
const SHOWN = 50;

/** Where there is a recycle bin, says how long they can be had back. */
export function DeleteItemsDialog({ items, isForEver = false, onStart, onClose }: Props) {
  const t = useTranslate();
  const { portal } = useSession();
  const days = isForEver ? 0 : (portal.recycleBinDays ?? 0);
  const going = isForEver ? items : items.filter((item) => !item.protected);
  const staying = items.length - going.length;
  return (
    <ActionDialog
      title={t(isForEver ? 'content.erase.title' : 'item.delete.title', { count: going.length })}
      submit={t(isForEver ? 'content.erase' : 'shell.delete')}
      isDestructive
      isBusy={false}
      isDisabled={going.length === 0}
      onSubmit={() => onStart(isForEver ? erasing() : deleting(days > 0))}
      onClose={onClose}
    >
      <Stack gap="md">
        <List size="sm" mah={180} style={{ overflow: 'auto', overflowWrap: 'anywhere' }}>
          {going.slice(0, SHOWN).map((item) => (
            <List.Item key={item.id}>
              <bdi>{item.title}</bdi>
            </List.Item>
          ))}
          {going.length > SHOWN && <List.Item>{t('content.and-more', { count: going.length - SHOWN })}</List.Item>}
        </List>
        {staying > 0 && <Alert color="ochre">{t('content.stay-protected', { count: staying })}</Alert>}
        {!isForEver && <DependentsNote items={going} />}
        <Text size="sm" c="dimmed">
          {days > 0 ? t('content.bin-days', { count: days }) : t('content.erase.text')}
        </Text>
      </Stack>
    </ActionDialog>
  );
}
