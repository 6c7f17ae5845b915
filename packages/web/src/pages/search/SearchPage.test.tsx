// Facets and the remembered sort of the search page.
import { readFileSync } from 'node:fs';
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
const ITEM = {
  id: 'i1',
  title: 'Harbour',
  owner: 'ada',
  type: 'Web Map',
  typeKeywords: [],
  tags: [],
  snippet: null,
  description: null,
  thumbnail: null,
  extent: [],
  modified: 0,
  numViews: 0,
  contentStatus: 'org_authoritative',
};
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
      countFields: () => ({ ...empty, aggregations: { counts, countedAmong: 2000 } }),
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

test('what is chosen is removed again with the keyboard', async () => {
  const { location } = await open('?t=content&type=Web%20Map&tag=rivers&tag=lakes');
  const chip = await screen.findByRole('button', { name: 'Remove rivers' });
  expect(chip.textContent).toBe('rivers');
  chip.focus();
  await userEvent.keyboard('{Enter}');
  expect(new URLSearchParams(location().search).getAll('tag')).toEqual(['lakes']);
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Web map' }));
  expect(location().search).not.toContain('type=');
});

test('values that were not counted among everything found say so', async () => {
  await open('?t=content');
  expect(await screen.findByText('Counted among 2,000 of the items found')).toBeTruthy();
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
  await waitFor(() => expect(again.asked.some(({ url }) => url.includes('num=10'))).toBe(true));
  expect(again.asked.some(({ url }) => url.includes('sortField'))).toBe(false);
});

test('CO-011 CO-012 the items and the groups of a person', async () => {
  const items = await open('?q=owner:ada');
  await waitFor(() => expect(items.asked.some(({ url }) => decodeURIComponent(url).includes('q=(owner:ada)'))).toBe(true));
  cleanup();
  const groups = await open('?t=groups&q=owner:ada');
  await waitFor(() => expect(groups.asked.some(({ url }) => /community\/groups\?.*q=%28owner%3Aada%29/.test(url))).toBe(true));
});

test('CO-305 CO-306 ten results a page; CO-304 at most a hundred pages', async () => {
  const { asked } = await open('?t=content&q=x&start=99999');
  await waitFor(() => expect(asked.some(({ url }) => url.includes('start=991') && url.includes('num=10'))).toBe(true));
});

test('CO-325 without a total the results are counted', async () => {
  await renderPage(
    <SessionGate>
      <SearchPage />
    </SessionGate>,
    '/home/search.html?t=content',
    {
      'portals/self': () => ({ id: 'o' }),
      countFields: () => empty,
      'rest/search': () => ({ ...empty, total: undefined, results: [ITEM] }),
    },
    ['search', 'item-types', 'groups'],
  );
  expect(await screen.findByText('1 item')).toBeTruthy();
  expect(screen.getByText('Authoritative')).toBeTruthy();
});

test('a search is kept under a name, with its filters', async () => {
  const { asked } = await renderPage(
    <SessionGate>
      <SearchPage />
    </SessionGate>,
    '/home/search.html?t=content&q=water&tag=city',
    {
      'portals/self': () => ({ id: 'o', user: { username: 'ada', privileges: [] } }),
      'savedSearches/add': () => ({ success: true, savedSearch: {} }),
      savedSearches: () => ({ total: 0, savedSearches: [{ id: 's1', name: 'Old maps', query: 'old', filters: { focus: 'maps' } }] }),
      'rest/search': () => empty,
    },
    ['search', 'item-types', 'groups'],
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Saved searches' }));
  expect((await screen.findByRole('link', { name: 'Old maps' })).getAttribute('href')).toBe('/home/search.html?q=old&focus=maps');
  await userEvent.click(screen.getByRole('button', { name: 'Save this search' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(asked.some(({ url }) => url.includes('savedSearches/add'))).toBe(true));
  const sent = new URLSearchParams(asked.find(({ url }) => url.includes('savedSearches/add'))?.body);
  expect([sent.get('name'), sent.get('query'), JSON.parse(sent.get('filters') ?? '')]).toEqual([
    'water',
    'water',
    { t: 'content', tag: 'city' },
  ]);
});

test('CO-315 results that a new search will replace fade within 300 ms', () => {
  const style = readFileSync(`${import.meta.dirname}/SearchPage.module.css`, 'utf8');
  expect(style).toMatch(/\.results \{[^}]*transition: opacity 300ms/);
  expect(style).toMatch(/\.results\[data-stale\] \{\s*opacity: 0\.6;/);
});
