// How a value of a feature is shown in the table.
import type { WireField } from '@graticule/contract/services/layer';
import type { Formatter } from '@graticule/i18n/format';
import { isWholeDay } from './date-values.ts';
import { kindOf, type ShownField } from './field-kinds.ts';

export type CellValue = string | number | null | undefined;

/** Coded values by their names, dates and numbers in the reader's language, identifiers as they are; undefined for no value. */
export function cellText(value: CellValue, field: ShownField, format: Formatter): string | undefined {
  if (value === null || value === undefined) return undefined;
  const domain = field.domain;
  const coded = domain?.type === 'codedValue' ? domain.codedValues.find(({ code }) => code === value) : undefined;
  if (coded) return coded.name;
  if (typeof value === 'string') return writtenText(value, field, format);
  if (field.type === 'esriFieldTypeOID') return String(value);
  if (kindOf(field) === 'date') return isWholeDay(value, field.holdsTimes) ? format.day(value) : format.dateTime(value);
  return format.number(value, { maximumFractionDigits: 10 });
}

/** Days, times and moments with their offset come as text. */
function writtenText(value: string, { type }: WireField, format: Formatter): string {
  if (type === 'esriFieldTypeDateOnly' && DAY.test(value)) return format.day(Date.parse(value));
  if (type === 'esriFieldTypeTimeOnly') return format.time(value);
  return type === 'esriFieldTypeTimestampOffset' ? format.dateTimeAt(value) : value;
}

const DAY = /^\d{4}-\d\d-\d\d$/;
