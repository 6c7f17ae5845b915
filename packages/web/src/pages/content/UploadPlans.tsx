// Files before they go: what each is, tags for all of them, and the button that sends them.
import { Button, Group, Stack, TagsInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslate } from '../../language/use-language.ts';
import { useRunningUploads } from '../../uploads/running.ts';
import { unfinishedUploadOf } from '../../uploads/unfinished.ts';
import { UploadPlan } from './UploadPlan.tsx';
import type { PlannedUpload } from './upload-file.ts';

interface Props {
  username: string;
  plans: readonly PlannedUpload[];
  onPlans: (plans: readonly PlannedUpload[]) => void;
  onSend: (tags: readonly string[]) => void;
  onClose: () => void;
}

/** Nothing is sent before the button is pressed. */
export function UploadPlans({ username, plans, onPlans, onSend, onClose }: Props) {
  const t = useTranslate();
  const [tags, setTags] = useState<string[]>([]);
  const running = useRunningUploads();
  const begunOf = (file: File) => {
    const begun = unfinishedUploadOf(username, file);
    // what another tab sends goes on there
    return begun && running?.has(begun.itemId) === false ? begun : undefined;
  };
  return (
    <Stack gap="md" data-unkept>
      {plans.map((plan) => (
        <UploadPlan
          key={plan.id}
          plan={plan}
          begun={begunOf(plan.file)}
          onChange={(changes) => onPlans(plans.map((each) => (each.id === plan.id ? { ...each, ...changes } : each)))}
          onRemove={plans.length > 1 ? () => onPlans(plans.filter(({ id }) => id !== plan.id)) : undefined}
        />
      ))}
      <TagsInput
        label={t('item.tags')}
        description={t('item.tags-hint')}
        splitChars={[',']}
        acceptValueOnBlur
        maxTags={128}
        value={tags}
        onChange={setTags}
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('shell.cancel')}
        </Button>
        <Button onClick={() => onSend(tags)} disabled={plans.some((plan) => plan.title.trim() === '')}>
          {t('content.upload.submit', { count: plans.length })}
        </Button>
      </Group>
    </Stack>
  );
}
