// What is kept of tiles is told, and they are made anew.
import type { Item } from '@graticule/contract/content/item';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { TileCache } from './TileCache.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const layer = (id: number, name: string) => ({ id, name, type: 'Feature Layer', fields: [] });

async function open({ layers = [layer(0, 'towns'), layer(1, 'wells')] as object[], tiles = undefined as object | undefined } = {}) {
  let kept: object[] = [
    { id: 0, tiles: 1200, sizeBytes: 3 * 1_048_567, farTiles: 7 },
    { id: 1, tiles: 0, sizeBytes: 0, farTiles: 0 },
  ];
  const answers = {
    'tiles/renew': () => {
      kept = kept.map((one) => ({ ...one, tiles: 0, sizeBytes: 0, farTiles: 0 }));
      return { success: true };
    },
    'FeatureServer/tiles': () => tiles ?? { layers: kept },
    'FeatureServer/layers': () => ({ layers, tables: [layer(2, 'notes')] }),
  };
  return renderPage(<TileCache item={{ id: 'i', owner: 'ada' } as Item} service="places" />, '/x', answers, ['item']);
}

test('what is kept is told by layer, and nothing is left once tiles are made anew', async () => {
  const { asked } = await open();
  expect(await screen.findByText('1,200 tiles in memory (3 MB) · 7 prepared for views from afar')).toBeTruthy();
  expect(screen.getByText('no tiles in memory')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Make the tiles anew' }));
  await waitFor(() => expect(screen.getAllByText('no tiles in memory')).toHaveLength(2));
  expect(asked.filter(({ url }) => url.includes('/rest/admin/services/Hosted/places/FeatureServer/tiles/renew'))).toHaveLength(1);
});

test('tables alone have no tiles', async () => {
  await open({ layers: [] });
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull());
  expect(screen.queryByText('Tiles')).toBeNull();
});

test('tiles can be made anew where nobody tells how many there are', async () => {
  const { asked } = await open({ tiles: { error: { code: 500, message: 'No.', details: [] } } });
  await userEvent.click(await screen.findByRole('button', { name: 'Make the tiles anew' }));
  await waitFor(() => expect(asked.some(({ url }) => url.includes('tiles/renew'))).toBe(true));
});
