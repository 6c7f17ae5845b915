// The page of a person.
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { SessionGate } from '../../testing/SessionGate.tsx';
import { UserPage } from './UserPage.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const BOB = {
  username: 'bob',
  fullName: 'Bob Builder',
  description: 'I build <b>bridges</b>.<script>alert(1)</script>',
  role: 'org_publisher',
  orgId: 'o',
  created: 0,
  access: 'org',
  storageUsage: 5 * 1024 * 1024,
  storageQuota: 50 * 1024 * 1024,
  groups: [
    { id: 'g1', title: 'Bridges', owner: 'bob', access: 'org', tags: [] },
    { id: 'g2', title: 'bob’s favourites', owner: 'bob', access: 'private', tags: [], isFav: true },
  ],
};
const ITEM = { id: 'i', title: 'Spans', owner: 'bob', type: 'Web Map', typeKeywords: [], tags: [], access: 'org', extent: [], modified: 0 };

async function open(query: string, me: object | undefined, answers: Parameters<typeof renderPage>[2] = {}) {
  return renderPage(
    <SessionGate>
      <UserPage />
    </SessionGate>,
    `/home/user.html${query}`,
    {
      ...answers,
      'portals/self': () => ({ id: 'o', ...(me ? { user: me } : {}) }),
      'community/users/bob': () => BOB,
      '/search': () => ({ total: 2014, results: [ITEM], start: 1, num: 10, nextStart: 11 }),
    },
    ['people', 'item-types', 'search', 'groups'],
  );
}

test('CO-008 another person: who they are, what they share with the reader, and their groups without the favourites', async () => {
  const { asked } = await open('?user=bob', { username: 'ada', role: 'org_user', privileges: [] });
  expect(await screen.findByRole('heading', { level: 1, name: 'Bob Builder' })).toBeTruthy();
  expect(screen.getByText('bridges').tagName).toBe('B');
  expect(document.querySelector('main script, section script')).toBeNull();
  expect(await screen.findByRole('link', { name: 'Spans' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'See all 2,014' }).getAttribute('href')).toContain('owner=bob');
  expect(screen.getByText('Bridges')).toBeTruthy();
  expect(screen.queryByText('bob’s favourites')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Edit the profile' })).toBeNull();
  expect(asked.some(({ url }) => url.includes('/search') && decodeURIComponent(url).includes('owner:"bob"'))).toBe(true);
});

test('the groups wait for the items above them, so that nothing is pushed down', async () => {
  let answer: (() => void) | undefined;
  const items = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await open('?user=bob', undefined, {
    'rest/search': async () => {
      await items;
      return { total: 1, results: [ITEM], start: 1, num: 1, nextStart: -1 };
    },
  });
  await screen.findByRole('heading', { level: 1, name: 'Bob Builder' });
  expect(screen.queryByText('Bridges')).toBeNull();
  answer?.();
  expect(await screen.findByText('Bridges')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Spans' })).toBeTruthy();
});

test('an administrator of another organisation is offered no change of a public profile', async () => {
  await open('?user=bob', { username: 'mayor', orgId: 'town', privileges: ['portal:admin:updateUsers', 'portal:admin:viewItems'] });
  await screen.findByRole('heading', { level: 1, name: 'Bob Builder' });
  expect(screen.queryByRole('button', { name: 'Edit the profile' })).toBeNull();
  expect(screen.queryByRole('link', { name: /items/i })).toBeNull();
});

test('one’s own page needs no name, says how much room is used, and is edited there', async () => {
  const me = { username: 'bob', role: 'org_publisher', privileges: ['portal:user:createItem'] };
  const { asked } = await open('', me, { 'users/bob/update': () => ({ success: true, username: 'bob' }) });
  expect(await screen.findByText('5 MB of 50 MB used')).toBeTruthy();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit the profile' }));
  const dialog = await screen.findByRole('dialog', {}, { timeout: 10_000 });
  const first = within(dialog).getByLabelText('First name');
  fireEvent.change(first, { target: { value: 'Robert' } });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const sent = new URLSearchParams(asked.find(({ url }) => url.includes('/update'))?.body);
  expect([sent.get('firstName'), sent.has('newPassword'), sent.get('access')]).toEqual(['Robert', false, 'org']);
});

test('a new password needs the old one, and each rule is shown as it is kept', async () => {
  await open(
    '',
    { username: 'bob', role: 'org_publisher', privileges: [] },
    {
      securityPolicy: () => ({ passwordPolicy: { minLength: 8, minLetter: 1, minDigit: 1 } }),
    },
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Edit the profile' }));
  const dialog = await screen.findByRole('dialog', {}, { timeout: 10_000 });
  const save = () => within(dialog).getByRole('button', { name: 'Save' }) as HTMLButtonElement;
  expect(save().disabled).toBe(false);
  fireEvent.change(within(dialog).getByLabelText('New password'), { target: { value: 'short' } });
  expect(save().disabled).toBe(true);
  fireEvent.change(within(dialog).getByLabelText('New password'), { target: { value: 'short-but-longer-7' } });
  expect(save().disabled).toBe(true);
  fireEvent.change(within(dialog).getByLabelText('Password now'), { target: { value: 'the old one' } });
  expect(save().disabled).toBe(false);
});

test('administrators may edit a member and manage what belongs to them', async () => {
  await open('?user=bob', { username: 'ada', role: 'org_admin', privileges: ['portal:admin:updateUsers', 'portal:admin:viewItems'] });
  expect(await screen.findByRole('button', { name: 'Edit the profile' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Manage items' }).getAttribute('href')).toBe('/home/content.html?user=bob');
});

test('CO-167 CO-292 nobody of that name, a hidden profile and a visitor without a name are told by a page that stays, apart from faults', async () => {
  await open('?user=ghost', undefined, {
    'community/users/ghost': () => ({ error: { code: 400, messageCode: 'COM_0018', message: 'x', details: [] } }),
  });
  expect(await screen.findByRole('heading', { name: 'There is nothing here' })).toBeTruthy();
  cleanup();
  await open('', undefined);
  expect(await screen.findByRole('heading', { name: 'Sign in to see this page' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toContain('returnUrl');
});
