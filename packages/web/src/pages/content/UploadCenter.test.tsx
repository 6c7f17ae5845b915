// Files that are being added: closing the dialog and going to other pages break nothing off.
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { SessionGate } from '../../testing/SessionGate.tsx';
import { endUploads, offerFiles, useOpenUploads } from '../../uploads/open-uploads.ts';
import type { Upload, Uploaded } from '../../uploads/upload-item.ts';
import { UploadCenter } from './UploadCenter.tsx';

interface Sending {
  upload: Upload;
  signal: AbortSignal;
  progress: (share: number) => void;
  arrive: () => void;
  fail: (error: Error) => void;
}
const sent = vi.hoisted(() => [] as unknown[]) as Sending[];
vi.mock('../../uploads/upload-item.ts', () => ({
  giveUpUpload: async () => undefined,
  uploadItem: (upload: Upload, { signal, onProgress }: { signal: AbortSignal; onProgress: (share: number) => void }) =>
    new Promise<Uploaded>((resolve, reject) => {
      const { username: owner, type, title } = upload;
      sent.push({ upload, signal, progress: onProgress, arrive: () => resolve({ id: `of-${title}`, owner, type, title }), fail: reject });
    }),
}));

beforeEach(() => {
  sent.length = 0;
  localStorage.clear();
});
afterEach(() => {
  act(endUploads);
  cleanup();
  vi.unstubAllGlobals();
});

function Page() {
  const uploads = useOpenUploads();
  return (
    <>
      <Link to="/x?other">Another thing</Link>
      {uploads && <UploadCenter uploads={uploads} />}
    </>
  );
}

async function open(...names: string[]) {
  const view = await renderPage(
    <SessionGate>
      <Page />
    </SessionGate>,
    '/x',
    { 'portals/self': () => ({ id: 'o', user: { username: 'ada', orgId: 'o', privileges: ['portal:user:createItem'] } }) },
    ['content', 'item', 'item-types', 'formats'],
  );
  await screen.findByRole('link', { name: 'Another thing' });
  add(...names);
  await screen.findByRole('dialog');
  return view;
}
const add = (...names: string[]) => act(() => offerFiles('ada', { files: names.map((name) => new File(['x'], name)), folder: undefined }));
const send = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const tray = () => screen.getByRole('region', { name: 'Files that are being added' });

test('the dialog is closed while files are sent: they go on, one after the other, and the way back is told', async () => {
  await open('a.txt', 'b.txt');
  await send('Add 2 files');
  expect(screen.getByText(/You may close this and go on in the portal; the files are sent meanwhile/)).toBeTruthy();
  await userEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(tray().textContent).toContain('0 of 2 files sent');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Show' })));
  act(() => sent[0]?.arrive());
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent.map(({ signal }) => signal.aborted)).toEqual([false, false]);
  expect(tray().textContent).toContain('1 of 2 files sent');
  act(() => sent[1]?.arrive());
  await waitFor(() => expect(tray().textContent).toContain('The files are added'));
  await userEvent.click(screen.getByRole('button', { name: 'Show' }));
  expect(await screen.findAllByText('Added to your content')).toHaveLength(2);
  await userEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  expect(screen.queryByRole('region', { name: 'Files that are being added' })).toBeNull();
});

test('a link to the item of one file leaves the others alone', async () => {
  const { location } = await open('a.txt', 'b.txt');
  await send('Add 2 files');
  act(() => sent[0]?.arrive());
  await waitFor(() => expect(sent).toHaveLength(2));
  await userEvent.click(screen.getByRole('link', { name: 'Another thing', hidden: true }));
  expect(location().search).toBe('?other');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(sent[1]?.signal.aborted).toBe(false);
  expect(tray().textContent).toContain('1 of 2 files sent');
});

test('Escape leaves the dialog at once, because nothing is lost, and leaving the portal is asked about', async () => {
  await open('a.txt');
  await send('Add the file');
  const leave = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(leave()).toBe(true);
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(tray().textContent).toContain('The file is being sent');
  expect(leave()).toBe(true);
  act(() => sent[0]?.arrive());
  await waitFor(() => expect(leave()).toBe(false));
});

test('a file that was refused waits for the person, on whichever page', async () => {
  await open('a.txt');
  await send('Add the file');
  await userEvent.keyboard('{Escape}');
  act(() => sent[0]?.fail(new Error('No room is left.')));
  await waitFor(() => expect(tray().textContent).toContain('A file waits for you'));
  await userEvent.click(screen.getByRole('button', { name: 'Show' }));
  expect((await screen.findByRole('alert')).textContent).toContain('No room is left.');
  await send('Try again');
  expect(sent).toHaveLength(2);
});

test('more files are planned while others are sent; what is planned and not sent is kept on the way to another page', async () => {
  await open('a.txt');
  await send('Add the file');
  await userEvent.keyboard('{Escape}');
  add('b.txt', 'c.txt');
  await screen.findByRole('dialog', { name: 'Add 2 files' });
  const [title] = screen.getAllByRole('textbox', { name: 'Title' });
  await userEvent.type(title as HTMLElement, ' of Bern');
  await userEvent.click(screen.getByRole('link', { name: 'Another thing', hidden: true }));
  expect(tray().textContent).toContain('2 files are not added yet');
  await userEvent.click(screen.getByRole('button', { name: 'Show' }));
  expect((screen.getAllByRole('textbox', { name: 'Title' })[0] as HTMLInputElement).value).toBe('b of Bern');
  await send('Add 2 files');
  expect(await screen.findByRole('dialog', { name: 'Add 3 files' })).toBeTruthy();
  for (const at of [0, 1, 2]) {
    await waitFor(() => expect(sent.length).toBeGreaterThan(at));
    act(() => sent[at]?.arrive());
  }
  await waitFor(() => expect(screen.getAllByText('Added to your content')).toHaveLength(3));
  expect(sent.map(({ upload }) => upload.title)).toEqual(['a', 'b of Bern', 'c']);
});

test('plans that are given up leave files alone that are sent', async () => {
  await open('a.txt');
  await send('Add the file');
  await userEvent.keyboard('{Escape}');
  add('b.txt');
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(sent[0]?.signal.aborted).toBe(false);
  expect(tray().textContent).toContain('The file is being sent');
});
