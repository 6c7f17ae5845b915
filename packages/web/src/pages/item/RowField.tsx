// Asks for the value of one field: from its list, as a day, a time, a number or a text.
import type { WireField } from '@graticule/contract/services/layer';
import { Select, Textarea, TextInput } from '@mantine/core';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { inputOf, typedValue } from './typed-value.ts';
import { kindOf } from './where-clause.ts';

interface Props {
  field: WireField;
  isRequired: boolean;
  /** As it is typed. */
  value: string;
  onChange: (value: string) => void;
}

/** Texts longer than this get more than one line. */
const LONG_TEXT = 200;

/** Says at once what does not fit. */
export function RowField({ field, isRequired, value, onChange }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const { domain } = field;
  const range = domain?.type === 'range' ? domain.range : undefined;
  const shared = {
    label: <bdi>{field.alias}</bdi>,
    required: isRequired,
    description: range && t('item.field.range', { from: format.number(range[0]), to: format.number(range[1]) }),
  };
  if (domain?.type === 'codedValue') {
    return (
      <Select
        {...shared}
        searchable
        clearable
        value={value === '' ? null : value}
        onChange={(code) => onChange(code ?? '')}
        data={domain.codedValues.map(({ code, name }) => ({ value: String(code), label: name }))}
      />
    );
  }
  const isNumber = kindOf(field) === 'number';
  const isWrong = typedValue(value, field) === undefined;
  const input = {
    ...shared,
    value,
    maxLength: field.length,
    error: isWrong && t(isNumber ? 'item.data.bad-number' : 'item.data.bad-date'),
  };
  if (kindOf(field) === 'text' && (field.length ?? 0) > LONG_TEXT) {
    return <Textarea {...input} dir="auto" autosize minRows={1} maxRows={6} onChange={(event) => onChange(event.currentTarget.value)} />;
  }
  return (
    <TextInput
      {...input}
      type={inputOf(null, field).type}
      step={kindOf(field) === 'time' ? 1 : undefined}
      dir={isNumber ? 'ltr' : 'auto'}
      inputMode={isNumber ? 'decimal' : undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
