// Long lists of groups: pages, and what is looked for in them.
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { SessionGate } from '../../testing/SessionGate.tsx';
import { GroupsPage } from './GroupsPage.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const groups = Array.from({ length: 45 }, (_, i) => ({
  id: `g${i}`,
  title: `Team ${String(i).padStart(2, '0')}`,
  owner: 'ada',
  access: 'org',
  tags: [],
  modified: 0,
}));

const open = (address: string) =>
  renderPage(
    <SessionGate>
      <GroupsPage />
    </SessionGate>,
    address,
    {
      'portals/self': () => ({ id: 'county', user: { username: 'ada', orgId: 'county', privileges: [] } }),
      'community/users/ada': () => ({ username: 'ada', groups }),
    },
    ['groups'],
  );

const titles = () => screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);

test('a page of many groups is opened by its address, and another word begins at the first page', async () => {
  await open('/home/groups.html?start=41');
  await waitFor(() => expect(titles()).toEqual(['Team 40', 'Team 41', 'Team 42', 'Team 43', 'Team 44']));
  fireEvent.change(screen.getByRole('textbox', { name: 'Find a group' }), { target: { value: 'team 1' } });
  await waitFor(() => expect(titles()).toHaveLength(14));
  expect(titles()[0]).toBe('Team 01');
});
