import { afterEach, expect, test, vi } from 'vitest';

const load = vi.fn<(font: string, sample: string) => Promise<unknown>>(async () => []);

/** As on a page that was just opened. */
async function opened(): Promise<typeof import('./letters.ts')> {
  vi.resetModules();
  Object.defineProperty(document, 'fonts', { configurable: true, value: { load } });
  return import('./letters.ts');
}

afterEach(() => {
  Reflect.deleteProperty(document, 'fonts');
  load.mockReset();
  vi.useRealTimers();
});

test('Arabic waits for its letters, once; English has its own', async () => {
  const { ensureLetters } = await opened();
  await ensureLetters('en-GB');
  expect(load).not.toHaveBeenCalled();
  let arrive: (() => void) | undefined;
  load.mockImplementation(
    () =>
      new Promise<void>((resolve) => {
        arrive = resolve;
      }),
  );
  load.mockImplementationOnce(async () => []);
  let isThere = false;
  const waiting = ensureLetters('ar').then(() => {
    isThere = true;
  });
  await Promise.resolve();
  expect(isThere).toBe(false);
  arrive?.();
  await waiting;
  await ensureLetters('ar-EG');
  expect(load.mock.calls.map(([font]) => font)).toEqual(['400 1em "Noto Sans Arabic"', '600 1em "Noto Sans Arabic"']);
});

test('letters that do not come, or cannot be had, keep nobody waiting', async () => {
  vi.useFakeTimers();
  load.mockImplementation(() => new Promise(() => undefined));
  const slow = (await opened()).ensureLetters('ar');
  await vi.advanceTimersByTimeAsync(1500);
  await slow;
  load.mockImplementation(async () => {
    throw new Error('offline');
  });
  await (await opened()).ensureLetters('ar');
});

test('where nothing is drawn there is nothing to wait for', async () => {
  const { ensureLetters } = await opened();
  Reflect.deleteProperty(document, 'fonts');
  await ensureLetters('ar');
  expect(load).not.toHaveBeenCalled();
});
