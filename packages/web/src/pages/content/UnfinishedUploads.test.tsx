// Uploads that are not finished: those that are being sent are left alone, and throwing away is asked about.
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { chosenFiles, packFiles } from '../../uploads/pack-files.ts';
import { holdUpload } from '../../uploads/running.ts';
import { keepUnfinished } from '../../uploads/unfinished.ts';
import { UnfinishedUploads } from './UnfinishedUploads.tsx';

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const keep = (itemId: string, name: string) =>
  keepUnfinished({ itemId, username: 'ada', name, size: 2048, lastModified: 1, partBytes: 1024, title: name, type: 'CSV', share: 0.5 });
const open = () =>
  renderPage(<UnfinishedUploads username="ada" onFiles={() => {}} />, '/x', { '/cancel': () => ({ success: true }) }, ['content']);

test('an upload that is being sent is not offered until it stops', async () => {
  keep('a', 'roads.csv');
  keep('b', 'trees.csv');
  const release = holdUpload('a');
  await open();
  expect(await screen.findByText('trees.csv')).toBeTruthy();
  expect(screen.queryByText('roads.csv')).toBeNull();
  act(release);
  expect(await screen.findByText('roads.csv')).toBeTruthy();
});

test('throwing away says what is lost first, and can be thought better of', async () => {
  keep('a', 'roads.csv');
  const { asked } = await open();
  const drop = await screen.findByRole('button', { name: 'Throw away what arrived of roads.csv' });
  await userEvent.click(drop);
  const dialog = await screen.findByRole('dialog', { name: 'Throw away what arrived of roads.csv' });
  expect(dialog.textContent).toContain('50% of 2 kB');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(asked).toEqual([]);
  await userEvent.click(drop);
  await userEvent.click(await screen.findByRole('button', { name: 'Throw away' }));
  await waitFor(() => expect(screen.queryByText('roads.csv')).toBeNull());
  expect(asked.map(({ url }) => url.split('/').at(-1))).toEqual(['cancel']);
});

test('what was put together goes on with the same parts, in whatever order and with whatever else they are chosen, and with no others', async () => {
  const part = (name: string, text: string) =>
    Object.assign(new File([text], name, { lastModified: 1 }), { stream: () => new Response(text).body });
  const parts = [part('roads.shp', 'shapes'), part('roads.dbf', 'values')];
  const [packed] = await packFiles(chosenFiles(parts));
  const { name = '', size = 0 } = packed ?? {};
  keepUnfinished({
    itemId: 'a',
    username: 'ada',
    name,
    size,
    lastModified: 1,
    partBytes: 1024,
    title: name,
    type: 'Shapefile',
    share: 0.5,
  });
  const given: string[] = [];
  const take = (files: File[]) => given.push(...files.map((file) => file.name));
  await renderPage(<UnfinishedUploads username="ada" onFiles={take} />, '/x', {}, ['content']);
  const input = await screen.findByTestId('again-a');
  await userEvent.upload(input, [part('roads.shp', 'shapes'), part('roads.dbf', 'longer values')]);
  expect(await screen.findByRole('alert', { name: '' })).toBeTruthy();
  expect(given).toEqual([]);
  await userEvent.upload(input, [part('plan.csv', 'another file'), ...parts.reverse()]);
  await waitFor(() => expect(given).toEqual(['roads.shp.zip']));
});
