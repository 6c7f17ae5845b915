// Which rows are drawn at a place of the page.
import { expect, test } from 'vitest';
import { rowsInSight } from './use-window-rows.ts';

test('the first rows, and some below, before anything is scrolled', () => {
  expect(rowsInSight(2000, 50, { top: 200, viewHeight: 800 })).toEqual({ first: 0, end: 24 });
});

test('rows around the window in the middle of the list', () => {
  expect(rowsInSight(2000, 50, { top: -5000, viewHeight: 800 })).toEqual({ first: 88, end: 128 });
});

test('never past the last row', () => {
  expect(rowsInSight(30, 50, { top: -900, viewHeight: 800 })).toEqual({ first: 6, end: 30 });
  expect(rowsInSight(0, 50, { top: 100, viewHeight: 800 })).toEqual({ first: 0, end: 0 });
});
