// Adds an organisation with its first administrator.
import { createOrganisation } from '@graticule/contract/portals/organisations';
import { Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { ActionDialog } from '../../item-actions/ActionDialog.tsx';
import { useTranslate } from '../../language/use-language.ts';
import { newPassword } from '../../people/new-password.ts';
import { emailProblem, passwordRules, usernameProblem } from '../../people/password-rules.ts';
import { usePasswordPolicy } from '../../people/use-password-policy.ts';
import { AccountFields, FirstPassword } from './FirstSignIn.tsx';
import { useCheckedFields } from './use-checked-fields.ts';

const NOTHING = { name: '', urlKey: '', fullName: '', email: '', username: '', password: '' };

/** What an address can begin with; the portal checks the same. */
const URL_KEY = /^[a-z0-9-]{4,40}$/;

/** The password is told to the administrator, who sets the organisation up at the first sign-in. */
export function AddOrganizationDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslate();
  const client = useQueryClient();
  const policy = usePasswordPolicy();
  const required = (value: string) => (value.trim() === '' ? ('people.name-required' as const) : undefined);
  const rulesOf = (password: string, username: string) => passwordRules(password, policy, username);
  const { fields, field, set, check } = useCheckedFields(NOTHING, ({ name, urlKey, fullName, email, username, password }) => ({
    name: required(name),
    urlKey: URL_KEY.test(urlKey.trim()) ? undefined : 'people.org-key-wrong',
    fullName: required(fullName),
    email: emailProblem(email),
    username: usernameProblem(username),
    password: rulesOf(password, username).every((rule) => rule.isKept) ? undefined : 'people.password-weak',
  }));
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
  return (
    <ActionDialog
      title={t('people.org-add')}
      submit={t('people.org-add')}
      size={520}
      isBusy={adding.isPending}
      error={adding.error}
      onSubmit={() => check() && adding.mutate()}
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
          rules={rulesOf(fields.password, fields.username)}
          onMake={() => set('password', newPassword(policy))}
        />
      </Stack>
    </ActionDialog>
  );
}
