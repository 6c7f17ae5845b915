// The query by which groups are looked up while somebody types.
import { expect, test } from 'vitest';
import { groupsQuery } from './use-found-groups.ts';

test('every word counts as a beginning, and nothing that is typed reads as grammar', () => {
  expect(groupsQuery('', 'o1')).toBe('orgid:o1');
  expect(groupsQuery('  Harb  bo ', 'o1')).toBe('title:Harb* AND title:bo* AND orgid:o1');
  expect(groupsQuery('Harbour" OR (orgid:x)', 'o1')).toBe('title:Harbour* AND title:orgid* AND title:x* AND orgid:o1');
  expect(groupsQuery('*', 'o1')).toBe('orgid:o1');
});
