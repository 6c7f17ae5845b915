// Loading rows into a layer, and giving that up: what is said is what became of the layer.
import { afterEach, expect, test, vi } from 'vitest';
import { loadRows, UnheardLoad } from './load-rows.ts';

afterEach(() => vi.unstubAllGlobals());

/** A portal whose job is in one state after another; `onAsked` hears the last word of every address. */
function portal(states: string[], onAsked: (word: string) => void, cancelled: object = { success: true }): void {
  vi.stubGlobal('fetch', async (address: string) => {
    const word = new URL(address, 'http://x').pathname.split('/').at(-1) ?? '';
    onAsked(word);
    if (word === 'append' || word === 'replace') return new Response(JSON.stringify({ statusUrl: 'http://x/append/jobs/j1' }));
    if (word === 'cancel') return new Response(JSON.stringify(cancelled));
    const status = states.length > 1 ? states.shift() : states[0];
    return new Response(JSON.stringify({ jobId: 'j1', status, statusMessage: 'Stopped.', recordCount: 3, insertedCount: 3 }));
  });
}

const REFUSED = { error: { code: 400, message: 'No such column.', details: [] } };
const wishes = {
  service: 's',
  layer: '0',
  upload: 'u',
  reading: {},
  mode: 'append' as const,
  callKey: 'k',
  isAgain: false,
  onLost: () => undefined,
};

test('a load that is given up before its job is known is stopped all the same', async () => {
  const giving = new AbortController();
  const asked: string[] = [];
  portal(['Failed'], (word) => {
    asked.push(word);
    giving.abort();
  });
  const work = loadRows({ ...wishes, onStatus: () => undefined, signal: giving.signal });
  await expect(work).rejects.toBe(giving.signal.reason);
  expect(asked).toEqual(['append', 'cancel', 'j1']);
});

test('a load that was done before it could be stopped is told as done', async () => {
  const giving = new AbortController();
  portal(['InProgress', 'Completed'], (word) => word === 'j1' && giving.abort());
  const done = await loadRows({ ...wishes, onStatus: () => undefined, signal: giving.signal });
  expect(done).toMatchObject({ status: 'Completed', insertedCount: 3 });
});

test('a load that fails by itself says why', async () => {
  portal(['Failed'], () => undefined);
  const work = loadRows({ ...wishes, onStatus: () => undefined, signal: new AbortController().signal });
  await expect(work).rejects.toThrow('Stopped.');
});

test('a load whose stop is refused may go on: it is not told as given up', async () => {
  const giving = new AbortController();
  portal(['InProgress'], () => giving.abort(), REFUSED);
  const work = loadRows({ ...wishes, onStatus: () => undefined, signal: giving.signal });
  await expect(work).rejects.toBeInstanceOf(UnheardLoad);
});

test('a load that is refused at once never began', async () => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(REFUSED)));
  const refusal: unknown = await loadRows({ ...wishes, onStatus: () => undefined, signal: new AbortController().signal }).catch(
    (error) => error,
  );
  expect(refusal).toMatchObject({ status: 400, message: 'No such column.' });
  expect(refusal).not.toBeInstanceOf(UnheardLoad);
});

test.each([400, 403])('asking again that is refused with %s says nothing of the load before, also when that is given up', async (code) => {
  const giving = new AbortController();
  vi.stubGlobal('fetch', async () => {
    giving.abort();
    return new Response(JSON.stringify({ error: { ...REFUSED.error, code } }));
  });
  const work = loadRows({ ...wishes, isAgain: true, onStatus: () => undefined, signal: giving.signal });
  await expect(work).rejects.toBeInstanceOf(UnheardLoad);
});
