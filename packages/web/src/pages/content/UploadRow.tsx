// One file on its way: progress, then what the portal made of it, then publishing.
import type { Folder, Item } from '@graticule/contract/content/item';
import { Alert, Anchor, Button, Group, Progress, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useErrorWords } from '../../api/error-words.ts';
import { keys } from '../../api/keys.ts';
import { useSession } from '../../api/session.ts';
import { publishableAs } from '../../item-actions/item-rights.ts';
import { PublishSteps } from '../../item-actions/PublishSteps.tsx';
import { TypeIcon } from '../../items/TypeIcon.tsx';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { paths } from '../../paths.ts';
import classes from './UploadRow.module.css';
import type { Planned } from './upload-file.ts';
import { upload } from './upload-file.ts';

interface Props {
  plan: Planned;
  tags: readonly string[];
  folder: Folder | undefined;
  username: string;
  /** The file before this one is settled. */
  mayStart: boolean;
  /** Sent or failed. */
  onSettled: () => void;
}

type Uploaded = Pick<Item, 'id' | 'owner' | 'type' | 'title'>;

/** Closing the dialog while a file is being sent cancels it; a sent file stays. */
export function UploadRow(props: Props) {
  const { plan, mayStart } = props;
  const t = useTranslate();
  const format = useFormat();
  const words = useErrorWords();
  const session = useSession();
  const { share, item, error, start } = useUpload(props);
  const canPublish = item !== undefined && publishableAs({ ...item, access: 'private' }, session) !== undefined;
  const [wantsToPublish, setWantsToPublish] = useState(plan.isPublished);

  return (
    <section className={classes.file} aria-live="polite">
      <div className={classes.head}>
        <TypeIcon type={plan.type} size={24} />
        <div className={classes.name}>
          <Text fw={560} truncate>
            {plan.title}
          </Text>
          <Text size="sm" c="dimmed" className="tabular">
            {item
              ? t('content.upload.sent')
              : error !== undefined
                ? t('content.upload.failed')
                : !mayStart
                  ? t('content.upload.waiting')
                  : share < 1
                    ? t('content.upload.sending', { share: format.number(share, { style: 'percent' }), size: format.size(plan.file.size) })
                    : t('content.upload.storing')}
          </Text>
        </div>
        {item && <IconCircleCheck color="var(--lichen)" size={22} aria-hidden />}
      </div>
      {!item && error === undefined && mayStart && (
        <Progress value={share * 100} animated={share >= 1} aria-label={t('content.upload.progress', { name: plan.file.name })} />
      )}
      {error !== undefined && (
        <Alert color="vermilion">
          {[words(error).text, ...words(error).details].join(' ')}
          <Button variant="default" size="compact-sm" mt="xs" display="block" onClick={start}>
            {t('shell.error.retry')}
          </Button>
        </Alert>
      )}
      {item && canPublish && wantsToPublish && <PublishSteps item={item} />}
      {item && !(canPublish && wantsToPublish) && (
        <Group gap="md">
          <Anchor component={Link} to={paths.item(item.id)} size="sm">
            {t('content.upload.see')}
          </Anchor>
          {canPublish && (
            <Button variant="default" size="compact-sm" onClick={() => setWantsToPublish(true)}>
              {t('item.publish')}
            </Button>
          )}
        </Group>
      )}
    </section>
  );
}

/** Sends the file once, when its turn comes. */
function useUpload(props: Props) {
  const client = useQueryClient();
  const [share, setShare] = useState(0);
  const [item, setItem] = useState<Uploaded>();
  const [error, setError] = useState<unknown>();
  const running = useRef<AbortController>(undefined);
  // Read when the upload starts: a new value on a later render must not start it again.
  const latest = useRef(props);
  latest.current = props;
  const { mayStart } = props;

  const start = useCallback(() => {
    const { plan, username, folder, tags } = latest.current;
    const control = new AbortController();
    running.current = control;
    setError(undefined);
    setShare(0);
    upload(plan, { username, folder, tags, signal: control.signal, onProgress: setShare })
      .then(async (uploaded) => {
        setItem(uploaded);
        await client.invalidateQueries({ queryKey: keys.items, predicate: (query) => !query.queryKey.includes('analysis') });
      })
      .catch((thrown: unknown) => {
        if (!control.signal.aborted) setError(thrown);
      })
      .finally(() => {
        if (!control.signal.aborted) latest.current.onSettled();
      });
  }, [client]);

  useEffect(() => {
    if (!mayStart) return;
    start();
    return () => running.current?.abort();
  }, [mayStart, start]);

  return { share, item, error, start };
}
