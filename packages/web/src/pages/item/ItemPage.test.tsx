// The address of the page of an item.
import { cleanup, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { ItemPage } from './ItemPage.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a tab that other portals name behind the number sign stays open when somebody skips to the content', async () => {
  const { location } = await renderPage(<ItemPage />, '/home/item.html?id=a#visualize', {}, ['item']);
  await waitFor(() => expect(location()).toMatchObject({ search: '?id=a&tab=map', hash: '' }));
});
