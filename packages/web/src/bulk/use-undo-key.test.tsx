// The key that undoes, and where it has another meaning.
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { useUndoKey } from './use-undo-key.ts';

afterEach(cleanup);

function Page({ undo }: { undo: () => void }) {
  useUndoKey(undo);
  return (
    <>
      <input type="checkbox" />
      <input type="text" />
    </>
  );
}

test('it undoes with the focus on a box of a list, and leaves what is being typed alone', async () => {
  const undo = vi.fn();
  render(<Page undo={undo} />);
  const user = userEvent.setup();
  screen.getByRole('checkbox').focus();
  await user.keyboard('{Control>}z{/Control}');
  expect(undo).toHaveBeenCalledTimes(1);
  await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
  screen.getByRole('textbox').focus();
  await user.keyboard('{Control>}z{/Control}');
  expect(undo).toHaveBeenCalledTimes(1);
});
