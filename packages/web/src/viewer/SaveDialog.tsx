// Asks for name, tags, summary and folder, and saves the map as a new item.
import type { WebMap } from '@graticule/contract/documents/web-map';
import { Select, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../api/session.ts';
import { ActionDialog } from '../item-actions/ActionDialog.tsx';
import { useFolders } from '../item-actions/use-folders.ts';
import { useTranslate } from '../language/use-language.ts';
import { saveMapAs } from './save-map.ts';
import { useViewer } from './viewer-context.ts';

const LONGEST_TITLE = 250;
const LONGEST_SNIPPET = 2048;

interface Props {
  onClose: () => void;
  onSaved: (id: string, map: WebMap) => Promise<void>;
}

/** Starts with the words of the map that is open. */
export function SaveDialog({ onClose, onSaved }: Props) {
  const t = useTranslate();
  const { map, item, engine } = useViewer();
  const username = useSession().user?.username ?? '';
  const { folders } = useFolders(username);
  const [title, setTitle] = useState(item ? t('viewer.copy-of', { title: item.title }) : '');
  const [snippet, setSnippet] = useState(item?.snippet ?? '');
  const [tags, setTags] = useState<string[]>([...(item?.tags ?? [])]);
  const [folder, setFolder] = useState<string | null>(null);
  const saving = useMutation({
    mutationFn: async () => {
      if (!engine) return;
      const saved = await saveMapAs(
        username,
        { title: title.trim(), snippet: snippet.trim(), tags, ...(folder ? { folder } : {}) },
        map,
        engine,
      );
      await onSaved(saved.id, saved.document);
    },
    onSuccess: () => {
      notifications.show({ message: t('viewer.saved'), color: 'lichen' });
      onClose();
    },
  });
  return (
    <ActionDialog
      title={t('viewer.save-as.title')}
      submit={t('viewer.save')}
      isBusy={saving.isPending}
      isDisabled={title.trim() === ''}
      error={saving.error}
      onSubmit={() => saving.mutate()}
      onClose={onClose}
    >
      <Stack gap="md">
        <TextInput
          label={t('viewer.save.name')}
          required
          data-autofocus
          maxLength={LONGEST_TITLE}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <TagsInput label={t('viewer.save.tags')} maxTags={128} splitChars={[',']} acceptValueOnBlur value={tags} onChange={setTags} />
        <Textarea
          label={t('viewer.save.summary')}
          autosize
          minRows={2}
          maxRows={5}
          maxLength={LONGEST_SNIPPET}
          value={snippet}
          onChange={(event) => setSnippet(event.currentTarget.value)}
        />
        {folders.length > 0 && (
          <Select
            label={t('viewer.save.folder')}
            placeholder={t('viewer.save.root')}
            clearable
            data={folders.map(({ id, title: label }) => ({ value: id, label }))}
            value={folder}
            onChange={setFolder}
          />
        )}
      </Stack>
    </ActionDialog>
  );
}
