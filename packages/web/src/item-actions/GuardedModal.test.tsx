// Dialogs of several steps: what was typed in a step is not lost by a slip, and nothing holds back who waits or is done.
import { MantineProvider } from '@mantine/core';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { GuardedModal } from './GuardedModal.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(isUnkept: boolean) {
  const onClose = vi.fn();
  const dialog = (
    <MantineProvider env="test">
      <GuardedModal title="Publish" size={500} onClose={onClose}>
        <div data-unkept={isUnkept || undefined}>
          <input aria-label="Name" />
        </div>
      </GuardedModal>
    </MantineProvider>
  );
  await renderPage(dialog, '/home/content.html', {}, []);
  await userEvent.click(await screen.findByRole('textbox', { name: 'Name' }));
  return onClose;
}

const backdrop = () => document.querySelector('.mantine-Modal-overlay') as HTMLElement;

test('what was typed is kept by a click beside the dialog and by the first Escape, which says so', async () => {
  const onClose = await open(true);
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Oaks');
  await userEvent.click(backdrop());
  await userEvent.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByText(/Press Escape again/)).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('the cross closes it once, whatever was typed', async () => {
  const onClose = await open(true);
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Oaks');
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('an untouched step, and one that has nothing to lose, are left by one Escape', async () => {
  const untouched = await open(true);
  await userEvent.keyboard('{Escape}');
  expect(untouched).toHaveBeenCalledTimes(1);
  cleanup();
  const working = await open(false);
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Oaks');
  await userEvent.keyboard('{Escape}');
  expect(working).toHaveBeenCalledTimes(1);
  cleanup();
  const over = await open(false);
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Oaks');
  await userEvent.click(backdrop());
  expect(over).toHaveBeenCalledTimes(1);
});
