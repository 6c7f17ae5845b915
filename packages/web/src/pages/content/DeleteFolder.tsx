// Asks before a folder is deleted with what lies in it.
import type { Folder } from '@graticule/contract/content/item';
import { deleteFolder } from '@graticule/contract/content/user-content';
import { Text } from '@mantine/core';
import { call } from '../../api/call.ts';
import { useSession } from '../../api/session.ts';
import { ActionDialog } from '../../item-actions/ActionDialog.tsx';
import { useItemChange } from '../../item-actions/use-item-change.ts';
import { useTranslate } from '../../language/use-language.ts';

interface Props {
  username: string;
  folder: Folder;
  onClose: () => void;
  onDone: () => void;
}

/** Says how many items go with it. */
export function DeleteFolder({ username, folder, onClose, onDone }: Props) {
  const t = useTranslate();
  const hasBin = (useSession().portal.recycleBinDays ?? 0) > 0;
  const removal = useItemChange(() => call(deleteFolder, { username, folder: folder.id }), {
    isQuiet: true,
    onDone: () => {
      onDone();
      onClose();
    },
  });
  return (
    <ActionDialog
      title={t('content.delete-folder', { title: folder.title })}
      submit={t('shell.delete')}
      isDestructive
      isBusy={removal.isPending}
      error={removal.error}
      onSubmit={() => removal.mutate(undefined)}
      onClose={onClose}
    >
      <Text size="sm">{t(hasBin ? 'content.delete-folder-text' : 'content.delete-folder-gone', { count: folder.numItems ?? 0 })}</Text>
    </ActionDialog>
  );
}
