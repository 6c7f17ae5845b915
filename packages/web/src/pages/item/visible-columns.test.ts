// Columns in sight of a wide table.
import type { WireField } from '@graticule/contract/services/layer';
import { expect, test } from 'vitest';
import { COLUMN_WIDTH, visibleColumns } from './visible-columns.ts';

const fields = (count: number) => Array.from({ length: count }, (_, i) => ({ name: `f${i}` }) as WireField);

test('a table of usual width is drawn whole', () => {
  expect(visibleColumns(fields(40), 900, 1000)).toMatchObject({ first: 0, before: 0, after: 0, isWide: false });
});

test('of a very wide table the columns in sight are drawn, and all keep their place', () => {
  const { columns, first, before, after } = visibleColumns(fields(200), 100 * COLUMN_WIDTH, 1200);
  expect([first, before]).toEqual([96, 96 * COLUMN_WIDTH]);
  expect(columns.length).toBeLessThan(20);
  expect(before + columns.length * COLUMN_WIDTH + after).toBe(200 * COLUMN_WIDTH);
});

test('the last column is drawn at the end', () => {
  const { columns, after } = visibleColumns(fields(200), 200 * COLUMN_WIDTH - 1200, 1200);
  expect([columns.at(-1)?.name, after]).toEqual(['f199', 0]);
});

test('columns that people made narrow or wide keep their places, and those in sight are drawn', () => {
  const all = fields(200);
  const widths = Object.fromEntries(all.map(({ name }, i) => [name, i % 2 === 0 ? 64 : 400]));
  const widthOf = (name: string) => widths[name] ?? 0;
  const total = all.reduce((sum, { name }) => sum + widthOf(name), 0);
  for (const scrolled of [0, 464 * 50, total - 1200]) {
    const { columns, first, before, after, isSized } = visibleColumns(all, scrolled, 1200, widths);
    const drawn = columns.reduce((sum, { name }) => sum + widthOf(name), 0);
    expect(before).toBe(all.slice(0, first).reduce((sum, { name }) => sum + widthOf(name), 0));
    expect([before + drawn + after, isSized]).toEqual([total, true]);
    expect(before).toBeLessThanOrEqual(scrolled);
    expect(before + drawn).toBeGreaterThanOrEqual(scrolled + 1200);
    expect(columns.length).toBeLessThan(20);
  }
});
