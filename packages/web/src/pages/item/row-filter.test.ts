// Filters in the address of the page.
import { expect, test } from 'vitest';
import type { RowFilter } from '../../features/where-clause.ts';
import { readFilter, writeFilter } from './row-filter.ts';

const filter: RowFilter = {
  joined: 'or',
  conditions: [
    { field: 'name', condition: 'contains', value: 'Ø & "x"' },
    { field: 'pop', condition: 'between', value: '1', until: '5' },
    { field: 'seen', condition: 'is', value: '2024-05-01', isTimed: true },
    { field: 'seen', condition: 'between', value: '2024-05-01', until: '2024-05-02', isTimed: true },
  ],
};

test('a filter is read as it was written', () => {
  expect(readFilter(writeFilter(3, filter))).toEqual({ layerId: 3, filter });
});

test.each([
  null,
  '',
  '{',
  '[]',
  '[0]',
  '[0,"and"]',
  '[0,"xor",["a","is","1"]]',
  '[0,"and",["a","is"]]',
  '[0,"and",["a","drop","1"]]',
  '[0,"and",{"field":"a"}]',
  JSON.stringify([0, 'and', ...Array.from({ length: 21 }, () => ['a', 'is', '1'])]),
])('what makes no sense is no filter: %s', (text) => {
  expect(readFilter(text)).toBeUndefined();
});
