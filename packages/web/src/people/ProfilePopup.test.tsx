// The profile beside a name.
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { SessionGate } from '../testing/SessionGate.tsx';
import { PersonButton } from './PersonButton.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const BOB = { username: 'bob', fullName: 'Bob Builder', description: '<p> </p>', orgId: 'o', role: 'org_publisher', thumbnail: null };

async function open(person: unknown = BOB, user: object = { username: 'ada', role: 'org_user', privileges: [] }, query = '') {
  const page = await renderPage(
    <SessionGate>
      <PersonButton username="bob">by bob</PersonButton>
      <button type="button">elsewhere</button>
    </SessionGate>,
    `/x${query}`,
    { 'portals/self': () => ({ id: 'o', user }), 'users/bob': () => person },
    ['people'],
  );
  await userEvent.click(await screen.findByRole('button', { name: 'by bob' }));
  return page;
}

test('CO-039 CO-040 CO-042 the card tells name, role and description, and links to what is theirs', async () => {
  await open();
  await screen.findByText('Bob Builder');
  expect(screen.getByRole('dialog').textContent).toContain('Publisher');
  expect(screen.getByText('This person has not written anything about themselves yet.')).toBeTruthy();
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['Profile', '/home/user.html?user=bob'],
    ['Items', '/home/search.html?q=owner%3Abob'],
    ['Groups', '/home/search.html?t=groups&q=owner%3Abob'],
  ]);
});

test('CO-043 administrators, and roles that may view members and their items, may manage the items of a colleague', async () => {
  await open(BOB, { username: 'ada', role: 'org_admin', privileges: [] });
  expect((await screen.findByRole('link', { name: 'Manage items' })).getAttribute('href')).toBe('/home/content.html?user=bob');
  cleanup();
  await open(BOB, { username: 'ada', role: 'org_user', roleId: 'x', privileges: ['portal:admin:viewUsers', 'portal:admin:viewItems'] });
  expect(await screen.findByRole('link', { name: 'Manage items' })).toBeTruthy();
  cleanup();
  await open({ ...BOB, orgId: 'other' }, { username: 'ada', role: 'org_admin', privileges: [] });
  await screen.findByText('Bob Builder');
  expect(screen.queryByRole('link', { name: 'Manage items' })).toBeNull();
});

test('CO-042 one’s own empty description asks for one', async () => {
  await open(BOB, { username: 'bob', role: 'org_user', privileges: ['portal:user:createItem'] });
  expect(await screen.findByText('Tell others who you are: write a description on your profile.')).toBeTruthy();
});

test('CO-041 inside pages of others there are no links', async () => {
  await open(BOB, undefined, '?embed=true');
  await screen.findByText('Bob Builder');
  expect(screen.queryAllByRole('link')).toEqual([]);
});

test('CO-044 CO-047 loading is said, and a profile is fetched once', async () => {
  let answer: (value: unknown) => void = () => {};
  const { asked } = await open(
    new Promise((resolve) => {
      answer = resolve;
    }),
  );
  expect(await screen.findByText('Loading…')).toBeTruthy();
  answer(BOB);
  await screen.findByText('Bob Builder');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByText('Bob Builder')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'by bob' }));
  await screen.findByText('Bob Builder');
  expect(asked.filter(({ url }) => url.includes('users/bob'))).toHaveLength(1);
});

test('CO-045 the close icon, Escape and a change of the window close it', async () => {
  await open();
  await screen.findByText('Bob Builder');
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByText('Bob Builder')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'by bob' }));
  await screen.findByText('Bob Builder');
  fireEvent(window, new Event('resize'));
  await waitFor(() => expect(screen.queryByText('Bob Builder')).toBeNull());
});

test('CO-046 Tab stays within', async () => {
  await open();
  await screen.findByText('Bob Builder');
  const popup = screen.getByRole('dialog');
  for (let i = 0; i < 6; i++) {
    await userEvent.tab();
    expect(popup.contains(document.activeElement)).toBe(true);
  }
});

test('CO-048 CO-301 a profile that cannot be had shows no picture, and why', async () => {
  await open({ error: { code: 400, message: 'User does not exist or is inaccessible.', details: [] } });
  await waitFor(() => expect(screen.getByTestId('no-picture').querySelector('img')).toBeNull());
  expect(screen.getByRole('dialog').textContent).toContain('bob');
});
