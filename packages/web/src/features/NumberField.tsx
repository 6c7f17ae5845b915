// Asks for a number, as it is typed in the language of the page.
import { TextInput, type TextInputProps } from '@mantine/core';
import { useNumberText } from './use-number-text.ts';

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** As machines write it, or what was typed and is none. */
  value: string;
  onChange: (value: string) => void;
}

/** The figures run from left to right on every page. */
export function NumberField({ value, onChange, ...rest }: Props) {
  const { text, type } = useNumberText(value, onChange);
  return <TextInput {...rest} dir="ltr" inputMode="decimal" value={text} onChange={(event) => type(event.currentTarget.value)} />;
}
