// The dialog in which pages ask for something.
import { MantineProvider } from '@mantine/core';
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
