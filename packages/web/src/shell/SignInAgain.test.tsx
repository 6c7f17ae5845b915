// A session that ends while somebody works on a page.
import { getItem } from '@graticule/contract/content/items';
import { deleteItem } from '@graticule/contract/content/user-items';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { call } from '../api/call.ts';
import { refreshSession } from '../api/session.ts';
import { currentLoss, regainSession } from '../api/session-loss.ts';
import { renderPage } from '../testing/render-page.tsx';
import { SessionGate } from '../testing/SessionGate.tsx';
import { SignInAgain } from './SignInAgain.tsx';
import { checkSession, useSessionLoss } from './use-session-loss.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const refused = (code: number) => ({ error: { code, message: 'no', details: [] } });

function Page() {
  const loss = useSessionLoss();
  return (
    <>
      <input aria-label="note" />
      {loss && <SignInAgain loss={loss} />}
    </>
  );
}

/** A page of Ada's; `isOver` says whether the portal still knows her session. */
async function open(state: { isOver: boolean; password?: string }, query = '') {
  const self = () => ({ id: 'o', access: 'public', isSetUp: true, ...(state.isOver ? {} : { user: { username: 'ada', privileges: [] } }) });
  const page = await renderPage(
    <SessionGate>
      <Page />
    </SessionGate>,
    `/home/x.html${query}`,
    {
      'portals/self': self,
      'oauth2/session': ({ body }) => {
        if (new URLSearchParams(body).get('password') !== state.password) return refused(400);
        state.isOver = false;
        return { success: true, username: 'ada', expires: 1 };
      },
      'content/items/a': () => (state.isOver ? refused(498) : { id: 'a', title: 'Trees' }),
      'users/ada/items/a/delete': () => (state.isOver ? refused(403) : { success: true, itemId: 'a' }),
    },
    ['sign-in'],
  );
  await screen.findByLabelText('note');
  return page;
}

test('the page stays with what was typed, and what was refused is sent again after signing in', async () => {
  const state = { isOver: false, password: 'right' };
  await open(state);
  await userEvent.type(screen.getByLabelText('note'), 'half a sentence');
  state.isOver = true;
  const [read, change] = [call(getItem, { id: 'a' }), call(deleteItem, { username: 'ada', id: 'a' })];
  await screen.findByText('Your session has ended');
  expect((screen.getByLabelText('User name') as HTMLInputElement).value).toBe('ada');
  await userEvent.type(screen.getByLabelText('Password'), 'wrong');
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  await screen.findByText(/The user name or the password is wrong/);
  await userEvent.clear(screen.getByLabelText('Password'));
  await userEvent.type(screen.getByLabelText('Password'), 'right');
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  expect((await read).title).toBe('Trees');
  expect((await change).success).toBe(true);
  await waitFor(() => expect(screen.queryByText('Your session has ended')).toBeNull());
  expect((screen.getByLabelText('note') as HTMLInputElement).value).toBe('half a sentence');
});

test('a member who has no right to a change is not asked to sign in', async () => {
  await open({ isOver: false });
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json(url.includes('portals/self') ? { id: 'o', user: { username: 'ada', privileges: [] } } : refused(403)),
  );
  await expect(call(deleteItem, { username: 'ada', id: 'a' })).rejects.toMatchObject({ status: 403 });
  expect(screen.queryByText('Your session has ended')).toBeNull();
});

test('a visitor is led to sign in, and back', async () => {
  const { location } = await open({ isOver: true });
  await expect(call(getItem, { id: 'a' })).rejects.toMatchObject({ status: 498 });
  await waitFor(() => expect(location().pathname).toBe('/home/signin.html'));
});

test('what was refused is not sent again in the name of somebody else who signed in elsewhere', async () => {
  await open({ isOver: false });
  const asked: string[] = [];
  const state = { user: undefined as string | undefined };
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    if (!url.includes('portals/self')) return Response.json(refused(403));
    return Response.json({ id: 'o', isSetUp: true, ...(state.user ? { user: { username: state.user, privileges: [] } } : {}) });
  });
  const change = call(deleteItem, { username: 'ada', id: 'a' });
  void change.catch(() => undefined);
  await screen.findByText('Your session has ended');
  state.user = 'bob';
  await refreshSession();
  void checkSession();
  expect(await regainSession('bob')).toBe(false);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(asked.filter((url) => url.includes('/delete'))).toHaveLength(1);
  expect(currentLoss()?.username).toBe('ada');
  currentLoss()?.settle(false);
  await expect(change).rejects.toMatchObject({ status: 403 });
});
