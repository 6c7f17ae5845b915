// Keys in the grid of one's content.
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { SessionGate } from '../../testing/SessionGate.tsx';
import { Content } from './Content.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const items = ['Rivers', 'Roads', 'Schools'].map((title, i) => ({
  id: `i${i}`,
  title,
  owner: 'ada',
  type: 'Web Map',
  access: 'private',
  tags: [],
  typeKeywords: [],
  thumbnail: null,
  created: 0,
  modified: 0,
  size: 0,
  numViews: 0,
  ownerFolder: null,
  itemControl: 'admin',
}));

const open = () =>
  renderPage(
    <SessionGate>
      <Content username="ada" isOwn />
    </SessionGate>,
    '/home/content.html',
    {
      'portals/self': () => ({ id: 'o', user: { username: 'ada', privileges: ['portal:user:createItem'] } }),
      'users/ada/search': () => ({ total: 3, start: 1, num: 3, nextStart: -1, results: items, aggregations: { counts: [] } }),
      'users/ada': () => ({ total: 3, start: 1, num: 3, nextStart: -1, username: 'ada', items, folders: [], currentFolder: null }),
    },
    ['content', 'item', 'item-types', 'search', 'share', 'formats'],
  );

test('arrow keys in the menu of a row move in the menu, and the grid stays where it is', async () => {
  await open();
  const user = userEvent.setup();
  const button = await screen.findByRole('button', { name: 'Actions for Roads' });
  button.focus();
  await user.keyboard('{Enter}');
  const [first, second] = await screen.findAllByRole('menuitem');
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(document.activeElement).toBe(first));
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(second);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Actions for Roads'));
});
