// What can be done with the rows of a table, before and after they are there.
import type { Item } from '@graticule/contract/content/item';
import type { LayerInfo } from '@graticule/contract/services/layer';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { SessionGate } from '../../testing/SessionGate.tsx';
import { DataTable } from './DataTable.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const field = (name: string, type: string) => ({ name, type, alias: name, sqlType: '', domain: null, defaultValue: null });
const layer = {
  id: 0,
  name: 'Towns',
  objectIdField: 'fid',
  capabilities: 'Query',
  fields: [field('fid', 'esriFieldTypeOID'), field('town', 'esriFieldTypeString')],
} as unknown as LayerInfo;
const item = { id: 'i1', owner: 'ada' } as Item;
const towns = [{ attributes: { fid: 1, town: 'Aa' } }, { attributes: { fid: 2, town: 'Bb' } }];

test('the tools of a table are the same before it is known how many rows there are, so that none of them moves', async () => {
  let tell: ((reply: object) => void) | undefined;
  const { container } = await renderPage(
    <SessionGate>
      <DataTable item={item} service="towns" layer={layer} />
    </SessionGate>,
    '/home/item.html?id=i1',
    {
      'portals/self': () => ({ id: 'o', user: { username: 'ada', privileges: [] } }),
      returnCountOnly: () =>
        new Promise((resolve) => {
          tell = resolve;
        }),
      '/query': () => ({ features: towns, fields: layer.fields }),
    },
    ['item'],
  );
  const box = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Go to row' });
  const tools = () => [...(box.closest('form')?.parentElement?.children ?? [])];
  const before = tools();
  expect(box.disabled).toBe(true);
  await waitFor(() => expect(tell).toBeDefined());
  tell?.({ count: 101 });
  await waitFor(() => expect(container.querySelector('[role=status]')?.textContent).toBe('101 rows'));
  expect(tools()).toEqual(before);
  expect(box.disabled).toBe(false);
});
