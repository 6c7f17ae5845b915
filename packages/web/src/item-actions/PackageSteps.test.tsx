// Publishing a package of vector tiles.
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { PublishSteps } from './PublishSteps.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const item = { id: 'i', owner: 'ada', type: 'Vector Tile Package', title: 'Old town' };
const made = { type: 'Vector Tile Service', serviceItemId: 'v', serviceurl: '', encodedServiceURL: '', size: -1, jobId: 'v' };
const open = (answers: Parameters<typeof renderPage>[2]) => renderPage(<PublishSteps item={item} />, '/x', answers, ['item']);
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Publish layer' });

test('a package asks for a name only, is published at once, and leads to the new item and to the map with it', async () => {
  const { asked } = await open({ '/publish': () => ({ services: [made] }) });
  const name = await screen.findByLabelText<HTMLInputElement>('Name of the layer');
  expect(name.value).toBe('Old town');
  await userEvent.clear(name);
  expect(submit().disabled).toBe(true);
  await userEvent.type(name, 'Town of 1880{Enter}');
  const page = await screen.findByRole<HTMLAnchorElement>('link', { name: "See the layer's page" });
  expect(page.getAttribute('href')).toContain('id=v');
  expect(screen.getByRole('link', { name: /map/i }).getAttribute('href')).toContain('layers=v');
  // nobody looks at what the package holds, and nobody waits for a job
  const calls = asked.filter(({ url }) => !url.includes('isServiceNameAvailable'));
  expect(calls.map(({ url }) => url.split('/').at(-1))).toEqual(['publish']);
  const sent = new URLSearchParams(calls[0]?.body);
  expect([sent.get('fileType'), sent.get('itemId')]).toEqual(['vectorTilePackage', 'i']);
  expect(JSON.parse(sent.get('publishParameters') ?? '')).toEqual({ name: 'Town_of_1880', title: 'Town of 1880' });
  expect(sent.get('idempotencyKey')).toMatch(/^[0-9a-f]{32}$/);
});

test('a title in other letters makes an address in plain ones', async () => {
  const { asked } = await open({ '/publish': () => ({ services: [made] }) });
  const name = await screen.findByLabelText('Name of the layer');
  await userEvent.clear(name);
  await userEvent.type(name, 'المدينة');
  await userEvent.click(submit());
  await screen.findByRole('link', { name: "See the layer's page" });
  const sent = new URLSearchParams(asked.find(({ url }) => url.endsWith('/publish'))?.body);
  expect(JSON.parse(sent.get('publishParameters') ?? '')).toEqual({ name: expect.stringMatching(/^tiles_[0-9a-z]+$/), title: 'المدينة' });
});

test('a name that is taken is told in the words of the portal, and another can be tried', async () => {
  let tries = 0;
  const taken = { error: { code: 400, message: "Service name 'Old_town' is already in use.", details: [] } };
  await open({ '/publish': () => (tries++ === 0 ? taken : { services: [made] }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Publish layer' }));
  expect((await screen.findByRole('alert')).textContent).toContain("Service name 'Old_town' is already in use.");
  await userEvent.type(screen.getByLabelText('Name of the layer'), ' 2');
  await userEvent.click(submit());
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('The layer is ready'));
});

test('that a name is taken is told before anything is sent, with one that is free', async () => {
  const { asked } = await open({
    isServiceNameAvailable: ({ url }) => ({ available: !/name=Old_town(_2)?&/.test(url) }),
    '/publish': () => ({ services: [made] }),
  });
  expect(await screen.findByText('There is or was a layer of this name. Choose another one.')).toBeDefined();
  expect(submit().disabled).toBe(true);
  await userEvent.click(await screen.findByRole('button', { name: 'Use “Old town 3”' }));
  expect(screen.getByLabelText<HTMLInputElement>('Name of the layer').value).toBe('Old town 3');
  // the button has gone
  expect(document.activeElement).toBe(screen.getByLabelText('Name of the layer'));
  expect(submit().disabled).toBe(false);
  await userEvent.click(submit());
  await screen.findByRole('link', { name: "See the layer's page" });
  expect(new URLSearchParams(asked.find(({ url }) => url.endsWith('/publish'))?.body).get('publishParameters')).toContain('Old_town_3');
});

test('why a package cannot be read is told, wherever the portal says it', async () => {
  const message = 'The package has no tiles.';
  await open({ '/publish': () => ({ services: [{ type: 'Vector Tile Service', success: false, error: { code: 400, message } }] }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Publish layer' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(message);
  expect(alert.textContent).not.toContain('kept');
  expect(submit().disabled).toBe(false);
});

test('of a file that is no package it is told what is kept of it', async () => {
  const reasons = [{ code: 'vtpk-broken', values: { file: 'old.vtpk' }, text: 'old.vtpk is not a vector tile package' }];
  const error = { code: 400, message: 'The file cannot be read', messageCode: 'UNREADABLE_FILE', details: [], reasons };
  await open({ '/publish': () => ({ services: [{ type: 'Vector Tile Service', success: false, error }] }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Publish layer' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The file cannot be published');
  expect(alert.textContent).toContain('old.vtpk is not a vector tile package');
  expect(alert.textContent).toContain('The file itself is kept');
});
