// Parts of the form for a new account: name and address.
import { TextInput } from '@mantine/core';
import { useTranslate } from '../../language/use-language.ts';
import type { AccountFields } from './account-problems.ts';

/** What a field is given: its name, value, change and message. */
type Field = (name: keyof AccountFields) => {
  name: string;
  value: string;
  onChange: (event: { currentTarget: HTMLInputElement }) => void;
  error: string | undefined;
};

/** First name, last name, address twice; an invited address stands fast. */
export function NameFields({ field, isAddressFixed }: { field: Field; isAddressFixed: boolean }) {
  const t = useTranslate();
  return (
    <>
      <TextInput label={t('people.first-name')} maxLength={40} autoComplete="given-name" autoFocus {...field('firstname')} />
      <TextInput label={t('people.last-name')} maxLength={40} autoComplete="family-name" {...field('lastname')} />
      <TextInput
        label={t('people.email')}
        type="email"
        dir="ltr"
        autoComplete="email"
        readOnly={isAddressFixed}
        description={isAddressFixed ? t('invitations.email-fixed') : undefined}
        {...field('email')}
      />
      {!isAddressFixed && (
        <TextInput label={t('invitations.email-again')} type="email" dir="ltr" autoComplete="email" {...field('emailAgain')} />
      )}
    </>
  );
}
