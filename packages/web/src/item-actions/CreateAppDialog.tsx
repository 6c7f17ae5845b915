// Makes an app from a template and a map: whichever of the two the dialog was opened for is given, the other is chosen.
import type { Item } from '@graticule/contract/content/item';
import { Checkbox, Select, Stack, TagsInput, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '../api/api-error.ts';
import { useSession } from '../api/session.ts';
import { quoted } from '../items/search-query.ts';
import { useTypeLabel } from '../items/type-label.ts';
import { WEB_APP } from '../items/web-app.ts';
import { useTranslate } from '../language/use-language.ts';
import { paths } from '../paths.ts';
import { ActionDialog } from './ActionDialog.tsx';
import { createApp, isAppTemplate } from './create-app.ts';
import { ItemSelect } from './ItemSelect.tsx';
import { useFolders } from './use-folders.ts';
import { useItemChange } from './use-item-change.ts';

const LONGEST_TITLE = 250;

/** Opens the page of the new app when it is made. */
export function CreateAppDialog({ item, onClose }: { item: Item; onClose: () => void }) {
  const t = useTranslate();
  const typeLabel = useTypeLabel();
  const navigate = useNavigate();
  const username = useSession().user?.username ?? '';
  const { folders } = useFolders(username);
  const isFromTemplate = isAppTemplate(item);
  const [title, setTitle] = useState(isFromTemplate ? '' : item.title);
  const [tags, setTags] = useState([...item.tags]);
  const [folder, setFolder] = useState<string | null>(null);
  const [chosen, setChosen] = useState<Item>();
  const [isShared, setShared] = useState(true);
  const template = isFromTemplate ? item : chosen;
  const map = isFromTemplate ? chosen : item;
  const making = useItemChange(
    async () => {
      if (!template || !map) throw new ApiError(400, t('item.app.incomplete'));
      return createApp({ username, template, map, title: title.trim(), tags, folder: folder ?? undefined, isShared });
    },
    {
      isQuiet: true,
      onDone: ({ id, isShared: wasShared }) => {
        notifications.show(
          wasShared ? { message: t('item.app.done'), color: 'lichen' } : { message: t('item.app.not-shared'), color: 'ochre' },
        );
        void navigate(paths.item(id));
      },
    },
  );
  const isTaken = making.error instanceof ApiError && making.error.status === 409;
  const exists = t('item.app.exists', { type: typeLabel(WEB_APP), title: title.trim() });
  return (
    <ActionDialog
      title={t('item.app.new')}
      submit={t('item.app.submit')}
      isBusy={making.isPending}
      isDisabled={title.trim() === '' || chosen === undefined}
      errorTitle={t('item.app.not-added')}
      error={isTaken ? new ApiError(409, exists) : making.error}
      onSubmit={() => making.mutate(undefined)}
      onClose={onClose}
    >
      <Stack gap="md">
        <ItemSelect
          label={t(isFromTemplate ? 'item.app.map' : 'item.app.template')}
          none={t(isFromTemplate ? 'item.app.no-map' : 'item.app.no-template')}
          kind={isFromTemplate ? 'type:"Web Map"' : `type:${quoted(WEB_APP)} AND typekeywords:Template`}
          accepts={(each) => isFromTemplate || isAppTemplate(each)}
          chosen={chosen}
          onChoose={setChosen}
          isRequired
          hasFocus
        />
        <TextInput
          label={t('item.title')}
          required
          maxLength={LONGEST_TITLE}
          value={title}
          onChange={(event) => {
            setTitle(event.currentTarget.value);
            making.reset();
          }}
        />
        <TagsInput label={t('item.tags')} maxTags={128} splitChars={[',']} acceptValueOnBlur value={tags} onChange={setTags} />
        {folders.length > 0 && (
          <Select
            label={t('item.move.folder')}
            placeholder={t('item.move.root')}
            clearable
            data={folders.map(({ id, title: label }) => ({ value: id, label }))}
            value={folder}
            onChange={setFolder}
          />
        )}
        {map && map.access !== 'private' && (
          <Checkbox
            label={t('item.app.share')}
            description={t(`item.app.share.${map.access}`)}
            checked={isShared}
            onChange={(event) => setShared(event.currentTarget.checked)}
          />
        )}
      </Stack>
    </ActionDialog>
  );
}
