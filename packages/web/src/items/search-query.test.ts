// Queries composed for the search.
import { expect, test } from 'vitest';
import { groupedText, groupSort, itemQuery, quoted, shownText } from './search-query.ts';

const HIDDEN = '-type:"Code Attachment" AND -type:"Windows Viewer Add In" AND -type:"Windows Viewer Configuration"';

test('CO-161 the text is trimmed and wrapped in parentheses unless it has some', () => {
  expect(groupedText('  water OR rivers ')).toBe('(water OR rivers)');
  expect(groupedText('title:(water)')).toBe('title:(water)');
  expect(groupedText('   ')).toBe('');
});

test('CO-162 operators left over at the end are not shown', () => {
  expect(shownText('rivers AND')).toBe('rivers');
  expect(shownText('rivers OR AND ')).toBe('rivers');
  expect(shownText('ORANGE AND LAND')).toBe('ORANGE AND LAND');
});

test('CO-163 group searches drop the sorts by views and rating', () => {
  expect(groupSort('numviews')).toBeUndefined();
  expect(groupSort('avgRating')).toBeUndefined();
  expect(groupSort('title')).toBe('title');
});

test('CO-164 the organisation is added where public search is not allowed', () => {
  expect(itemQuery({ text: 'water', orgId: '0123456789ABCDEF' })).toBe(`(water) AND orgid:0123456789ABCDEF AND ${HIDDEN}`);
});

test('every choice becomes a clause, and values cannot break out of their quotes', () => {
  const query = itemQuery({ text: 'a', type: 'Web Map', owner: 'o"x', tags: ['t\\1'], group: 'g', modifiedSince: 5 });
  expect(query).toBe(`(a) AND type:"Web Map" AND owner:"o\\"x" AND tags:"t\\\\1" AND group:"g" AND modified:[5 TO *] AND ${HIDDEN}`);
  expect(quoted('a"b\\c')).toBe('"a\\"b\\\\c"');
});

test('a filter names its types', () => {
  expect(itemQuery({ filter: 'scenes' })).toBe(`type:("Web Scene" OR "CityEngine Web Scene") AND ${HIDDEN}`);
});

test('every filter stays within the terms a query may have', () => {
  for (const filter of ['maps', 'layers', 'apps', 'scenes', 'tools', 'files'] as const) {
    expect(itemQuery({ filter }).match(/"[^"]+"/g)?.length ?? 0).toBeLessThan(150);
  }
});
