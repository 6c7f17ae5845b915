// The signed-in person: picture, name, and what belongs to them.
import type { User } from '@graticule/contract/community/user';
import { Avatar, Menu, Text, UnstyledButton } from '@mantine/core';
import { IconFolder, IconHelp, IconLogout, IconUser, IconUsersGroup } from '@tabler/icons-react';
import { Link } from 'react-router';
import { userThumbnail } from '../api/addresses.ts';
import { leaveSession } from '../api/session.ts';
import { useTranslate } from '../language/use-language.ts';
import { paths } from '../paths.ts';
import classes from './AccountMenu.module.css';

/** Opens with profile, content, groups, help and sign-out. */
export function AccountMenu({ user }: { user: User }) {
  const t = useTranslate();
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <UnstyledButton className={classes.target} aria-label={t('shell.account', { name: user.fullName || user.username })}>
          <Avatar src={userThumbnail(user)} name={user.fullName || user.username} color="meridian" size={32} alt="" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          <Text fw={600} truncate>
            {user.fullName || user.username}
          </Text>
          <Text size="xs" c="dimmed" truncate dir="ltr" ta="start">
            {user.username}
          </Text>
        </div>
        <Menu.Divider />
        <Menu.Item component={Link} to={paths.user()} leftSection={<IconUser size={16} aria-hidden />}>
          {t('shell.profile')}
        </Menu.Item>
        {user.privileges?.includes('portal:user:createItem') && (
          <Menu.Item component={Link} to={paths.content()} leftSection={<IconFolder size={16} aria-hidden />}>
            {t('shell.my-items')}
          </Menu.Item>
        )}
        <Menu.Item component={Link} to={paths.groups({ view: 'my' })} leftSection={<IconUsersGroup size={16} aria-hidden />}>
          {t('shell.my-groups')}
        </Menu.Item>
        <Menu.Item component={Link} to={paths.help()} leftSection={<IconHelp size={16} aria-hidden />}>
          {t('shell.footer.help')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => void leaveSession(paths.home())} leftSection={<IconLogout size={16} aria-hidden />}>
          {t('shell.sign-out')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
