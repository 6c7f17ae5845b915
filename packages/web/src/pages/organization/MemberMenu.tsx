// What an administrator can do with a member.
import type { User } from '@graticule/contract/community/user';
import { deleteUser, disableUser, enableUser } from '@graticule/contract/community/users';
import { updateUserRole } from '@graticule/contract/portals/portals';
import { ActionIcon, Menu, Select, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDots } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useErrorWords } from '../../api/error-words.ts';
import { keys } from '../../api/keys.ts';
import { useSession } from '../../api/session.ts';
import { ActionDialog } from '../../item-actions/ActionDialog.tsx';
import { useTranslate } from '../../language/use-language.ts';
import { ROLES, roleHintKey, roleIdKey, roleOf } from '../../people/role-words.ts';
import { NewPasswordDialog } from './NewPasswordDialog.tsx';

/** Nobody changes their own role or removes themselves here. */
export function MemberMenu({ user }: { user: User }) {
  const t = useTranslate();
  const words = useErrorWords();
  const client = useQueryClient();
  const session = useSession();
  const [dialog, setDialog] = useState<'role' | 'password' | 'delete'>();
  const [role, setRole] = useState(roleOf(user));
  const name = user.fullName || user.username;
  const done = async () => {
    setDialog(undefined);
    await client.invalidateQueries({ queryKey: keys.users });
  };
  const roleChange = useMutation({
    mutationFn: () => call(updateUserRole, { portal: 'self', user: user.username, role }),
    onSuccess: done,
  });
  const removal = useMutation({ mutationFn: () => call(deleteUser, { username: user.username }), onSuccess: done });
  const lock = useMutation({
    mutationFn: () => call(user.disabled ? enableUser : disableUser, { username: user.username }),
    onSuccess: done,
    onError: (error) => notifications.show({ message: words(error).text, color: 'vermilion' }),
  });
  if (session.user?.username === user.username) return null;
  return (
    <>
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={40} aria-label={t('people.actions', { name })}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {session.can('portal:admin:changeUserRoles') && (
            <Menu.Item onClick={() => setDialog('role')}>{t('people.change-role')}</Menu.Item>
          )}
          {session.can('portal:admin:updateUsers') && (
            <Menu.Item onClick={() => setDialog('password')}>{t('people.set-password')}</Menu.Item>
          )}
          {session.can('portal:admin:disableUsers') && (
            <Menu.Item onClick={() => lock.mutate()}>{t(user.disabled ? 'people.enable' : 'people.disable')}</Menu.Item>
          )}
          {session.can('portal:admin:deleteUsers') && (
            <Menu.Item color="vermilion" onClick={() => setDialog('delete')}>
              {t('shell.delete')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog === 'role' && (
        <ActionDialog
          title={t('people.role-of', { name })}
          submit={t('shell.save')}
          isBusy={roleChange.isPending}
          isDisabled={role === roleOf(user)}
          error={roleChange.error}
          onSubmit={() => roleChange.mutate()}
          onClose={() => setDialog(undefined)}
        >
          <Select
            label={t('people.role')}
            allowDeselect={false}
            value={role}
            onChange={(value) => value && setRole(value)}
            data={[...new Set([roleOf(user), ...ROLES])].map((value) => ({ value, label: t(roleIdKey(value)) }))}
            description={t(roleHintKey(role))}
          />
        </ActionDialog>
      )}
      {dialog === 'password' && <NewPasswordDialog user={user} onClose={() => setDialog(undefined)} />}
      {dialog === 'delete' && (
        <ActionDialog
          title={t('people.delete', { name })}
          submit={t('shell.delete')}
          isDestructive
          isBusy={removal.isPending}
          error={removal.error}
          onSubmit={() => removal.mutate()}
          onClose={() => setDialog(undefined)}
        >
          <Text size="sm">{t('people.delete-text')}</Text>
        </ActionDialog>
      )}
    </>
  );
}
