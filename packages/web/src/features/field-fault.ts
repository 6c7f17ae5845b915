// What is wrong with a value as it is typed.
import type { WireField } from '@graticule/contract/services/layer';
import { kindOf } from './field-kinds.ts';
import { typedValue } from './typed-value.ts';

/** Nothing typed where something is needed; no number, no whole one, no date, a time without its day; outside the range or the list of the field; too long. */
export type FieldFault = 'required' | 'number' | 'whole' | 'date' | 'day' | 'time' | 'range' | 'long' | 'choice';

/** The fault of a text for a field, if it has one. */
export function fieldFault(text: string, field: WireField, isRequired: boolean): FieldFault | undefined {
  const value = typedValue(text, field);
  const kind = kindOf(field);
  if (value === null) return isRequired ? 'required' : undefined;
  if (value === undefined && field.domain?.type === 'codedValue') return 'choice';
  if (value === undefined && kind === 'date' && text.startsWith('T')) return 'day';
  if (value === undefined) return kind === 'number' ? 'number' : kind === 'time' ? 'time' : 'date';
  if (typeof value === 'string') return kind === 'text' && field.length !== undefined && value.length > field.length ? 'long' : undefined;
  if (/Integer/.test(field.type) && !Number.isInteger(value)) return 'whole';
  const range = field.domain?.type === 'range' ? field.domain.range : undefined;
  return range && (value < range[0] || value > range[1]) ? 'range' : undefined;
}
