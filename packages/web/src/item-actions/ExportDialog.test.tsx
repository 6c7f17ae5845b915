// A direct download that the portal refuses, and one that it does not; the coordinate system of files that may have any.
import type { Item } from '@graticule/contract/content/item';
import { Notifications, notifications } from '@mantine/notifications';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { changeLanguage } from '../language/language-store.ts';
import { renderPage } from '../testing/render-page.tsx';
import { SessionGate } from '../testing/SessionGate.tsx';
import { ExportDialog } from './ExportDialog.tsx';

afterEach(() => {
  cleanup();
  notifications.clean();
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

test('a format that may have any coordinate system is asked for one; a typed number goes with the download and the export', async () => {
  const layers = [{ id: 0, name: 'trees', type: 'Feature Layer', spatialReference: { wkid: 25832, latestWkid: 25832 } }];
  const { asked } = await renderPage(
    <SessionGate>
      <ExportDialog item={{ id: 'i', title: 'Trees' } as Item} layers={layers} onClose={() => undefined} />
    </SessionGate>,
    '/x',
    {
      'portals/self': () => ({ id: 'o', user: { username: 'bob', privileges: ['portal:user:createItem'] } }),
      '/bob/export': () => ({ error: { code: 400, message: 'Unknown.', details: [] } }),
    },
    ['item'],
  );
  const target = () => {
    const address = screen.getByRole('link', { name: 'Download' }).getAttribute('href') ?? '';
    return new URL(address, 'http://x').searchParams.get('targetSR');
  };
  await screen.findByRole('link', { name: 'Download' });
  expect(screen.queryByRole('combobox', { name: 'Coordinate system' })).toBeNull();
  await userEvent.click(screen.getByRole('combobox', { name: 'Format' }));
  await userEvent.click(screen.getByRole('option', { name: 'GeoPackage', hidden: true }));
  const box = screen.getByRole<HTMLInputElement>('combobox', { name: 'Coordinate system' });
  expect(box.value).toBe("The layer's own: ETRS89 / UTM zone 32N (EPSG:25832)");
  expect(target()).toBe('25832');
  await userEvent.clear(box);
  await userEvent.type(box, '99999');
  await userEvent.click(await screen.findByRole('option', { name: 'EPSG:99999', hidden: true }));
  expect(target()).toBe('99999');
  await userEvent.click(screen.getByRole('button', { name: 'Export to my content' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Unknown.');
  const sent = new URLSearchParams(asked.find(({ url }) => url.includes('/bob/export'))?.body);
  expect(JSON.parse(sent.get('exportParameters') ?? '')).toEqual({ targetSR: { wkid: 99999 } });
  await userEvent.click(screen.getByRole('combobox', { name: 'Format' }));
  await userEvent.click(screen.getByRole('option', { name: 'CSV', hidden: true }));
  expect(target()).toBeNull();
});

test('a download asks for the language of the page, which need not be that of the browser', async () => {
  await download(200);
  const culture = () => new URL(document.querySelector<HTMLAnchorElement>('a[download]')?.href ?? '').searchParams.get('culture');
  expect(culture()).toBe('en');
  await act(() => changeLanguage('ar', { remember: false }));
  onTestFinished(() => changeLanguage('en', { remember: false }));
  expect(culture()).toBe('ar');
});

test('a File Geodatabase is offered where the portal writes one', async () => {
  const formats = async (supportedExportFormats: string): Promise<(string | null)[]> => {
    await renderPage(
      <SessionGate>
        <ExportDialog
          item={{ id: 'i', title: 'Trees' } as Item}
          layers={[{ id: 0, name: 'trees', supportedExportFormats }]}
          onClose={() => undefined}
        />
      </SessionGate>,
      '/x',
      { 'portals/self': () => ({ id: 'o', user: { username: 'bob', privileges: [] } }) },
      ['item'],
    );
    await userEvent.click(await screen.findByRole('combobox', { name: 'Format' }));
    const told = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
    cleanup();
    return told;
  };
  const without = await formats('csv,geoPackage');
  const all = await formats('csv,geoPackage,filegdb');
  expect(without).toContain('GeoPackage');
  expect(all.filter((name) => !without.includes(name))).toEqual(['File Geodatabase']);
});

/** Bob exports the layer to his content; the job is over once `end` is called. */
async function toContent(status: object = { status: 'completed' }) {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const { asked } = await renderPage(
    <SessionGate>
      <Closable />
    </SessionGate>,
    '/x',
    {
      'portals/self': () => ({ id: 'o', user: { username: 'bob', privileges: ['portal:user:createItem'] } }),
      '/bob/export': () => ({ exportItemId: 'file', jobId: 'j' }),
      '/items/file/status': () => ended.then(() => ({ itemId: 'file', ...status })),
      '/items/file/delete': () => ({ success: true, itemId: 'file' }),
    },
    ['item'],
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Export to my content' }));
  return { end, asked };
}

function Closable() {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <Notifications />
      {isOpen && (
        <ExportDialog item={{ id: 'i', title: 'Trees' } as Item} layers={[{ id: 0, name: 'trees' }]} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

test('an export whose dialog was closed goes on, and its end is told', async () => {
  const { end } = await toContent();
  await screen.findByText('You may close this: the file is written meanwhile, and you are told when that is over.');
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  end();
  expect((await screen.findByText('The file is in your content')).parentElement?.textContent).toContain('Trees');
});

test('an export that fails after its dialog was closed is told with the reason', async () => {
  const { end } = await toContent({ status: 'failed', statusMessage: 'No room.' });
  await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
  end();
  await screen.findByText(/No room\./);
});

test('a file whose rows are all written is said to be finished', async () => {
  const { end } = await toContent({ status: 'processing', percent: 99, phase: 'file' });
  end();
  expect(await screen.findByText(/^All rows are written, and the file is being finished/)).toBeTruthy();
  expect(screen.queryByText('Exporting… 99%')).toBeNull();
});

test('once a file is made, another format can be chosen and made as well', async () => {
  const { end, asked } = await toContent();
  end();
  await screen.findByText('The file is in your content');
  expect(screen.queryByRole('button', { name: 'Export to my content' })).toBeNull();
  await userEvent.click(screen.getByRole('combobox', { name: 'Format' }));
  await userEvent.click(await screen.findByRole('option', { name: 'GeoPackage', hidden: true }));
  expect(screen.queryByText('The file is in your content')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Export to my content' }));
  await waitFor(() => expect(asked.filter(({ url }) => url.includes('/bob/export'))).toHaveLength(2));
});

test('what is written stays chosen until that is over, and its failure is said of no other format', async () => {
  const { end } = await toContent({ status: 'failed', statusMessage: 'No such zone.' });
  const format = screen.getByRole<HTMLInputElement>('combobox', { name: 'Format' });
  await waitFor(() => expect(format.disabled).toBe(true));
  end();
  await within(screen.getByRole('dialog')).findByText(/No such zone\./);
  await waitFor(() => expect(format.disabled).toBe(false));
  await userEvent.click(format);
  await userEvent.click(await screen.findByRole('option', { name: 'GeoPackage', hidden: true }));
  expect(within(screen.getByRole('dialog')).queryByText(/No such zone\./)).toBeNull();
});
