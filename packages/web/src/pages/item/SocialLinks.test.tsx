// Sharing an item's page with social networks.
import type { Item } from '@graticule/contract/content/item';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { SessionGate } from '../../testing/SessionGate.tsx';
import { SocialLinks } from './SocialLinks.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = (access: Item['access']) =>
  renderPage(
    <SessionGate>
      <SocialLinks item={{ id: '7', title: 'Lighthouses', access } as Item} />
    </SessionGate>,
    '/home/item.html',
    { 'portals/self': () => ({ id: 'o', canSharePublic: true, portalProperties: { showSocialMediaLinks: true } }) },
    ['item'],
  );

test('SH-181 what not everybody may see is shared after a notice, which can be declined', async () => {
  const { location } = await open('org');
  await userEvent.click(await screen.findByRole('button', { name: /Facebook/ }));
  const notice = await screen.findByRole('dialog', { name: 'Not everyone can see this' });
  expect(notice.textContent).toContain('not shared with everyone');
  expect(location().pathname).toBe('/home/item.html');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(location().pathname).toBe('/home/item.html');
});

test('what everybody may see is shared at once', async () => {
  const { location } = await open('public');
  await userEvent.click(await screen.findByRole('button', { name: /Facebook/ }));
  await waitFor(() => expect(location().pathname).toBe('/home/socialnetwork.html'));
  expect(screen.queryByRole('dialog')).toBeNull();
});
