// Files on their way, one after the other, and what closing the dialog means for them.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslate } from '../../language/use-language.ts';
import { PART_BYTES } from '../../uploads/send-parts.ts';
import { PublishAllBar } from './PublishAllBar.tsx';
import { UploadRow } from './UploadRow.tsx';
import type { QueuedUpload } from './upload-file.ts';
import type { UploadProgress, UploadSummary } from './upload-summary.ts';
import type { PublishAll } from './use-publish-all.ts';

interface Props {
  rows: readonly QueuedUpload[];
  summary: UploadSummary;
  all: PublishAll;
  /** More files are being planned; these go on. */
  isHidden: boolean;
  onTell: (id: number, progress: UploadProgress) => void;
  onClose: () => void;
}

/** A file that was sent, failed, is paused or given up lets the next one go. */
export function UploadRows({ rows, summary, all, isHidden, onTell, onClose }: Props) {
  const t = useTranslate();
  const [settled, setSettled] = useState<ReadonlySet<number>>(new Set());
  if (rows.length === 0) return null;
  const isRunning = summary.state === 'running';
  return (
    <Stack gap="md" style={isHidden ? { display: 'none' } : undefined}>
      <PublishAllBar all={all} />
      {rows.map(({ id, ...wishes }, i) => (
        <UploadRow
          key={id}
          {...wishes}
          turn={all.turnOf(id)}
          mayStart={rows.slice(0, i).every((row) => settled.has(row.id))}
          onSettled={() => setSettled((known) => new Set([...known, id]))}
          onProgress={(progress) => onTell(id, progress)}
        />
      ))}
      {summary.state !== 'over' && (
        <Text size="sm" c="dimmed">
          {isRunning && t(summary.isSending ? 'content.upload.may-close' : 'content.upload.may-close-job')}
          {summary.sent < summary.total && rows.some(({ plan }) => plan.file.size > PART_BYTES) && ` ${t('content.upload.large-kept')}`}
        </Text>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('shell.close')}
        </Button>
      </Group>
    </Stack>
  );
}
