// The pages behind the link of an invitation, as a person uses them.
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { SessionGate } from '../../testing/SessionGate.tsx';
import { AcceptInvitePage } from './AcceptInvitePage.tsx';
import { CreateAccountPage } from './CreateAccountPage.tsx';

const ID = 'a'.repeat(32);
/** Without pauses between the keys: the forms are long. */
const user = userEvent.setup({ delay: null });
const portal = { id: 'A', name: 'City of Meridian', access: 'public', isSetUp: true, allSSL: false, disableSignup: true };
const ada = { username: 'ada.lovelace', fullName: 'Ada', privileges: [], role: 'org_user' };
const invitation = {
  id: ID,
  account: { name: 'Town of Wells', socialProviders: [], idpName: null, targetUserProvider: 'all' },
  targetUserProvider: 'all',
  mustApprove: false,
  role: 'org_publisher',
  email: 'ann@example.org',
  username: null,
  fullName: 'Ann Lee',
  accepted: false,
  created: 1,
  expiration: Date.UTC(2030, 0, 1),
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

type Answers = Parameters<typeof renderPage>[2];

function open(Page: ComponentType, address: string, answers: Answers) {
  const page = (
    <SessionGate>
      <Page />
    </SessionGate>
  );
  // The first answer whose key is part of the address counts.
  return renderPage(
    page,
    address,
    {
      'portals/self/securityPolicy': () => ({
        passwordPolicy: { minLength: 8, minLetter: 1, minUpper: 0, minLower: 0, minDigit: 1, minOther: 0 },
      }),
      ...answers,
    },
    ['invitations', 'people', 'sign-in'],
  );
}

const accept = (answers: Answers) => open(AcceptInvitePage, `/home/acceptinvite.html?invitation=${ID}`, answers);

test('AC-124 somebody who is signed in chooses between the account in use and a new one, and is told what joining means', async () => {
  await accept({ invitations: () => invitation, 'portals/self': () => ({ ...portal, user: ada }) });
  expect(await screen.findByRole('heading', { name: 'Join Town of Wells' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Join as Ada' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Create a new account' })).toBeTruthy();
  expect(screen.getByText(/its administrators see your content/)).toBeTruthy();
});

test('AC-126 the choice of a new account signs out and goes to account creation with the invitation', async () => {
  const { asked } = await accept({
    endSession: () => ({ success: true }),
    invitations: () => invitation,
    'portals/self': () => ({ ...portal, user: ada }),
  });
  const assign = vi.fn();
  vi.stubGlobal('location', { ...window.location, assign });
  await user.click(await screen.findByRole('button', { name: 'Create a new account' }));
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith(`/home/createaccount.html?invitation=${ID}&referrer=acceptinvite`));
  expect(asked.some(({ url }) => url.includes('endSession'))).toBe(true);
});

test('AC-125 a notice of the approval comes first, then the invitation is accepted and waits', async () => {
  const { asked } = await accept({
    '/accept': () => ({ success: true, username: 'ada.lovelace', id: ID, mustApprove: true }),
    invitations: () => ({ ...invitation, mustApprove: true }),
    'portals/self': () => ({ ...portal, user: ada }),
  });
  expect(await screen.findByText('An administrator of Town of Wells approves you first.')).toBeTruthy();
  expect(asked.some(({ url }) => url.includes('/accept'))).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Join as Ada' }));
  expect(await screen.findByRole('heading', { name: 'Waiting for approval' })).toBeTruthy();
});

test('AC-127 after accepting, the session is read anew and the person goes on', async () => {
  const { asked, location } = await accept({
    '/accept': () => ({ success: true, username: 'ada.lovelace', id: ID, mustApprove: false }),
    invitations: () => invitation,
    'portals/self': () => ({ ...portal, user: ada }),
  });
  await user.click(await screen.findByRole('button', { name: 'Join as Ada' }));
  await screen.findByText('elsewhere');
  expect(location().pathname).toBe('/home/index.html');
  const order = asked.map(({ url }) => /\/accept|portals\/self\?/.exec(url)?.[0]).filter(Boolean);
  expect(order.at(-1)).toBe('portals/self?');
});

test('AC-279 a used invitation says so and leads to sign-in', async () => {
  await accept({
    invitations: () => ({ error: { code: 400, message: 'Invitation does not exist or has already been used.', details: [] } }),
    'portals/self': () => portal,
  });
  expect(await screen.findByText(/accepted or used already/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/home/signin.html');
});

test('AC-036 AC-039 AC-098 AC-133 AC-143 AC-197 AC-198 an account is made with the invited address, signed in, and the invitation accepted', async () => {
  const { asked, location } = await open(CreateAccountPage, `/home/createaccount.html?invitation=${ID}&referrer=acceptinvite`, {
    checkUsernames: () => ({ usernames: [{ requested: 'ann.lee', suggested: 'ann.lee' }] }),
    'community/signup': () => ({ success: true, username: 'ann.lee' }),
    'oauth2/session': () => ({ success: true, username: 'ann.lee', expires: 1 }),
    '/accept': () => ({ success: true, username: 'ann.lee', id: ID, mustApprove: false }),
    invitations: () => invitation,
    'portals/self': () => portal,
  });
  expect(await screen.findByRole('heading', { name: 'Create an account' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Cancel' }).getAttribute('href')).toBe(`/home/acceptinvite.html?invitation=${ID}`);
  const email = screen.getByLabelText('E-mail address') as HTMLInputElement;
  expect([email.value, email.readOnly]).toEqual(['ann@example.org', true]);
  await user.type(screen.getByLabelText('User name'), 'ann.lee');
  await user.type(screen.getByLabelText('Password'), 'secret12');
  await user.type(screen.getByLabelText('Password again'), 'secret12');
  await user.click(screen.getByRole('button', { name: 'Create an account' }));
  await screen.findByText('elsewhere');
  const sent = new URLSearchParams(asked.find(({ url }) => url.includes('signup'))?.body);
  expect(Object.fromEntries(sent)).toMatchObject({ username: 'ann.lee', email: 'ann@example.org', invitationId: ID, provider: 'arcgis' });
  const order = asked.map(({ url }) => /signup|oauth2\/session|\/accept/.exec(url)?.[0]).filter(Boolean);
  expect(order).toEqual(['signup', 'oauth2/session', '/accept']);
  expect(location().pathname).toBe('/home/index.html');
});

test('AC-034 AC-142 an account for an invitation with approval waits after it was made; cancelling keeps the invitation', async () => {
  const { location } = await open(CreateAccountPage, `/home/createaccount.html?invitation=${ID}`, {
    checkUsernames: () => ({ usernames: [{ requested: 'ann.lee', suggested: 'ann.lee' }] }),
    'community/signup': () => ({ success: true, username: 'ann.lee' }),
    'oauth2/session': () => ({ success: true, username: 'ann.lee', expires: 1 }),
    '/accept': () => ({ success: true, username: 'ann.lee', id: ID, mustApprove: true }),
    invitations: () => ({ ...invitation, mustApprove: true }),
    'portals/self': () => portal,
  });
  expect(await screen.findByText(/An administrator of Town of Wells approves you first/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Cancel' }).getAttribute('href')).toBe(`/home/signin.html?invitation=${ID}`);
  expect(screen.getByText(/its administrators see your content/)).toBeTruthy();
  await user.type(screen.getByLabelText('User name'), 'ann.lee');
  await user.type(screen.getByLabelText('Password'), 'secret12');
  await user.type(screen.getByLabelText('Password again'), 'secret12');
  await user.click(screen.getByRole('button', { name: 'Create an account' }));
  await screen.findByText('elsewhere');
  expect(location().pathname + location().search).toBe(`/home/acceptinvite.html?invitation=${ID}`);
  cleanup();
  await accept({ invitations: () => ({ ...invitation, accepted: true }), 'portals/self': () => ({ ...portal, user: ada }) });
  expect(await screen.findByText(/As soon as an administrator of Town of Wells has approved it/)).toBeTruthy();
});

test('without an invitation nobody makes an account where the organisation does not let everybody', async () => {
  await open(CreateAccountPage, '/home/createaccount.html', { 'portals/self': () => portal });
  expect(await screen.findByRole('heading', { name: 'Accounts are made by invitation' })).toBeTruthy();
});

test('AC-036 without an invitation the page is for a public account', async () => {
  await open(CreateAccountPage, '/home/createaccount.html', { 'portals/self': () => ({ ...portal, disableSignup: false }) });
  expect(await screen.findByRole('heading', { name: 'Create a public account' })).toBeTruthy();
});

async function fill(username: string) {
  await user.type(screen.getByLabelText('First name'), 'Ann');
  await user.type(screen.getByLabelText('Last name'), 'Lee');
  await user.type(screen.getByLabelText('E-mail address'), 'ann@example.org');
  await user.type(screen.getByLabelText('E-mail address again'), 'ann@example.org');
  await user.type(screen.getByLabelText('User name'), username);
  await user.type(screen.getByLabelText('Password'), 'secret12');
  await user.type(screen.getByLabelText('Password again'), 'secret12');
}

const free = { ...portal, disableSignup: false };

test('AC-140 AC-141 AC-145 AC-206 whoever is signed in is signed out, signed up and signed in; the button says so meanwhile', async () => {
  let answer: (reply: unknown) => void = () => {};
  const { asked, location } = await open(CreateAccountPage, '/home/createaccount.html?returnUrl=%2Fhome%2Fgroups.html', {
    checkUsernames: () => ({ usernames: [{ requested: 'ann.lee', suggested: 'ann.lee' }] }),
    endSession: () => ({ success: true }),
    'community/signup': () => new Promise((resolve) => (answer = resolve)),
    'oauth2/session': () => ({ success: true, username: 'ann.lee', expires: 1 }),
    'portals/self': () => ({ ...free, user: ada }),
  });
  await screen.findByRole('heading', { name: 'Create a public account' });
  await fill('ann.lee');
  await user.click(screen.getByRole('button', { name: 'Create an account' }));
  const busy = await screen.findByRole('button', { name: 'Creating the account…' });
  expect(busy.hasAttribute('disabled')).toBe(true);
  answer({ success: true, username: 'ann.lee' });
  await screen.findByText('elsewhere');
  expect(location().pathname).toBe('/home/groups.html');
  const order = asked.map(({ url }) => /endSession|signup|oauth2\/session/.exec(url)?.[0]).filter(Boolean);
  expect(order).toEqual(['endSession', 'signup', 'oauth2/session']);
});

test('AC-140 AC-298 after a failure the button can be used again, the message says so, and cancelling leads to sign-in', async () => {
  await open(CreateAccountPage, '/home/createaccount.html', {
    checkUsernames: () => ({ usernames: [{ requested: 'ann.lee', suggested: 'ann.lee' }] }),
    'community/signup': () => ({ error: { code: 500, message: 'Boom', details: [] } }),
    'portals/self': () => free,
  });
  await screen.findByRole('heading', { name: 'Create a public account' });
  expect(screen.getByRole('link', { name: 'Cancel' }).getAttribute('href')).toBe('/home/signin.html');
  await fill('ann.lee');
  await user.click(screen.getByRole('button', { name: 'Create an account' }));
  expect((await screen.findByRole('alert')).textContent).toContain('The account could not be created');
  expect(screen.getByRole('button', { name: 'Create an account' }).hasAttribute('disabled')).toBe(false);
});

test('AC-187 AC-309 names take 40 characters, and AC-174 a taken user name is named once it was looked up', async () => {
  const { asked } = await open(CreateAccountPage, '/home/createaccount.html', {
    checkUsernames: () => ({ usernames: [{ requested: 'ann.lee', suggested: 'ann.lee1' }] }),
    'portals/self': () => free,
  });
  await screen.findByRole('heading', { name: 'Create a public account' });
  for (const label of ['First name', 'Last name']) expect(screen.getByLabelText(label).getAttribute('maxlength')).toBe('40');
  await fill('ann.lee');
  expect(await screen.findByText(/This user name is taken/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Create an account' }));
  expect(asked.some(({ url }) => url.includes('signup'))).toBe(false);
});
