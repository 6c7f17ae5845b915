// What managers decide about a group.
import type { Group } from '@graticule/contract/community/group';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { GroupSettings } from './GroupSettings.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const group = {
  id: 'g',
  sortField: 'modified',
  sortOrder: 'desc',
  hiddenMembers: false,
  leavingDisallowed: false,
  protected: true,
  capabilities: ['updateitemcontrol'],
} as unknown as Group;
const open = (answers: Parameters<typeof renderPage>[2]) => renderPage(<GroupSettings group={group} />, '/x', answers, ['groups']);
const sentTo = (asked: { url: string; body: string }[], name: string) =>
  asked.filter(({ url }) => url.includes(name)).map(({ body }) => Object.fromEntries(new URLSearchParams(body)));

test('the settings stand as they are, and each is saved by itself as it is chosen', async () => {
  const { asked } = await open({ '/update': () => ({ success: true, groupId: 'g' }) });
  expect(((await screen.findByRole('combobox', { name: 'Order of the content' })) as HTMLInputElement).value).toBe('Changed last');
  await userEvent.click(screen.getByRole('switch', { name: /^Only managers see the members/ }));
  await waitFor(() => expect(sentTo(asked, '/update')).toEqual([{ hiddenMembers: 'true', f: 'json' }]));
  await userEvent.click(screen.getByRole('combobox', { name: 'Order of the content' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Most viewed', hidden: true }));
  await waitFor(() => expect(sentTo(asked, '/update').at(-1)).toEqual({ sortField: 'numviews', sortOrder: 'desc', f: 'json' }));
});

test('protection is taken away; a refusal is said and the switch stays', async () => {
  const { asked } = await open({ '/unprotect': () => ({ error: { code: 403, message: 'Only the owner may do this.', details: [] } }) });
  const protection = await screen.findByRole('switch', { name: /^Protect from deletion/ });
  await userEvent.click(protection);
  expect((await screen.findByRole('alert')).textContent).toContain('Only the owner may do this.');
  expect(sentTo(asked, '/unprotect')).toHaveLength(1);
  expect((protection as HTMLInputElement).checked).toBe(true);
});
