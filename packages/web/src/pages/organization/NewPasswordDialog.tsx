// An administrator gives a member a new password and tells it to the member.
import type { User } from '@graticule/contract/community/user';
import { updateUser } from '@graticule/contract/community/users';
import { Button, PasswordInput, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { ActionDialog } from '../../item-actions/ActionDialog.tsx';
import { useTranslate } from '../../language/use-language.ts';
import { newPassword } from '../../people/new-password.ts';
import { PasswordRules } from '../../people/PasswordRules.tsx';
import { passwordRules } from '../../people/password-rules.ts';
import { usePasswordPolicy } from '../../people/use-password-policy.ts';

/** The old password and everything it signed in ends. */
export function NewPasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const t = useTranslate();
  const policy = usePasswordPolicy();
  const [password, setPassword] = useState('');
  const rules = passwordRules(password, policy, user.username);
  const name = user.fullName || user.username;
  const saving = useMutation({
    mutationFn: () => call(updateUser, { username: user.username, newPassword: password }),
    onSuccess: () => {
      notifications.show({ message: t('people.password-set', { name }), color: 'lichen' });
      onClose();
    },
  });
  return (
    <ActionDialog
      title={t('people.password-of', { name })}
      submit={t('shell.save')}
      isBusy={saving.isPending}
      isDisabled={!rules.every((rule) => rule.isKept)}
      error={saving.error}
      onSubmit={() => saving.mutate()}
      onClose={onClose}
    >
      <Text size="sm" mb="md">
        {t('people.password-of-text')}
      </Text>
      <PasswordInput
        label={t('people.new-password')}
        autoComplete="new-password"
        data-autofocus
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': t('people.show-password') }}
      />
      <PasswordRules rules={rules} />
      <Button variant="default" size="compact-sm" mt={8} onClick={() => setPassword(newPassword(policy))}>
        {t('people.make-password')}
      </Button>
    </ActionDialog>
  );
}
