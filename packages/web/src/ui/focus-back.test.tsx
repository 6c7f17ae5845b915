// Where the focus is after a dialog.
import { Menu, Modal } from '@mantine/core';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { useFocusBack, watchFocus } from './focus-back.ts';

let end = () => {};
beforeAll(() => {
  end = watchFocus();
});
afterAll(() => end());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Question({ onClose }: { onClose: () => void }) {
  useFocusBack();
  return (
    <Modal opened onClose={onClose} title="Sure?" closeButtonProps={{ 'aria-label': 'Close' }}>
      <input aria-label="Answer" data-autofocus />
    </Modal>
  );
}

/** The button is made anew when the menu is opened for the first time, as in lists, or it is there all the time. */
function Page({ isMadeAnew }: { isMadeAnew: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const [isUsed, setUsed] = useState(!isMadeAnew);
  const button = (
    <button type="button" aria-label="Actions" onClick={isUsed ? undefined : () => setUsed(true)}>
      …
    </button>
  );
  if (!isUsed) return button;
  return (
    <>
      <Menu defaultOpened={isMadeAnew}>
        <Menu.Target>{button}</Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setOpen(true)}>Ask</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isOpen && <Question onClose={() => setOpen(false)} />}
    </>
  );
}

test.each([false, true])('it is where it was before the menu in which the dialog was chosen (button made anew: %s)', async (isMadeAnew) => {
  await renderPage(<Page isMadeAnew={isMadeAnew} />, '/', {}, []);
  const user = userEvent.setup();
  await user.tab();
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('menuitem', { name: 'Ask' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Answer' })));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Actions' })));
});
