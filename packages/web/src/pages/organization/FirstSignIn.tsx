// Fields of a new account that somebody else makes: where to write, the name to sign in with, and a password to begin with.
import { Button, PasswordInput, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslate } from '../../language/use-language.ts';
import { PasswordRules } from '../../people/PasswordRules.tsx';
import type { PasswordRule } from '../../people/password-rules.ts';
import { UsernameInput } from '../../people/UsernameInput.tsx';

/** What an input of a form is given: its value, what changes it, and what is wrong with it. */
interface Field {
  value: string;
  onChange: (event: { currentTarget: HTMLInputElement }) => void;
  error: ReactNode;
}

/** E-mail address and user name. */
export function AccountFields({ email, username }: { email: Field; username: Field }) {
  const t = useTranslate();
  return (
    <>
      <TextInput label={t('people.email')} type="email" dir="ltr" autoComplete="off" {...email} />
      <UsernameInput label={t('people.username')} autoComplete="off" {...username} />
    </>
  );
}

interface FirstPasswordProps {
  field: Field;
  hint: string;
  rules: PasswordRule[];
  /** Asked for a password that keeps the rules. */
  onMake: () => void;
}

/** The password to begin with, the rules it has to keep, and a button that makes one. */
export function FirstPassword({ field, hint, rules, onMake }: FirstPasswordProps) {
  const t = useTranslate();
  return (
    <div>
      <PasswordInput
        label={t('people.first-password')}
        description={hint}
        autoComplete="new-password"
        dir="ltr"
        mb={8}
        visibilityToggleButtonProps={{ 'aria-label': t('people.show-password') }}
        {...field}
      />
      <PasswordRules rules={rules} />
      <Button variant="default" size="compact-sm" mt={8} onClick={onMake}>
        {t('people.make-password')}
      </Button>
    </div>
  );
}
