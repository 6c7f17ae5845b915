// Which uploads are being sent in this browser, told between its tabs.
import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** Channels of one name hear each other, as tabs do. */
class Channel {
  static all = new Set<Channel>();
  onmessage: ((event: { data: unknown }) => void) | null = null;
  constructor() {
    Channel.all.add(this);
  }
  postMessage(data: unknown) {
    for (const other of Channel.all) if (other !== this) queueMicrotask(() => other.onmessage?.({ data: structuredClone(data) }));
  }
}

beforeEach(() => {
  Channel.all.clear();
  vi.stubGlobal('BroadcastChannel', Channel);
});
afterEach(() => vi.unstubAllGlobals());

/** The code as another tab loads it. */
async function tab() {
  vi.resetModules();
  return import('./running.ts');
}

test('what one tab sends the other knows, until it is sent or the tab is closed', async () => {
  const [first, second] = [await tab(), await tab()];
  const release = first.holdUpload('a');
  first.holdUpload('b');
  expect([...(await second.uploadsElsewhere())]).toEqual(['a', 'b']);
  expect([...(await first.uploadsElsewhere())]).toEqual([]);
  release();
  expect([...(await second.uploadsElsewhere())]).toEqual(['b']);
  Channel.all.clear();
  expect([...(await second.uploadsElsewhere())]).toEqual([]);
});

test('a page that shows them hears of beginnings and ends, its own and those elsewhere', async () => {
  const [first, second] = [await tab(), await tab()];
  const { result, unmount } = renderHook(() => second.useRunningUploads());
  expect(result.current).toBeUndefined();
  await waitFor(() => expect(result.current).toEqual(new Set()));
  const release = first.holdUpload('a');
  await waitFor(() => expect(result.current).toEqual(new Set(['a'])));
  const releaseOwn = second.holdUpload('b');
  await waitFor(() => expect(result.current).toEqual(new Set(['a', 'b'])));
  release();
  releaseOwn();
  await waitFor(() => expect(result.current).toEqual(new Set()));
  unmount();
});

test('a browser without channels knows its own tab', async () => {
  vi.stubGlobal('BroadcastChannel', undefined);
  const { holdUpload, uploadsElsewhere } = await tab();
  holdUpload('a')();
  expect([...(await uploadsElsewhere())]).toEqual([]);
});
