// One file of a row: its picture or sign, its name, and deleting it once that was asked about.
import type { AttachmentInfo } from '@graticule/contract/services/attachments';
import { ActionIcon, Anchor, Button, Group } from '@mantine/core';
import { IconPaperclip, IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { useFocusAfter } from '../ui/focus-after.ts';
import { useFocusHeir } from '../ui/focus-heir.ts';
import classes from './Attachments.module.css';

interface Props {
  file: Pick<AttachmentInfo, 'id' | 'name' | 'contentType' | 'size'>;
  /** Where the file lies. */
  address: string;
  isEditable: boolean;
  isBusy: boolean;
  onDelete: () => void;
}

/** In the place of a picture, so that all names begin below one another. */
export function FileTile() {
  return (
    <span className={classes.tile} aria-hidden>
      <IconPaperclip size={20} />
    </span>
  );
}

/** Pictures are shown small; every file opens by its name. */
export function AttachedFile({ file, address, isEditable, isBusy, onDelete }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const [isAsked, setAsked] = useState(false);
  const focusAfter = useFocusAfter();
  // when the file is deleted, its buttons go with it
  const item = useFocusHeir<HTMLLIElement>((going) => going.closest('[role="dialog"]')?.querySelector<HTMLElement>('[data-add-file]'));
  const own = (part: string) => () => document.querySelector<HTMLElement>(`[data-attachment="${file.id}"] [data-${part}]`);
  const ask = (asks: boolean) => {
    setAsked(asks);
    focusAfter(own(asks ? 'keep' : 'remove'));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') ask(false);
  };
  return (
    <li data-attachment={file.id} ref={item}>
      {/^image\/(png|jpeg|gif|webp)$/.test(file.contentType) ? (
        <img src={`${address}?w=120`} alt="" width={48} height={48} loading="lazy" />
      ) : (
        <FileTile />
      )}
      <span>
        <Anchor href={address} target="_blank" rel="noopener noreferrer">
          <bdi>{file.name}</bdi>
        </Anchor>
        <small>{format.size(file.size)}</small>
      </span>
      {isEditable && !isAsked && (
        <ActionIcon
          variant="subtle"
          color="vermilion"
          size={40}
          aria-label={t('item.data.remove-file', { name: file.name })}
          disabled={isBusy}
          data-remove
          onClick={() => ask(true)}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      )}
      {isEditable && isAsked && (
        <fieldset className={classes.ask} aria-label={t('item.data.remove-file-ask', { name: file.name })} onKeyDown={onKeyDown}>
          <span>{t('item.data.remove-file-hint')}</span>
          <Group gap="xs" wrap="nowrap">
            {/* Escape takes the question back; the dialog leaves it to this */}
            <Button
              variant="default"
              size="compact-md"
              data-keep
              data-mantine-stop-propagation="true"
              disabled={isBusy}
              onClick={() => ask(false)}
            >
              {t('shell.cancel')}
            </Button>
            <Button color="vermilion" size="compact-md" data-mantine-stop-propagation="true" loading={isBusy} onClick={onDelete}>
              {t('shell.delete')}
            </Button>
          </Group>
        </fieldset>
      )}
    </li>
  );
}
