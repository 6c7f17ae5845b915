// Between the values of a field and what people type for them.
import type { CellValue } from './cell-text.ts';
import { dateInput, dateTyped } from './date-values.ts';
import { kindOf, numberIn, type ShownField } from './field-kinds.ts';

/** What was typed as a value of the field, numbers as machines write them; null for nothing; undefined when it is none. */
export function typedValue(text: string, field: ShownField): string | number | null | undefined {
  if (text === '') return null;
  if (field.domain?.type === 'codedValue') return field.domain.codedValues.find(({ code }) => String(code) === text)?.code;
  const kind = kindOf(field);
  if (kind === 'number') return numberIn(text);
  return kind === 'date' ? dateTyped(text, field.holdsTimes) : text;
}

/** The kind of input for a value, and what stands in it at first. */
export function inputOf(value: CellValue, field: ShownField): { type: string; text: string } {
  const kind = kindOf(field);
  if (kind === 'date') return dateInput(typeof value === 'number' ? value : null, field.holdsTimes);
  const type = kind === 'day' ? 'date' : kind === 'time' ? 'time' : 'text';
  return { type, text: value === null || value === undefined ? '' : String(value) };
}
