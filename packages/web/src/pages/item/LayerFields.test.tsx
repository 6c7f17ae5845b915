// The fields of a layer on its page.
import type { Item } from '@graticule/contract/content/item';
import type { LayerInfo } from '@graticule/contract/services/layer';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { SessionGate } from '../../testing/SessionGate.tsx';
import { LayerFields } from './LayerFields.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const layer = {
  id: 3,
  fields: [
    { name: 'fid', alias: 'fid', type: 'esriFieldTypeOID', domain: null },
    { name: 'lanes', alias: 'lanes', type: 'esriFieldTypeInteger', domain: { type: 'range', name: 'lanes', range: [1, 8] } },
    {
      name: 'state',
      alias: 'Condition',
      type: 'esriFieldTypeString',
      domain: { type: 'codedValue', name: 'state', codedValues: [{ code: 'g', name: 'good' }] },
    },
  ],
} as unknown as LayerInfo;

async function open(username: string, typeKeywords: string[] = []) {
  const item = { id: 'i', owner: 'ada', typeKeywords } as unknown as Item;
  const view = await renderPage(
    <SessionGate>
      <LayerFields item={item} service="roads" layer={layer} />
    </SessionGate>,
    '/x',
    { 'portals/self': () => ({ id: 'o', user: { username, privileges: [] } }), updateDefinition: () => ({ success: true }) },
    ['item'],
  );
  await screen.findByText('lanes', { selector: 'td:first-child *' });
  return view;
}

test('the values that fields may have stand beside them', async () => {
  await open('bob');
  expect(screen.getByText('1 to 8')).toBeTruthy();
  await userEvent.click(screen.getByText('1 value'));
  expect(screen.getByText('good').closest('li')?.textContent).toBe('good g');
  expect(screen.getByText('Condition')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('the owner gives a field other words in place', async () => {
  const { asked } = await open('ada');
  await userEvent.click(screen.getByRole('button', { name: 'lanes. Change the words shown for lanes' }));
  const box = screen.getByRole('textbox', { name: 'Change the words shown for lanes' });
  await userEvent.clear(box);
  await userEvent.type(box, 'Number of lanes{Enter}');
  await waitFor(() => expect(asked.some(({ url }) => url.includes('updateDefinition'))).toBe(true));
  const sent = asked.find(({ url }) => url.includes('updateDefinition'));
  expect(sent?.url).toContain('/roads/FeatureServer/3/');
  expect(JSON.parse(new URLSearchParams(sent?.body).get('updateDefinition') ?? '')).toEqual({
    fields: [{ name: 'lanes', alias: 'Number of lanes' }],
  });
});

test('Escape and an empty box change nothing, and fields of views are not renamed here', async () => {
  const { asked } = await open('ada');
  await userEvent.click(screen.getByRole('button', { name: /shown for lanes$/ }));
  await userEvent.keyboard('x{Escape}');
  await userEvent.click(screen.getByRole('button', { name: /shown for lanes$/ }));
  await userEvent.clear(screen.getByRole('textbox'));
  await userEvent.keyboard('{Enter}');
  expect(asked.some(({ url }) => url.includes('updateDefinition'))).toBe(false);
  cleanup();
  await open('ada', ['View Service']);
  expect(screen.queryByRole('button')).toBeNull();
});
