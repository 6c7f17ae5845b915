// How far a job is, and a way to give it up.
import { Button, Group, Text } from '@mantine/core';
import { useTranslate } from '../language/use-language.ts';
import { ShareBar } from '../ui/ShareBar.tsx';
import type { GivenUp } from './use-given-up.ts';

interface Props {
  /** Names the bar. */
  label: string;
  /** Said below it, unless the job is being given up. */
  text: string;
  /** 0 to 1; undefined while it is not known. */
  share: number | undefined;
  /** The portal cannot be reached. */
  isLost: boolean;
  job: Pick<GivenUp, 'isGivingUp' | 'giveUp'>;
}

/** What is being given up says so until nothing is left of it. */
export function JobProgress({ label, text, share, isLost, job: { isGivingUp, giveUp } }: Props) {
  const t = useTranslate();
  const known = isGivingUp ? undefined : share;
  const said = isGivingUp ? t(isLost ? 'item.job.giving-up-lost' : 'item.job.giving-up') : text;
  return (
    <div aria-live="polite">
      <ShareBar label={label} share={known} />
      <Group justify="space-between" wrap="nowrap" mt={8}>
        <Text size="sm" c="dimmed" className="tabular">
          {said}
        </Text>
        {/* not disabled: it would lose the focus */}
        <Button
          variant="default"
          flex="none"
          data-stage-focus
          data-disabled={isGivingUp || undefined}
          aria-disabled={isGivingUp}
          onClick={() => isGivingUp || giveUp()}
        >
          {t('item.job.give-up')}
        </Button>
      </Group>
    </div>
  );
}
