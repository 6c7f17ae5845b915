// Where the focus is after one stage of a dialog took the place of another.
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { useStageFocus } from './stage-focus.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Stages() {
  const [stage, setStage] = useState('form');
  const holder = useStageFocus<HTMLDivElement>(stage);
  const step = (name: string, next: string, isMarked: boolean) =>
    stage === name && (
      <button key={name} type="button" onClick={() => setStage(next)} {...(isMarked ? { 'data-stage-focus': true } : {})}>
        {name}
      </button>
    );
  return (
    <div ref={holder} tabIndex={-1} data-testid="holder">
      <button type="button">other</button>
      {step('form', 'work', false)}
      {step('work', 'done', true)}
      {stage === 'done' && <p>done</p>}
    </div>
  );
}

test('the focus goes to what the next stage marks, and to the holder where it marks nothing', async () => {
  await renderPage(<Stages />, '/', {}, []);
  await userEvent.click(await screen.findByRole('button', { name: 'form' }));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('work'));
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByTestId('holder')));
});
