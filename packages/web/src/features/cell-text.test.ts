// How values are shown in the table.
import type { FieldType, WireField } from '@graticule/contract/services/layer';
import { formatterFor } from '@graticule/i18n/format';
import { expect, test } from 'vitest';
import { cellText } from './cell-text.ts';

const shown = (type: FieldType, value: string | number | null, language = 'en') =>
  cellText(
    value,
    { name: 'f', type, alias: 'f', sqlType: '', domain: null, defaultValue: null } as WireField,
    formatterFor(language),
  )?.replaceAll(' ', ' ');

test('days, times and moments that come as text are written in the language of the reader', () => {
  expect(shown('esriFieldTypeDateOnly', '2024-05-01')).toBe('May 1, 2024');
  expect(shown('esriFieldTypeTimeOnly', '14:30:00')).toBe('2:30 PM');
  expect(shown('esriFieldTypeTimeOnly', '14:30:15', 'de')).toBe('14:30:15');
  // the hour of the place where it was noted, which is told too
  expect(shown('esriFieldTypeTimestampOffset', '2024-05-01T10:00:00+02:00')).toBe('May 1, 2024, 10:00 AM GMT+2');
});

test('texts that are no day, time or moment are shown as they are', () => {
  for (const type of ['esriFieldTypeDateOnly', 'esriFieldTypeTimeOnly', 'esriFieldTypeTimestampOffset'] as const)
    expect(shown(type, 'soon')).toBe('soon');
  expect(shown('esriFieldTypeString', '2024-05-01')).toBe('2024-05-01');
  expect(shown('esriFieldTypeString', null)).toBeUndefined();
});

test('a moment at midnight in UTC is a day, unless its field holds times', () => {
  const field = { name: 'f', type: 'esriFieldTypeDate', alias: 'f', domain: null } as WireField;
  const midnight = Date.UTC(2024, 4, 1);
  const format = formatterFor('en');
  expect(cellText(midnight, field, format)).toBe('May 1, 2024');
  expect(cellText(midnight, { ...field, holdsTimes: true }, format)).toBe(format.dateTime(midnight));
  expect(format.dateTime(midnight)).not.toBe('May 1, 2024');
});
