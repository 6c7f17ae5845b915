// A password that somebody chooses for themselves: twice, with the rules that it must keep.
import { PasswordInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslate } from '../language/use-language.ts';
import { PasswordRules } from './PasswordRules.tsx';
import type { PasswordRule } from './password-rules.ts';

/** What an input is given: its words, value, change and message. */
interface Field {
  label: string;
  name?: string;
  value: string;
  onChange: (event: { currentTarget: HTMLInputElement }) => void;
  error?: ReactNode;
}

/** The password and its repetition. */
export function PasswordTwice({ password, again, rules }: { password: Field; again: Field; rules: readonly PasswordRule[] }) {
  const t = useTranslate();
  const common = { autoComplete: 'new-password', visibilityToggleButtonProps: { 'aria-label': t('sign-in.show-password') } } as const;
  return (
    <>
      <div>
        <PasswordInput mb={8} {...common} {...password} />
        <PasswordRules rules={rules} />
      </div>
      <PasswordInput {...common} {...again} />
    </>
  );
}
