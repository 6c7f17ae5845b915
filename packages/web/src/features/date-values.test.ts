// Dates that are typed into the table.
import { expect, test } from 'vitest';
import { dateInput, dateTyped, isWholeDay, momentParts, momentText } from './date-values.ts';

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

test('a day and a time are typed apart, and neither is lost while the other is missing', () => {
  for (const text of ['', '2026-03-01', '2026-03-01T10:30', '2026-03-01T10:30:05', 'T10:30']) {
    const { day, time } = momentParts(text);
    expect(momentText(day, time)).toBe(text);
  }
  expect(dateTyped('T10:30')).toBeUndefined();
});

test('seconds are typed only where there are some, so that a moment typed again is the same text', () => {
  const moment = dateTyped('2026-03-01T10:30') ?? 0;
  expect(dateInput(moment).text).toBe('2026-03-01T10:30');
  expect(dateInput(moment + 5000).text).toBe('2026-03-01T10:30:05');
});

test('in a field that holds times midnight is a time like others, and a day alone begins where the reader is', () => {
  const midnight = Date.UTC(2026, 2, 1);
  expect([isWholeDay(midnight), isWholeDay(midnight, true)]).toEqual([true, false]);
  const { type, text } = dateInput(midnight, true);
  expect([type, dateTyped(text, true)]).toEqual(['datetime-local', midnight]);
  expect(dateTyped('2026-03-01', true)).toBe(new Date(2026, 2, 1).getTime());
});
