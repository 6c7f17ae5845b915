// An item that is not ready says so, and can be given up.
import type { Item } from '@graticule/contract/content/item';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { ItemWork } from './ItemWork.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const layer = { id: 'i', owner: 'ada', type: 'Feature Service', title: 'Trees' };
const open = (more: object, answers: Parameters<typeof renderPage>[2], onDelete = () => {}) =>
  renderPage(<ItemWork item={{ ...layer, ...more } as Item} onDelete={onDelete} />, '/x', answers, ['item', 'content', 'formats']);

test('a layer that is being made says how far it is; giving it up deletes it and leads to the content', async () => {
  const { asked, location } = await open(
    { status: 'processing' },
    {
      '/items/i/status': () => ({ status: 'processing', statusMessage: '', itemId: 'i', percent: 40 }),
      '/items/i/delete': () => ({ success: true, itemId: 'i' }),
    },
  );
  expect(await screen.findByText('40%')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Give up' }));
  await waitFor(() => expect(location().pathname).toBe('/home/content.html'));
  expect(new URLSearchParams(asked.find(({ url }) => url.includes('/delete'))?.body).get('permanentDelete')).toBe('true');
});

test.each([
  ['indexes', /^Indexes are being made/],
  ['file', /^All rows are written, and the file is being finished/],
])('what is done once all rows are done is said: %s', async (phase, words) => {
  await open(
    { status: 'processing' },
    { '/items/i/status': () => ({ status: 'processing', statusMessage: '', itemId: 'i', percent: 98, phase }) },
  );
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('98');
});

test('one that failed says why in the words of the reader, and can be deleted', async () => {
  const onDelete = vi.fn();
  const reasons = [{ code: 'no-rows', values: { file: 'a.csv' }, text: 'No rows.' }];
  await open(
    { status: 'failed', statusMessage: 'English words' },
    { '/items/i/status': () => ({ status: 'failed', statusMessage: 'English words', reasons, itemId: 'i' }) },
    onDelete,
  );
  expect(await screen.findByText(/a\.csv/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Delete the item' }));
  expect(onDelete).toHaveBeenCalledOnce();
});

test('an upload that waits for its file leads to where it goes on', async () => {
  await open({ status: 'partial' }, {});
  expect(screen.getByRole('link', { name: 'My content' }).getAttribute('href')).toBe('/home/content.html');
});

test('an item that is ready says nothing', async () => {
  const { asked } = await open({}, {});
  expect(screen.queryByRole('alert')).toBeNull();
  expect(asked.filter(({ url }) => url.includes('/status'))).toEqual([]);
});
