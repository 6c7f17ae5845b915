// Adds a member who can sign in at once.
import { createUser } from '@graticule/contract/community/users';
import { Select, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { ActionDialog } from '../../item-actions/ActionDialog.tsx';
import { useTranslate } from '../../language/use-language.ts';
import { newPassword } from '../../people/new-password.ts';
import { emailProblem, passwordRules, usernameProblem } from '../../people/password-rules.ts';
import { usePasswordPolicy } from '../../people/use-password-policy.ts';
import { useRoles } from '../../people/use-roles.ts';
import { AccountFields, FirstPassword } from './FirstSignIn.tsx';
import { useCheckedFields } from './use-checked-fields.ts';

const NOTHING = { firstname: '', lastname: '', email: '', username: '', password: '' };

/** The first password is told to the member by the administrator. */
export function AddMemberDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslate();
  const client = useQueryClient();
  const policy = usePasswordPolicy();
  const roles = useRoles();
  const [role, setRole] = useState<string>('org_user');
  const rulesOf = (password: string, username: string) => passwordRules(password, policy, username);
  const { fields, field, set, check } = useCheckedFields(NOTHING, ({ firstname, lastname, email, username, password }) => ({
    firstname: firstname.trim() === '' && lastname.trim() === '' ? 'people.name-required' : undefined,
    email: emailProblem(email),
    username: usernameProblem(username),
    password: rulesOf(password, username).every((rule) => rule.isKept) ? undefined : 'people.password-weak',
  }));
  const adding = useMutation({
    mutationFn: () =>
      call(createUser, {
        username: fields.username.trim(),
        password: fields.password,
        firstname: fields.firstname.trim(),
        lastname: fields.lastname.trim(),
        fullname: `${fields.firstname.trim()} ${fields.lastname.trim()}`.trim(),
        email: fields.email.trim(),
        role,
      }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: keys.users });
      notifications.show({ message: t('people.added', { username: fields.username.trim() }), color: 'lichen' });
      onClose();
    },
  });
  return (
    <ActionDialog
      title={t('people.add')}
      submit={t('people.add')}
      size={520}
      isBusy={adding.isPending}
      error={adding.error}
      onSubmit={() => check() && adding.mutate()}
      onClose={onClose}
    >
      <Stack gap="md">
        <TextInput data-autofocus label={t('people.first-name')} maxLength={40} autoComplete="off" {...field('firstname')} />
        <TextInput label={t('people.last-name')} maxLength={40} autoComplete="off" {...field('lastname')} />
        <AccountFields email={field('email')} username={field('username')} />
        <Select
          label={t('people.role')}
          allowDeselect={false}
          value={role}
          onChange={(value) => value && setRole(value)}
          data={roles.givable}
          description={roles.hintOf(role)}
        />
        <FirstPassword
          field={field('password')}
          hint={t('people.first-password-hint')}
          rules={rulesOf(fields.password, fields.username)}
          onMake={() => set('password', newPassword(policy))}
        />
      </Stack>
    </ActionDialog>
  );
}
