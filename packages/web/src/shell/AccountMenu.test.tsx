// Signing out while something is not saved.
import type { User } from '@graticule/contract/community/user';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { AccountMenu } from './AccountMenu.tsx';

const session = vi.hoisted(() => ({ leaveSession: vi.fn(async () => undefined) }));
vi.mock('../api/session.ts', async (original) => ({ ...(await original<object>()), ...session }));

const warn = (event: Event) => event.preventDefault();
afterEach(() => {
  window.removeEventListener('beforeunload', warn);
  cleanup();
  vi.unstubAllGlobals();
  session.leaveSession.mockClear();
});

async function signOut(): Promise<void> {
  await renderPage(<AccountMenu user={{ username: 'ada', fullName: 'Ada', privileges: [] } as unknown as User} />, '/x', {}, []);
  await userEvent.click(screen.getByRole('button', { name: 'Account of Ada' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
}

test('signs out at once where nothing would be lost', async () => {
  await signOut();
  await waitFor(() => expect(session.leaveSession).toHaveBeenCalledTimes(1));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('asks before the session ends where something is not saved or not sent', async () => {
  window.addEventListener('beforeunload', warn);
  await signOut();
  await screen.findByRole('dialog', { name: 'Sign out now?' });
  await userEvent.click(screen.getByRole('button', { name: 'Stay' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(session.leaveSession).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Account of Ada' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out' }));
  expect(session.leaveSession).toHaveBeenCalledTimes(1);
});
