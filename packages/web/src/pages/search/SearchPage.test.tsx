// Facets and the remembered sort of the search page.
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { SessionGate } from '../../testing/SessionGate.tsx';
import { SearchPage } from './SearchPage.tsx';

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const counts = [
  { fieldName: 'type', fieldValues: [{ value: 'web map', count: 3 }] },
  { fieldName: 'owner', fieldValues: [{ value: 'ada', count: 3 }] },
  { fieldName: 'tags', fieldValues: [{ value: 'rivers', count: 2 }] },
];
const empty = { total: 0, start: 1, num: 0, nextStart: -1, results: [], query: '' };

const open = (query: string) =>
  renderPage(
    <SessionGate>
      <SearchPage />
    </SessionGate>,
    `/home/search.html${query}`,
    {
      'portals/self': () => ({ id: 'o' }),
      'countFields=access': () => ({
        ...empty,
        aggregations: { counts: [{ fieldName: 'access', fieldValues: [{ value: 'public', count: 3 }] }] },
      }),
      countFields: () => ({ ...empty, aggregations: { counts } }),
      'rest/search': () => empty,
    },
    ['search', 'item-types', 'groups'],
  );

test.each([
  ['Web map', 'type=web+map'],
  ['Everyone', 'access=public'],
  ['ada', 'owner=ada'],
  ['rivers', 'tag=rivers'],
])('the facet %s turns its filter on and off', async (name, part) => {
  const { location } = await open('?t=content');
  const facet = () => screen.findByRole('button', { name: new RegExp(`^${name}`), pressed: undefined });
  await userEvent.click(await facet());
  expect(location().search).toContain(part);
  await waitFor(async () => expect((await facet()).getAttribute('aria-pressed')).toBe('true'));
  await userEvent.click(await facet());
  expect(location().search).not.toContain(part);
});

test('an area in the address restricts what is searched', async () => {
  const { asked } = await open('?t=content&bbox=1,2,3,4');
  await screen.findByText('In the area 1 2 3 4');
  const searches = asked.filter(({ url }) => url.includes('rest/search'));
  expect(searches.length).toBeGreaterThan(0);
  for (const { url } of searches) expect(new URL(url, 'http://x').searchParams.get('bbox')).toBe('1,2,3,4');
});

test('the sort is remembered until the address resets it', async () => {
  localStorage.setItem('graticule-search-sort', 'title:asc');
  const { asked } = await open('?t=content&q=x');
  await waitFor(() => expect(asked.some(({ url }) => url.includes('sortField=title&sortOrder=asc'))).toBe(true));
  cleanup();
  const again = await open('?t=content&q=x&resetSort=true');
  await waitFor(() => expect(again.asked.some(({ url }) => url.includes('num=20'))).toBe(true));
  expect(again.asked.some(({ url }) => url.includes('sortField'))).toBe(false);
});
