// The content of another member.
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { SessionGate } from '../../testing/SessionGate.tsx';
import { Content } from './Content.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const nothing = { total: 0, start: 1, num: 0, nextStart: -1, results: [], items: [], folders: [] };
const refused = { error: { code: 403, message: 'You do not have permissions to access this resource.', details: [] } };

const open = (reply: object, privileges: string[]) =>
  renderPage(
    <SessionGate>
      <Content username="bob" isOwn={false} />
    </SessionGate>,
    '/home/content.html?user=bob',
    { 'portals/self': () => ({ id: 'o', user: { username: 'ada', orgId: 'o', privileges } }), '/sharing/rest/': () => reply },
    ['content', 'search', 'item', 'item-types'],
  );

test('who may not see it is told so, with nothing to filter and nothing that loads for ever', async () => {
  await open(refused, []);
  expect(await screen.findByRole('heading', { name: 'You have no access to this page' })).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByText('Loading…')).toBeNull();
});

test('the field to find something does not call it the reader’s own', async () => {
  await open(nothing, ['portal:admin:viewItems']);
  expect(await screen.findByRole('textbox', { name: 'Find among these items' })).toBeTruthy();
});
