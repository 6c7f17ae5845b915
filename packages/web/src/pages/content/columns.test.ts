// The choice of columns.
import { expect, test } from 'vitest';
import { gridTemplate, readColumns, USUAL_COLUMNS } from './columns.ts';

test('what was kept is read in the order of the table; unknown names are dropped', () => {
  expect(readColumns('size,type,colour')).toEqual(['type', 'size']);
  expect(readColumns('')).toEqual([]);
  expect(readColumns(null)).toBe(USUAL_COLUMNS);
});

test('each column has its track between title and menu', () => {
  expect(gridTemplate(['size'])).toBe('44px minmax(140px, 2.4fr) minmax(0, 88px) 48px');
});
