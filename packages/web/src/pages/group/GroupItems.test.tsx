// The items of a group come in the order that its managers chose.
import type { Group } from '@graticule/contract/community/group';
import { cleanup, configure, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { SessionGate } from '../../testing/SessionGate.tsx';
import { GroupItems } from './GroupItems.tsx';

// the first test loads the code of the page as well
configure({ asyncUtilTimeout: 8000 });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test.each([
  [
    { sortField: 'numViews', sortOrder: 'desc' },
    { sortField: 'numviews', sortOrder: 'desc' },
  ],
  [
    { sortField: null, sortOrder: null },
    { sortField: 'title', sortOrder: 'asc' },
  ],
  [
    { sortField: 'colour', sortOrder: 'sideways' },
    { sortField: 'title', sortOrder: 'asc' },
  ],
])('%j asks for %j', async (chosen, expected) => {
  const group = { id: 'g1', title: 'Foresters', owner: 'bob', access: 'public', ...chosen } as Group;
  const { asked } = await renderPage(
    <SessionGate>
      <GroupItems group={group} isManager={false} />
    </SessionGate>,
    '/home/group.html',
    {
      '/portals/self': () => ({ id: 'o', isSetUp: true, access: 'public' }),
      '/search': () => ({ query: '', total: 0, start: 1, num: 20, nextStart: -1, results: [] }),
      '/featured': () => ({ items: [] }),
    },
    ['groups', 'search', 'item-types'],
  );
  await waitFor(() => expect(asked.some(({ url }) => url.includes('/content/groups/g1/search'))).toBe(true));
  const { url, body } = asked.find((each) => each.url.includes('/content/groups/g1/search')) ?? { url: '', body: '' };
  expect(Object.fromEntries(new URLSearchParams(body || url.split('?')[1]))).toMatchObject(expected);
});
