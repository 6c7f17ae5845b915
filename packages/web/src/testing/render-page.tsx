// Renders a component as pages are: with the theme, the router, a cache and English messages. For tests only.
import type { Area } from '@graticule/i18n/messages';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { configure, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { vi } from 'vitest';
import { queryClient } from '../api/query-client.ts';
import { ensureMessages } from '../language/language-store.ts';

// a machine that does much else at once needs its time to load the code of a page
configure({ asyncUtilTimeout: 8000 });

/** What the portal answers to a path that contains the key. */
export type Answers = Readonly<Record<string, (request: { url: string; body: string }) => unknown>>;

/** Says what the screen is like, until globals are put back. */
export function stubMedia(matches: (media: string) => boolean): void {
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: matches(media),
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
  }));
}

/** Shows `page` at `address`; every other address shows its own path. */
export async function renderPage(page: ReactNode, address: string, answers: Answers, areas: readonly Area[]) {
  const asked: { url: string; body: string }[] = [];
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const request = { url, body: String(init?.body ?? '') };
    asked.push(request);
    const answer = Object.entries(answers).find(([part]) => url.includes(part))?.[1];
    return new Response(
      JSON.stringify((await answer?.(request)) ?? { error: { code: 404, message: 'no answer in this test', details: [] } }),
    );
  });
  // a test may have said before what the screen is like
  if (globalThis.matchMedia === undefined) stubMedia(() => false);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  // the test environment lays nothing out, so nothing can be scrolled to
  Element.prototype.scrollIntoView ??= () => {};
  if (!document.fonts) Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
  queryClient.clear();
  await ensureMessages(['shell', 'errors', ...areas]);
  const router = createMemoryRouter(
    [
      { path: address.split('?')[0], element: page },
      { path: '*', element: <p>elsewhere</p> },
    ],
    { initialEntries: [address] },
  );
  const view = render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { ...view, asked, location: () => router.state.location };
}
