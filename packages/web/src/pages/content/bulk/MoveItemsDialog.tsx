// Chooses the folder that items are moved to; a new one can be made on the way.
import type { Folder, Item } from '@graticule/contract/content/item';
import { createFolder } from '@graticule/contract/content/user-content';
import { Button, Group, Radio, Stack, TextInput } from '@mantine/core';
import { IconFolderPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { ActionDialog } from '../../../item-actions/ActionDialog.tsx';
import { useItemChange } from '../../../item-actions/use-item-change.ts';
import { useTranslate } from '../../../language/use-language.ts';
import { ROOT } from '../content-query.ts';
import { folderOf, moving, type Operation } from './operations.ts';

interface Props {
  items: readonly Item[];
  username: string;
  folders: readonly Folder[];
  onStart: (operation: Operation) => void;
  onClose: () => void;
}

/** The folder in which all of them lie already cannot be chosen. */
export function MoveItemsDialog({ items, username, folders, onStart, onClose }: Props) {
  const t = useTranslate();
  const current = items.every((item) => folderOf(item) === folderOf(items[0] as Item)) ? folderOf(items[0] as Item) : undefined;
  const [folder, setFolder] = useState<string>();
  const [newName, setNewName] = useState<string>();
  const making = useItemChange(() => call(createFolder, { username, title: newName?.trim() ?? '' }), {
    isQuiet: true,
    onDone: (reply) => onStart(moving(reply.folder.id)),
  });
  const isMaking = newName !== undefined;
  const choices = [{ id: ROOT, title: t('item.move.root') }, ...folders];
  return (
    <ActionDialog
      title={t('item.move.title', { count: items.length })}
      submit={t('item.move')}
      isBusy={making.isPending}
      isDisabled={isMaking ? newName.trim() === '' : folder === undefined}
      error={making.error}
      onSubmit={() => (isMaking ? making.mutate(undefined) : folder !== undefined && onStart(moving(folder)))}
      onClose={onClose}
    >
      <Radio.Group value={isMaking ? '' : (folder ?? '')} onChange={setFolder} aria-label={t('item.move.folder')}>
        <Stack gap="xs" mah={320} p={2} style={{ overflow: 'auto' }}>
          {choices.map((each) => (
            <Radio
              key={each.id}
              data-autofocus={each === choices.find(({ id }) => id !== current) || undefined}
              value={each.id}
              label={<bdi>{each.title}</bdi>}
              disabled={each.id === current || isMaking}
              description={each.id === current ? t('content.move.here') : undefined}
            />
          ))}
        </Stack>
      </Radio.Group>
      {isMaking ? (
        <Group mt="md" align="flex-end" wrap="nowrap">
          <TextInput
            data-autofocus
            flex={1}
            label={t('content.folder-name')}
            maxLength={250}
            value={newName}
            onChange={(event) => setNewName(event.currentTarget.value)}
          />
          <Button variant="subtle" onClick={() => setNewName(undefined)}>
            {t('shell.cancel')}
          </Button>
        </Group>
      ) : (
        <Button
          mt="md"
          variant="subtle"
          size="compact-sm"
          leftSection={<IconFolderPlus size={16} aria-hidden />}
          onClick={() => setNewName('')}
        >
          {t('content.new-folder')}
        </Button>
      )}
    </ActionDialog>
  );
}
