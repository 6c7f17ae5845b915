// What the address of the search page asks for.
import { expect, test } from 'vitest';
import { readChoices, sinceMs } from './search-params.ts';

const read = (query: string) => readChoices(new URLSearchParams(query));

test('an empty address asks for all content', () => {
  expect(read('')).toEqual({
    text: '',
    isGroups: false,
    isPeople: false,
    filter: 'all',
    type: undefined,
    owner: undefined,
    access: undefined,
    bbox: undefined,
    tags: [],
    group: undefined,
    since: undefined,
    isOrgOnly: false,
    sort: undefined,
    isSortReset: false,
    start: 1,
  });
});

test('CO-005 q, t, focus, restrict, sortField, sortOrder, start and resetSort are read from the address', () => {
  expect(read('q=water&t=content&focus=maps&restrict=true&sortField=title&sortOrder=desc&start=21')).toMatchObject({
    text: 'water',
    isGroups: false,
    filter: 'maps',
    isOrgOnly: true,
    sort: 'title:desc',
    start: 21,
  });
  expect(read('sortField=title&resetSort=true')).toMatchObject({ sort: undefined, isSortReset: true });
  expect(read('t=users').isPeople).toBe(true);
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

test('a box is four numbers within the world', () => {
  expect(read('bbox=-10,35,30.5,60').bbox).toBe('-10,35,30.5,60');
  for (const wrong of ['', '1,2,3', '1,,3,4', '1,50,3,40', '-190,0,10,10', 'a,b,c,d']) expect(read(`bbox=${wrong}`).bbox).toBeUndefined();
});

test('access is one of the four words', () => {
  expect(read('access=org').access).toBe('org');
  expect(read('access=all').access).toBeUndefined();
});

test('a span of time starts on the hour', () => {
  expect(sinceMs('day', 90_000_000)).toBe(25 * 3_600_000 - 86_400_000);
  expect(sinceMs(undefined, 1)).toBeUndefined();
});
