// Large uploads that were begun and not finished: they go on with the same file, or are thrown away.
import type { Formatter } from '@graticule/i18n/format';
import { Alert, Button, Text } from '@mantine/core';
import { IconCloudPause } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ActionDialog } from '../../item-actions/ActionDialog.tsx';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { isSameFile } from '../../uploads/kept-list.ts';
import { chosenFiles } from '../../uploads/pack-files.ts';
import { useRunningUploads } from '../../uploads/running.ts';
import { type Unfinished, unfinishedUploads } from '../../uploads/unfinished.ts';
import { giveUpUpload } from '../../uploads/upload-item.ts';
import { usePacking } from '../../uploads/use-packing.ts';
import classes from './UnfinishedUploads.module.css';

interface Props {
  username: string;
  onFiles: (files: File[]) => void;
}

/** Nothing when there are none but those that are being sent. The browser does not hand a file out again by itself, so it is chosen once more. */
export function UnfinishedUploads({ username, onFiles }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const running = useRunningUploads();
  const [asked, setAsked] = useState<Unfinished>();
  const dropping = useMutation({
    mutationFn: ({ itemId }: Unfinished) => giveUpUpload(username, itemId),
    onSuccess: () => setAsked(undefined),
  });
  const uploads = running ? unfinishedUploads(username).filter(({ itemId }) => !running.has(itemId)) : [];
  const isGone = asked !== undefined && !uploads.some(({ itemId }) => itemId === asked.itemId);
  if (uploads.length === 0) return null;
  return (
    <Alert
      className={classes.notice}
      color="ochre"
      icon={<IconCloudPause aria-hidden />}
      title={t('content.unfinished', { count: uploads.length })}
    >
      <p className={classes.hint}>{t('content.unfinished.hint')}</p>
      <ul className={classes.list}>
        {uploads.map((upload) => (
          <UnfinishedUpload key={upload.itemId} upload={upload} onFiles={onFiles} onDrop={() => setAsked(upload)} />
        ))}
      </ul>
      {asked && !isGone && (
        <ActionDialog
          title={t('content.unfinished.drop-of', { name: asked.name })}
          submit={t('content.unfinished.drop')}
          isDestructive
          isBusy={dropping.isPending}
          error={dropping.error}
          onSubmit={() => dropping.mutate(asked)}
          onClose={() => {
            dropping.reset();
            setAsked(undefined);
          }}
        >
          <Text size="sm">{t('content.unfinished.drop-text', { share: arrived(asked, format), size: format.size(asked.size) })}</Text>
        </ActionDialog>
      )}
    </Alert>
  );
}

function arrived({ share }: Unfinished, format: Formatter): string {
  return format.number(Math.floor(share * 100) / 100, { style: 'percent' });
}

function UnfinishedUpload({ upload, onFiles, onDrop }: { upload: Unfinished; onFiles: Props['onFiles']; onDrop: () => void }) {
  const t = useTranslate();
  const format = useFormat();
  const pick = useRef<HTMLInputElement>(null);
  const [isOther, setOther] = useState(false);
  const pack = usePacking();
  const choose = async (files: Iterable<File>) => {
    // what was put together is put together again
    const chosen = (await pack(chosenFiles(files))) ?? [];
    if (chosen.length === 0) return;
    // others may have been chosen with it
    const same = chosen.find((file) => isSameFile(upload, file));
    setOther(same === undefined);
    if (same) onFiles([same]);
  };
  return (
    <li>
      <span className={classes.name}>
        <bdi>{upload.name}</bdi>
        <span className="tabular">
          {t('content.upload.sending', {
            share: arrived(upload, format),
            size: format.size(upload.size),
          })}
        </span>
        {isOther && <span role="alert">{t('content.unfinished.other', { name: upload.name })}</span>}
      </span>
      <Button size="compact-md" onClick={() => pick.current?.click()} aria-label={t('content.unfinished.choose-of', { name: upload.name })}>
        {t('content.unfinished.choose')}
      </Button>
      <Button variant="default" size="compact-md" onClick={onDrop} aria-label={t('content.unfinished.drop-of', { name: upload.name })}>
        {t('content.unfinished.drop')}
      </Button>
      <input
        ref={pick}
        type="file"
        multiple={upload.name.endsWith('.shp.zip')}
        hidden
        data-testid={`again-${upload.itemId}`}
        onChange={(event) => {
          void choose([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
    </li>
  );
}
