// Rows in sight of a long table.
import { expect, test } from 'vitest';
import { visibleRows } from './visible-rows.ts';

test('a short table is drawn whole', () => {
  expect(visibleRows(5, 40, 0, 400)).toEqual({ first: 0, end: 5, before: 0, after: 0 });
  expect(visibleRows(0, 40, 0, 400)).toEqual({ first: 0, end: 0, before: 0, after: 0 });
});

test('rows keep their place while scrolling', () => {
  const { first, end, before, after } = visibleRows(1000, 40, 20_000, 360);
  expect(first).toBe(492);
  expect(before).toBe(first * 40);
  expect(before + (end - first) * 40 + after).toBe(40_000);
});

test('the last of a million rows can be reached, and the first', () => {
  const height = 12_000_000;
  const bottom = visibleRows(1_000_000, 40, height - 360, 360);
  expect(bottom.end).toBe(1_000_000);
  expect(bottom.after).toBe(0);
  const top = visibleRows(1_000_000, 40, 0, 360);
  expect(top).toMatchObject({ first: 0, before: 0 });
});
