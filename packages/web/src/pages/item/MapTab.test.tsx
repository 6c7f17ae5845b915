// The map on the page of a layer, and what stands there where its features are not shown.
import type { Item } from '@graticule/contract/content/item';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { SessionGate } from '../../testing/SessionGate.tsx';
import { MapTab } from './MapTab.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const item = {
  id: 'i',
  owner: 'ada',
  title: 'Reports',
  type: 'Feature Service',
  typeKeywords: ['Hosted Service'],
  url: 'http://x/rest/services/Hosted/reports/FeatureServer',
} as unknown as Item;

const open = (username: string, capabilities: string[], described: Promise<void> = Promise.resolve()) =>
  renderPage(
    <SessionGate>
      <MapTab item={item} />
    </SessionGate>,
    '/x',
    {
      'portals/self': () => ({ id: 'o', user: { username, privileges: ['features:user:edit'] } }),
      'FeatureServer/layers': async () => {
        await described;
        return { layers: capabilities.map((each, id) => ({ id, capabilities: each })), tables: [] };
      },
    },
    ['item'],
  );

test('where no layer lets others read, that is said in place of an empty map', async () => {
  await open('bob', ['Extract', 'Extract']);
  await screen.findByText('The features are not shown');
  expect(screen.getByText(/Ask the owner/)).toBeTruthy();
  expect(document.querySelector('iframe')).toBeNull();
  expect(screen.queryByRole('link')).toBeNull();
});

test('who may add features that nobody reads is led to the map that does so', async () => {
  await open('bob', ['Create']);
  await screen.findByText('The features are not shown');
  expect((await screen.findByRole('link', { name: 'Edit on the map' })).getAttribute('href')).toContain('edit=1');
});

test.each([
  ['one layer lets others read', 'bob', ['Create', 'Query']],
  ['the owner looks', 'ada', ['Create']],
])('the map is there where %s', async (_when, username, capabilities) => {
  await open(username, capabilities);
  expect(await screen.findByTitle('Map of Reports')).toBeTruthy();
});

test('the map begins at once, and goes once it is known that no layer lets others read', async () => {
  let tell = () => {};
  const told = new Promise<void>((resolve) => {
    tell = resolve;
  });
  await open('bob', ['Extract'], told);
  expect(await screen.findByTitle('Map of Reports')).toBeTruthy();
  tell();
  await screen.findByText('The features are not shown');
  expect(document.querySelector('iframe')).toBeNull();
});
