// The field of a new user name, the same wherever somebody chooses one.
import { TextInput, type TextInputProps } from '@mantine/core';
import { useTranslate } from '../language/use-language.ts';

/** A text field that tells how long a user name may be: as a hint first, and as the mistake alone once it is one. */
export function UsernameInput(field: TextInputProps) {
  const t = useTranslate();
  const hint = t('sign-in.username-length');
  return (
    <TextInput
      description={field.error === hint ? undefined : hint}
      dir="ltr"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      {...field}
    />
  );
}
