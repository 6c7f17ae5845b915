// Edits what an item says about itself, and its picture.
import type { Item } from '@graticule/contract/content/item';
import { derivedSnippet } from '@graticule/contract/content/item-text';
import { updateItem } from '@graticule/contract/content/user-items';
import { Anchor, FileInput, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { useTranslate } from '../language/use-language.ts';
import { ActionDialog } from './ActionDialog.tsx';
import { HtmlEditor } from './HtmlEditor.tsx';
import { useItemChange } from './use-item-change.ts';

/** The longest title and summary the portal keeps. @source contract A8 */
const LONGEST_TITLE = 250;
const LONGEST_SNIPPET = 2048;

/** What is typed of an item. */
interface Details {
  title: string;
  snippet: string;
  description: string;
  accessInformation: string;
  licenseInfo: string;
}

const detailsOf = (item: Item): Details => ({
  title: item.title,
  snippet: item.snippet ?? '',
  description: item.description ?? '',
  accessInformation: item.accessInformation ?? '',
  licenseInfo: item.licenseInfo ?? '',
});

/** What of them is other than it was when the dialog was opened. */
function changed(item: Item, details: Details, tags: string[]): Partial<Details & { tags: string[] }> {
  const before = detailsOf(item);
  // blanks around it are no part of a title
  const now = { ...details, title: details.title.trim() === before.title.trim() ? before.title : details.title.trim() };
  const others = Object.entries(now).filter(([name, value]) => value !== before[name as keyof Details]);
  const isTagged = tags.length !== item.tags.length || tags.some((tag, i) => tag !== item.tags[i]);
  return { ...Object.fromEntries(others), ...(isTagged ? { tags } : {}) };
}

/** What was changed, at once; what was emptied is cleared. Whatever somebody else changed meanwhile stays as it is. */
export function EditDialog({ item, onClose }: { item: Item; onClose: () => void }) {
  const t = useTranslate();
  // others may change the item while it is being typed
  const [opened] = useState(item);
  const [fields, setFields] = useState(detailsOf(opened));
  const [tags, setTags] = useState([...opened.tags]);
  const [thumbnail, setThumbnail] = useState<File | null>(null);
  const saving = useItemChange(
    (changes: ReturnType<typeof changed>) =>
      call(updateItem, { username: item.owner, id: item.id, ...changes, thumbnail: thumbnail ?? undefined, clearEmptyFields: true }),
    { isQuiet: true, success: t('item.saved'), onDone: onClose },
  );
  const save = () => {
    const changes = changed(opened, fields, tags);
    // saving nothing would still be the latest change of the item
    if (Object.keys(changes).length === 0 && thumbnail === null) onClose();
    else saving.mutate(changes);
  };
  const field = (name: keyof typeof fields) => ({
    value: fields[name],
    onChange: (event: { currentTarget: { value: string } }) => setFields({ ...fields, [name]: event.currentTarget.value }),
  });
  return (
    <ActionDialog
      title={t('item.edit')}
      submit={t('shell.save')}
      size={720}
      isBusy={saving.isPending}
      isDisabled={fields.title.trim() === ''}
      error={saving.error}
      onSubmit={save}
      onClose={onClose}
    >
      <Stack gap="md">
        <TextInput
          label={t('item.title')}
          maxLength={LONGEST_TITLE}
          error={fields.title.trim() === '' && t('item.title-required')}
          {...field('title')}
        />
        <Textarea
          label={t('item.snippet')}
          description={t('item.snippet-hint')}
          autosize
          minRows={2}
          maxRows={4}
          maxLength={LONGEST_SNIPPET}
          {...field('snippet')}
        />
        <HtmlEditor
          label={t('item.description')}
          initial={fields.description}
          onChange={(description) => setFields((now) => ({ ...now, description }))}
        />
        {fields.snippet.trim() === '' && fields.description !== '' && (
          <Anchor
            component="button"
            type="button"
            size="sm"
            ta="start"
            onClick={() => setFields({ ...fields, snippet: derivedSnippet(fields.description) })}
          >
            {t('item.snippet-derive')}
          </Anchor>
        )}
        <TagsInput
          label={t('item.tags')}
          description={t('item.tags-hint')}
          maxTags={128}
          splitChars={[',']}
          acceptValueOnBlur
          value={tags}
          onChange={setTags}
        />
        <TextInput label={t('item.credits')} {...field('accessInformation')} />
        <HtmlEditor
          label={t('item.licence')}
          initial={fields.licenseInfo}
          onChange={(licenseInfo) => setFields((now) => ({ ...now, licenseInfo }))}
        />
        <FileInput
          label={t('item.thumbnail')}
          description={t('item.thumbnail-hint')}
          accept="image/png,image/jpeg,image/gif,image/webp"
          leftSection={<IconPhoto size={18} aria-hidden />}
          placeholder={t('item.thumbnail-choose')}
          clearable
          value={thumbnail}
          onChange={setThumbnail}
        />
      </Stack>
    </ActionDialog>
  );
}
