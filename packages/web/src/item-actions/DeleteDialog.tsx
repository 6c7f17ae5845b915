// Asks before items are deleted.

import { findDependents } from '@graticule/contract/content/dependencies';
import type { Item } from '@graticule/contract/content/item';
import { deleteItems } from '@graticule/contract/content/user-content';
import { Alert, List, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { keys } from '../api/keys.ts';
import { isHostedLayer } from '../items/item-address.ts';
import { useTranslate } from '../language/use-language.ts';
import { ActionDialog } from './ActionDialog.tsx';
import { useItemChange } from './use-item-change.ts';

/** Dependents named in the dialog. */
const MOST_SHOWN = 20;

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
      <Breaks items={items} />
      <Text size="sm" mt="md" c="dimmed">
        {t(items.some(isHostedLayer) ? 'item.delete.with-data' : 'item.delete.text')}
      </Text>
    </ActionDialog>
  );
}

/** What would break without the items. Found out while the dialog is open; deleting does not wait for it. */
function Breaks({ items }: { items: readonly Item[] }) {
  const t = useTranslate();
  const ids = items.map((item) => item.id).sort();
  const { data, isPending } = useQuery({
    queryKey: [...keys.items, 'dependents', ids],
    queryFn: () => call(findDependents, { items: ids, num: MOST_SHOWN }, { quiet: true }),
    retry: false,
    staleTime: 0,
  });
  if (isPending) return <Skeleton height={48} mt="md" />;
  if (!data) return null;
  const groups = data.groups.filter((group) => !group.isFav);
  const total = data.total + data.hidden.items;
  if (total + groups.length + data.hidden.groups === 0) {
    return (
      <Text size="sm" mt="md">
        {t('item.delete.nothing-breaks')}
      </Text>
    );
  }
  return (
    <Alert color="ochre" mt="md" title={t('item.delete.breaks', { count: total + groups.length + data.hidden.groups })}>
      <List size="sm" mah={180} style={{ overflow: 'auto', overflowWrap: 'anywhere' }}>
        {data.items.map((item) => (
          <List.Item key={item.id}>
            {item.title} <small>({item.type})</small>
          </List.Item>
        ))}
        {groups.map((group) => (
          <List.Item key={group.id}>{t('item.delete.group', { title: group.title, count: group.numAffected })}</List.Item>
        ))}
        {data.total > data.items.length && <List.Item>{t('item.delete.more', { count: data.total - data.items.length })}</List.Item>}
        {data.hidden.items > 0 && <List.Item>{t('item.delete.hidden', { count: data.hidden.items })}</List.Item>}
      </List>
    </Alert>
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
