// The sign-in page as a person uses it.
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../api/query-client.ts';
import { type Session, sessionQuery } from '../../api/session.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { SignInPage } from './SignInPage.tsx';

const portal = { id: 'A', name: 'City of Meridian', access: 'public', isSetUp: true, allSSL: false, disableSignup: true };
const ada = { username: 'ada.lovelace', fullName: 'Ada', privileges: [], role: 'org_user' };

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(query = '', answers: Parameters<typeof renderPage>[2] = {}) {
  queryClient.clear();
  const visitor: Session = {
    portal: portal as Session['portal'],
    user: undefined,
    hasEnded: false,
    isAdministrator: false,
    can: () => false,
  };
  const page = <Seeded session={visitor} />;
  return renderPage(page, `/home/signin.html${query}`, answers, ['sign-in']);
}

/** Puts the visitor's session into the cache before the page asks for it. */
function Seeded({ session }: { session: Session }) {
  if (!queryClient.getQueryData(sessionQuery.queryKey)) queryClient.setQueryData(sessionQuery.queryKey, session);
  return <SignInPage />;
}

const name = () => screen.getByLabelText('User name');
const password = () => screen.getByLabelText('Password');
const button = () => screen.getByRole('button', { name: /Sign(ing)? in/ });

test('AC-015 AC-016 the page has user name, password, remember me and a button', async () => {
  await open();
  expect(name()).toBeTruthy();
  expect(password()).toBeTruthy();
  expect(screen.getByLabelText('Keep me signed in')).toBeTruthy();
  expect(button()).toBeTruthy();
});

test('AC-017 there is a link to the page that helps', async () => {
  await open();
  expect(screen.getByRole('link', { name: 'I cannot sign in' }).getAttribute('href')).toBe('/home/troubleshoot.html');
});

test('AC-107 AC-165 empty fields are named and nothing is sent', async () => {
  const { asked } = await open();
  await userEvent.click(button());
  expect(screen.getByText('Enter your user name and password.')).toBeTruthy();
  await userEvent.type(name(), 'ada.lovelace');
  await userEvent.click(button());
  expect(screen.getByText('Enter a password.')).toBeTruthy();
  expect(asked).toEqual([]);
});

test('AC-110 a refused sign-in says so and the button can be used again', async () => {
  await open('', {
    'oauth2/session': () => ({ error: { code: 400, message: 'Unable to generate token.', details: ['Invalid username or password.'] } }),
  });
  await userEvent.type(name(), 'ada.lovelace');
  await userEvent.type(password(), 'wrong');
  await userEvent.click(button());
  await screen.findByText(/The user name or the password is wrong/);
  expect(button().hasAttribute('disabled')).toBe(false);
});

test('AC-108 while signing in the button is disabled and says so', async () => {
  await open('', { 'oauth2/session': () => new Promise(() => {}) });
  await userEvent.type(name(), 'ada.lovelace');
  await userEvent.type(password(), 'secret12');
  await userEvent.click(button());
  await waitFor(() => expect(button().textContent).toBe('Signing in…'));
  expect(button().hasAttribute('disabled')).toBe(true);
});

test('AC-109 AC-117 AC-166 a good sign-in trims the name and goes to the returnUrl', async () => {
  const { asked, location } = await open('?returnUrl=%2Fhome%2Fitem.html%3Fid%3D1', {
    'oauth2/session': () => ({ success: true, username: 'ada.lovelace', expires: 1 }),
    'portals/self': () => ({ ...portal, user: ada }),
  });
  await userEvent.type(name(), '  ada.lovelace ');
  await userEvent.type(password(), 'secret12');
  await userEvent.click(screen.getByLabelText('Keep me signed in'));
  await userEvent.click(button());
  await screen.findByText('elsewhere');
  expect(location().pathname + location().search).toBe('/home/item.html?id=1');
  const sent = new URLSearchParams(asked.find(({ url }) => url.includes('oauth2/session'))?.body);
  expect(Object.fromEntries(sent)).toMatchObject({ username: 'ada.lovelace', password: 'secret12', persistent: 'true' });
});

test('AC-024 a visitor whose session ended is told so', async () => {
  await open('?error=498');
  expect(screen.getByText('Your session has ended. Sign in again to go on.')).toBeTruthy();
});

test('AC-022 AC-114 with an invitation the organisation is named, and its choices come after signing in', async () => {
  const { location } = await open('?invitation=abc&returnUrl=%2Fhome%2Fitem.html%3Fid%3D1', {
    'community/invitations/abc': () => ({ account: { name: 'Town of Wells' } }),
    'oauth2/session': () => ({ success: true, username: 'ada.lovelace', expires: 1 }),
    'portals/self': () => ({ ...portal, user: ada }),
  });
  expect(await screen.findByText('to Town of Wells')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Create an account' }).getAttribute('href')).toContain('/home/createaccount.html?invitation=abc');
  await userEvent.type(name(), 'ada.lovelace');
  await userEvent.type(password(), 'secret12');
  await userEvent.click(button());
  await screen.findByText('elsewhere');
  expect(location().pathname + location().search).toBe('/home/acceptinvite.html?invitation=abc');
});

test('where sign-up is open there is a link to create an account, elsewhere not', async () => {
  await open();
  expect(screen.queryByRole('link', { name: 'Create an account' })).toBeNull();
  cleanup();
  const visitor: Session = {
    portal: { ...portal, disableSignup: false } as Session['portal'],
    user: undefined,
    isAdministrator: false,
    hasEnded: false,
    can: () => false,
  };
  await renderPage(<Seeded session={visitor} />, '/home/signin.html', {}, ['sign-in']);
  expect(screen.getByRole('link', { name: 'Create an account' }).getAttribute('href')).toBe('/home/createaccount.html');
});
