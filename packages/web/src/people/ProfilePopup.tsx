// The popup with a person's profile, beside the name that opened it.
import { getUser } from '@graticule/contract/community/users';
import { Avatar, CloseButton, Popover, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useEffect } from 'react';
import { call } from '../api/call.ts';
import { useErrorWords } from '../api/error-words.ts';
import { keys } from '../api/keys.ts';
import { useTranslate } from '../language/use-language.ts';
import classes from './ProfileCard.module.css';
import { ProfileCard } from './ProfileCard.tsx';

interface Props {
  username: string;
  /** What was pressed; the popup stands beside it. */
  trigger: ReactElement;
  onClose: () => void;
}

/** Holds the focus until it is closed: by its icon, Escape, a click elsewhere, or a change of the window's size. @source CO-044 to CO-048 */
export function ProfilePopup({ username, trigger, onClose }: Props) {
  const t = useTranslate();
  const words = useErrorWords();
  const { data, error } = useQuery({
    queryKey: keys.user(username),
    queryFn: () => call(getUser, { username }, { quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  useEffect(() => {
    window.addEventListener('resize', onClose);
    return () => window.removeEventListener('resize', onClose);
  }, [onClose]);
  return (
    <Popover
      opened
      onChange={(isOpen) => !isOpen && onClose()}
      trapFocus
      returnFocus
      position="bottom-start"
      width={320}
      shadow="md"
      withinPortal
    >
      <Popover.Target>{trigger}</Popover.Target>
      <Popover.Dropdown aria-label={t('people.card.of', { name: username })}>
        <CloseButton className={classes.close} aria-label={t('shell.close')} size={32} onClick={onClose} />
        {data ? (
          <ProfileCard person={data} />
        ) : error ? (
          <div className={classes.head}>
            <Avatar size={48} alt="" data-testid="no-picture" />
            <div className={classes.names}>
              <Text fw={620} truncate>
                {username}
              </Text>
              <Text size="sm" c="dimmed">
                {words(error).text}
              </Text>
            </div>
          </div>
        ) : (
          <Text role="status">{t('shell.loading')}</Text>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
