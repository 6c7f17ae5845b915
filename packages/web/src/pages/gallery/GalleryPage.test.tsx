// The gallery as specified: four a page, controls at the ends, details on hovering.
import { readFileSync } from 'node:fs';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../api/query-client.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { SessionGate } from '../../testing/SessionGate.tsx';
import { GalleryPage } from './GalleryPage.tsx';
import { pageWithin } from './gallery-page.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const item = (n: number, more: object = {}) => ({
  id: `i${n}`,
  title: `Map ${n}`,
  owner: 'ada',
  type: 'Web Map',
  typeKeywords: [],
  tags: ['sea'],
  snippet: `About map ${n}`,
  description: null,
  thumbnail: null,
  extent: [],
  modified: Date.UTC(2026, 0, n),
  avgRating: 3.6,
  numRatings: 1,
  numComments: 2,
  numViews: 1,
  ...more,
});

async function open(query: string, count: number, changed: object = {}, featured = () => 'g1') {
  const all = Array.from({ length: count }, (_, i) => item(i + 1, i === 0 ? changed : {}));
  const page = await renderPage(
    <SessionGate>
      <GalleryPage />
    </SessionGate>,
    `/home/gallery.html${query}`,
    {
      'portals/self': () => ({ id: 'o', homePageFeaturedContent: 'title:"Featured"' }),
      'community/groups': () => ({ results: [{ id: featured(), title: 'Featured' }], total: 1, start: 1, num: 1, nextStart: -1 }),
      'rest/search': ({ url }) => {
        const start = Number(new URL(url, 'http://x').searchParams.get('start'));
        return { results: all.slice(start - 1, start + 3), total: count, start, num: 4, nextStart: -1 };
      },
    },
    ['home', 'item-types', 'search'],
  );
  return page;
}

const titles = () => screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);

test('CO-027 CO-028 CO-031 CO-307 four tiles a page, numbered pages, previous and next only where they lead somewhere', async () => {
  const { location } = await open('', 9);
  await waitFor(() => expect(titles()).toEqual(['Map 1', 'Map 2', 'Map 3', 'Map 4']));
  expect(screen.queryByRole('button', { name: 'Previous' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  await waitFor(() => expect(titles()).toEqual(['Map 5', 'Map 6', 'Map 7', 'Map 8']));
  expect(screen.getByRole('button', { name: 'Previous' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Page 3' }));
  await waitFor(() => expect(titles()).toEqual(['Map 9']));
  expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
  expect(location().search).toBe('?start=9');
});

test('CO-029 a page past the last is the last', async () => {
  expect([pageWithin(-3, 5), pageWithin(9, 5), pageWithin(Number.NaN, 5), pageWithin(2, 0)]).toEqual([1, 5, 1, 1]);
  await open('?start=500', 9);
  await waitFor(() => expect(titles()).toEqual(['Map 9']));
});

test('CO-030 other featured items begin with their first page', async () => {
  let group = 'g1';
  const { location } = await open('?start=5', 9, {}, () => group);
  await waitFor(() => expect(titles()).toEqual(['Map 5', 'Map 6', 'Map 7', 'Map 8']));
  group = 'g2';
  await act(() => queryClient.invalidateQueries());
  await waitFor(() => expect(titles()).toEqual(['Map 1', 'Map 2', 'Map 3', 'Map 4']));
  expect(location().search).toBe('');
});

test('CO-034 an empty gallery says so', async () => {
  await open('', 0);
  expect(await screen.findByText('No items to show')).toBeTruthy();
});

test('CO-032 details show after the pointer has rested on a tile for 300 ms, and go when it leaves', async () => {
  await open('', 2);
  const tile = (await screen.findByRole('link', { name: 'Map 1' })).closest('li') as HTMLElement;
  vi.useFakeTimers();
  fireEvent.pointerEnter(tile);
  act(() => vi.advanceTimersByTime(299));
  expect(screen.queryByRole('tooltip')).toBeNull();
  act(() => vi.advanceTimersByTime(2));
  expect(screen.getByRole('tooltip').textContent).toContain('About map 1');
  fireEvent.pointerLeave(tile);
  act(() => vi.advanceTimersByTime(1000));
  expect(screen.queryByRole('tooltip')).toBeNull();
});

test('CO-033 CO-307 tiles without the attention fade to half opacity in 300 ms', () => {
  const style = readFileSync(`${import.meta.dirname}/Gallery.module.css`, 'utf8');
  expect(style).toMatch(/\.tile \{[^}]*transition: opacity 300ms/);
  expect(style).toMatch(/:not\(:focus-within\) \{\s*opacity: 0\.5;/);
});

test('CO-035 CO-036 CO-037 CO-038 CO-168 CO-321 a card tells title, summary, type, owner, change, rounded stars and counts in the right number', async () => {
  await open('', 1);
  const card = await screen.findByRole('article');
  for (const text of ['Map 1', 'About map 1', 'Web map', 'by ada', '1 rating', '2 comments', '1 view'])
    expect(card.textContent).toContain(text);
  expect(card.textContent).toMatch(/Updated/);
  expect(screen.getByRole('img', { name: '4 of 5 stars, 1 rating' })).toBeTruthy();
});

test('CO-037 files tell their downloads', async () => {
  await open('', 1, { type: 'CSV', numViews: 3 });
  expect((await screen.findByRole('article')).textContent).toContain('3 downloads');
});
