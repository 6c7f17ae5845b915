// The list of a person's folders: asked for once, and again after a change.
import { createFolder, deleteFolder } from '@graticule/contract/content/user-content';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { call } from '../api/call.ts';
import { renderPage } from '../testing/render-page.tsx';
import { useFolders } from './use-folders.ts';
import { useItemChange } from './use-item-change.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function List({ username }: { username: string }) {
  return (
    <ul aria-label={username}>
      {useFolders(username).folders.map((folder) => (
        <li key={folder.id}>{folder.title}</li>
      ))}
    </ul>
  );
}

function Changes() {
  const making = useItemChange(() => call(createFolder, { username: 'ada', title: 'Sea' }));
  const removing = useItemChange(() => call(deleteFolder, { username: 'ada', folder: 'f1' }));
  return (
    <>
      <button type="button" onClick={() => making.mutate(undefined)}>
        Make
      </button>
      <button type="button" onClick={() => removing.mutate(undefined)}>
        Remove
      </button>
    </>
  );
}

test('CO-146 folders are kept for each person, and asked for again after one was made or deleted', async () => {
  let folders = [{ id: 'f1', title: 'Harbours' }];
  const { asked } = await renderPage(
    <>
      <List username="ada" />
      <List username="ada" />
      <List username="bob" />
      <Changes />
    </>,
    '/home/content.html',
    {
      'users/ada/createFolder': () => {
        folders = [...folders, { id: 'f2', title: 'Sea' }];
        return { success: true, folder: { username: 'ada', id: 'f2', title: 'Sea' } };
      },
      'users/ada/f1/delete': () => {
        folders = folders.filter((each) => each.id !== 'f1');
        return { success: true, folder: { username: 'ada', id: 'f1', title: 'Harbours' } };
      },
      'content/users/ada': () => ({ total: 0, folders }),
      'content/users/bob': () => ({ total: 0, folders: [] }),
    },
    ['item'],
  );
  const shown = () => screen.getAllByRole('list', { name: 'ada' }).map((list) => list.textContent);
  const times = (username: string) => asked.filter(({ url }) => url.split('?')[0]?.endsWith(`content/users/${username}`)).length;
  await waitFor(() => expect(shown()).toEqual(['Harbours', 'Harbours']));
  expect([times('ada'), times('bob')]).toEqual([1, 1]);
  await userEvent.click(screen.getByRole('button', { name: 'Make' }));
  await waitFor(() => expect(shown()).toEqual(['HarboursSea', 'HarboursSea']));
  expect(times('ada')).toBe(2);
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(shown()).toEqual(['Sea', 'Sea']));
  expect(times('ada')).toBe(3);
});
