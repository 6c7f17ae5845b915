// The page that the link of a mail leads to.
import { ERROR_KINDS } from '@graticule/contract/errors';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../api/query-client.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { NewPasswordPage } from './NewPasswordPage.tsx';

const CALL = 'community/users/ada.lovelace/resetPassword';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(answer: object, address = '/home/newpassword.html?user=ada.lovelace#the-code') {
  queryClient.clear();
  const policy = { passwordPolicy: { minLength: 8, minLetter: 1, minUpper: 0, minLower: 0, minDigit: 1, minOther: 0 } };
  const answers = { [CALL]: () => answer, 'portals/self/securityPolicy/passwordPolicy': () => policy };
  return renderPage(<NewPasswordPage />, address, answers, ['sign-in']);
}

const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save the password' });

async function choose(password: string, again = password): Promise<void> {
  await userEvent.type(screen.getByLabelText('New password'), password);
  await userEvent.type(screen.getByLabelText('New password again'), again);
}

test('a new password is sent with the code of the link, once it is good and written twice', async () => {
  const { asked } = await open({ success: true });
  await choose('horse', 'horse');
  expect(save().disabled).toBe(true);
  await userEvent.clear(screen.getByLabelText('New password'));
  await userEvent.type(screen.getByLabelText('New password'), 'fresh horse 22');
  expect(screen.getByText('The two passwords differ.')).toBeTruthy();
  expect(save().disabled).toBe(true);
  await userEvent.clear(screen.getByLabelText('New password again'));
  await userEvent.type(screen.getByLabelText('New password again'), 'fresh horse 22');
  await userEvent.click(save());
  await waitFor(() => expect(screen.getByText('Your password is changed')).toBeTruthy());
  const sent = new URLSearchParams(asked.find((each) => each.url.includes(CALL))?.body);
  expect([sent.get('code'), sent.get('newPassword')]).toEqual(['the-code', 'fresh horse 22']);
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/home/signin.html');
});

test('a link that has been used leads to asking again', async () => {
  await open({ error: { code: 400, message: ERROR_KINDS.PASSWORD_CODE_GONE.text, details: [] } });
  await choose('fresh horse 22');
  await userEvent.click(save());
  await waitFor(() => expect(screen.getByText('This link does not work any more')).toBeTruthy());
  expect(screen.getByRole('link', { name: 'Ask for a new password' }).getAttribute('href')).toBe('/home/troubleshoot.html');
});

test('a link without a code is one that does not work', async () => {
  await open({}, '/home/newpassword.html?user=ada.lovelace');
  expect(screen.getByText('This link does not work any more')).toBeTruthy();
});

test('what the portal says against a password is shown, and the page stays', async () => {
  await open({ error: { code: 400, message: 'The password is too weak.', details: ['It must differ from the last one.'] } });
  await choose('fresh horse 22');
  await userEvent.click(save());
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('It must differ from the last one.'));
  expect(save()).toBeTruthy();
});
