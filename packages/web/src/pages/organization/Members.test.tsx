// Many members at once: who is chosen, what is asked before, what is sent, what is said and undone.
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { Notices } from '../../shell/Notices.tsx';
import { renderPage } from '../../testing/render-page.tsx';
import { SessionGate } from '../../testing/SessionGate.tsx';
import { OrganizationPage } from './OrganizationPage.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

interface Someone {
  username: string;
  fullName: string;
  role: string;
  disabled: boolean;
  created: number;
}

/** The administrator and 120 members, every third of them a publisher. */
function organisation(): Someone[] {
  const member = (username: string, role: string) => ({ username, fullName: `Name of ${username}`, role, disabled: false, created: 0 });
  return [
    member('ada', 'org_admin'),
    ...Array.from({ length: 120 }, (_, i) => member(`m${String(i).padStart(3, '0')}`, i % 3 === 0 ? 'org_publisher' : 'org_user')),
  ];
}

const PRIVILEGES = ['viewUsers', 'changeUserRoles', 'disableUsers', 'deleteUsers', 'assignToGroups', 'reassignItems', 'reassignGroups'].map(
  (name) => `portal:admin:${name}`,
);

interface Opening {
  fails?: Record<string, string>;
  address?: string;
  privileges?: readonly string[];
}

async function open({ fails = {}, address = '/home/organization.html', privileges = PRIVILEGES }: Opening = {}) {
  const people = organisation();
  const params = ({ url, body }: { url: string; body: string }) => new URLSearchParams(body || url.split('?')[1]);
  const each = (request: { url: string; body: string }, change: (one: Someone, params: URLSearchParams) => void) => {
    const sent = params(request);
    return {
      results: (sent.get('users') ?? '').split(',').map((username) => {
        const message = fails[username];
        if (message) return { username, success: false, error: { code: 400, message } };
        const one = people.find((person) => person.username === username);
        if (one) change(one, sent);
        return { username, success: true };
      }),
    };
  };
  const view = await renderPage(
    <SessionGate>
      <OrganizationPage />
      <Notices />
    </SessionGate>,
    address,
    {
      'portals/self/roles': () => ({
        total: 1,
        start: 1,
        num: 1,
        nextStart: -1,
        roles: [{ id: 'r1', name: 'Surveyor', description: 'Surveys' }],
      }),
      'portals/self/usersHoldings': () => ({ users: [{ username: 'm001', items: 12, groups: 1 }] }),
      'portals/self/users/search': () => ({
        total: 1,
        start: 1,
        num: 1,
        nextStart: -1,
        results: [{ username: 'heir', fullName: 'Hera Heir' }],
      }),
      'portals/self/updateUsersRole': (request) => each(request, (one, sent) => Object.assign(one, { role: sent.get('role') })),
      'portals/self/disableUsers': (request) => each(request, (one) => Object.assign(one, { disabled: true })),
      'portals/self/enableUsers': (request) => each(request, (one) => Object.assign(one, { disabled: false })),
      reassignContent: () => ({ success: true, items: 12, groups: 1, notReassigned: [] }),
      '/delete': ({ url }) => {
        people.splice(
          people.findIndex(({ username }) => url.includes(`/users/${username}/`)),
          1,
        );
        return { success: true };
      },
      'portals/self/users': (request) => {
        const sent = params(request);
        const start = Number(sent.get('start') ?? 1);
        const found = people.filter(
          ({ role, username }) => [null, role].includes(sent.get('role')) && username.includes(sent.get('username') ?? ''),
        );
        return { total: found.length, start, num: 25, nextStart: -1, users: found.slice(start - 1, start - 1 + Number(sent.get('num'))) };
      },
      'portals/self': () => ({
        id: 'home',
        name: 'Survey',
        user: { username: 'ada', orgId: 'home', role: 'org_admin', privileges: ['portal:user:viewOrgUsers', ...privileges] },
      }),
    },
    ['people', 'sign-in', 'invitations', 'groups'],
  );
  const sent = (call: string) => view.asked.filter(({ url }) => url.includes(call)).map(params);
  return { ...view, people, sent, user: userEvent.setup() };
}

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const box = (name: string) => screen.findByRole('checkbox', { name });

test('everybody whom the search finds gets another role: what changes is told before, sent in lists, and undone to the former roles', async () => {
  const { sent, user, people } = await open();
  await user.click(await box('Select Name of m001'));
  expect(screen.getByText('1 selected')).toBeTruthy();
  await user.click(await button('Select all 120'));
  expect(await screen.findByText('120 selected')).toBeTruthy();
  await user.click(await button('Change the role'));

  const dialog = await screen.findByRole('dialog', { name: 'Role of 120 members' });
  expect(within(dialog).getByText('User: 80')).toBeTruthy();
  expect(within(dialog).getByText('Publisher: 40')).toBeTruthy();
  await user.click(within(dialog).getByRole('combobox', { name: 'New role' }));
  expect(await screen.findByRole('option', { name: 'Surveyor' })).toBeTruthy();
  await user.click(await screen.findByRole('option', { name: 'Publisher' }));
  expect(within(dialog).getByText('40 of them have this role already.')).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Change 80 members' }));

  expect(await screen.findByText('80 members have a new role')).toBeTruthy();
  expect(sent('updateUsersRole').map((each) => [each.get('role'), each.get('users')?.split(',').length])).toEqual([['org_publisher', 80]]);
  await user.click(await button('Undo'));
  await waitFor(() => expect(people.filter(({ role }) => role === 'org_user')).toHaveLength(80));
  expect(people.find(({ username }) => username === 'ada')?.role).toBe('org_admin');
}, 60_000);

test('whoever got another role from somebody else meanwhile keeps it when the change is undone, and is named', async () => {
  const { user, people } = await open();
  const roleIn = (username: string) => people.find((each) => each.username === username);
  await user.click(await box('Select Name of m001'));
  await user.click(await box('Select Name of m002'));
  // after the table was loaded, before the role is given
  Object.assign(roleIn('m002') ?? {}, { role: 'org_publisher' });
  await user.click(await button('Change the role'));
  const dialog = await screen.findByRole('dialog', { name: 'Role of 2 members' });
  await user.click(within(dialog).getByRole('combobox', { name: 'New role' }));
  await user.click(await screen.findByRole('option', { name: 'Administrator' }));
  await user.click(within(dialog).getByRole('button', { name: /Change 2 members/ }));
  const undo = await button('Undo');
  Object.assign(roleIn('m001') ?? {}, { role: 'r1' });
  await user.click(undo);
  const outcome = await screen.findByRole('dialog', { name: 'One member was left as before' });
  expect(within(outcome).getByRole('heading', { name: /^Somebody changed this meanwhile/ })).toBeTruthy();
  expect(within(outcome).getByRole('link', { name: 'Name of m001' })).toBeTruthy();
  expect([roleIn('m001')?.role, roleIn('m002')?.role]).toEqual(['r1', 'org_publisher']);
}, 60_000);

test('nobody can choose themselves, and a page is chosen at once', async () => {
  const { user } = await open();
  await user.click(await box('Select everybody on this page'));
  expect(await screen.findByText('24 selected')).toBeTruthy();
  expect(screen.queryByRole('checkbox', { name: 'Select Name of ada' })).toBeNull();
  await user.click(await button('Clear the selection'));
  expect(screen.queryByText('24 selected')).toBeNull();
});

test('whom it did not work for is told with the reason, and tried again alone', async () => {
  const fails: Record<string, string> = { m002: 'The account is in use.' };
  const { user, sent } = await open({ fails });
  await user.click(await box('Select Name of m001'));
  await user.click(await box('Select Name of m002'));
  await user.click(await button('Lock'));
  await user.click(await screen.findByRole('menuitem', { name: 'Lock the accounts' }));
  const dialog = await screen.findByRole('dialog', { name: 'Lock 2 accounts?' });
  await user.click(within(dialog).getByRole('button', { name: 'Lock the accounts' }));

  const outcome = await screen.findByRole('dialog', { name: 'One member was left as before' });
  expect(within(outcome).getByRole('heading', { name: 'The account is in use.' })).toBeTruthy();
  expect(within(outcome).getByRole('link', { name: 'Name of m002' })).toBeTruthy();
  delete fails.m002;
  await user.click(within(outcome).getByRole('button', { name: 'Try these again' }));
  await waitFor(() => expect(sent('disableUsers').map((each) => each.get('users'))).toEqual(['m001,m002', 'm002']));
});

test('accounts are deleted once somebody gets what they own and their number was typed', async () => {
  const { user, asked, people } = await open();
  await user.click(await box('Select Name of m001'));
  await user.click(await box('Select Name of m002'));
  await user.click(await button('Delete'));
  const dialog = await screen.findByRole('dialog', { name: 'Delete 2 accounts?' });
  expect(await within(dialog).findByText('12 items')).toBeTruthy();
  expect(within(dialog).getByText('1 group')).toBeTruthy();
  const confirm = within(dialog).getByRole('button', { name: 'Delete' });
  await user.type(within(dialog).getByRole('textbox', { name: /^To be sure, type how many/ }), '2');
  expect(confirm).toHaveProperty('disabled', true);
  await user.click(within(dialog).getByRole('combobox', { name: 'Who gets it' }));
  await user.click(await screen.findByRole('option', { name: 'Hera Heir (heir)' }));
  await user.click(confirm);
  expect(await screen.findByText('2 accounts deleted')).toBeTruthy();
  const handedOver = asked.filter(({ url }) => url.includes('reassignContent'));
  expect(handedOver.map(({ url, body }) => [url.includes('/m001/'), new URLSearchParams(body).get('targetUsername')])).toEqual([
    [true, 'heir'],
  ]);
  expect(people.some(({ username }) => username === 'm001' || username === 'm002')).toBe(false);
});

test('locked and forgotten accounts are found, by whole days', async () => {
  const { sent } = await open({ address: '/home/organization.html?show=idle90' });
  await button('Actions for Name of m001');
  const since = Number(sent('portals/self/users?')[0]?.get('inactiveSince'));
  expect(since % 86_400_000).toBe(0);
  expect(Math.round((Date.now() - since) / 86_400_000)).toBeGreaterThanOrEqual(90);
});

test('orders and choices that only administrators are answered are neither offered to others nor asked for by their links', async () => {
  const { sent, user } = await open({ address: '/home/organization.html?sort=lastlogin:desc&show=locked', privileges: [] });
  await user.click(await screen.findByRole('combobox', { name: 'Sort by' }));
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).not.toContain('Last sign-in');
  const [first] = sent('portals/self/users?');
  expect([first?.get('sortField'), first?.get('disabled')]).toEqual(['username', null]);
});
