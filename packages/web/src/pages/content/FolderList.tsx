// The folders of a person, beside the list of items.
import type { Folder } from '@graticule/contract/content/item';
import { deleteFolder } from '@graticule/contract/content/user-content';
import { ActionIcon, Menu, NavLink, Text } from '@mantine/core';
import { IconDots, IconFolder, IconFolders, IconHome } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { ActionDialog } from '../../item-actions/ActionDialog.tsx';
import { useItemChange } from '../../item-actions/use-item-change.ts';
import { useTranslate } from '../../language/use-language.ts';
import { ALL, ROOT } from './content-query.ts';
import { FolderDialog } from './FolderDialog.tsx';
import classes from './FolderList.module.css';

interface Props {
  username: string;
  folders: readonly Folder[];
  current: string;
  mayChange: boolean;
  onChoose: (folder: string) => void;
}

/** All content, what lies in no folder, then each folder with a menu. */
export function FolderList({ username, folders, current, mayChange, onChoose }: Props) {
  const t = useTranslate();
  const [renaming, setRenaming] = useState<Folder>();
  const [removing, setRemoving] = useState<Folder>();
  const entry = (folder: string, label: string, Icon: typeof IconFolder) => (
    <NavLink
      component="button"
      label={label}
      leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
      active={current === folder}
      aria-current={current === folder}
      onClick={() => onChoose(folder)}
    />
  );
  return (
    <nav aria-label={t('content.folders')} className={classes.folders}>
      {entry(ALL, t('content.all'), IconFolders)}
      {folders.length > 0 && entry(ROOT, t('content.root'), IconHome)}
      {folders.map((folder) => (
        <div key={folder.id} className={classes.folder}>
          {entry(folder.id, folder.title, IconFolder)}
          {mayChange && (
            <Menu position="bottom-end" width={160}>
              <Menu.Target>
                <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('content.folder-actions', { title: folder.title })}>
                  <IconDots size={16} aria-hidden />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => setRenaming(folder)}>{t('content.rename')}</Menu.Item>
                <Menu.Item color="vermilion" onClick={() => setRemoving(folder)}>
                  {t('shell.delete')}
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          )}
        </div>
      ))}
      {renaming && <FolderDialog username={username} folder={renaming} onClose={() => setRenaming(undefined)} onDone={onChoose} />}
      {removing && (
        <DeleteFolder username={username} folder={removing} onClose={() => setRemoving(undefined)} onDone={() => onChoose(ALL)} />
      )}
    </nav>
  );
}

function DeleteFolder({
  username,
  folder,
  onClose,
  onDone,
}: {
  username: string;
  folder: Folder;
  onClose: () => void;
  onDone: () => void;
}) {
  const t = useTranslate();
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
      <Text size="sm">{t('content.delete-folder-text')}</Text>
    </ActionDialog>
  );
}
