// What the address of the content page asks for.
import { expect, test } from 'vitest';
import { contentQuery, isFiltered, pageQuery, readChoice } from './content-query.ts';

const at = (query: string) => readChoice(new URLSearchParams(query), 'ada');

test('an empty address shows everything, the newest change first', () => {
  const choice = at('');
  expect(choice).toMatchObject({ folder: 'all', sortField: 'modified', isDescending: true });
  expect(contentQuery(choice, 0)).toBeUndefined();
  expect(isFiltered(choice)).toBe(false);
});

test('every filter becomes a clause; values cannot break out of their quotes', () => {
  const choice = at('folder=f1&q=rivers&type=Web "Map&access=shared&since=week&sortField=title');
  expect(contentQuery(choice, 1_700_000_000_000)).toBe(
    '(rivers*) AND type:"Web \\"Map" AND access:shared AND modified:[1699394400000 TO *] AND ownerfolder:"f1"',
  );
  expect(choice.isDescending).toBe(false);
  expect(isFiltered(choice)).toBe(true);
});

test('what makes no sense counts as absent', () => {
  expect(at('access=everybody&since=century&sortField=password')).toMatchObject({
    access: undefined,
    since: undefined,
    sortField: 'modified',
  });
});

test('pages count from the first item on', () => {
  expect(pageQuery(at(''), 3).queryKey[3]).toMatchObject({ start: 301, num: 100 });
});
