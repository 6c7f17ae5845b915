// The folders of a person, beside the list of items.
import type { Folder, Item } from '@graticule/contract/content/item';
import { ActionIcon, Menu, NavLink } from '@mantine/core';
import { IconDots, IconFolder, IconFolders, IconHome, IconTrash } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useState } from 'react';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { ALL, BIN, ROOT } from './content-query.ts';
import { DeleteFolder } from './DeleteFolder.tsx';
import { FolderDialog } from './FolderDialog.tsx';
import classes from './FolderList.module.css';

interface Props {
  username: string;
  folders: readonly Folder[];
  /** Items in no folder. */
  rootCount: number | undefined;
  /** Items in the recycle bin; undefined where there is none. */
  binCount: number | undefined;
  current: string;
  mayChange: boolean;
  /** Items that are being dragged now. */
  dragged: readonly Item[] | undefined;
  onDrop: (folder: string) => void;
  onChoose: (folder: string) => void;
}

/** All content, what lies in no folder, each folder with a menu, the recycle bin; dragged items can be dropped on each. */
export function FolderList(props: Props) {
  const { username, folders, rootCount, binCount, mayChange, onChoose } = props;
  const t = useTranslate();
  const [renaming, setRenaming] = useState<Folder>();
  const [removing, setRemoving] = useState<Folder>();
  const all = rootCount === undefined ? undefined : folders.reduce((sum, folder) => sum + (folder.numItems ?? 0), rootCount);
  return (
    <nav aria-label={t('content.folders')} className={classes.folders}>
      <Entry {...props} id={ALL} label={t('content.all')} count={all} icon={<IconFolders size={18} stroke={1.75} aria-hidden />} />
      {folders.length > 0 && (
        <Entry
          {...props}
          id={ROOT}
          isTarget
          label={t('content.root')}
          count={rootCount}
          icon={<IconHome size={18} stroke={1.75} aria-hidden />}
        />
      )}
      {folders.map((folder) => (
        <div key={folder.id} className={classes.folder}>
          <Entry
            {...props}
            id={folder.id}
            isTarget
            label={folder.title}
            count={folder.numItems}
            icon={<IconFolder size={18} stroke={1.75} aria-hidden />}
          />
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
      {binCount !== undefined && (
        <Entry {...props} id={BIN} label={t('content.bin')} count={binCount} icon={<IconTrash size={18} stroke={1.75} aria-hidden />} />
      )}
      {renaming && <FolderDialog username={username} folder={renaming} onClose={() => setRenaming(undefined)} onDone={onChoose} />}
      {removing && (
        <DeleteFolder username={username} folder={removing} onClose={() => setRemoving(undefined)} onDone={() => onChoose(ALL)} />
      )}
    </nav>
  );
}

interface EntryProps extends Props {
  id: string;
  label: string;
  count: number | undefined;
  icon: ReactNode;
  isTarget?: boolean;
}

function Entry({ id, label, count, icon, current, isTarget = false, dragged, onDrop, onChoose }: EntryProps) {
  const format = useFormat();
  const [isOver, setOver] = useState(false);
  const accepts = isTarget && dragged !== undefined;
  const over = (event: DragEvent) => {
    if (!accepts) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'move';
    setOver(true);
  };
  return (
    <NavLink
      component="button"
      label={
        <span className={classes.name} title={label}>
          <bdi>{label}</bdi>
        </span>
      }
      leftSection={icon}
      rightSection={count === undefined ? undefined : <span className={classes.count}>{format.number(count)}</span>}
      active={current === id}
      aria-current={current === id}
      data-target={accepts || undefined}
      data-over={(isOver && accepts) || undefined}
      className={classes.entry}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={(event: DragEvent) => {
        if (!accepts) return;
        event.preventDefault();
        setOver(false);
        onDrop(id);
      }}
      onClick={() => onChoose(id)}
    />
  );
}
