// Large uploads that were begun and not finished: they go on with the same file, or are thrown away.
import { Alert, Button } from '@mantine/core';
import { IconCloudPause } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useErrorWords } from '../../api/error-words.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { type Unfinished, unfinishedUploads } from '../../uploads/unfinished.ts';
import { giveUpUpload } from '../../uploads/upload-item.ts';
import classes from './UnfinishedUploads.module.css';

interface Props {
  username: string;
  onFiles: (files: File[]) => void;
}

/** Nothing when there are none. The browser does not hand a file out again by itself, so it is chosen once more. */
export function UnfinishedUploads({ username, onFiles }: Props) {
  const t = useTranslate();
  const words = useErrorWords();
  const [uploads, setUploads] = useState(() => unfinishedUploads(username));
  const dropping = useMutation({
    mutationFn: ({ itemId }: Unfinished) => giveUpUpload(username, itemId),
    onSettled: () => setUploads(unfinishedUploads(username)),
  });
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
          <UnfinishedUpload key={upload.itemId} upload={upload} onFiles={onFiles} onDrop={() => dropping.mutate(upload)} />
        ))}
      </ul>
      {dropping.error && <p role="alert">{words(dropping.error).text}</p>}
    </Alert>
  );
}

function UnfinishedUpload({ upload, onFiles, onDrop }: { upload: Unfinished; onFiles: Props['onFiles']; onDrop: () => void }) {
  const t = useTranslate();
  const format = useFormat();
  const pick = useRef<HTMLInputElement>(null);
  const [isOther, setOther] = useState(false);
  const choose = (file: File | undefined) => {
    if (!file) return;
    const isSame = file.name === upload.name && file.size === upload.size && file.lastModified === upload.lastModified;
    setOther(!isSame);
    if (isSame) onFiles([file]);
  };
  return (
    <li>
      <span className={classes.name}>
        <bdi>{upload.name}</bdi>
        <span className="tabular">
          {t('content.upload.sending', {
            share: format.number(Math.floor(upload.share * 100) / 100, { style: 'percent' }),
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
        hidden
        data-testid={`again-${upload.itemId}`}
        onChange={(event) => {
          choose(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
    </li>
  );
}
