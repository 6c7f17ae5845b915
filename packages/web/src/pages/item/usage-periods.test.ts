// Days put together to bars.
import { expect, test } from 'vitest';
import { periodsOf } from './usage-periods.ts';

const days = (n: number) => Array.from({ length: n }, (_, date) => ({ date, count: date }));

test('a month is shown by day, a year by week that ends today, and nothing is lost', () => {
  expect(periodsOf(days(30))).toHaveLength(30);
  expect(periodsOf(days(30))[3]).toEqual({ from: 3, to: 3, count: 3 });
  const weeks = periodsOf(days(365));
  expect(weeks).toHaveLength(53);
  expect(weeks.at(-1)).toMatchObject({ from: 358, to: 364 });
  expect(weeks[0]).toEqual({ from: 0, to: 0, count: 0 });
  expect(weeks.reduce((sum, { count }) => sum + count, 0)).toBe((364 * 365) / 2);
  expect(periodsOf([])).toEqual([]);
});
