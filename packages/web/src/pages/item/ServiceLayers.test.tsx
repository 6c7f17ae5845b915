// The layers of a service on its page: what each says of itself.
import type { Item } from '@graticule/contract/content/item';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../api/query-client.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { SessionGate } from '../../testing/SessionGate.tsx';
import { ServiceLayers } from './ServiceLayers.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const item = {
  id: 'i',
  owner: 'ada',
  type: 'Feature Service',
  typeKeywords: ['Hosted Service'],
  url: 'https://x.example/rest/services/Hosted/trees/FeatureServer',
} as unknown as Item;

async function open(username: string, description: string) {
  const layer = { id: 2, name: 'Trees', type: 'Table', capabilities: 'Query', description, fields: [] };
  const view = await renderPage(
    <SessionGate>
      <ServiceLayers item={item} />
    </SessionGate>,
    '/x',
    {
      'portals/self': () => ({ id: 'o', user: { username, privileges: [] } }),
      'FeatureServer/layers': () => ({ layers: [], tables: [layer] }),
      '/query': () => ({ count: 3 }),
      updateDefinition: () => ({ success: true }),
    },
    ['item'],
  );
  await screen.findByText('Trees');
  return view;
}

test('what a layer says of itself stands below its name, without scripts', async () => {
  await open('bob', '<b>Old</b> trees<script>alert(1)</script>');
  expect((await screen.findByText('Old')).parentElement?.textContent).toBe('Old trees');
  // a table has rows, no features
  expect(await screen.findByText(/3 rows/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Describe/ })).toBeNull();
});

test('a description that somebody else writes while one is typed is not written over, though the page has read it by then', async () => {
  let now = { description: 'Old', editingInfo: { schemaLastEditDate: 5 } };
  const layer = { id: 2, name: 'Trees', type: 'Table', capabilities: 'Query', fields: [] };
  const guards: (string | null)[] = [];
  await renderPage(
    <SessionGate>
      <ServiceLayers item={item} />
    </SessionGate>,
    '/x',
    {
      'portals/self': () => ({ id: 'o', user: { username: 'ada', privileges: [] } }),
      'FeatureServer/layers': () => ({ layers: [], tables: [{ ...layer, ...now }] }),
      '/query': () => ({ count: 3 }),
      updateDefinition: ({ body }) => {
        const sent = new URLSearchParams(body);
        guards.push(sent.get('ifUnchanged'));
        if (sent.get('ifUnchanged') !== String(now.editingInfo.schemaLastEditDate))
          return { error: { code: 409, message: 'changed', details: [] } };
        now = { ...JSON.parse(sent.get('updateDefinition') ?? ''), editingInfo: { schemaLastEditDate: 11 } };
        return { success: true };
      },
      'FeatureServer/2': () => ({ ...layer, ...now }),
    },
    ['item'],
  );
  const label = 'Describe the layer Trees';
  await userEvent.click(await screen.findByRole('button', { name: label }));
  now = { description: 'Theirs', editingInfo: { schemaLastEditDate: 9 } };
  await act(() => queryClient.invalidateQueries());
  await userEvent.type(screen.getByRole('textbox', { name: label }), ' trees');
  await userEvent.tab();
  expect((await screen.findByRole('definition')).textContent).toBe('Theirs');
  expect(guards).toEqual(['5']);
  await userEvent.click(screen.getByRole('button', { name: 'Save mine' }));
  await waitFor(() => expect(now.description).toBe('Old trees'));
  expect(guards).toEqual(['5', '9']);
});

test('the owner describes a layer in place, in more than one line', async () => {
  const { asked } = await open('ada', '');
  await userEvent.click(await screen.findByRole('button', { name: 'Describe the layer Trees' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Describe the layer Trees' }), 'Counted{Enter}in May');
  await userEvent.tab();
  await waitFor(() => {
    const sent = asked.find(({ url }) => url.includes('trees/FeatureServer/2/updateDefinition'));
    expect(JSON.parse(new URLSearchParams(sent?.body).get('updateDefinition') ?? '{}')).toEqual({ description: 'Counted\nin May' });
  });
});

function Turning() {
  const [id, setId] = useState('i');
  return (
    <>
      <button type="button" onClick={() => setId(id === 'i' ? 'k' : 'i')}>
        The other
      </button>
      <ServiceLayers item={{ ...item, id }} />
    </>
  );
}

test('what is looked for in a layer of one item is not looked for in that of another', async () => {
  const fields = Array.from({ length: 30 }, (_, at) => ({
    name: `col_${at}`,
    alias: `col_${at}`,
    type: 'esriFieldTypeString',
    domain: null,
  }));
  await renderPage(
    <SessionGate>
      <Turning />
    </SessionGate>,
    '/x',
    {
      'portals/self': () => ({ id: 'o', user: { username: 'bob', privileges: [] } }),
      'FeatureServer/layers': () => ({ layers: [], tables: [{ id: 2, name: 'Trees', type: 'Table', capabilities: 'Query', fields }] }),
      '/query': () => ({ count: 3 }),
    },
    ['item'],
  );
  const finder = () => screen.findByRole<HTMLInputElement>('searchbox', { name: 'Find a field' });
  const turn = () => userEvent.click(screen.getByRole('button', { name: 'The other' }));
  await finder();
  // both are known from here on
  await turn();
  await finder();
  await turn();
  await userEvent.type(await finder(), 'col_1');
  await turn();
  expect((await finder()).value).toBe('');
});
