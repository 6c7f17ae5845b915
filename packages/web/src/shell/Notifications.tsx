// The bell of the header: how much is new, and the dialog that lists it.
import { getNotifications } from '@graticule/contract/community/notifications';
import { UnstyledButton } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { call } from '../api/call.ts';
import { keys } from '../api/keys.ts';
import { useFormat, useTranslate } from '../language/use-language.ts';
import classes from './Notifications.module.css';

const NotificationsDialog = lazy(async () => ({ default: (await import('./NotificationsDialog.tsx')).NotificationsDialog }));

const ONE_MINUTE = 60_000;
/** As many as one page of the portal holds. @source CO-313 */
const SHOWN = 100;

/** Looks again every minute and whenever the window comes to the front. @source SH-138, SH-244 */
export function Notifications({ username }: { username: string }) {
  const t = useTranslate();
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: keys.notificationList(username),
    // a session that ended shows when the person does something, not in the background
    queryFn: () => call(getNotifications, { username, num: SHOWN }, { quiet: true }),
    refetchInterval: ONE_MINUTE,
    refetchOnWindowFocus: 'always',
  });
  const count = data?.total ?? 0;
  return (
    <>
      <UnstyledButton className={classes.bell} aria-label={t('notifications.open', { count })} onClick={() => setOpen(true)}>
        <IconBell size={20} stroke={1.75} aria-hidden />
        {count > 0 && (
          <span className={classes.badge} aria-hidden>
            {count > 99 ? `${format.number(99)}+` : format.number(count)}
          </span>
        )}
      </UnstyledButton>
      {isOpen && (
        <Suspense>
          <NotificationsDialog
            username={username}
            page={data}
            error={error}
            onRetry={() => void refetch()}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
