// Moves items to another folder of their owner.
import type { Item } from '@graticule/contract/content/item';
import { moveItems } from '@graticule/contract/content/user-content';
import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { useTranslate } from '../language/use-language.ts';
import { ActionDialog } from './ActionDialog.tsx';
import { useFolders } from './use-folders.ts';
import { useItemChange } from './use-item-change.ts';

interface Props {
  items: readonly Item[];
  onClose: () => void;
}

/** Items that are in the folder already are left alone. @source CO-145 */
export function MoveDialog({ items, onClose }: Props) {
  const t = useTranslate();
  const owner = items[0]?.owner ?? '';
  const { folders } = useFolders(owner);
  const current = items.length === 1 ? (items[0]?.ownerFolder ?? '/') : undefined;
  const [folder, setFolder] = useState<string>(current ?? '/');
  const moving = useItemChange(() => move(items, owner, folder), { isQuiet: true, success: t('item.moved'), onDone: onClose });
  return (
    <ActionDialog
      title={t('item.move.title', { count: items.length })}
      submit={t('item.move')}
      isBusy={moving.isPending}
      isDisabled={folder === current}
      error={moving.error}
      onSubmit={() => moving.mutate(undefined)}
      onClose={onClose}
    >
      <Radio.Group value={folder} onChange={setFolder} aria-label={t('item.move.folder')}>
        <Stack gap="xs" mah={320} style={{ overflow: 'auto' }}>
          <Radio value="/" label={t('item.move.root')} />
          {folders.map((each) => (
            <Radio key={each.id} value={each.id} label={each.title} />
          ))}
        </Stack>
      </Radio.Group>
    </ActionDialog>
  );
}

async function move(items: readonly Item[], username: string, folder: string): Promise<void> {
  const ids = items.filter((item) => (item.ownerFolder ?? undefined) !== folder).map((item) => item.id);
  if (ids.length === 0) return;
  const { results } = await call(moveItems, { username, items: ids, folder });
  const refused = results.find((result) => !result.success);
  if (refused) throw new ApiError(refused.error?.code ?? 400, refused.error?.message ?? '', refused.error?.messageCode);
}
