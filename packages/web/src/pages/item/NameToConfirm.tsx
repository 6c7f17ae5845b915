// Has somebody type a name before something is gone for good.
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslate } from '../../language/use-language.ts';

/** What was typed, and whether it is the name. */
export function useTypedName(name: string) {
  const [typed, setTyped] = useState('');
  return { name, typed, setTyped, isNamed: typed.trim() === name.trim() };
}

/** The field for it, which gets the focus of its dialog. */
export function NameToConfirm({ name, typed, setTyped }: ReturnType<typeof useTypedName>) {
  const t = useTranslate();
  return (
    <TextInput
      label={t('item.empty.confirm', { name })}
      dir="auto"
      autoComplete="off"
      data-autofocus
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
}
