// Says on every page how far the files are that are being added, and leads back to them.
import { Button, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { ShareBar } from '../../ui/ShareBar.tsx';
import { showUploads } from '../../uploads/open-uploads.ts';
import classes from './UploadTray.module.css';
import type { UploadSummary } from './upload-summary.ts';

/** Whether the focus is in a dialog, also one that is about to go. */
export function isInDialog(element: Element | null): boolean {
  return Boolean(element?.closest('[role="dialog"]'));
}

/** Shown while the dialog is not; whoever closed that goes on here. */
export function UploadTray({ summary, planned }: { summary: UploadSummary; planned: number }) {
  const t = useTranslate();
  const format = useFormat();
  const { state, isSending, sent, total, waiting, share } = summary;
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // the dialog goes with the focus in it
    if (document.activeElement === document.body || isInDialog(document.activeElement)) back.current?.focus({ preventScroll: true });
  }, []);
  const words = () => {
    if (planned > 0) return t('content.uploads.planned', { count: planned });
    if (isSending) return t('content.uploads.sent', { sent: format.number(sent), total: format.number(total), count: total });
    if (waiting > 0) return t('content.uploads.waiting', { count: waiting });
    return t(state === 'running' ? 'item.publish.working' : 'content.uploads.over');
  };
  return (
    <section className={classes.tray} aria-label={t('content.uploads')}>
      <Text size="sm" className="tabular" role="status">
        {words()}
      </Text>
      <Button ref={back} variant="default" size="compact-md" onClick={() => showUploads(true)}>
        {t('content.uploads.show')}
      </Button>
      {isSending && <ShareBar label={t('content.uploads')} share={share} className={classes.progress ?? ''} size="sm" />}
    </section>
  );
}
