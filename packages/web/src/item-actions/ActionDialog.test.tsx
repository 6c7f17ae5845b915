// The dialog in which pages ask for something.
import { MantineProvider, Select } from '@mantine/core';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { renderPage } from '../testing/render-page.tsx';
import { ActionDialog } from './ActionDialog.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(more: Partial<Parameters<typeof ActionDialog>[0]> = {}) {
  const [onSubmit, onClose] = [vi.fn(), vi.fn()];
  const dialog = (
    <MantineProvider env="test">
      <ActionDialog title="Delete three items?" submit="Delete" isBusy={false} onSubmit={onSubmit} onClose={onClose} {...more}>
        <p>They go to the recycle bin.</p>
        <input aria-label="Why" />
        <Select aria-label="Where to" data={['Bin', 'Nowhere']} />
      </ActionDialog>
    </MantineProvider>
  );
  await renderPage(dialog, '/home/content.html', {}, []);
  await screen.findByRole('dialog', { name: 'Delete three items?' });
  return { onSubmit, onClose };
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

test('CO-024 a choice is done or left by a button, and left by Escape', async () => {
  const { onSubmit, onClose } = await open();
  await userEvent.click(button('Delete'));
  expect(onSubmit).toHaveBeenCalledTimes(1);
  await userEvent.click(button('Cancel'));
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(2);
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

test('CO-025 while the dialog is busy it says so, cannot be left, and does nothing twice', async () => {
  const { onSubmit, onClose } = await open({ isBusy: true });
  expect(button('Cancel').disabled).toBe(true);
  const submit = button('Delete');
  expect([submit.disabled, submit.hasAttribute('data-loading')]).toEqual([true, true]);
  await userEvent.keyboard('{Escape}');
  expect([onSubmit.mock.calls, onClose.mock.calls]).toEqual([[], []]);
});

test('what went wrong stands in the dialog, which stays', async () => {
  await open({ error: new ApiError(400, 'The folder is not empty.') });
  expect(screen.getByRole('alert').textContent).toContain('The folder is not empty.');
  expect(button('Delete').disabled).toBe(false);
});

const backdrop = () => document.querySelector('.mantine-Modal-overlay') as HTMLElement;

test('an untouched dialog is left by a click beside it', async () => {
  const { onClose } = await open();
  await userEvent.click(screen.getByRole('textbox', { name: 'Why' }));
  await userEvent.click(backdrop());
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('what was typed is kept by a click beside the dialog, and Escape asks first', async () => {
  const { onClose } = await open();
  const box = screen.getByRole('textbox', { name: 'Why' });
  await userEvent.type(box, 'Old');
  await userEvent.click(backdrop());
  await userEvent.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByRole('status').textContent).toBe('What you changed here is not kept yet. Press Escape again to leave it.');
  // who types on has answered
  await userEvent.type(box, 'er');
  expect(screen.getByRole('status').textContent).toBe('');
  await userEvent.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('a choice from a list counts as a change; Cancel leaves it at once', async () => {
  const { onClose } = await open();
  await userEvent.click(screen.getByRole('combobox', { name: 'Where to' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Nowhere', hidden: true }));
  await userEvent.click(backdrop());
  await userEvent.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.click(button('Cancel'));
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('why it cannot be submitted is told along with the button', async () => {
  await open({ isDisabled: true, why: 'Choose an item first.' });
  const reason = document.getElementById(button('Delete').getAttribute('aria-describedby') ?? '');
  expect(reason?.textContent).toBe('Choose an item first.');
  cleanup();
  await open();
  expect(button('Delete').hasAttribute('aria-describedby')).toBe(false);
});
