// The addresses of tiles on the page of an item.
import type { Item } from '@graticule/contract/content/item';
import type { LayerInfo } from '@graticule/contract/services/layer';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { SessionGate } from '../../testing/SessionGate.tsx';
import { ItemDetails } from './ItemDetails.tsx';
import { ServiceLayers } from './ServiceLayers.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const HOSTED = 'https://maps.example.org/rest/services/Hosted';
const itemOf = (more: object): Item =>
  ({
    id: 'i',
    owner: 'ada',
    title: 'Roads',
    typeKeywords: ['Hosted Service'],
    extent: [],
    tags: [],
    size: 0,
    created: 0,
    modified: 0,
    numViews: 0,
    ...more,
  }) as unknown as Item;
const layerOf = (id: number, name: string, more: object): LayerInfo => ({ id, name, fields: [], ...more }) as unknown as LayerInfo;

const show = (page: React.ReactNode) =>
  renderPage(
    <SessionGate>{page}</SessionGate>,
    '/x',
    {
      'portals/self': () => ({ id: 'o' }),
      'FeatureServer/layers': () => ({
        layers: [layerOf(0, 'Streets', { type: 'Feature Layer' }), layerOf(1, 'Bridges', { type: 'Feature Layer' })],
        tables: [layerOf(2, 'Counts', { type: 'Table' })],
      }),
      query: () => ({ count: 3 }),
    },
    ['item'],
  );

test('each drawn layer of a feature service shows its tiles and its TileJSON, and tables show none', async () => {
  await show(<ServiceLayers item={itemOf({ type: 'Feature Service', url: `${HOSTED}/roads/FeatureServer` })} />);
  const bridges = (await screen.findByText('Bridges')).closest('details');
  if (!bridges) throw new Error('The layer has no entry');
  expect(within(bridges).getByText(`${HOSTED}/roads/FeatureServer/1/tiles/{z}/{x}/{y}.pbf`)).toBeTruthy();
  expect(within(bridges).getByText(`${HOSTED}/roads/FeatureServer/1/tiles.json`)).toBeTruthy();
  expect(screen.getByText('Counts').closest('details')?.textContent).not.toContain('tiles');
});

test('both addresses are copied whole', async () => {
  const person = userEvent.setup();
  await show(<ServiceLayers item={itemOf({ type: 'Feature Service', url: `${HOSTED}/roads/FeatureServer` })} />);
  const copy = async (name: string): Promise<string> => {
    await person.click(await screen.findByRole('button', { name, hidden: true }));
    return navigator.clipboard.readText();
  };
  expect(await copy('Copy the address of the tiles of “Streets”')).toBe(`${HOSTED}/roads/FeatureServer/0/tiles/{z}/{x}/{y}.pbf`);
  expect(await copy('Copy the TileJSON address of “Streets”')).toBe(`${HOSTED}/roads/FeatureServer/0/tiles.json`);
});

test('a tile service of the portal shows its tiles, with y before x, and its TileJSON', async () => {
  await show(<ItemDetails item={itemOf({ type: 'Vector Tile Service', url: `${HOSTED}/roads_tiles/VectorTileServer` })} />);
  expect(await screen.findByText(`${HOSTED}/roads_tiles/VectorTileServer/tile/{z}/{y}/{x}.pbf`)).toBeTruthy();
  expect(screen.getByText(`${HOSTED}/roads_tiles/VectorTileServer/tilejson.json`)).toBeTruthy();
});

test('a tile service elsewhere shows its own address alone', async () => {
  const url = 'https://elsewhere.example/rest/services/World/VectorTileServer';
  await show(<ItemDetails item={itemOf({ type: 'Vector Tile Service', url, typeKeywords: [] })} />);
  expect(await screen.findByText(url)).toBeTruthy();
  expect(screen.queryByText('TileJSON')).toBeNull();
});
