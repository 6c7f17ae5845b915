// Opening the data of somebody else's item.
import { Notifications } from '@mantine/notifications';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { useProbedOpen } from './use-probed-open.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Probed({ onOpened }: { onOpened: () => void }) {
  const open = useProbedOpen();
  const click = (event: React.MouseEvent<HTMLAnchorElement>) => {
    open(event);
    if (!event.defaultPrevented) onOpened();
    event.preventDefault();
  };
  return (
    <>
      <Notifications />
      <a href="/sharing/rest/content/items/7/data" onClick={click}>
        Download
      </a>
    </>
  );
}

async function openWith(status: number): Promise<{ onOpened: ReturnType<typeof vi.fn>; methods: (string | undefined)[] }> {
  const onOpened = vi.fn();
  const methods: (string | undefined)[] = [];
  await renderPage(<Probed onOpened={onOpened} />, '/home/item.html', {}, ['item']);
  vi.stubGlobal('fetch', async (_url: string, init?: RequestInit) => {
    methods.push(init?.method);
    return new Response(null, { status });
  });
  await userEvent.click(screen.getByText('Download'));
  await waitFor(() => expect(methods).toHaveLength(1));
  return { onOpened, methods };
}

test('SH-205 the data is asked for with HEAD, then opened', async () => {
  const { onOpened, methods } = await openWith(200);
  await waitFor(() => expect(onOpened).toHaveBeenCalledTimes(1));
  expect(methods).toEqual(['HEAD']);
});

test('SH-206 a 403 says that permission is missing and opens nothing', async () => {
  const { onOpened } = await openWith(403);
  await screen.findByText('You do not have permission');
  expect(onOpened).not.toHaveBeenCalled();
});

test('any other failure of the probe opens the data anyway', async () => {
  const { onOpened } = await openWith(500);
  await waitFor(() => expect(onOpened).toHaveBeenCalledTimes(1));
});
