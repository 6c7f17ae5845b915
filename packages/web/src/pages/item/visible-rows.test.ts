// Rows in sight of a long table.
import { expect, test } from 'vitest';
import { barAt, rowsAt, scrolledTo, type TableSize, visibleRows } from './visible-rows.ts';

const size = (count: number, viewHeight = 360): TableSize => ({ count, rowHeight: 40, viewHeight });
/** After the bar was dragged there. */
const dragged = (of: TableSize, top: number) => visibleRows(of, { top, at: rowsAt(top, of) });

test('a short table is drawn whole', () => {
  expect(dragged(size(5, 400), 0)).toEqual({ first: 0, end: 5, before: 0, after: 0 });
  expect(dragged(size(0, 400), 0)).toEqual({ first: 0, end: 0, before: 0, after: 0 });
});

test('rows keep their place while scrolling', () => {
  const { first, end, before, after } = dragged(size(1000), 20_000);
  expect(first).toBe(492);
  expect(before).toBe(first * 40);
  expect(before + (end - first) * 40 + after).toBe(40_000);
});

test('the last of a million rows can be reached, and the first', () => {
  const height = 12_000_000;
  const bottom = dragged(size(1_000_000), height - 360);
  expect(bottom.end).toBe(1_000_000);
  expect(bottom.after).toBe(0);
  const top = dragged(size(1_000_000), 0);
  expect(top).toMatchObject({ first: 0, before: 0 });
});

test.each([
  { count: 1000, top: 20_000, row: 500 },
  { count: 10_000_000, top: 40_000, row: 1000 },
  { count: 10_000_000, top: 12_000_000 - 360 - 40_000, row: 10_000_000 - 9 - 1000 },
  { count: 10_000_000, top: (12_000_000 - 360) / 2, row: 4_999_995.5 },
])('the bar of $count rows at $top leads to row $row, and row $row to the bar there', ({ count, top, row }) => {
  expect(rowsAt(top, size(count)) / 40).toBeCloseTo(row, 3);
  expect(barAt(row * 40, size(count))).toBeCloseTo(top, 3);
});

test.each([300, -300, 40, 525])('a step of %d pixels moves ten million rows by just as much, in the middle too', (step) => {
  const of = size(10_000_000);
  const from = { top: 5_000_000, at: rowsAt(5_000_000, of) };
  const to = scrolledTo(5_000_000 + step, from, of);
  expect(to.at - from.at).toBe(step);
  // the rows in sight lie where the bar is
  const { first, before } = visibleRows(of, to);
  expect(to.top - before).toBeCloseTo(to.at - first * 40, 3);
});

test('every row comes into sight on the way, page by page', () => {
  const of = size(10_000_000);
  let now = { top: 5_000_000, at: rowsAt(5_000_000, of) };
  for (let page = 0; page < 200; page += 1) {
    const { end } = visibleRows(of, now);
    now = scrolledTo(now.top + 320, now, of);
    expect(visibleRows(of, now).first).toBeLessThanOrEqual(end);
  }
});

test('a drag leads to its share of the rows, and the ends of the bar are those of the rows', () => {
  const of = size(10_000_000);
  const from = { top: 5_000_000, at: 7 };
  expect(scrolledTo(6_000_000, from, of).at).toBe(rowsAt(6_000_000, of));
  expect(scrolledTo(0, { top: 40, at: 9000 }, of).at).toBe(0);
  const bottom = 12_000_000 - 360;
  expect(scrolledTo(bottom, { top: bottom - 40, at: 9000 }, of).at).toBe(10_000_000 * 40 - 360);
});
