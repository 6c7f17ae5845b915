// Keys in the content table.
import { expect, test } from 'vitest';
import { nextRow } from './grid-keys.ts';

test.each([
  ['ArrowDown', 5, 6],
  ['ArrowUp', 0, 0],
  ['PageDown', 95, 99],
  ['PageUp', 50, 40],
  ['Home', 50, 0],
  ['End', 0, 99],
])('%s from row %i leads to %i', (key, from, to) => {
  expect(nextRow(key, from, 100, 10)).toBe(to);
});

test('other keys lead nowhere, and an empty table has no rows', () => {
  expect(nextRow('a', 3, 100, 10)).toBeUndefined();
  expect(nextRow('ArrowDown', 0, 0, 10)).toBeUndefined();
});
