// Closing an organisation: who is offered it, what it asks, and what it says goes.
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { SessionGate } from '../../testing/SessionGate.tsx';
import { OrganizationPage } from './OrganizationPage.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const HOME = {
  id: 'home',
  name: 'Survey',
  urlKey: null,
  url: 'https://example.org',
  access: 'public',
  isHome: true,
  members: 67,
  created: 0,
};
const TOWN = { ...HOME, id: 'town', name: 'Town of Wells', urlKey: 'town', url: 'https://town.example.org', isHome: false, members: 2 };
const CONTENTS = { members: 2, items: 1204, services: 1, groups: 0 };

async function open(portal: Record<string, unknown> = {}) {
  let isClosing = false;
  return renderPage(
    <SessionGate>
      <OrganizationPage />
    </SessionGate>,
    '/home/organization.html?view=organizations',
    {
      'portals/organizations': () => ({ organizations: [HOME, { ...TOWN, isClosing }] }),
      'portals/organizationContents': () => CONTENTS,
      'portals/closeOrganization': ({ body }) => {
        isClosing = body.includes('name=Town+of+Wells');
        return { success: true, id: 'town' };
      },
      'portals/self/users': () => ({ total: 0, start: 1, num: 25, nextStart: -1, users: [] }),
      'portals/self': () => ({
        id: 'home',
        name: 'Survey',
        portalMode: 'multitenant',
        urlKey: null,
        user: { username: 'ada', orgId: 'home', role: 'org_admin', privileges: ['portal:user:viewOrgUsers'] },
        ...portal,
      }),
    },
    ['people', 'sign-in', 'invitations', 'groups'],
  );
}

const closeButtonIn = (dialog: HTMLElement) => within(dialog).getByRole('button', { name: 'Close the organisation' });

test('an organisation is closed once its name was typed, and what goes with it is told before', async () => {
  const { asked } = await open();
  const user = userEvent.setup();
  expect(await screen.findByText('2 organisations')).toBeTruthy();
  // the organisation of the operators stays
  expect(screen.queryByRole('button', { name: 'Actions for Survey' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Actions for Town of Wells' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Close the organisation' }));

  const dialog = await screen.findByRole('dialog', { name: 'Close Town of Wells?' });
  expect(await within(dialog).findByText(/^1,204 items with their files/)).toBeTruthy();
  expect(within(dialog).getByText('2 members with their accounts')).toBeTruthy();
  expect(within(dialog).getByText('no groups')).toBeTruthy();
  const name = within(dialog).getByRole('textbox', { name: 'To be sure, type its name: Town of Wells' });
  await user.type(name, 'town of wells{Enter}');
  expect(closeButtonIn(dialog)).toHaveProperty('disabled', true);
  expect(asked.some(({ url }) => url.includes('closeOrganization'))).toBe(false);
  await user.clear(name);
  await user.type(name, 'Town of Wells');
  await user.click(closeButtonIn(dialog));

  expect(await screen.findByText('Closed; what it had is being removed.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByRole('button', { name: 'Actions for Town of Wells' })).toBeNull();
});

test.each([
  ['an install with one organisation', { portalMode: 'singletenant' }],
  ['administrators of another organisation', { urlKey: 'town' }],
])('%s has no list of organisations', async (_, portal) => {
  await open(portal);
  expect(await screen.findByText('Nobody matches')).toBeTruthy();
  expect(screen.queryByRole('tab', { name: 'Organisations' })).toBeNull();
});

test('a short name that no address can begin with is told before anything is sent', async () => {
  const { asked } = await open();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Add an organisation' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByRole('textbox', { name: 'Short name in the address' }), 'Two Words');
  await user.click(within(dialog).getByRole('button', { name: 'Add an organisation' }));
  expect(await within(dialog).findByText('Enter 4 to 40 lower-case letters, digits and hyphens.')).toBeTruthy();
  expect(asked.some(({ url }) => url.includes('createOrganization'))).toBe(false);
});
