// The button of the switcher: when it is there, what opens, what closes it.
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { SessionGate } from '../testing/SessionGate.tsx';
import { AppSwitcher } from './AppSwitcher.tsx';

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const ada = { username: 'ada', orgId: 'o', role: 'org_user', privileges: ['portal:user:createItem'] };
const finder = { id: 'a1', type: 'Web Mapping Application', title: 'Street Finder', url: 'https://example.org/s', typeKeywords: [] };

const open = (answers: Parameters<typeof renderPage>[2], user: object = ada, portalProperties: object = {}) =>
  renderPage(
    <SessionGate>
      <AppSwitcher />
      <p>beside it</p>
    </SessionGate>,
    '/home/index.html',
    { '/portals/self': () => ({ id: 'o', isSetUp: true, portalProperties, user }), ...answers },
    [],
  );

test('AC-070 AC-071 AC-072 CO-026 SH-097 a grid titled apps appears once the apps are known, opens the list and closes with a click outside', async () => {
  let tell: (value: unknown) => void = () => {};
  const answer = new Promise((resolve) => {
    tell = resolve;
  });
  await open({ '/sharing/rest/search': () => answer });
  await screen.findByText('beside it');
  expect(screen.queryByRole('button', { name: 'Apps' })).toBeNull();
  tell({ total: 1, start: 1, num: 1, nextStart: -1, results: [finder] });
  const button = await screen.findByRole('button', { name: 'Apps' });
  await userEvent.click(button);
  const link = await screen.findByRole('link', { name: /Street Finder/ });
  expect(link.getAttribute('href')).toBe('https://example.org/s');
  expect(link.getAttribute('rel')).toContain('noopener');
  await userEvent.click(screen.getByText('beside it'));
  await waitFor(() => expect(screen.queryByRole('link', { name: /Street Finder/ })).toBeNull());
  await userEvent.click(button);
  expect(await screen.findByRole('link', { name: /Street Finder/ })).toBeTruthy();
  await userEvent.click(button);
  await waitFor(() => expect(screen.queryByRole('link', { name: /Street Finder/ })).toBeNull());
});

test('AC-073 somebody without an organisation has none, and nothing is asked for', async () => {
  const { asked } = await open({ '/sharing/rest/search': () => ({ results: [finder] }) }, { ...ada, orgId: null });
  await screen.findByText('beside it');
  expect(screen.queryByRole('button', { name: 'Apps' })).toBeNull();
  expect(asked.some(({ url }) => url.includes('/search'))).toBe(false);
});

test('AC-008 AC-210 AC-246 AC-247 a configured query finds the item whose data list the apps; licences and privileges decide what is shown', async () => {
  const apps = [
    { title: 'Field', url: 'https://f.example.org', isLicensed: true },
    { title: 'Unpaid', url: 'https://u.example.org', isLicensed: true },
    { title: 'Office', url: 'https://w.example.org', privileges: ['portal:admin:viewUsers'] },
    { title: 'Desk', url: 'https://d.example.org', privileges: ['portal:user:createItem'] },
  ];
  const { asked } = await open(
    {
      '/sharing/rest/search': () => ({ total: 1, results: [{ ...finder, id: 'c1', type: 'Application Configuration', url: null }] }),
      '/content/items/c1/data': () => ({ appSwitcher: { apps } }),
      '/provisionedListings': () => ({ provisionedListings: [{ listing: { title: 'Field' } }] }),
    },
    ada,
    { appSwitcherQuery: 'group:g1' },
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Apps' }));
  expect((await screen.findAllByRole('listitem')).map((each) => each.textContent)).toEqual(['FField', 'DDesk']);
  expect(asked.some(({ url }) => url.includes('q=group%3Ag1'))).toBe(true);
});
