// Offers to publish all files that wait for it at once, and says how far that is.
import { Button, Group, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { useFocusAfter } from '../../ui/focus-after.ts';
import { ShareBar } from '../../ui/ShareBar.tsx';
import classes from './UploadRow.module.css';
import type { PublishAll } from './use-publish-all.ts';

/** Nothing for a single file, which has its own button. */
export function PublishAllBar({ all }: { all: PublishAll }) {
  const t = useTranslate();
  const format = useFormat();
  const bar = useRef<HTMLElement>(null);
  const focusAfter = useFocusAfter();
  const press = (act: () => void) => {
    // one button takes the place of the other
    focusAfter(() => bar.current?.querySelector<HTMLElement>('button') ?? bar.current);
    act();
  };
  const { isOn, count, done, total, published } = all;
  useEffect(() => {
    // the button that stops it goes with the last file
    if (!isOn && document.activeElement === document.body) bar.current?.focus();
  }, [isOn]);
  const held = done - published;
  if (!isOn && count < 2 && done === 0) return null;
  return (
    <section ref={bar} className={classes.file} aria-label={t('content.publish-all')} tabIndex={-1}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" role="status" className="tabular" flex="1 1 200px">
          {isOn
            ? t('content.publish-all.far', { done: format.number(done), total: format.number(total) })
            : done > 0
              ? [
                  t('content.publish-all.published', { count: published, shown: format.number(published) }),
                  held > 0 ? t('content.publish-all.held', { count: held, shown: format.number(held) }) : '',
                ].join(' ')
              : t('content.publish-all.hint')}
        </Text>
        {isOn && !all.isCancelled && (
          <Button variant="default" onClick={() => press(all.cancel)}>
            {t('content.publish-all.cancel')}
          </Button>
        )}
        {!isOn && count > 1 && (
          <Button onClick={() => press(all.start)}>{t('content.publish-all.start', { count, shown: format.number(count) })}</Button>
        )}
      </Group>
      {isOn && <ShareBar label={t('content.publish-all')} share={total === 0 ? 0 : done / total} />}
    </section>
  );
}
