// Whether the name of a layer is free: names that are cut, and questions that nobody waits for any more.
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { useFreeName } from './use-free-name.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Page({ initial }: { initial: string }) {
  const [title, setTitle] = useState(initial);
  const { isTaken, other } = useFreeName(title, false);
  return (
    <>
      <input aria-label="Title" value={title} onChange={(event) => setTitle(event.currentTarget.value)} />
      <output>{isTaken ? (other ?? 'taken') : 'free'}</output>
    </>
  );
}

const nameIn = (url: string) => new URL(url, 'http://x').searchParams.get('name') ?? '';
const said = () => screen.getByRole('status').textContent;
/** 75 letters. */
const LONG = `Trees and shrubs along the streets of ${'Hamburg '.repeat(4)}north`;

test('a long title, whose name is cut, is offered shorter, so that its number is in the name', async () => {
  const taken = new Set<string>();
  const { asked } = await renderPage(
    <Page initial={LONG} />,
    '/x',
    {
      isServiceNameAvailable: ({ url }) => {
        const name = nameIn(url);
        // everything is taken at first, and the first number as well
        const available = taken.size > 1 && !taken.has(name);
        taken.add(name);
        return { available };
      },
    },
    [],
  );
  await waitFor(() => expect(said()).toMatch(/ 3$/));
  const names = asked.map(({ url }) => nameIn(url));
  expect(names.map((name) => name.length <= 70 && name.slice(-3))).toEqual([
    names[0]?.slice(-3),
    expect.stringMatching(/_2$/),
    expect.stringMatching(/_3$/),
  ]);
  expect(LONG.startsWith((said() ?? '').slice(0, -2))).toBe(true);
});

/** The portal never answers; gives the signals of what it was asked. */
async function waiting() {
  const view = await renderPage(<Page initial="Old town" />, '/x', {}, []);
  const signals: AbortSignal[] = [];
  vi.stubGlobal('fetch', (_: string, { signal }: { signal: AbortSignal }) => {
    signals.push(signal);
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  });
  fireEvent.change(screen.getByLabelText('Title'), { target: { value: 'New town' } });
  await waitFor(() => expect(signals).toHaveLength(1));
  return { view, signals };
}

test('what is asked is given up when the title changes, and when the form goes', async () => {
  const { view, signals } = await waiting();
  expect(signals[0]?.aborted).toBe(false);
  fireEvent.change(screen.getByLabelText('Title'), { target: { value: 'Newer town' } });
  await waitFor(() => expect(signals[0]?.aborted).toBe(true));
  await waitFor(() => expect(signals).toHaveLength(2));
  expect([signals[1]?.aborted, said()]).toEqual([false, 'free']);
  view.unmount();
  await waitFor(() => expect(signals[1]?.aborted).toBe(true));
});
