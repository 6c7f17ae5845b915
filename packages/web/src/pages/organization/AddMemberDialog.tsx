// Adds a member who can sign in at once.
import { createUser } from '@graticule/contract/community/users';
import { Select, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { useSession } from '../../api/session.ts';
import { ActionDialog } from '../../item-actions/ActionDialog.tsx';
import { useTranslate } from '../../language/use-language.ts';
import { newPassword } from '../../people/new-password.ts';
import { emailProblem, passwordRules, usernameProblem } from '../../people/password-rules.ts';
import { ROLES, roleHintKey, roleIdKey } from '../../people/role-words.ts';
import { usePasswordPolicy } from '../../people/use-password-policy.ts';
import { AccountFields, FirstPassword } from './FirstSignIn.tsx';

/** The first password is told to the member by the administrator. */
export function AddMemberDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslate();
  const client = useQueryClient();
  const session = useSession();
  const policy = usePasswordPolicy();
  const [fields, setFields] = useState({ firstname: '', lastname: '', email: '', username: '', password: '' });
  const [role, setRole] = useState<string>('org_user');
  const [isTried, setTried] = useState(false);
  const rules = passwordRules(fields.password, policy, fields.username);
  const problems = {
    firstname: fields.firstname.trim() === '' && fields.lastname.trim() === '' ? ('people.name-required' as const) : undefined,
    email: emailProblem(fields.email),
    username: usernameProblem(fields.username),
    password: rules.every((rule) => rule.isKept) ? undefined : ('people.password-weak' as const),
  };
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
  const field = (name: keyof typeof fields) => ({
    value: fields[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => setFields({ ...fields, [name]: event.currentTarget.value }),
    error:
      isTried && name in problems && problems[name as keyof typeof problems]
        ? t(problems[name as keyof typeof problems] ?? 'people.name-required')
        : undefined,
  });
  const submit = () => {
    setTried(true);
    if (Object.values(problems).every((problem) => problem === undefined)) adding.mutate();
  };
  const roles = ROLES.filter((each) => each !== 'org_admin' || session.isAdministrator);
  return (
    <ActionDialog
      title={t('people.add')}
      submit={t('people.add')}
      size={520}
      isBusy={adding.isPending}
      error={adding.error}
      onSubmit={submit}
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
          data={roles.map((value) => ({ value, label: t(roleIdKey(value)) }))}
          description={t(roleHintKey(role))}
        />
        <FirstPassword
          field={field('password')}
          hint={t('people.first-password-hint')}
          rules={rules}
          onMake={() => setFields({ ...fields, password: newPassword(policy) })}
        />
      </Stack>
    </ActionDialog>
  );
}
