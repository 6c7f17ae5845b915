// The bell and its dialog.
import { readFileSync } from 'node:fs';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { type Answers, renderPage } from '../testing/render-page.tsx';
import { Notifications } from './Notifications.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const told = (id: string, type: string, data = {}) => ({ id, type, target: 'ada', targetType: 'user', received: 1000, data });
const pageOf = (...notifications: unknown[]) => ({ total: notifications.length, start: 1, num: 100, nextStart: -1, notifications });
const open = (answers: Answers) => renderPage(<Notifications username="ada" />, '/home/index.html', answers, ['notifications']);

test('SH-138 the badge is hidden at zero and shows the count from one on', async () => {
  let page = pageOf();
  await open({ '/notifications?': () => page });
  expect(await screen.findByRole('button', { name: 'Notifications' })).toHaveProperty('textContent', '');
  page = pageOf(told('n1', 'group_join'));
  act(() => void window.dispatchEvent(new Event('visibilitychange')));
  expect(await screen.findByRole('button', { name: '1 notification' })).toHaveProperty('textContent', '1');
});

test('SH-244 the count comes with one call to the community, and is asked for again every minute', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { asked } = await open({ '/notifications?': () => pageOf() });
  await waitFor(() => expect(asked).toHaveLength(1));
  await act(() => vi.advanceTimersByTimeAsync(61_000));
  expect(asked).toHaveLength(2);
  expect(new Set(asked.map(({ url }) => url.split('?')[0]))).toEqual(new Set(['/sharing/rest/community/users/ada/notifications']));
});

test('CO-144 deleting a notification refreshes the list and the count', async () => {
  let rest = [told('n1', 'group_application_accepted', { groupTitle: 'Rivers', groupId: 'g1' }), told('n2', 'brand_new')];
  await open({
    '/notifications?': () => pageOf(...rest),
    '/n1/delete': () => {
      rest = rest.slice(1);
      return { success: true, notificationId: 'n1' };
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: '2 notifications' }));
  const dialog = await screen.findByRole('dialog', { name: 'Notifications' });
  const [first] = within(dialog).getAllByRole('listitem');
  if (!first) throw new Error('two entries are listed');
  expect(within(first).getByRole('link').textContent).toBe('Your request to join the group Rivers was accepted.');
  await userEvent.click(within(first).getByRole('button', { name: 'Remove this notification' }));
  await waitFor(() => expect(within(dialog).getAllByRole('listitem')).toHaveLength(1));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
  expect(await screen.findByRole('button', { name: '1 notification' })).toBeTruthy();
});

test('CO-023 CO-316 the dialog is 435 by 180 pixels, with the list and a button that closes it', async () => {
  await open({ '/notifications?': () => pageOf(told('n1', 'group_join', { groupTitle: 'Rivers' })) });
  await userEvent.click(await screen.findByRole('button', { name: '1 notification' }));
  const dialog = await screen.findByRole('dialog', { name: 'Notifications' });
  const root = dialog.closest('.mantine-Modal-root') as HTMLElement;
  expect(Number.parseFloat(root.style.getPropertyValue('--modal-size').replace(/calc\(([\d.]+)rem.*/, '$1')) * 16).toBe(435);
  const style = readFileSync(`${import.meta.dirname}/Notifications.module.css`, 'utf8');
  expect(style).toMatch(/\.dialog \{\s*block-size: 180px;/);
  expect(within(dialog).getAllByRole('listitem')).toHaveLength(1);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('an invitation is answered in the dialog', async () => {
  const { asked } = await open({
    '/notifications?': () => pageOf(told('n1', 'user_invite', { groupTitle: 'Rivers', groupId: 'g1', fromUsername: 'bob' })),
    '/invitations?': () => ({ userInvitations: [{ id: 'v1', groupId: 'g1' }] }),
    '/v1/accept': () => ({ success: true, username: 'ada', id: 'v1', groupId: 'g1' }),
    '/n1/delete': () => ({ success: true, notificationId: 'n1' }),
  });
  await userEvent.click(await screen.findByRole('button', { name: '1 notification' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Accept' }));
  await waitFor(() => expect(asked.some(({ url }) => url.includes('/n1/delete'))).toBe(true));
  expect(asked.some(({ url }) => url.includes('/v1/accept'))).toBe(true);
});
