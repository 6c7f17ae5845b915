// Making an app from a template: what is sent, what a taken title says, and that nothing half-made stays.
import type { Item } from '@graticule/contract/content/item';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { SessionGate } from '../testing/SessionGate.tsx';
import { CreateAppDialog } from './CreateAppDialog.tsx';
import { appAddress } from './create-app.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const ada = { username: 'ada', orgId: 'o', role: 'org_publisher', privileges: ['portal:user:createItem'] };
const map = { id: 'm1', owner: 'ada', type: 'Web Map', title: 'Trees', tags: ['green'], access: 'org', typeKeywords: [], snippet: null };
const template = {
  id: 't1',
  owner: 'tim',
  type: 'Web Mapping Application',
  title: 'Side by side',
  url: 'https://example.org/viewer?lang=en',
  typeKeywords: ['Template', 'Configurable', 'Map'],
  tags: [],
  access: 'org',
};

const sent = (asked: readonly { url: string; body: string }[], part: string) =>
  new URLSearchParams(asked.find(({ url }) => url.includes(part))?.body);

async function open(item: object, answers: Parameters<typeof renderPage>[2]) {
  return renderPage(
    <SessionGate>
      <CreateAppDialog item={item as Item} onClose={() => {}} />
    </SessionGate>,
    '/x',
    {
      '/portals/self': () => ({ id: 'o', isSetUp: true, user: ada }),
      '/sharing/rest/search': ({ url }) => ({ total: 1, results: [url.includes('Web+Map%22') ? map : template] }),
      '/content/items/m1/groups': () => ({ admin: [{ id: 'g1' }], member: [], other: [] }),
      ...answers,
    },
    ['item', 'item-types'],
  );
}

async function choose(label: string, title: string) {
  await userEvent.click(await screen.findByRole('combobox', { name: label }));
  await userEvent.click(await screen.findByRole('option', { name: title }));
}

test('an app is made for a map from a template, gets its address, is shared as the map is, and its page opens', async () => {
  const { asked, location } = await open(map, {
    '/addItem': () => ({ success: true, id: 'n1', folder: null }),
    '/items/n1/update': () => ({ success: true, id: 'n1' }),
    '/items/n1/share': () => ({ notSharedWith: [], itemId: 'n1' }),
  });
  await choose('Template', 'Side by side');
  await userEvent.click(screen.getByRole('button', { name: 'Create app' }));
  await waitFor(() => expect(location().search).toBe('?id=n1'));
  const added = sent(asked, '/addItem');
  expect([added.get('title'), added.get('type'), added.get('uniqueTitle'), added.get('typeKeywords')]).toEqual([
    'Trees',
    'Web Mapping Application',
    'true',
    'Configurable,Map',
  ]);
  expect(JSON.parse(added.get('text') ?? '')).toEqual({ source: 't1', folderId: null, values: { webmap: 'm1', title: 'Trees' } });
  expect(sent(asked, '/items/n1/update').get('url')).toBe('https://example.org/viewer?lang=en&appid=n1');
  const shared = sent(asked, '/items/n1/share');
  expect([shared.get('org'), shared.get('everyone'), shared.get('groups')]).toEqual(['true', 'false', 'g1']);
});

test('CO-298 a title that is taken is said with type and title, and another can be tried', async () => {
  await open(template, { '/addItem': () => ({ error: { code: 409, message: 'There is one.', details: [] } }) });
  await choose('Map to show', 'Trees');
  await userEvent.type(screen.getByLabelText(/^Title/), 'Trees of the town');
  await userEvent.click(screen.getByRole('button', { name: 'Create app' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The app could not be added');
  expect(alert.textContent).toContain('You have an item of the type “Web mapping app” with the title “Trees of the town” already.');
  await userEvent.type(screen.getByLabelText(/^Title/), ' 2');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test('an app that cannot get its address is taken back', async () => {
  const { asked } = await open(map, {
    '/addItem': () => ({ success: true, id: 'n1', folder: null }),
    '/items/n1/update': () => ({ error: { code: 400, message: 'Not now.', details: [] } }),
    '/deleteItems': () => ({ results: [{ itemId: 'n1', success: true }] }),
  });
  await choose('Template', 'Side by side');
  await userEvent.click(screen.getByRole('button', { name: 'Create app' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Not now.');
  expect(sent(asked, '/deleteItems').get('permanentDelete')).toBe('true');
});

test('the address of a template keeps its own words and loses the id of another app', () => {
  expect(appAddress('https://example.org/a?appid=old&x=1', 'new')).toBe('https://example.org/a?appid=new&x=1');
});
