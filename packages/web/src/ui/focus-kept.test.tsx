// The focus stays with whoever works with keys while a change is being saved.
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useRef } from 'react';
import { afterEach, expect, test } from 'vitest';
import { useFocusKept } from './focus-kept.ts';

afterEach(cleanup);

function Box({ isBusy }: { isBusy: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  useFocusKept(box);
  return (
    <>
      <div ref={box}>
        <input aria-label="first" disabled={isBusy} />
        <input aria-label="second" disabled={isBusy} />
      </div>
      <p>beside</p>
    </>
  );
}
const input = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });

/** Disables what has the focus. Browsers take it away with that; the test environment does not, so that it goes first. */
function begin(rerender: (ui: ReactNode) => void) {
  (document.activeElement as HTMLElement).blur();
  rerender(<Box isBusy />);
  expect(document.activeElement).toBe(document.body);
}

test('a control that was disabled for a while has the focus again', async () => {
  const { rerender } = render(<Box isBusy={false} />);
  input('second').focus();
  begin(rerender);
  rerender(<Box isBusy={false} />);
  await waitFor(() => expect(document.activeElement).toBe(input('second')));
});

test('whoever went on elsewhere meanwhile is left there', async () => {
  const { rerender } = render(<Box isBusy={false} />);
  input('second').focus();
  begin(rerender);
  await userEvent.click(screen.getByText('beside'));
  rerender(<Box isBusy={false} />);
  // what watches the page hears of it before this does
  await new Promise((resolve) => setTimeout(resolve));
  expect(document.activeElement).toBe(document.body);
});
