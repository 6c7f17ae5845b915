// What the address of the search page asks for.
import { expect, test } from 'vitest';
import { readChoices, sinceMs } from './search-params.ts';

const read = (query: string) => readChoices(new URLSearchParams(query));

test('an empty address asks for all content', () => {
  expect(read('')).toEqual({
    text: '',
    isGroups: false,
    filter: 'all',
    type: undefined,
    owner: undefined,
    tags: [],
    group: undefined,
    since: undefined,
    isOrgOnly: false,
    sort: undefined,
    start: 1,
  });
});

test('t chooses groups, focus a filter, restrict the organisation', () => {
  expect(read('t=groups&q=x').isGroups).toBe(true);
  expect(read('focus=layers').filter).toBe('layers');
  expect(read('restrict=true').isOrgOnly).toBe(true);
});

test('resetSort clears the sort', () => {
  expect(read('sortField=numViews&sortOrder=desc').sort).toBe('numviews:desc');
  expect(read('sortField=numViews&sortOrder=desc&resetSort=true').sort).toBeUndefined();
});

test('what makes no sense counts as absent', () => {
  expect(read('focus=groups&since=ever&start=-4')).toMatchObject({ filter: 'all', since: undefined, start: 1 });
  expect(read('start=x').start).toBe(1);
});

test('a span of time starts on the hour', () => {
  expect(sinceMs('day', 90_000_000)).toBe(25 * 3_600_000 - 86_400_000);
  expect(sinceMs(undefined, 1)).toBeUndefined();
});
