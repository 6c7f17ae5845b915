// Changing what a view shows: its area.
import type { LayerInfo } from '@graticule/contract/services/layer';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { ChangeViewDialog } from './ChangeViewDialog.tsx';
import type { ViewArea } from './view-area.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const town = { name: 'town', type: 'esriFieldTypeString', alias: 'town', domain: null };
const layer = { id: 0, name: 'Towns', type: 'Feature Layer', fields: [town] } as unknown as LayerInfo;
const BOX = { xmin: 6, ymin: 45, xmax: 10, ymax: 48, spatialReference: { wkid: 4326 } };
const TRIANGLE = {
  rings: [
    [
      [0, 0],
      [0, 9],
      [9, 0],
      [0, 0],
    ],
  ],
  spatialReference: { wkid: 4326 },
};
const areaOf = (geometry: ViewArea['geometry']): ViewArea => ({ operator: 'esriSpatialRelIntersects', geometry });

async function open(area: ViewArea | null) {
  const geometries: (string | null)[] = [];
  const page = await renderPage(
    <ChangeViewDialog
      service="view"
      layer={layer}
      source={{ where: '', itemId: 's', layerId: 0, area }}
      onReload={() => {}}
      onClose={() => {}}
    />,
    '/x',
    {
      '/query': ({ url }) => {
        geometries.push(new URL(url, 'http://x').searchParams.get('geometry'));
        return { count: 2 };
      },
      'items/s': () => ({
        id: 's',
        url: 'https://x.example/rest/services/Hosted/towns/FeatureServer',
        extent: [
          [5, 44],
          [12, 50],
        ],
      }),
      'towns/FeatureServer/layers': () => ({ layers: [layer], tables: [] }),
      updateDefinition: () => ({ success: true }),
    },
    ['item'],
  );
  await screen.findByRole('switch', { name: /Only rows in an area/ });
  return { ...page, geometries };
}
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
const filterSent = async (asked: { url: string; body: string }[]) => {
  await waitFor(() => expect(asked.some(({ url }) => url.includes('updateDefinition'))).toBe(true));
  const { body } = asked.find(({ url }) => url.includes('updateDefinition')) as { body: string };
  return JSON.parse(new URLSearchParams(body).get('updateDefinition') ?? '').adminLayerInfo?.viewLayerDefinition.filter;
};

test('the box of a view is shown, counted with, and changed', async () => {
  const { asked, geometries } = await open(areaOf(BOX));
  await waitFor(() => expect(geometries).toContain(JSON.stringify(BOX)));
  const east = screen.getByLabelText<HTMLInputElement>('East');
  expect(east.value).toBe('10°');
  await userEvent.clear(east);
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  expect(button.disabled).toBe(true);
  expect(screen.getByText('Draw the box of the area, or type its four edges.').id).toBe(button.getAttribute('aria-describedby'));
  await userEvent.type(east, '11');
  await save();
  expect((await filterSent(asked)).value.geometry).toEqual({ ...BOX, xmax: 11 });
});

test('a view gets rows from everywhere again', async () => {
  const { asked } = await open(areaOf(BOX));
  await userEvent.click(screen.getByRole('switch', { name: /Only rows in an area/ }));
  await save();
  expect(await filterSent(asked)).toBeNull();
});

test('an area of another shape stays unless a box takes its place', async () => {
  const { asked, geometries } = await open(areaOf(TRIANGLE));
  expect(screen.getByText(/an area that is not a box/)).toBeTruthy();
  await waitFor(() => expect(geometries).toContain(JSON.stringify(TRIANGLE)));
  await save();
  expect(await filterSent(asked)).toBeUndefined();
  cleanup();
  const { asked: later } = await open(areaOf(TRIANGLE));
  for (const [edge, degrees] of Object.entries({ West: '6', South: '45', East: '10', North: '48' }))
    await userEvent.type(screen.getByLabelText(edge), degrees);
  await save();
  expect((await filterSent(later)).value.geometry).toEqual(BOX);
});
