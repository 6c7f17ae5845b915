// Adds an organisation with its first administrator.
import { createOrganisation } from '@graticule/contract/portals/organisations';
import { Stack, TextInput } from '@mantine/core';
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
import { AccountFields, FirstPassword } from './FirstSignIn.tsx';

const NOTHING = { name: '', urlKey: '', fullName: '', email: '', username: '', password: '' };

/** What an address can begin with; the portal checks the same. */
const URL_KEY = /^[a-z0-9-]{4,40}$/;

/** The password is told to the administrator, who sets the organisation up at the first sign-in. */
export function AddOrganizationDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslate();
  const client = useQueryClient();
  const policy = usePasswordPolicy();
  const [fields, setFields] = useState(NOTHING);
  const [isTried, setTried] = useState(false);
  const rules = passwordRules(fields.password, policy, fields.username);
  const required = (value: string) => (value.trim() === '' ? ('people.name-required' as const) : undefined);
  const problems = {
    name: required(fields.name),
    urlKey: URL_KEY.test(fields.urlKey.trim()) ? undefined : ('people.org-key-wrong' as const),
    fullName: required(fields.fullName),
    email: emailProblem(fields.email),
    username: usernameProblem(fields.username),
    password: rules.every((rule) => rule.isKept) ? undefined : ('people.password-weak' as const),
  };
  const adding = useMutation({
    mutationFn: () => {
      const { password, ...texts } = fields;
      const input = Object.fromEntries(Object.entries(texts).map(([key, value]) => [key, value.trim()])) as typeof texts;
      return call(createOrganisation, { ...input, password });
    },
    onSuccess: async ({ url, username }) => {
      await client.invalidateQueries({ queryKey: keys.organizations });
      notifications.show({ message: t('people.org-added', { url, username }), color: 'lichen', autoClose: false });
      onClose();
    },
  });
  const field = (name: keyof typeof fields) => ({
    value: fields[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => setFields({ ...fields, [name]: event.currentTarget.value }),
    error: isTried && problems[name] ? t(problems[name]) : undefined,
  });
  const submit = () => {
    setTried(true);
    if (Object.values(problems).every((problem) => problem === undefined)) adding.mutate();
  };
  return (
    <ActionDialog
      title={t('people.org-add')}
      submit={t('people.org-add')}
      size={520}
      isBusy={adding.isPending}
      error={adding.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Stack gap="md">
        <TextInput data-autofocus label={t('people.org-name')} maxLength={250} autoComplete="off" {...field('name')} />
        <TextInput
          label={t('people.org-key')}
          description={t('people.org-key-hint', { host: location.host })}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="none"
          maxLength={40}
          {...field('urlKey')}
        />
        <TextInput label={t('people.org-admin-name')} maxLength={80} autoComplete="off" {...field('fullName')} />
        <AccountFields email={field('email')} username={field('username')} />
        <FirstPassword
          field={field('password')}
          hint={t('people.org-password-hint')}
          rules={rules}
          onMake={() => setFields({ ...fields, password: newPassword(policy) })}
        />
      </Stack>
    </ActionDialog>
  );
}
