// The line above the recycle bin: how long things stay, and emptying it.
import { emptyRecycleBin } from '@graticule/contract/content/recycle-bin';
import { Button, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useSession } from '../../api/session.ts';
import { ActionDialog } from '../../item-actions/ActionDialog.tsx';
import { useItemChange } from '../../item-actions/use-item-change.ts';
import { useTranslate } from '../../language/use-language.ts';
import classes from './ContentBar.module.css';
import type { ContentState } from './use-content-page.ts';

/** Asks before everything goes for good. */
export function BinBar({ state: { username, content } }: { state: ContentState }) {
  const t = useTranslate();
  const { portal } = useSession();
  const [isAsking, setAsking] = useState(false);
  const emptying = useItemChange(() => call(emptyRecycleBin, { username }), {
    isQuiet: true,
    onDone: ({ deleted }) => {
      setAsking(false);
      notifications.show({ message: t('content.bin.cleared', { count: deleted }), color: 'lichen' });
    },
  });
  return (
    <>
      <span className={classes.why}>{t('content.bin-days', { count: portal.recycleBinDays ?? 0 })}</span>
      <Button variant="default" ms="auto" c="var(--vermilion)" disabled={content.total === 0} onClick={() => setAsking(true)}>
        {t('content.bin.clear')}
      </Button>
      {isAsking && (
        <ActionDialog
          title={t('content.bin.clear-title')}
          submit={t('content.bin.clear')}
          isDestructive
          isBusy={emptying.isPending}
          error={emptying.error}
          onSubmit={() => emptying.mutate(undefined)}
          onClose={() => setAsking(false)}
        >
          <Text size="sm">{t('content.erase.text')}</Text>
        </ActionDialog>
      )}
    </>
  );
}
