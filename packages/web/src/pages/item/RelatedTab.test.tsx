// What an item is made of, and what is made of it.

import type { Item } from '@graticule/contract/content/item';
import { RELATIONSHIP_TYPES } from '@graticule/contract/content/relationships';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { RelatedTab } from './RelatedTab.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Relationships of the layer `towns`, as the portal keeps them: the view is related to its layer in two ways. */
const KEPT = [
  ['Service2Data', 'towns', 'file'],
  ['Service2Data', 'view', 'towns'],
  ['Service2Service', 'towns', 'view'],
  ['Service2Service', 'towns', 'tiles'],
  ['Map2Service', 'map', 'towns'],
] as const;

const itemOf = (id: string) =>
  ({ id, title: id, type: 'CSV', owner: 'ada', typeKeywords: [], tags: [], extent: [], access: 'public', modified: 0 }) as unknown as Item;

/** Answers as the portal does. */
function relatedTo(of: string, url: string): object {
  const { searchParams } = new URL(url, 'http://x');
  const types = searchParams.get('relationshipTypes')?.split(',') ?? [];
  const isForward = searchParams.get('direction') === 'forward';
  const ids = KEPT.filter(([type, from, to]) => types.includes(type) && (isForward ? from : to) === of).map(([, from, to]) =>
    isForward ? to : from,
  );
  return { total: ids.length, start: 1, num: 100, nextStart: -1, relatedItems: ids.map(itemOf) };
}

async function open(id: string) {
  const view = await renderPage(
    <RelatedTab item={itemOf(id)} />,
    '/x',
    { relatedItems: ({ url }) => relatedTo(id, url), 'portals/self': () => ({ id: 'o' }) },
    ['item', 'item-types', 'search'],
  );
  await screen.findAllByRole('heading', { level: 2 });
  const parts = [...document.querySelectorAll('section')].map((section) => {
    const links = within(section).getAllByRole('link', { name: /^(file|view|towns|tiles|map)$/ });
    return [section.querySelector('h2')?.textContent, [...new Set(links.map((link) => link.textContent))]];
  });
  return { parts: Object.fromEntries(parts), asked: view.asked };
}

test('a view and tiles of a layer use it, and are not used by it', async () => {
  const { parts } = await open('towns');
  expect(parts).toEqual({ 'Used by 3 items': ['view', 'tiles', 'map'], 'Uses 1 item': ['file'] });
});

test('a view uses its layer, which is named once', async () => {
  const { parts, asked } = await open('view');
  expect(parts).toEqual({ 'Uses 1 item': ['towns'] });
  // each kind of relationship from both of its sides
  const seen = asked
    .filter(({ url }) => url.includes('relatedItems'))
    .flatMap(({ url }) => {
      const { searchParams } = new URL(url, 'http://x');
      return (
        searchParams
          .get('relationshipTypes')
          ?.split(',')
          .map((type) => `${type} ${searchParams.get('direction')}`) ?? []
      );
    });
  expect(seen.sort()).toEqual(RELATIONSHIP_TYPES.flatMap((type) => [`${type} forward`, `${type} reverse`]).sort());
});
