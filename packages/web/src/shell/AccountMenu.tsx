// The signed-in person: picture, name, and what belongs to them.
import type { User } from '@graticule/contract/community/user';
import { Avatar, Text, UnstyledButton } from '@mantine/core';
import { IconFolder, IconHelp, IconLogout, IconUser, IconUsersGroup } from '@tabler/icons-react';
import { useState } from 'react';
import { userThumbnail } from '../api/addresses.ts';
import { leaveSession } from '../api/session.ts';
import { useTranslate } from '../language/use-language.ts';
import { paths } from '../paths.ts';
import { LeaveDialog } from '../ui/LeaveDialog.tsx';
import { MenuButton } from '../ui/MenuButton.tsx';
import type { MenuEntry } from '../ui/menu-entry.ts';
import { hasUnfinishedWork, leaveUnasked } from '../ui/unfinished-work.ts';
import classes from './AccountMenu.module.css';

/** Opens with profile, content, groups, help and sign-out. */
export function AccountMenu({ user }: { user: User }) {
  const t = useTranslate();
  const name = user.fullName || user.username;
  const [isAsking, setAsking] = useState(false);
  const leave = () => void leaveSession(paths.home());
  const content: MenuEntry = {
    key: 'content',
    label: t('shell.my-items'),
    to: paths.content(),
    icon: <IconFolder size={16} aria-hidden />,
  };
  const entries: MenuEntry[] = [
    { key: 'profile', label: t('shell.profile'), to: paths.user(), icon: <IconUser size={16} aria-hidden />, isDivided: true },
    ...(user.privileges?.includes('portal:user:createItem') ? [content] : []),
    { key: 'groups', label: t('shell.my-groups'), to: paths.groups({ view: 'my' }), icon: <IconUsersGroup size={16} aria-hidden /> },
    { key: 'help', label: t('shell.footer.help'), to: paths.help(), icon: <IconHelp size={16} aria-hidden /> },
    {
      key: 'sign-out',
      label: t('shell.sign-out'),
      onChoose: () => (hasUnfinishedWork() ? setAsking(true) : leave()),
      icon: <IconLogout size={16} aria-hidden />,
      isDivided: true,
    },
  ];
  return (
    <>
      <MenuButton
        width={240}
        entries={entries}
        trigger={
          <UnstyledButton className={classes.target} aria-label={t('shell.account', { name })}>
            <Avatar src={userThumbnail(user)} name={name} color="meridian" size={32} alt="" />
          </UnstyledButton>
        }
        header={
          <div className={classes.who}>
            <Text fw={600} truncate>
              {name}
            </Text>
            <Text size="xs" c="dimmed" truncate>
              <bdi>{user.username}</bdi>
            </Text>
          </div>
        }
      />
      {isAsking && (
        <LeaveDialog
          words={{
            title: t('shell.leave.title'),
            text: t('shell.leave.text'),
            stay: t('shell.leave.stay'),
            leave: t('shell.sign-out'),
          }}
          onStay={() => setAsking(false)}
          onLeave={() => {
            setAsking(false);
            leaveUnasked();
            leave();
          }}
        />
      )}
    </>
  );
}
