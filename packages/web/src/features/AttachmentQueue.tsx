// Files on their way to a row: how far each is, a way to stop it, and what became of those that failed.
import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useErrorWords } from '../api/error-words.ts';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { useFocusHeir } from '../ui/focus-heir.ts';
import { ShareBar } from '../ui/ShareBar.tsx';
import { FileTile } from './AttachedFile.tsx';
import classes from './Attachments.module.css';
import type { FileQueue, QueuedFile } from './file-queue.ts';

/** Nothing where no file is on its way. */
export function AttachmentQueue({ queue, files }: { queue: FileQueue; files: readonly QueuedFile[] }) {
  const t = useTranslate();
  const list = useNewInSight(files);
  if (files.length === 0) return null;
  return (
    <>
      <ul ref={list} className={classes.files} aria-label={t('item.data.files-on-way')}>
        {files.map((queued) => (
          <AttachmentOnWay key={queued.id} queued={queued} queue={queue} />
        ))}
      </ul>
      {files.some(({ phase }) => phase !== 'failed') && (
        <Text size="sm" c="dimmed" mb="md">
          {t('item.data.files-go-on')}
        </Text>
      )}
    </>
  );
}

/** Whoever adds files sees that they were taken, or which of them was not; the list may be longer than what is seen of it. */
function useNewInSight(files: readonly QueuedFile[]) {
  const list = useRef<HTMLUListElement>(null);
  const before = useRef<ReadonlyMap<number, QueuedFile['phase']>>(new Map());
  useEffect(() => {
    const isNew = ({ id }: QueuedFile) => !before.current.has(id);
    const hasFailed = ({ id, phase }: QueuedFile) => phase === 'failed' && before.current.get(id) !== 'failed';
    const failed = files.findIndex(hasFailed);
    const news = files.flatMap((file, at) => (isNew(file) ? [at] : []));
    const told = failed === -1 ? (news[0] ?? -1) : failed;
    before.current = new Map(files.map(({ id, phase }) => [id, phase]));
    showQueued(list.current?.children[told], { isNew: news.includes(told) });
  }, [files]);
  return list;
}

/** Between the edge of the queue and the file that is shown. */
const MARGIN = 12;

/** Where the queue stays in sight, it alone is scrolled: the files above it stay where they are. Else they move for what was just added alone. */
function showQueued(item: Element | undefined, { isNew }: { isNew: boolean }) {
  const box = item?.closest('[data-on-way]');
  if (!item || !box) return;
  if (getComputedStyle(box).position !== 'sticky') {
    if (isNew) item.scrollIntoView({ block: 'nearest' });
    return;
  }
  const seen = box.getBoundingClientRect();
  const { top, bottom } = item.getBoundingClientRect();
  box.scrollTop += Math.min(top - MARGIN - seen.top, Math.max(0, bottom + MARGIN - seen.bottom));
}

function AttachmentOnWay({ queue, queued: { id, file, phase, share, error, isFinal } }: { queue: FileQueue; queued: QueuedFile }) {
  const t = useTranslate();
  const format = useFormat();
  const words = useErrorWords();
  // a file that is on its way no more takes its buttons with it
  const cancel = useFocusHeir<HTMLButtonElement>(heirOf);
  const retry = useFocusHeir<HTMLButtonElement>((going) => going.closest('li')?.querySelector<HTMLElement>('[data-cancel]'));
  const isStoring = phase === 'sending' && share >= 1;
  const far = () => {
    if (phase === 'failed') return [words(error).text, ...words(error).details].join(' ');
    if (phase === 'waiting') return t('item.data.file-waiting');
    return isStoring ? t('item.data.file-storing') : t('item.load.sending', { share: format.number(share, { style: 'percent' }) });
  };
  return (
    <li>
      <FileTile />
      <span>
        <bdi>{file.name}</bdi>
        <small className="tabular" role={phase === 'failed' ? 'alert' : 'status'} data-fault={phase === 'failed' || undefined}>
          {far()}
        </small>
        {phase === 'sending' && (
          <ShareBar label={t('item.data.file-progress', { name: file.name })} share={isStoring ? undefined : share} size="sm" />
        )}
      </span>
      <Group gap={4} wrap="nowrap">
        {phase === 'failed' && !isFinal && (
          <Button
            variant="default"
            size="compact-md"
            data-retry
            ref={retry}
            aria-label={t('item.data.retry-file', { name: file.name })}
            onClick={() => queue.retry(id)}
          >
            {t('shell.error.retry')}
          </Button>
        )}
        {/* once everything was sent, the portal may have it already */}
        {!isStoring && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={40}
            data-cancel
            ref={cancel}
            aria-label={t('item.data.cancel-file', { name: file.name })}
            onClick={({ currentTarget }) => {
              currentTarget.dataset.dropped = '';
              queue.drop(id);
            }}
          >
            <IconX size={18} aria-hidden />
          </ActionIcon>
        )}
      </Group>
    </li>
  );
}

/**
 * After a file was dropped, the same button of the file below or above; otherwise, and where there is no other, the one that adds files: a key that was
 * meant for a file that has just been sent must not drop another.
 */
function heirOf(going: HTMLElement): HTMLElement | null | undefined {
  const toAdd = going.closest('[role="dialog"]')?.querySelector<HTMLElement>('[data-add-file]');
  if (!('dropped' in going.dataset)) return toAdd;
  const all = [...(going.closest('ul')?.querySelectorAll<HTMLElement>('[data-cancel]') ?? [])];
  const at = all.indexOf(going);
  return all[at + 1] ?? all[at - 1] ?? toAdd;
}
