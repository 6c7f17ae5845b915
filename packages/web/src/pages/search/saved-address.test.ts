// Kept searches lead back to the same address.
import { expect, test } from 'vitest';
import { addressOf, filtersOf } from './saved-address.ts';

test('a search leads back to all of its choices, on the first page', () => {
  const params = new URLSearchParams('q=water mains&t=content&tag=city&tag=old&bbox=5,58,25,70&start=41&sortField=title&sortOrder=asc');
  expect(addressOf({ query: 'water mains', filters: filtersOf(params) })).toBe(
    '/home/search.html?q=water+mains&t=content&tag=city&tag=old&bbox=5%2C58%2C25%2C70&sortField=title&sortOrder=asc',
  );
});

test('what another program kept in a form of its own does not break the address', () => {
  expect(addressOf({ query: '', filters: { a: 5, b: { c: 1 }, t: 'groups' } })).toBe('/home/search.html?t=groups');
  expect(addressOf({ query: '', filters: {} })).toBe('/home/search.html?t=content');
});
