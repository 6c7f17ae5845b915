// What an administrator can do with a member.
import type { User } from '@graticule/contract/community/user';
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useSession } from '../../api/session.ts';
import { useTranslate } from '../../language/use-language.ts';
import type { MemberAction } from './MemberDialogs.tsx';
import { nameOfMember } from './use-member-words.ts';

/** Nobody changes their own role or removes themselves here. */
export function MemberMenu({ user, onAction }: { user: User; onAction: (action: MemberAction) => void }) {
  const t = useTranslate();
  const session = useSession();
  if (session.user?.username === user.username) return null;
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={40} aria-label={t('people.actions', { name: nameOfMember(user) })}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {session.can('portal:admin:changeUserRoles') && <Menu.Item onClick={() => onAction('role')}>{t('people.change-role')}</Menu.Item>}
        {session.can('portal:admin:updateUsers') && <Menu.Item onClick={() => onAction('password')}>{t('people.set-password')}</Menu.Item>}
        {session.can('portal:admin:assignToGroups') && (
          <Menu.Item onClick={() => onAction('groups')}>{t('people.add-to-groups')}</Menu.Item>
        )}
        {session.can('portal:admin:disableUsers') && (
          <Menu.Item onClick={() => onAction(user.disabled ? 'unlock' : 'lock')}>
            {t(user.disabled ? 'people.enable' : 'people.disable')}
          </Menu.Item>
        )}
        {session.can('portal:admin:deleteUsers') && (
          <Menu.Item color="vermilion" onClick={() => onAction('delete')}>
            {t('shell.delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
