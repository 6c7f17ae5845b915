// Adds files: what each is, a title, tags, whether it becomes a layer; then the progress of each.
import type { Folder } from '@graticule/contract/content/item';
import { Button, Group, Stack, TagsInput, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useSession } from '../../api/session.ts';
import { GuardedModal } from '../../item-actions/GuardedModal.tsx';
import { useTranslate } from '../../language/use-language.ts';
import { useStageFocus } from '../../ui/stage-focus.ts';
import { PART_BYTES } from '../../uploads/send-parts.ts';
import { unfinishedUploadOf } from '../../uploads/unfinished.ts';
import { UploadPlan } from './UploadPlan.tsx';
import { UploadRow } from './UploadRow.tsx';
import { type Planned, planFor } from './upload-file.ts';

interface Props {
  files: readonly File[];
  folder: Folder | undefined;
  onClose: () => void;
}

/** Two steps in one dialog: plan, then send. */
export function UploadDialog({ files, folder, onClose }: Props) {
  const t = useTranslate();
  const { user } = useSession();
  const [plans, setPlans] = useState<Planned[]>(() => files.map((file) => ({ ...planFor(file), isPublished: true })));
  const [tags, setTags] = useState<string[]>([]);
  const [isSending, setSending] = useState(false);
  const [settled, setSettled] = useState<ReadonlySet<number>>(new Set());
  const isOver = isSending && settled.size === plans.length;
  useEffect(() => {
    if (!isSending || isOver) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isSending, isOver]);
  const holder = useStageFocus<HTMLDivElement>(String(isSending));
  const change = (at: number, changes: Partial<Planned>) => setPlans(plans.map((plan, i) => (i === at ? { ...plan, ...changes } : plan)));

  return (
    <GuardedModal
      onClose={onClose}
      size={720}
      title={t('content.upload.title', { count: plans.length })}
      closeOnClickOutside={false}
      closeOnEscape={!isSending || isOver}
    >
      <Stack gap="md" ref={holder} tabIndex={-1} data-unkept={!isSending || undefined}>
        {plans.map((plan, i) =>
          isSending ? (
            <UploadRow
              key={plan.file.name + plan.file.size}
              plan={plan}
              tags={tags}
              folder={folder}
              username={user?.username ?? ''}
              mayStart={i === 0 || settled.has(i - 1)}
              onSettled={() => setSettled((known) => new Set([...known, i]))}
            />
          ) : (
            <UploadPlan
              key={plan.file.name + plan.file.size}
              plan={plan}
              begun={unfinishedUploadOf(user?.username ?? '', plan.file)}
              onChange={(changes) => change(i, changes)}
              onRemove={plans.length > 1 ? () => setPlans(plans.filter((_, at) => at !== i)) : undefined}
            />
          ),
        )}
        {!isSending && (
          <TagsInput
            label={t('item.tags')}
            description={t('item.tags-hint')}
            splitChars={[',']}
            acceptValueOnBlur
            maxTags={128}
            value={tags}
            onChange={setTags}
          />
        )}
        {isSending && !isOver && plans.some(({ file }) => file.size > PART_BYTES) && (
          <Text size="sm" c="dimmed">
            {t('content.upload.may-close')}
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t(isSending ? 'shell.close' : 'shell.cancel')}
          </Button>
          {!isSending && (
            <Button onClick={() => setSending(true)} disabled={plans.some((plan) => plan.title.trim() === '')}>
              {t('content.upload.submit', { count: plans.length })}
            </Button>
          )}
        </Group>
      </Stack>
    </GuardedModal>
  );
}
