// Where the focus is after what had it has gone.
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { useFocusHeir } from './focus-heir.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Bar({ onClose }: { onClose: () => void }) {
  const ref = useFocusHeir<HTMLElement>(() => document.querySelector('ul li') as HTMLElement | null);
  return (
    <section ref={ref}>
      <button type="button" onClick={onClose}>
        Close
      </button>
    </section>
  );
}

function Page({ isEmpty }: { isEmpty: boolean }) {
  const [isOpen, setOpen] = useState(true);
  return (
    <main id="content" tabIndex={-1}>
      {isOpen && <Bar onClose={() => setOpen(false)} />}
      {!isEmpty && (
        <ul>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: stands for a row that takes the focus */}
          <li tabIndex={0}>Row</li>
        </ul>
      )}
    </main>
  );
}

test.each([
  [false, 'LI'],
  [true, 'MAIN'],
])('the focus goes to the list below, or to the content where that is empty (%s)', async (isEmpty, tag) => {
  await renderPage(<Page isEmpty={isEmpty} />, '/', {}, []);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Close' }));
  await waitFor(() => expect(document.activeElement?.tagName).toBe(tag));
});
