// Names a new folder, or renames one.
import type { Folder } from '@graticule/contract/content/item';
import { createFolder, updateFolder } from '@graticule/contract/content/user-content';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { ActionDialog } from '../../item-actions/ActionDialog.tsx';
import { useItemChange } from '../../item-actions/use-item-change.ts';
import { useTranslate } from '../../language/use-language.ts';

interface Props {
  username: string;
  /** The folder to rename; a new one without it. */
  folder?: Folder;
  onClose: () => void;
  onDone: (folder: string) => void;
}

/** Goes to the folder afterwards. */
export function FolderDialog({ username, folder, onClose, onDone }: Props) {
  const t = useTranslate();
  const [title, setTitle] = useState(folder?.title ?? '');
  const saving = useItemChange(
    () =>
      folder
        ? call(updateFolder, { username, folder: folder.id, title: title.trim() })
        : call(createFolder, { username, title: title.trim() }),
    {
      isQuiet: true,
      onDone: (reply) => {
        onDone(reply.folder.id);
        onClose();
      },
    },
  );
  return (
    <ActionDialog
      title={t(folder ? 'content.rename-folder' : 'content.new-folder')}
      submit={t(folder ? 'shell.save' : 'content.create')}
      isBusy={saving.isPending}
      isDisabled={title.trim() === '' || title.trim() === folder?.title}
      error={saving.error}
      onSubmit={() => saving.mutate(undefined)}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label={t('content.folder-name')}
        maxLength={250}
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
    </ActionDialog>
  );
}
