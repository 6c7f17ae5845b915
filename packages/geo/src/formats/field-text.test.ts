// Days, times of day, moments with an offset and GUIDs as texts.
import { describe, expect, it } from 'vitest';
import { memorySource } from './byte-source.ts';
import { csvReader } from './csv.ts';
import { dayOf, type FormedType, formedText, momentText } from './field-text.ts';

describe('texts of a form', () => {
  it.each<[FormedType, string, string | null]>([
    ['esriFieldTypeDateOnly', '2024-02-29', '2024-02-29'],
    ['esriFieldTypeDateOnly', ' 2024/2/9 ', '2024-02-09'],
    ['esriFieldTypeDateOnly', '2024-02-29T23:30:00-05:00', '2024-02-29'],
    ['esriFieldTypeDateOnly', '2024/02/29 00:30:00+02', '2024-02-29'],
    ['esriFieldTypeDateOnly', '2023-02-29', null],
    ['esriFieldTypeDateOnly', 'soon', null],
    ['esriFieldTypeTimeOnly', '9:05', '09:05:00'],
    ['esriFieldTypeTimeOnly', '23:59:59.125', '23:59:59.125'],
    ['esriFieldTypeTimeOnly', '24:00', null],
    ['esriFieldTypeTimestampOffset', '2024-02-29 12:34:56 +0530', '2024-02-29T12:34:56+05:30'],
    ['esriFieldTypeTimestampOffset', '2024-02-29T12:34Z', '2024-02-29T12:34:00+00:00'],
    ['esriFieldTypeTimestampOffset', '2024-02-29T12:34:56.789', '2024-02-29T12:34:56.789+00:00'],
    ['esriFieldTypeTimestampOffset', '2024/02/29 12:34:56+02', '2024-02-29T12:34:56+02:00'],
    ['esriFieldTypeTimestampOffset', '2024-02-29 12:34:56 UTC', '2024-02-29T12:34:56+00:00'],
    ['esriFieldTypeTimestampOffset', '2024-02-30T12:34:56Z', null],
    ['esriFieldTypeGUID', '{a1b2c3d4-0000-4000-8000-00000000000f}', '{a1b2c3d4-0000-4000-8000-00000000000f}'],
    ['esriFieldTypeGUID', 'a1b2c3d4', null],
  ])('%s: %s is %s', (type, text, value) => {
    expect(formedText(text, type)).toBe(value);
  });

  it('come of moments before 1970 and far away, and not of those without a day of four digits', () => {
    expect(dayOf(-1)).toBe('1969-12-31');
    expect(dayOf(Date.UTC(9999, 11, 31, 23))).toBe('9999-12-31');
    expect(dayOf(8.64e15)).toBeNull();
    expect(dayOf(Number.NaN)).toBeNull();
    expect(momentText(0, -90)).toBe('1969-12-31T22:30:00-01:30');
    expect(momentText(1, 330)).toBe('1970-01-01T05:30:00.001+05:30');
  });
});

it('a column of CSV is read as days, times or moments where a person chose it, in the order of day and month that fits', async () => {
  const text = 'day,clock,zoned\n29/02/2024,9:05,2024-02-29 12:00 +01:00\n01/03/2024,,\nlater,10:00,\n1/4/2024,25:00,\n';
  const types = { day: 'esriFieldTypeDateOnly', clock: 'esriFieldTypeTimeOnly', zoned: 'esriFieldTypeTimestampOffset' } as const;
  const source = { main: memorySource('a.csv', new TextEncoder().encode(text)) };
  const description = await csvReader.describe(source, { types });
  expect(description.fields.map(({ type }) => type)).toEqual(Object.values(types));
  const rows = [];
  for await (const batch of csvReader.features(source, { types, description })) rows.push(...batch);
  expect(rows.map((row) => ('values' in row ? row.values : row.problem.code))).toEqual([
    ['2024-02-29', '09:05:00', '2024-02-29T12:00:00+01:00'],
    ['2024-03-01', null, null],
    'value-no-date',
    'value-no-time',
  ]);
});
