// Asks before answers that were not saved are left behind.
import { Text } from '@mantine/core';
import { useBlocker } from 'react-router';
import { ActionDialog } from '../../item-actions/ActionDialog.tsx';
import { useTranslate } from '../../language/use-language.ts';
import { useLeaveWarning } from '../../ui/unfinished-work.ts';

/** The browser asks in its own words where the page itself is closed. */
export function LeaveGuard({ isUnsaved }: { isUnsaved: boolean }) {
  const t = useTranslate();
  useLeaveWarning(isUnsaved);
  const blocker = useBlocker(({ nextLocation, currentLocation }) => isUnsaved && nextLocation.pathname !== currentLocation.pathname);
  if (blocker.state !== 'blocked') return null;
  return (
    <ActionDialog
      title={t('item.configure.leave')}
      submit={t('item.configure.leave-go')}
      isDestructive
      isBusy={false}
      onSubmit={() => blocker.proceed()}
      onClose={() => blocker.reset()}
    >
      <Text size="sm">{t('item.configure.leave-text')}</Text>
    </ActionDialog>
  );
}
