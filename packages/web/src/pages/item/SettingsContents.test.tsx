// The list of the parts of the settings: what comes later is in it, and each leads to its part.
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage, stubMedia } from '../../testing/render-page.tsx';
import { SettingsContents } from './SettingsContents.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Settings() {
  const settings = useRef<HTMLDivElement>(null);
  const [isLoaded, setLoaded] = useState(false);
  return (
    <>
      <SettingsContents settings={settings} />
      <div ref={settings}>
        <fieldset>
          <legend>General</legend>
          <fieldset>
            <legend>Within another</legend>
          </fieldset>
        </fieldset>
        {isLoaded && (
          <fieldset>
            <legend>Indexes</legend>
          </fieldset>
        )}
        <button type="button" onClick={() => setLoaded(true)}>
          Load
        </button>
      </div>
    </>
  );
}

const list = () => within(screen.getByRole('navigation', { name: 'On this page' }));
const names = () =>
  list()
    .getAllByRole('button')
    .map((button) => button.textContent);

test('each part is named once it is there, and leads there', async () => {
  stubMedia((media) => media.includes('min-width'));
  await renderPage(<Settings />, '/x', {}, ['item']);
  expect(names()).toEqual(['General']);
  await userEvent.click(screen.getByRole('button', { name: 'Load' }));
  await waitFor(() => expect(names()).toEqual(['General', 'Indexes']));
  const part = screen.getByText('Indexes', { selector: 'legend' }).parentElement as HTMLElement;
  const scrolled = vi.spyOn(part, 'scrollIntoView');
  await userEvent.click(list().getByRole('button', { name: 'Indexes' }));
  expect(scrolled).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(part);
});

test('where there is no room for it the list is folded', async () => {
  stubMedia(() => false);
  await renderPage(<Settings />, '/x', {}, ['item']);
  expect(document.querySelector('nav details')?.hasAttribute('open')).toBe(false);
  expect(screen.getByText('On this page', { selector: 'summary' })).toBeTruthy();
});
