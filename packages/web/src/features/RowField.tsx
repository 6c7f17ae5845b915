// Asks for the value of one field: from its list, as a day, a time, a number or a text.
import type { Formatter } from '@graticule/i18n/format';
import type { Translate } from '@graticule/i18n/translator';
import { Select, Textarea, TextInput } from '@mantine/core';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { cellText } from './cell-text.ts';
import { isWholeDay } from './date-values.ts';
import { fieldFault } from './field-fault.ts';
import { kindOf, type ShownField } from './field-kinds.ts';
import { MomentField } from './MomentField.tsx';
import { NumberField } from './NumberField.tsx';
import { inputOf, typedValue } from './typed-value.ts';
import { useBadNumber } from './use-number-text.ts';

interface Props {
  field: ShownField;
  isRequired: boolean;
  /** As it is typed; numbers as machines write them. */
  value: string;
  onChange: (value: string) => void;
  /** Says that something is missing where nothing was typed yet. */
  showsMissing?: boolean;
}

/** Texts longer than this get more than one line. */
const LONG_TEXT = 200;

/** Says at once what does not fit. */
export function RowField({ field, isRequired, value, onChange, showsMissing = false }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const badNumber = useBadNumber();
  const { domain } = field;
  const fault = fieldFault(value, field, isRequired);
  const isTold = fault !== undefined && (fault !== 'required' || showsMissing);
  const error = isTold ? (fault === 'number' ? badNumber(value) : t(`item.field.bad-${fault}`)) : undefined;
  const shared = { label: <bdi>{field.alias}</bdi>, required: isRequired, description: hintOf(field, value, t, format) };
  if (domain?.type === 'codedValue') {
    const choices = domain.codedValues.map(({ code, name }) => ({ value: String(code), label: name }));
    // a value that is not in the list is shown all the same
    const isListed = value === '' || choices.some((choice) => choice.value === value);
    return (
      <Select
        {...shared}
        error={error}
        searchable
        clearable={!isRequired}
        value={value === '' ? null : value}
        onChange={(code) => onChange(code ?? '')}
        data={isListed ? choices : [...choices, { value, label: value }]}
      />
    );
  }
  const kind = kindOf(field);
  if (kind === 'date') return <MomentField {...shared} name={field.alias} error={error} value={value} onChange={onChange} />;
  const input = { ...shared, value, maxLength: field.length, error };
  if (kind === 'number') return <NumberField {...input} onChange={onChange} />;
  if (kind === 'text' && (field.length ?? 0) > LONG_TEXT) {
    return <Textarea {...input} dir="auto" autosize minRows={1} maxRows={6} onChange={(event) => onChange(event.currentTarget.value)} />;
  }
  return (
    <TextInput
      {...input}
      type={inputOf(null, field).type}
      step={kind === 'time' ? 1 : undefined}
      dir="auto"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** The range of a number; a day or a moment as the reader's region writes it, with the time zone in which a time was typed. */
function hintOf(field: ShownField, text: string, t: Translate, format: Formatter): string | undefined {
  if (field.domain?.type === 'range') {
    const [from, to] = field.domain.range;
    return t('item.field.range', { from: format.number(from), to: format.number(to) });
  }
  const kind = kindOf(field);
  if (text === '' || (kind !== 'date' && kind !== 'day')) return undefined;
  const value = typedValue(text, field);
  const when = value === undefined ? undefined : cellText(value, field, format);
  if (when === undefined || kind === 'day' || typeof value !== 'number') return when;
  return isWholeDay(value, field.holdsTimes)
    ? t('item.field.whole-day', { when })
    : t('item.field.moment', { when, zone: zoneName(value, format.tag) });
}

/** The reader's time zone by its name, as it is called at that moment. */
function zoneName(epochMs: number, tag: string): string {
  const parts = new Intl.DateTimeFormat(tag, { timeZoneName: 'long' }).formatToParts(epochMs);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}
