// A direct download that the portal refuses, and one that it does not.
import type { Item } from '@graticule/contract/content/item';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { SessionGate } from '../testing/SessionGate.tsx';
import { ExportDialog } from './ExportDialog.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  for (const frame of document.querySelectorAll('iframe')) frame.remove();
});

const REFUSAL = JSON.stringify({ error: { code: 400, message: 'Export it to an item.', details: [] } });

/** The portal answers one status to every download. */
async function download(status: number) {
  await renderPage(
    <SessionGate>
      <ExportDialog item={{ id: 'i', title: 'Trees' } as Item} layers={[{ id: 0, name: 'trees' }]} onClose={() => undefined} />
    </SessionGate>,
    '/x',
    { 'portals/self': () => ({ id: 'o', user: { username: 'bob', privileges: [] } }) },
    ['item'],
  );
  const link = await screen.findByRole('link', { name: 'Download' });
  const methods: string[] = [];
  vi.stubGlobal('fetch', async (_: string, init: RequestInit = {}) => {
    methods.push(init.method ?? 'GET');
    return new Response(init.method === 'HEAD' ? null : REFUSAL, { status });
  });
  await userEvent.click(link);
  return { link, methods };
}
const frame = () => document.querySelector('iframe');

test('a refused download says why in the dialog and saves nothing', async () => {
  const { link, methods } = await download(400);
  expect((await screen.findByRole('alert')).textContent).toBe('Export it to an item.');
  expect(methods).toEqual(['HEAD', 'GET']);
  expect(frame()).toBeNull();
  expect(document.activeElement).toBe(link);
});

test('a download is asked for with HEAD, then saved; a refusal that comes only then is said as well', async () => {
  const { link, methods } = await download(200);
  await waitFor(() => expect(frame()?.getAttribute('src')).toBe(link.getAttribute('href')));
  expect(methods).toEqual(['HEAD']);
  expect(screen.queryByRole('alert')).toBeNull();
  const said = document.implementation.createHTMLDocument();
  said.body.textContent = JSON.stringify({ error: { code: 429, message: 'Slowly.', details: [] } });
  Object.defineProperty(frame(), 'contentDocument', { value: said });
  frame()?.dispatchEvent(new Event('load'));
  expect((await screen.findByRole('alert')).textContent).toBe('Too many requests. Wait a moment and try again.');
  expect(frame()).toBeNull();
});
