// The dialog that edits what an item says about itself.
import type { Item } from '@graticule/contract/content/item';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { EditDialog } from './EditDialog.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const ITEM = {
  id: 'i',
  owner: 'ada',
  title: 'Wells',
  snippet: 'Every well',
  description: 'First line\nSecond line',
  tags: ['water', 'wells'],
} as unknown as Item;

async function open(item: Item = ITEM) {
  const onClose = vi.fn();
  const view = await renderPage(<EditDialog item={item} onClose={onClose} />, '/x', { '/update': () => ({ success: true, id: 'i' }) }, [
    'item',
  ]);
  await screen.findByRole('textbox', { name: 'Title' });
  const sent = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    const { f: _, ...rest } = Object.fromEntries(new URLSearchParams(view.asked.find(({ url }) => url.endsWith('/update'))?.body));
    return rest;
  };
  return { ...view, onClose, sent };
}

test('only what was changed is sent, so that what somebody else changed meanwhile stays', async () => {
  const { sent } = await open();
  await userEvent.type(screen.getByRole('textbox', { name: 'Credits' }), 'The county');
  await userEvent.clear(screen.getByRole('textbox', { name: 'Summary' }));
  expect(await sent()).toEqual({ accessInformation: 'The county', snippet: '', clearEmptyFields: 'true' });
});

test('tags are sent together once one of them is another', async () => {
  const { sent } = await open();
  await userEvent.type(screen.getByRole('combobox', { name: 'Tags' }), 'depth,');
  expect(await sent()).toEqual({ tags: 'water,wells,depth', clearEmptyFields: 'true' });
});

test('a text without markup keeps its lines while it is edited', async () => {
  const { sent } = await open();
  const box = screen.getByRole('textbox', { name: 'Description' });
  expect(box.innerHTML).toBe('First line<br>Second line');
  box.append(' more');
  fireEvent.input(box);
  expect(await sent()).toEqual({ description: 'First line<br>Second line more', clearEmptyFields: 'true' });
});

test('Escape in the box of a link leaves that alone, and the text has the focus again', async () => {
  const { onClose } = await open();
  await userEvent.click(screen.getAllByRole('button', { name: 'Link' })[0] as HTMLElement);
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Address of the link' }));
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('textbox', { name: 'Address of the link' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Description' }));
  expect(onClose).not.toHaveBeenCalled();
});

test('what was typed and taken back is not sent, and nothing is saved where nothing is other than it was', async () => {
  const { asked, onClose } = await open({ ...ITEM, title: ' Wells ', licenseInfo: 'R&D', accessInformation: '' } as Item);
  for (const name of ['Description', 'Terms of use']) {
    const box = screen.getByRole('textbox', { name });
    box.append('!');
    fireEvent.input(box);
    box.lastChild?.remove();
    fireEvent.input(box);
  }
  await userEvent.type(screen.getByRole('textbox', { name: 'Title' }), ' ');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(asked.filter(({ url }) => url.endsWith('/update'))).toEqual([]);
});
