// Rows of a table that are chosen.
import type { Item } from '@graticule/contract/content/item';
import type { LayerInfo } from '@graticule/contract/services/layer';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { SessionGate } from '../../testing/SessionGate.tsx';
import { DataTable } from './DataTable.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const field = (name: string, type: string) => ({ name, type, alias: name, domain: null, defaultValue: null });
const layer = {
  id: 0,
  name: 'Towns',
  objectIdField: 'fid',
  capabilities: 'Query',
  fields: [field('fid', 'esriFieldTypeOID'), field('town', 'esriFieldTypeString')],
} as unknown as LayerInfo;
const item = { id: 'chosen', owner: 'ada', itemControl: 'admin' } as Item;

async function open(answers: Parameters<typeof renderPage>[2] = {}, of: { item: Item; layer: LayerInfo } = { item, layer }) {
  const maker = (fid: number) => (fid === 13 ? 'ben' : 'ada');
  const rows = new Map([11, 12, 13, 14, 15].map((fid) => [fid, { attributes: { fid, town: `Town ${fid}`, Creator: maker(fid) } }]));
  await renderPage(
    <SessionGate>
      <DataTable {...of} service="towns" />
    </SessionGate>,
    '/home/item.html?id=chosen',
    {
      'portals/self': () => ({ id: 'o', user: { username: 'ada', privileges: [] } }),
      deleteFeatures: ({ body }) => {
        const ids = new URLSearchParams(body).get('objectIds')?.split(',').map(Number) ?? [];
        return { deleteResults: ids.map((objectId) => ({ objectId, success: rows.delete(objectId) })) };
      },
      returnCountOnly: () => ({ count: rows.size }),
      '/query': () => ({ features: [...rows.values()], fields: layer.fields }),
      ...answers,
    },
    ['item'],
  );
  await screen.findByText('Town 11');
}
const box = (id: number) => screen.getByRole<HTMLInputElement>('checkbox', { name: `Choose row ${id}` });
const ticked = () =>
  screen
    .getAllByRole<HTMLInputElement>('checkbox')
    .filter(({ checked }) => checked)
    .map((each) => each.getAttribute('aria-label'));

test('the shift key takes the rows in between along, upwards too, and lets them go', async () => {
  await open();
  const user = userEvent.setup();
  await user.click(box(14));
  await user.keyboard('{Shift>}');
  await user.click(box(12));
  await user.keyboard('{/Shift}');
  expect(ticked()).toEqual(['Choose row 12', 'Choose row 13', 'Choose row 14']);
  await user.click(box(13));
  await user.keyboard('{Shift>}');
  await user.click(box(14));
  await user.keyboard('{/Shift}');
  expect(ticked()).toEqual(['Choose row 12']);
});

test('the shift key leaves rows of others alone where people delete only their own', async () => {
  const own = {
    ...layer,
    capabilities: 'Query,Editing',
    fields: [...layer.fields, field('Creator', 'esriFieldTypeString')],
    editFieldsInfo: { creatorField: 'Creator' },
    ownershipBasedAccessControlForFeatures: { allowOthersToUpdate: false, allowOthersToDelete: false },
  } as unknown as LayerInfo;
  const self = () => ({ id: 'o', user: { username: 'ada', privileges: ['features:user:edit'] } });
  await open({ 'portals/self': self }, { item: { ...item, owner: 'carl', itemControl: undefined }, layer: own });
  const user = userEvent.setup();
  await user.click(box(11));
  await user.keyboard('{Shift>}');
  await user.click(box(14));
  await user.keyboard('{/Shift}');
  expect(box(13).disabled).toBe(true);
  expect(ticked()).toEqual(['Choose row 11', 'Choose row 12', 'Choose row 14']);
});

test('rows that were deleted are chosen no more, and the keyboard goes on from the table', async () => {
  await open();
  await userEvent.click(box(12));
  await userEvent.click(box(13));
  await userEvent.click(screen.getByRole('button', { name: 'Delete 2 rows' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByText('Town 12')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('table').parentElement));
  expect(ticked()).toEqual([]);
  expect(screen.getByText('3 rows')).toBeTruthy();
});

test('the button that clears the choice hands the focus to the table', async () => {
  await open();
  await userEvent.click(box(12));
  await userEvent.click(screen.getByRole('button', { name: 'Clear selection (1)' }));
  expect(ticked()).toEqual([]);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('table').parentElement));
});

test('what is done with the chosen rows comes in the place of tools for all of them, so that no line is added above the rows', async () => {
  await open();
  const tools = () => ['Refresh', 'Statistics', 'Calculate a field'].filter((name) => screen.queryByRole('button', { name }) !== null);
  const before = tools();
  expect(before).toContain('Refresh');
  await userEvent.click(box(12));
  expect(tools()).toEqual([]);
  expect(screen.getByRole('button', { name: 'Delete 1 row' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Clear selection (1)' }));
  expect(tools()).toEqual(before);
});
