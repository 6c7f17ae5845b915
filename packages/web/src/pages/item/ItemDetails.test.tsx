// The facts of an item.
import type { Item } from '@graticule/contract/content/item';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { changeLanguage } from '../../language/language-store.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { SessionGate } from '../../testing/SessionGate.tsx';
import { ItemDetails } from './ItemDetails.tsx';

afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await changeLanguage('en', { remember: false });
});

const hosted = ['Hosted Service'];
const HOSTED = 'http://x/portal/rest/services/Hosted/trees';
const FILE = { type: 'CSV', name: 'trees.csv', size: 10, url: null, typeKeywords: [] };
const LAYER = { type: 'Feature Service', name: 'trees', size: 10, url: `${HOSTED}/FeatureServer`, typeKeywords: hosted };
const TILES = { type: 'Vector Tile Service', name: 'trees', size: 10, url: `${HOSTED}/VectorTileServer`, typeKeywords: hosted };

/** What the name is called, and the name. */
async function named(more: object): Promise<(string | null | undefined)[]> {
  const item = { id: 'i', owner: 'petra', title: 'Trees', extent: [], tags: [], created: 0, modified: 0, numViews: 0, ...more };
  await renderPage(
    <SessionGate>
      <ItemDetails item={item as unknown as Item} />
    </SessionGate>,
    '/x',
    { 'portals/self': () => ({ id: 'o' }), '/groups': () => ({ admin: [], member: [], other: [] }) },
    ['item', 'item-types'],
  );
  const [name] = (await screen.findAllByRole('definition')).filter(({ textContent }) => textContent === (more as Item).name);
  return [name?.previousElementSibling?.textContent, name?.textContent];
}

test.each([
  ['a file', FILE, 'en', 'File'],
  ['a hosted layer', LAYER, 'en', 'Service name'],
  ['a hosted layer without rows', { ...LAYER, size: 0 }, 'en', 'Service name'],
  ['a hosted tile layer', TILES, 'en', 'Service name'],
  ['a hosted layer, in Arabic', LAYER, 'ar', 'اسم الخدمة'],
] as const)('the name of %s is called what it is', async (_, item, language, wanted) => {
  await changeLanguage(language, { remember: false });
  expect(await named(item)).toEqual([wanted, item.name]);
});
