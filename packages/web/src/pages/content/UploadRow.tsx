// One file on its way: progress, then what the portal made of it, then publishing.
import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useErrorWords } from '../../api/error-words.ts';
import { useSession } from '../../api/session.ts';
import { publishableAs } from '../../item-actions/item-rights.ts';
import { PublishSteps } from '../../item-actions/PublishSteps.tsx';
import type { PublishStage } from '../../item-actions/publish-stage.ts';
import type { PublishTurn } from '../../item-actions/publish-turn.ts';
import { TypeIcon } from '../../items/TypeIcon.tsx';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { paths } from '../../paths.ts';
import { ShareBar } from '../../ui/ShareBar.tsx';
import { PART_BYTES } from '../../uploads/send-parts.ts';
import type { Uploaded } from '../../uploads/upload-item.ts';
import classes from './UploadRow.module.css';
import type { UploadProgress, UploadState } from './upload-summary.ts';
import { type UploadPhase, type UploadWishes, useUpload } from './use-upload.ts';

interface Props extends UploadWishes {
  onProgress: (progress: UploadProgress) => void;
  /** Several files are published together. */
  turn: PublishTurn | undefined;
}

/** It goes on whether it is seen or not. */
export function UploadRow({ onProgress, turn, ...props }: Props) {
  const { plan } = props;
  const t = useTranslate();
  const words = useErrorWords();
  const upload = useUpload(props);
  const { phase, share, item, error } = upload;
  const [stage, setStage] = useState<PublishStage>(plan.isPublished ? 'choosing' : 'done');
  const tell = useRef(onProgress);
  tell.current = onProgress;
  const state = stateOf(phase, stage);
  const sizeBytes = plan.file.size;
  useEffect(() => {
    tell.current({ state, isSent: phase === 'done', share, sizeBytes });
  }, [state, phase, share, sizeBytes]);
  return (
    <section className={classes.file} aria-label={plan.title}>
      <div className={classes.head}>
        <TypeIcon type={plan.type} size={24} />
        <div className={classes.name}>
          <Text fw={560} truncate>
            <bdi>{plan.title}</bdi>
          </Text>
          <Text size="sm" c="dimmed" className="tabular" role="status">
            <Phase upload={upload} sizeBytes={plan.file.size} />
          </Text>
        </div>
        {item ? <IconCircleCheck color="var(--lichen)" size={22} aria-hidden /> : <Controls upload={upload} wishes={props} />}
      </div>
      {['sending', 'offline', 'paused'].includes(phase) && (
        <ShareBar
          label={t('content.upload.progress', { name: plan.file.name })}
          share={phase === 'sending' && upload.share >= 1 ? undefined : upload.share}
          color={phase === 'sending' ? undefined : 'ochre'}
        />
      )}
      {phase === 'failed' && (
        <Alert color="vermilion" role="alert">
          {[words(error).text, ...words(error).details].join(' ')}
          <Group gap="xs" mt="xs">
            {upload.isNameTaken && (
              <Button variant="default" size="compact-sm" onClick={upload.rename}>
                {t('content.upload.rename')}
              </Button>
            )}
            <Button variant="default" size="compact-sm" onClick={upload.start}>
              {t('shell.error.retry')}
            </Button>
          </Group>
        </Alert>
      )}
      {item && <Sent item={item} wantsToPublish={plan.isPublished} onStage={setStage} turn={turn} />}
    </section>
  );
}

/** What goes on by itself, and what waits for the person. */
function stateOf(phase: UploadPhase, stage: PublishStage): UploadState {
  if (phase === 'given-up') return 'over';
  if (phase === 'paused' || phase === 'failed') return 'waiting';
  if (phase !== 'done' || stage === 'working') return 'running';
  return stage === 'choosing' ? 'waiting' : 'over';
}

type Upload = ReturnType<typeof useUpload>;

function Phase({ upload: { phase, share }, sizeBytes }: { upload: Upload; sizeBytes: number }) {
  const t = useTranslate();
  const format = useFormat();
  const progress = { share: format.number(Math.floor(share * 100) / 100, { style: 'percent' }), size: format.size(sizeBytes) };
  switch (phase) {
    case 'queued':
      return t('content.upload.waiting');
    case 'sending':
      return share < 1 ? t('content.upload.sending', progress) : t('content.upload.storing');
    case 'offline':
      return t('content.upload.offline', progress);
    case 'paused':
      return t('content.upload.paused', progress);
    case 'failed':
      return t('content.upload.failed');
    case 'giving-up':
      return t('content.upload.giving-up');
    case 'given-up':
      return t('content.upload.given-up');
    case 'done':
      return t('content.upload.sent');
  }
}

/** Only what goes in parts can be paused. */
function Controls({ upload, wishes: { plan } }: { upload: Upload; wishes: UploadWishes }) {
  const t = useTranslate();
  const { phase } = upload;
  const isRunning = phase === 'sending' || phase === 'offline';
  const name = plan.title;
  if (['queued', 'failed', 'giving-up', 'given-up'].includes(phase)) return null;
  return (
    <Group gap="xs" wrap="nowrap">
      {isRunning && plan.file.size > PART_BYTES && upload.share < 1 && (
        <Button variant="default" size="compact-md" onClick={upload.pause} aria-label={t('content.upload.pause-of', { name })}>
          {t('content.upload.pause')}
        </Button>
      )}
      {phase === 'paused' && (
        <Button size="compact-md" onClick={upload.start} aria-label={t('content.upload.resume-of', { name })}>
          {t('content.upload.resume')}
        </Button>
      )}
      <Button variant="default" size="compact-md" onClick={upload.giveUp} aria-label={t('content.upload.cancel-of', { name })}>
        {t('shell.cancel')}
      </Button>
    </Group>
  );
}

interface SentProps {
  item: Uploaded;
  wantsToPublish: boolean;
  onStage: (stage: PublishStage) => void;
  turn: PublishTurn | undefined;
}

function Sent({ item, wantsToPublish, onStage, turn }: SentProps) {
  const t = useTranslate();
  const session = useSession();
  const canPublish = publishableAs({ ...item, access: 'private' }, session) !== undefined;
  const [isPublishing, setPublishing] = useState(wantsToPublish);
  const hasSteps = canPublish && isPublishing;
  useEffect(() => {
    if (!hasSteps) onStage('done');
  }, [hasSteps, onStage]);
  if (hasSteps) return <PublishSteps item={item} onStage={onStage} turn={turn} />;
  return (
    <Group gap="md">
      <Anchor component={Link} to={paths.item(item.id)} size="sm">
        {t('content.upload.see')}
      </Anchor>
      {canPublish && (
        <Button variant="default" size="compact-sm" onClick={() => setPublishing(true)}>
          {t('item.publish')}
        </Button>
      )}
    </Group>
  );
}
