// The settings of the organisation: which websites it trusts.
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { keys } from '../../api/keys.ts';
import { queryClient } from '../../api/query-client.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { SessionGate } from '../../testing/SessionGate.tsx';
import { Settings } from './Settings.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('websites are saved by their origins; what is no address is told and nothing is sent', async () => {
  let saved = ['https://old.example.org'];
  const { asked } = await renderPage(
    <SessionGate>
      <Settings />
    </SessionGate>,
    '/home/organization.html?view=settings',
    {
      'portals/self/update': ({ body }) => {
        const sent = new URLSearchParams(body).get('allowedOrigins');
        if (sent !== null) saved = JSON.parse(sent);
        return { success: true };
      },
      'portals/self': () => ({
        id: 'home',
        name: 'Survey',
        access: 'public',
        culture: 'en',
        allowedOrigins: saved,
        user: { username: 'ada', orgId: 'home', role: 'org_admin', privileges: [] },
      }),
      'community/groups': () => ({ results: [], total: 0 }),
    },
    ['people', 'sign-in', 'invitations', 'groups'],
  );
  const sent = () =>
    asked.filter(({ url }) => url.includes('portals/self/update')).map(({ body }) => new URLSearchParams(body).get('allowedOrigins'));
  const user = userEvent.setup();
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Websites that may use the portal/ });
  expect(field.value).toBe('https://old.example.org');
  await user.type(field, '{Enter}ftp://nowhere');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findByText(/ftp:..nowhere” is no address/)) && sent()).toEqual([]);
  expect(document.activeElement).toBe(field);
  await user.clear(field);
  await user.type(field, 'https://maps.example.org/app/index.html');
  expect(screen.queryByText(/is no address/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(field.value).toBe('https://maps.example.org'));
  expect(sent()).toEqual(['["https://maps.example.org"]']);
  // what is as it was is not sent again
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent()).toEqual(['["https://maps.example.org"]', null]));
  // a website that somebody else added meanwhile stays when something else is saved here
  saved = ['https://maps.example.org', 'https://theirs.example.org'];
  await act(() => queryClient.invalidateQueries({ queryKey: keys.session }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent()).toEqual(['["https://maps.example.org"]', null, null]));
});
