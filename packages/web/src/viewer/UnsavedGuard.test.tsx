// Leaving a map with unsaved changes.
import type { WebMap } from '@graticule/contract/documents/web-map';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link } from 'react-router';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { watchFocus } from '../ui/focus-back.ts';
import { UnsavedGuard } from './UnsavedGuard.tsx';

let end = () => {};
beforeAll(() => {
  end = watchFocus();
});
afterAll(() => end());
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

const map = { operationalLayers: [], version: '2.34' } as unknown as WebMap;
const open = (isUnsaved: boolean) =>
  renderPage(
    <>
      <Link to="/home/content.html">Content</Link>
      <UnsavedGuard name="new" map={map} isUnsaved={isUnsaved} />
    </>,
    '/home/webmap/viewer.html',
    {},
    ['viewer'],
  );

test('who stays is back at the link that was followed', async () => {
  const { location } = await open(true);
  const link = screen.getByRole('link', { name: 'Content' });
  link.focus();
  await userEvent.keyboard('{Enter}');
  await screen.findByRole('dialog');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(link));
  expect(location().pathname).toBe('/home/webmap/viewer.html');
});

test('who has saved everything leaves without being asked', async () => {
  const { location } = await open(false);
  await userEvent.click(screen.getByRole('link', { name: 'Content' }));
  await waitFor(() => expect(location().pathname).toBe('/home/content.html'));
  expect(screen.queryByRole('dialog')).toBeNull();
});
