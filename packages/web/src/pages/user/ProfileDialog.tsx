// Edits a profile: name, text, picture, who sees it, and one's own password.
import type { User } from '@graticule/contract/community/user';
import { updateUser } from '@graticule/contract/community/users';
import { Fieldset, FileInput, PasswordInput, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { ActionDialog } from '../../item-actions/ActionDialog.tsx';
import { useTranslate } from '../../language/use-language.ts';
import { PasswordRules } from '../../people/PasswordRules.tsx';
import { emailProblem, type PasswordRule, passwordRules } from '../../people/password-rules.ts';
import { usePasswordPolicy } from '../../people/use-password-policy.ts';

type Access = User['access'];

/** A new password only when something stands in its field; one's own needs the old one too. */
export function ProfileDialog({ user, isSelf, onClose }: { user: User; isSelf: boolean; onClose: () => void }) {
  const t = useTranslate();
  const client = useQueryClient();
  const policy = usePasswordPolicy();
  const [firstName, setFirstName] = useState(user.firstName ?? '');
  const [lastName, setLastName] = useState(user.lastName ?? '');
  const [email, setEmail] = useState(user.email ?? '');
  const [description, setDescription] = useState(user.description ?? '');
  const [access, setAccess] = useState<Access>(user.access);
  const [thumbnail, setThumbnail] = useState<File | null>(null);
  const [passwords, setPasswords] = useState<Passwords>({ old: '', new: '' });
  const rules = passwordRules(passwords.new, policy, user.username);
  const mailProblem = email === (user.email ?? '') ? undefined : emailProblem(email);
  const isPasswordGood = passwords.new === '' || (rules.every((rule) => rule.isKept) && (!isSelf || passwords.old !== ''));

  const saving = useMutation({
    mutationFn: () =>
      call(updateUser, {
        username: user.username,
        firstName: firstName.trim(),
        lastName: lastName.trim(),
        email: email.trim() || undefined,
        description,
        access,
        thumbnail: thumbnail ?? undefined,
        ...(passwords.new === '' ? {} : { password: isSelf ? passwords.old : undefined, newPassword: passwords.new }),
        clearEmptyFields: true,
      }),
    onSuccess: async () => {
      await Promise.all([client.invalidateQueries({ queryKey: keys.users }), client.invalidateQueries({ queryKey: keys.session })]);
      onClose();
    },
  });
  return (
    <ActionDialog
      title={t('people.edit')}
      submit={t('shell.save')}
      size={560}
      isBusy={saving.isPending}
      isDisabled={!isPasswordGood || mailProblem !== undefined}
      error={saving.error}
      onSubmit={() => saving.mutate()}
      onClose={onClose}
    >
      <Stack gap="md">
        <TextInput
          label={t('people.first-name')}
          maxLength={40}
          value={firstName}
          onChange={(event) => setFirstName(event.currentTarget.value)}
        />
        <TextInput
          label={t('people.last-name')}
          maxLength={40}
          value={lastName}
          onChange={(event) => setLastName(event.currentTarget.value)}
        />
        <TextInput
          label={t('people.email')}
          type="email"
          dir="ltr"
          value={email}
          error={mailProblem && t('people.email-wrong')}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Textarea
          label={t('people.about')}
          autosize
          minRows={3}
          maxRows={8}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <FileInput
          label={t('people.picture')}
          accept="image/png,image/jpeg,image/gif,image/webp"
          leftSection={<IconPhoto size={18} aria-hidden />}
          placeholder={t('people.picture-choose')}
          clearable
          value={thumbnail}
          onChange={setThumbnail}
        />
        <Select
          label={t('people.access')}
          allowDeselect={false}
          value={access}
          onChange={(value) => value && setAccess(value as Access)}
          data={(['private', 'org', 'public'] as const).map((value) => ({ value, label: t(`people.access.${value}`) }))}
        />
        <PasswordFields isSelf={isSelf} passwords={passwords} onChange={setPasswords} rules={rules} />
      </Stack>
    </ActionDialog>
  );
}

interface Passwords {
  old: string;
  new: string;
}

interface PasswordProps {
  isSelf: boolean;
  passwords: Passwords;
  onChange: (passwords: Passwords) => void;
  rules: readonly PasswordRule[];
}

function PasswordFields({ isSelf, passwords, onChange, rules }: PasswordProps) {
  const t = useTranslate();
  const field = (name: keyof Passwords) => ({
    value: passwords[name],
    visibilityToggleButtonProps: { 'aria-label': t('people.show-password') },
    onChange: (event: { currentTarget: HTMLInputElement }) => onChange({ ...passwords, [name]: event.currentTarget.value }),
  });
  return (
    <Fieldset legend={t('people.new-password')}>
      <Stack gap="sm">
        {isSelf && <PasswordInput label={t('people.old-password')} autoComplete="current-password" {...field('old')} />}
        <PasswordInput label={t('people.new-password')} autoComplete="new-password" {...field('new')} />
        {passwords.new !== '' && <PasswordRules rules={rules} />}
      </Stack>
    </Fieldset>
  );
}
