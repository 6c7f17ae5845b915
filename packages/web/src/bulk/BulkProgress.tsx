// How far an operation on many things is, at the bottom of the window.
import { Button, Text } from '@mantine/core';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { ShareBar } from '../ui/ShareBar.tsx';
import classes from './BulkProgress.module.css';
import type { BulkWords, Running } from './use-bulk.tsx';

/** Appears only when it takes long enough to be noticed. */
export function BulkProgress<Kind extends string>({ running, words }: { running: Running<Kind> | undefined; words: BulkWords<Kind> }) {
  const t = useTranslate();
  const format = useFormat();
  if (!running) return null;
  const { kind, isUndoing, count, total, stop } = running;
  const numbers = { done: format.number(count), total: format.number(total) };
  return (
    <section className={classes.progress} aria-label={t('shell.bulk.working')}>
      <Text size="sm" className="tabular" role="status">
        {isUndoing ? t('shell.bulk.undoing', numbers) : words.doing(kind, numbers)}
      </Text>
      <ShareBar label={t('shell.bulk.working')} share={total === 0 ? 0 : count / total} />
      <Button variant="default" size="compact-sm" onClick={stop}>
        {t('shell.bulk.stop')}
      </Button>
    </section>
  );
}
