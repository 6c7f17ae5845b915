// Dates that are typed into the table.
import { expect, test } from 'vitest';
import { dateInput, dateTyped, isWholeDay } from './date-values.ts';

test('a day stays the same day in every time zone', () => {
  const day = Date.UTC(2026, 2, 1);
  expect(isWholeDay(day)).toBe(true);
  expect(dateInput(day)).toEqual({ type: 'date', text: '2026-03-01' });
  expect(dateTyped('2026-03-01')).toBe(day);
  expect(dateInput(Date.UTC(1955, 0, 2))).toEqual({ type: 'date', text: '1955-01-02' });
});

test('a moment is typed in local time and comes back to the second', () => {
  const moment = Date.UTC(2026, 2, 1, 13, 5, 9);
  const { type, text } = dateInput(moment);
  expect(type).toBe('datetime-local');
  expect(dateTyped(text)).toBe(moment);
});

test('no value is asked for as a day; what is no date gives nothing', () => {
  expect(dateInput(null)).toEqual({ type: 'date', text: '' });
  for (const text of ['', 'tomorrow', '2026-13-01', '1.3.2026']) expect(dateTyped(text)).toBeUndefined();
});
