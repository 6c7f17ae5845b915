// The layers of a service on its page: what each says of itself.
import type { Item } from '@graticule/contract/content/item';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
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
  expect(screen.queryByRole('button', { name: /Describe/ })).toBeNull();
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
