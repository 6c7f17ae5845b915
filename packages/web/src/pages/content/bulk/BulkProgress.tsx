// How far an operation on many items is, at the bottom of the window.
import { Button, Progress, Text } from '@mantine/core';
import { useFormat, useTranslate } from '../../../language/use-language.ts';
import classes from './BulkProgress.module.css';
import type { Running } from './use-bulk.tsx';

/** Appears only when it takes long enough to be noticed. */
export function BulkProgress({ running }: { running: Running | undefined }) {
  const t = useTranslate();
  const format = useFormat();
  if (!running) return null;
  const { kind, isUndoing, count, total, stop } = running;
  return (
    <section className={classes.progress} aria-label={t('content.working')}>
      <Text size="sm" className="tabular" role="status">
        {t(isUndoing ? 'content.undoing' : `content.doing.${kind}`, { done: format.number(count), total: format.number(total) })}
      </Text>
      <Progress value={total === 0 ? 0 : (count / total) * 100} aria-label={t('content.working')} />
      <Button variant="default" size="compact-sm" onClick={stop}>
        {t('content.stop')}
      </Button>
    </section>
  );
}
